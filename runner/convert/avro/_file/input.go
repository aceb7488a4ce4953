package avrofile

import (
	"bufio"
	"io"
	"slices"
)

// A source is an input with an offset. Bytes can be put back.
type source struct {
	in     *bufio.Reader
	at     int64  // offset of the next byte
	back   []byte // comes before in
	again  int64  // number of bytes that have been put back
	failed error  // of in, which is not the end
}

// Read implements io.Reader.
func (s *source) Read(b []byte) (int, error) {
	if len(s.back) > 0 {
		n := copy(b, s.back)
		s.back, s.at = s.back[n:], s.at+int64(n)
		return n, nil
	}
	n, err := s.in.Read(b)
	s.at += int64(n)
	return n, s.note(err)
}

// ReadByte implements io.ByteReader.
func (s *source) ReadByte() (byte, error) {
	if len(s.back) > 0 {
		c := s.back[0]
		s.back, s.at = s.back[1:], s.at+1
		return c, nil
	}
	c, err := s.in.ReadByte()
	if err == nil {
		s.at++
	}
	return c, s.note(err)
}

// note notes an error of the input.
func (s *source) note(err error) error {
	if err != nil && !isEnd(err) {
		s.failed = err
	}
	return err
}

// putBack makes b, which was read last, the next bytes. It returns false if so many have been put back that reading would take more than linear time.
func (s *source) putBack(b []byte) bool {
	if s.again += int64(len(b)); s.again > 2*s.at+64<<20 {
		return false
	}
	s.at -= int64(len(b))
	s.back = slices.Concat(b, s.back)
	return true
}

// skipTo skips all bytes up to a marker and the marker.
func (s *source) skipTo(marker [markerSize]byte) error {
	var last [markerSize]byte
	for n := 0; n < markerSize || last != marker; n++ {
		c, err := s.ReadByte()
		if err != nil {
			return err
		}
		copy(last[:], last[1:])
		last[markerSize-1] = c
	}
	return nil
}

// isEnd reports whether err says that the input has ended.
func isEnd(err error) bool { return err == io.EOF || err == io.ErrUnexpectedEOF }

// readN appends n bytes to dst. The memory grows with the bytes that are there.
func readN(in io.Reader, dst []byte, n int) ([]byte, error) {
	const step = 1 << 20
	for n > 0 {
		part := min(n, step)
		dst = slices.Grow(dst, part)
		got, err := io.ReadFull(in, dst[len(dst):len(dst)+part])
		dst, n = dst[:len(dst)+got], n-got
		if err != nil {
			return dst, err
		}
	}
	return dst, nil
}

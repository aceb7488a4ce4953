package stream

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// A Count function decodes what precedes the elements of a list: their number. If open is true, the number is not known, and the byte 0xff follows the
// last element. size is the number of bytes, or 0 if b ends before. If size is negative, b begins with -size bytes that have no effect, and count is to be
// called without them: a stream may have any number of them.
type Count func(b []byte) (n uint64, open bool, size int, err error)

// NewElements returns a reader of the elements of a list, which decode finds one after the other.
func NewElements[T any](r io.Reader, count Count, decode func(*T, []byte) (int, error)) *Reader[T] {
	l := list{count: count}
	return NewNext(r, func(in *Input, limit int, v *T) (int, func() error, error) {
		if err := l.begin(in); err != nil {
			return 0, nil, err
		}
		if v == nil {
			v = new(T)
		}
		size, err := l.element(in, limit, func(b []byte) (int, error) { return decode(v, b) })
		return size, nil, err
	})
}

// A list is the state of reading a list.
type list struct {
	count Count
	begun bool
	open  bool
	left  uint64 // number of elements that follow, unless open is true
	size  int    // of the last element
	empty int    // number of elements that take no bytes
}

// MaxEmpty is the maximum number of elements of a list that take no bytes.
const MaxEmpty = 1 << 20

// NoList returns the error for a message that is not a list.
func NoList() error { return errors.New("malformed message: this is no list") }

// begin reads the head of the list if it has not been read. It returns io.EOF at the end of the list.
func (l *list) begin(in *Input) error {
	for size := 0; !l.begun; {
		var err error
		if l.left, l.open, size, err = l.count(in.bytes()); err != nil {
			return err
		}
		if l.begun = size > 0; size != 0 {
			in.use(max(size, -size))
		} else if err := in.fill(); err == io.EOF {
			return Torn("the stream ends before the elements of the list")
		} else if err != nil {
			return err
		}
	}
	if l.open {
		for len(in.bytes()) == 0 {
			if err := in.fill(); err == io.EOF {
				return Torn("the stream ends before the end of the list")
			} else if err != nil {
				return err
			}
		}
		if in.bytes()[0] == 0xff {
			return io.EOF
		}
	} else if l.left == 0 {
		return io.EOF
	}
	return nil
}

// Patient is the number of bytes of an element up to which decoding is tried again when a single byte has arrived. Beyond it, an eighth has to
// arrive, so that an element of n bytes which arrive one by one does not take n decodings.
const Patient = 16 << 10

// element decodes the element at the front of in, and returns its size.
//
// The size is known only afterwards, so decode gets a little more than the last element had, and twice as much while that is not enough. It does not
// get all bytes that are there, because decoders take memory in proportion to the bytes: 6,800 bytes instead of 1,300 for an element of 700 bytes.
func (l *list) element(in *Input, limit int, decode func([]byte) (int, error)) (int, error) {
	window := l.size + l.size/2 + 64
	for {
		b := in.bytes()
		b = b[:min(len(b), window, limit)]
		size, err := decode(b[:len(b):len(b)])
		switch {
		case err == nil:
			return size, l.took(size)
		case !errors.Is(err, io.ErrUnexpectedEOF):
			return 0, err
		case len(b) == limit:
			return 0, fmt.Errorf("it has more than the %d bytes that are allowed: raise the limit with SetMaxFrame", limit)
		case len(b) < len(in.bytes()):
			window *= 2
			continue
		}
		for next := len(b) + max(1, (len(b)-Patient)/8); len(in.bytes()) < next; {
			if e := in.fill(); e == io.EOF && len(in.bytes()) == len(b) {
				return 0, err
			} else if e == io.EOF {
				break
			} else if e != nil {
				return 0, e
			}
		}
		window = max(window, len(in.bytes()))
	}
}

// took counts an element of a number of bytes.
func (l *list) took(size int) error {
	l.left--
	l.size = size
	if size == 0 {
		l.empty++
	}
	if l.empty > MaxEmpty {
		return errors.New("more than 1,048,576 elements that take no bytes")
	}
	return nil
}

// CountFixed is the [Count] of the format fixed.
func CountFixed(b []byte) (n uint64, open bool, size int, err error) {
	if len(b) < 4 {
		return 0, false, 0, nil
	}
	return uint64(binary.LittleEndian.Uint32(b)), false, 4, nil
}

// CountXDR is the [Count] of the format xdr.
func CountXDR(b []byte) (n uint64, open bool, size int, err error) {
	if len(b) < 4 {
		return 0, false, 0, nil
	}
	return uint64(binary.BigEndian.Uint32(b)), false, 4, nil
}

// CountVarint is the [Count] of the format varint. A byte 1 precedes the number, or a byte 0 stands for nil.
func CountVarint(b []byte) (n uint64, open bool, size int, err error) {
	switch {
	case len(b) == 0:
		return 0, false, 0, nil
	case b[0] == 0:
		return 0, false, 1, nil
	case b[0] > 1:
		return 0, false, 0, NoList()
	}
	switch n, size = binary.Uvarint(b[1:]); {
	case size < 0:
		return 0, false, 0, NoList()
	case size > 0:
		size++
	}
	return n, false, size, nil
}

// CountMsgpack is the [Count] of the format msgpack.
func CountMsgpack(b []byte) (n uint64, open bool, size int, err error) {
	switch {
	case len(b) == 0:
		return 0, false, 0, nil
	case b[0] == 0xc0:
		return 0, false, 1, nil
	case b[0]>>4 == 9:
		return uint64(b[0] & 0xf), false, 1, nil
	case b[0] == 0xdc || b[0] == 0xdd:
		return bigEndian(b, int(b[0]-0xdb)*2)
	}
	return 0, false, 0, NoList()
}

// CountCBOR is the [Count] of the format cbor. Tags have no effect.
func CountCBOR(b []byte) (n uint64, open bool, size int, err error) {
	from := 0
	for ; from < len(b); from += size {
		switch x := int(b[from]); {
		case x|1 == 0xf7:
			return 0, false, from + 1, nil
		case x == 0x9f:
			return 0, true, from + 1, nil
		case x>>5 != 4 && x>>5 != 6 || x&0x1f > 27:
			return 0, false, 0, NoList()
		case x&0x1f < 24:
			n, size = uint64(x&0x1f), 1
		default:
			n, _, size, _ = bigEndian(b[from:], 1<<(x&0x1f-24))
		}
		if size == 0 {
			break
		}
		if b[from]>>5 == 4 {
			return n, false, from + size, nil
		}
	}
	return 0, false, -from, nil
}

// bigEndian is the [Count] of the number in the k bytes after the first one.
func bigEndian(b []byte, k int) (n uint64, open bool, size int, err error) {
	if len(b) < 1+k {
		return 0, false, 0, nil
	}
	for _, c := range b[1 : 1+k] {
		n = n<<8 | uint64(c)
	}
	return n, false, 1 + k, nil
}

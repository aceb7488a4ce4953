package container

import (
	"bufio"
	"errors"
	"io"
)

// single is the format of files with one message, which has all bytes of the file.
var single = &Format{
	Name: "file", About: "one message, which is the whole file", Splittable: true, Single: true,
	Reader: func(in *bufio.Reader, offset int64, limit int) Reader {
		return &singleReader{in: in, ended: offset > 0, limit: limit}
	},
	Append: func(dst, message []byte) ([]byte, error) {
		if len(dst) > 0 {
			return dst, errors.New("the file has several messages, and the output holds one")
		}
		return append(dst, message...), nil
	},
}

type singleReader struct {
	in    *bufio.Reader
	limit int
	ended bool
}

func (r *singleReader) Next() (Record, error) {
	if r.ended {
		return Record{}, io.EOF
	}
	r.ended = true
	data, err := readN(r.in, nil, r.limit)
	rec := Record{Data: data, Kept: true, Length: int64(len(data))}
	if !isEnd(err) && err != nil {
		return rec, err
	}
	more, err := io.Copy(io.Discard, r.in)
	rec.Length += more
	if more > 0 {
		rec.Data, rec.Cut, rec.Err = data[:min(len(data), maxBeginning)], true, tooLong(uint64(rec.Length), r.limit)
	}
	return rec, err
}

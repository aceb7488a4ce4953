package container

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// lines is the format of JSON Lines: a text in each line. Blank lines are no records.
var lines = &Format{
	Name: "lines", About: "a message in each line", Splittable: true,
	Reads: []string{"JSON", "TOML", "XML", "YAML"}, Writes: []string{"JSON"},
	Reader: func(in *bufio.Reader, offset int64, limit int) Reader {
		return &lineReader{in: in, at: offset, limit: limit}
	},
	Sync:     syncLine,
	Append:   appendLine,
	Identity: lineOf,
}

// lineOf returns a message without the line break that an encoder of encoding/json writes.
func lineOf(message []byte) []byte { return bytes.TrimSuffix(message, []byte("\n")) }

// appendLine implements Format.Append.
func appendLine(dst, message []byte) ([]byte, error) {
	message = lineOf(message)
	switch {
	case bytes.IndexByte(message, '\n') >= 0:
		return dst, errors.New("the message has a line break, so it cannot be in a file of lines")
	case bytes.HasSuffix(message, []byte("\r")):
		return dst, errors.New("the message ends with a carriage return, which is part of the line break in a file of lines")
	case isBlank(message):
		return dst, errors.New("the message is blank, and blank lines are left out of a file of lines")
	}
	return append(append(dst, message...), '\n'), nil
}

// ByteOrderMark is what some programs put before a text in UTF-8.
const ByteOrderMark = "\ufeff"

func isBlank(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }

// syncLine skips the rest of a line.
func syncLine(in *bufio.Reader) (skipped int64, err error) {
	for {
		part, err := in.ReadSlice('\n')
		skipped += int64(len(part))
		if err != bufio.ErrBufferFull {
			if err == io.EOF {
				err = nil
			}
			return skipped, err
		}
	}
}

type lineReader struct {
	in    *bufio.Reader
	at    int64 // offset of the next line
	limit int
	long  []byte // a line that is longer than the buffer of in
}

func (r *lineReader) Next() (Record, error) {
	for {
		rec, err := r.line()
		if rec.Offset == 0 {
			rec.Data = bytes.TrimPrefix(rec.Data, []byte(ByteOrderMark))
		}
		if err != nil || rec.Err != nil || !isBlank(rec.Data) {
			return rec, err
		}
	}
}

// line reads the next line, which may be blank.
func (r *lineReader) line() (Record, error) {
	rec := Record{Offset: r.at}
	part, err := r.in.ReadSlice('\n')
	rec.Length, rec.Data = int64(len(part)), part
	if err == bufio.ErrBufferFull {
		r.long = append(r.long[:0], part...)
		for err == bufio.ErrBufferFull {
			part, err = r.in.ReadSlice('\n')
			rec.Length += int64(len(part))
			if len(r.long) <= r.limit {
				r.long = append(r.long, part...)
			}
		}
		rec.Data = r.long
	}
	r.at += rec.Length
	if err == io.EOF && rec.Length > 0 {
		err = nil // the last line needs no line break
	}
	rec.Data = bytes.TrimSuffix(bytes.TrimSuffix(rec.Data, []byte("\n")), []byte("\r"))
	if err == nil && len(rec.Data) > r.limit {
		rec.Data, rec.Cut, rec.Err = rec.Data[:min(r.limit, maxBeginning)], true, tooLong(uint64(rec.Length), r.limit)
	}
	if rec.Length > int64(r.in.Size()) { // in long
		r.long = give(&rec, r.long)
	}
	return rec, err
}

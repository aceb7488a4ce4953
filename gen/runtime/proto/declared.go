package proto

import (
	"encoding/binary"
	"fmt"
)

// Lacks returns the error for a message of type name without the required field at path.
func Lacks(name, path string) error {
	return fmt.Errorf("%s.%s: the required field is not set", name, path)
}

// Argument returns a zero argument for f.
func Argument[In, Out any](f func(In) (Out, error)) (in In) { return in }

// ArgumentOf is like [Argument], for a function that returns no error.
func ArgumentOf[In, Out any](f func(In) Out) (in In) { return in }

// Keep appends an unknown field to the unknown fields of a message: its tag, and the bytes after the tag.
func Keep(to []byte, tag uint64, value []byte) []byte {
	return append(binary.AppendUvarint(to, tag), value...)
}

// SkipUnknown is like [Input.Skip] for an unknown field of a message that has a .proto file. Groups in such a field have a depth of their
// own: google.golang.org/protobuf accepts 10,001.
func (d *Input) SkipUnknown(n, end int, tag uint64) int {
	if tag&7 != 3 {
		return d.Skip(n, end, tag)
	}
	depth := d.Depth
	d.Depth = -1
	n = d.SkipGroup(n, end, tag)
	d.Depth = depth
	return n
}

package proto

import (
	"encoding/binary"
	"fmt"

	"bale/internal/bale/core"
)

// Lacks returns the error for a message of type name without the required field at path.
func Lacks(name, path string) error {
	return fmt.Errorf("%s.%s: the required field is not set", name, path)
}

// Argument returns a zero argument for f.
func Argument[In, Out any](f func(In) (Out, error)) (in In) { return in }

// ArgumentOf is like [Argument], for a function that returns no error.
func ArgumentOf[In, Out any](f func(In) Out) (in In) { return in }

// List returns the list to which a field of a message of protobuf's opaque API points.
func List[T any](list *[]T) []T {
	if list == nil {
		return nil
	}
	return *list
}

// Keep appends an unknown field to the unknown fields of a message: its tag, and the bytes after the tag.
func Keep(to []byte, tag uint64, value []byte) []byte {
	return append(binary.AppendUvarint(to, tag), value...)
}

// Emptied is in the size cache of a message that ResetProto has made empty, until it is decoded into. The protobuf library computes the size of a message
// whose cache is negative.
const Emptied = -0x62616c65

// Outermost returns the depth at which messages that have a .proto file begin, so that they can be nested as deep as
// google.golang.org/protobuf allows: 10,000 in all, unless the package sets another limit than the usual one.
func Outermost() int {
	if core.MaxDepth == 1000 {
		return 1 + 1000 - 10000
	}
	return 1
}

// SkipUnknown is like [Input.Skip] for an unknown field of a message that has a .proto file. Groups in such a field have a depth of their
// own: google.golang.org/protobuf accepts 10,001.
func (d *Input) SkipUnknown(n, end int, tag uint64) int {
	if tag&7 != 3 {
		return d.Skip(n, end, tag)
	}
	depth := d.Depth
	d.Depth = Outermost() - 2
	n = d.SkipGroup(n, end, tag)
	d.Depth = depth
	return n
}

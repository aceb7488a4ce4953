package stream

import "fmt"

// Fields is a [Splitter] of a message of Protocol Buffers that is a list of messages, each in a field with the number 1. It leaves out other fields.
func Fields(in *Input, limit int) (message []byte, size int, skip func() error, err error) {
	for {
		tag, at, err := in.varint(0)
		if err != nil {
			return nil, 0, nil, err
		}
		message, size, skip, err := in.field(tag, at, limit)
		if err != nil || tag == 1<<3|2 {
			return message, size, skip, err
		}
		in.use(size)
	}
}

// field returns the field with a tag that ends at an offset, as a [Splitter].
func (in *Input) field(tag uint64, at, limit int) (message []byte, size int, skip func() error, err error) {
	switch tag & 7 {
	case 0:
		_, size, err = in.varint(at)
		return nil, size, nil, err
	case 1:
		size = at + 8
	case 2:
		return in.prefixed(at, limit)
	case 5:
		size = at + 4
	default:
		return nil, 0, nil, fmt.Errorf("malformed message: a field of the list has the tag %d", tag)
	}
	for len(in.bytes()) < size {
		if err := in.extend(); err != nil {
			return nil, 0, nil, err
		}
	}
	return nil, size, nil, nil
}

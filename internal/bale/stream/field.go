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
	if number := tag >> 3; number == 0 || number > maxNumber {
		return nil, 0, nil, fmt.Errorf("malformed message: a field of the list has the number %d", number)
	}
	switch tag & 7 {
	case 0:
		_, size, err = in.varint(at)
		return nil, size, nil, err
	case 1:
		size = at + 8
	case 2:
		return in.prefixed(at, limit)
	case 3:
		size, err = in.group(tag, at, limit, 1)
		return nil, size, nil, err
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

// maxNumber is the largest number of a field.
const maxNumber = 1<<29 - 1

// group returns the offset after the group whose tag, start, ends at an offset. depth is the number of groups that it is in, and itself.
func (in *Input) group(start uint64, at, limit, depth int) (int, error) {
	if depth > maxGroups {
		return 0, fmt.Errorf("malformed message: more than %d groups in each other", maxGroups)
	}
	for at <= limit {
		tag, end, err := in.varint(at)
		switch {
		case err != nil:
		case tag == start+1:
			return end, nil
		case tag&7 == 3:
			at, err = in.group(tag, end, limit, depth+1)
		default:
			_, at, _, err = in.field(tag, end, limit)
		}
		if err != nil {
			return 0, err
		}
	}
	return 0, fmt.Errorf("a group has more than the %d bytes that are allowed: raise the limit with SetMaxFrame", limit)
}

// maxGroups is the maximum depth of groups in a field that is left out.
const maxGroups = 1000

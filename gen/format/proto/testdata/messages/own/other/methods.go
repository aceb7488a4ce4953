package other

import "errors"

// MarshalBinary and UnmarshalBinary have nothing to do with the .proto file, so the methods of messages that hold a Weight or a Unit must not call them.

func (*Weight) MarshalBinary() ([]byte, error) { return []byte("a weight"), nil }
func (*Weight) UnmarshalBinary(b []byte) error {
	return errors.New("UnmarshalBinary of a message was called")
}
func (Unit) MarshalBinary() ([]byte, error) { return []byte("a unit"), nil }
func (*Unit) UnmarshalBinary(b []byte) error {
	return errors.New("UnmarshalBinary of an enum was called")
}

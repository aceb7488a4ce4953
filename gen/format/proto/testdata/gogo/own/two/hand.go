package two

import (
	"encoding/binary"
	"errors"
)

// Hand is a message with hand-written methods, as Kubernetes has them. Its only field is the sum of the decoded ones.
type Hand struct{ sum uint64 }

// String is here because two.proto says that it is not generated.
func (m *Hand) String() string { return "Hand" }

// NewHand returns a Hand.
func NewHand(sum uint64) Hand { return Hand{sum} }

// Size returns the size of the message.
func (m *Hand) Size() int {
	b, _ := m.Marshal()
	return len(b)
}

// Marshal encodes m: nil and 0 are empty messages.
func (m *Hand) Marshal() ([]byte, error) {
	switch {
	case m == nil || m.sum == 0:
		return nil, nil
	case m.sum == 13:
		return nil, errors.New("13 is refused")
	}
	return binary.AppendUvarint(nil, m.sum), nil
}

// MarshalTo writes m to the front of b.
func (m *Hand) MarshalTo(b []byte) (int, error) {
	text, err := m.Marshal()
	return copy(b, text), err
}

// MarshalToSizedBuffer writes m to the end of b.
func (m *Hand) MarshalToSizedBuffer(b []byte) (int, error) {
	text, err := m.Marshal()
	return copy(b[len(b)-len(text):], text), err
}

// Unmarshal adds the decoded number to that of m, so that it matters whether m was new.
func (m *Hand) Unmarshal(b []byte) error {
	x, n := binary.Uvarint(b)
	if n != len(b) {
		return errors.New("a Hand is one number")
	}
	m.sum += x
	return nil
}

package own

// Coin is a custom type in the package of the random types.
type Coin struct {
	Value uint32
	Sign  bool
}

func (c Coin) MarshalBinary() ([]byte, error) {
	b := []byte{byte(c.Value), byte(c.Value >> 8), byte(c.Value >> 16), byte(c.Value >> 24)}
	if c.Sign {
		b = append(b, '-')
	}
	return b, nil
}

func (c *Coin) UnmarshalBinary(b []byte) error {
	if len(b) < 4 || len(b) > 5 || len(b) == 5 && b[4] != '-' {
		return errCoin{}
	}
	*c = Coin{uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24, len(b) == 5}
	return nil
}

type errCoin struct{}

func (errCoin) Error() string { return "a coin has four bytes and a sign" }

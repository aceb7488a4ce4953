// Package other has types of another package.
package other

import "strings"

// Plain has no methods.
type Plain struct {
	A int `json:"a,omitempty"`
	B []Plain
	c int
}

// Code has a method that decodes what depends on the value before.
type Code struct{ S string }

func (c Code) MarshalText() ([]byte, error) { return []byte(strings.ToUpper(c.S)), nil }

// UnmarshalText appends to the code.
func (c *Code) UnmarshalText(b []byte) error {
	c.S += string(b)
	return nil
}

// C returns a field.
func (p Plain) C() int { return p.c }

// A Hides has exported fields of types whose names are not exported.
type Hides struct {
	L  []inner
	LL [][]inner
	LP []*inner
	A  [1]inner
	M  map[string]inner
	K  map[word]int
	P  *inner
	W  word
	LW []word
	AW [1]word
	PW *word
}

type inner struct{ N int }

type word string

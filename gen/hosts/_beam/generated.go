// Package beam has the text of the file that bale gen -beam writes: coders for Apache Beam. Package hosts embeds coders.go; this file stands for the
// code of a type.
package beam

// TYPE stands for a type with generated methods. The names in capital letters are replaced for each type.
type TYPE struct{}

// MARSHAL stands for the method that encodes a value.
func (v *TYPE) MARSHAL() ([]byte, error) { return nil, nil }

// UNMARSHAL stands for the method that decodes a value.
func (v *TYPE) UNMARSHAL([]byte) error { return nil }

// DETERMINISTIC says whether equal values have equal bytes.
const DETERMINISTIC = true

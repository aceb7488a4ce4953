// Package show is the code inside the programs of bale show and bale encode. It prints messages as JSON, and makes messages from JSON. It
// imports the standard library only.
package show

import "reflect"

// A Type is a type of messages in one format. The functions take pointers to its values.
type Type struct {
	Name, Wire string
	// Unterminated means that messages do not mark their end.
	Unterminated bool
	// Text means that messages are JSON, with white space between them.
	Text bool
	// Earlier names the layouts of bale.lock that Decode does not know, or is "".
	Earlier string
	// Head is the number of bytes before the value in a message, which are its stamp, or 0.
	Head    int
	New     func() any
	Append  func(b []byte, v any) ([]byte, error)
	Decode  func(b []byte, v any) (n int, err error)
	Unions  []Members
	Skipped []Skipped
	Customs []Custom
}

// Members has the types that an interface may hold at one place of a type. A place is written as package bale/inspect describes it.
type Members struct {
	Place string
	Types []reflect.Type
}

// Union returns the union of the interface at a place. Each member is a nil pointer to a type that the interface may hold.
func Union(place string, members ...any) Members {
	u := Members{Place: place}
	for _, m := range members {
		u.Types = append(u.Types, reflect.TypeOf(m).Elem())
	}
	return u
}

// Unions returns its arguments as a list.
func Unions(list ...Members) []Members { return list }

// Skipped lists fields of a struct that messages do not hold.
type Skipped struct {
	Of     any // a nil pointer to the struct
	Fields []string
}

// A Custom is a type that messages hold as the result of one of its methods.
type Custom struct {
	Of any    // a nil pointer to the type
	By string // the name of the method
}

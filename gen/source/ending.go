package source

import (
	"fmt"
	"go/token"
	"slices"
)

// libraryEndings are the endings of method names that other libraries call, such as MarshalJSON.
var libraryEndings = []string{"JSON", "Text", "XML", "YAML", "CBOR", "BSON", "Msgpack"}

// WrongEnding returns the reason why method names cannot have the ending, or "" if they can.
func WrongEnding(ending string) string {
	switch {
	case ending == "" || !token.IsIdentifier("Marshal"+ending):
		return fmt.Sprintf("methods=%s: want letters, digits and underscores that a method's name can end with, as in methods=Compact", ending)
	case slices.Contains(libraryEndings, ending):
		return fmt.Sprintf("methods=%s: other libraries call Marshal%[1]s and Unmarshal%[1]s if a type has them: choose another ending, as in methods=Compact", ending)
	}
	return ""
}

// Package sample makes and judges sample values of any Go type, by reflection: values
// from a seed or from JSON, the edge cases that prove a round trip, and the comparison
// which says what came back different.
//
// Its source is compiled into every measuring process, inside the measured module: so it
// imports the standard library only, and needs no language newer than Go 1.22. Every
// such process has to make the very same values. Therefore nothing here depends on map
// order, on the machine, or on methods which a serializer's generated code may have added
// to the user's types; Hash tells whether it worked.
//
// Unexported fields are written and read as well (through unsafe), where the type is of
// the module that the sampled type was named in: see Home. Types of other modules keep
// their invariants: their unexported fields are set through their own UnmarshalText,
// UnmarshalJSON or UnmarshalBinary, or stay zero. Blank fields are ignored.
package sample

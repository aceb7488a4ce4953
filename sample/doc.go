// Package sample makes sample values of any Go type and compares decoded values with them, by reflection. Values come from a seed or
// from JSON. Edge values test a round trip, and the comparison lists the differences.
//
// The source of this package is compiled into every runner, inside the measured module. So it imports only the standard library and
// needs no language version newer than Go 1.22. All runners have to make identical values. Therefore nothing here depends on map order,
// on the machine, or on methods that generated code of a serializer adds to the user's types. Hash verifies this.
//
// Unexported fields are also set and read (through unsafe) if their type belongs to the module in which the sampled type was named: see
// Home. Types of other modules keep their invariants: their unexported fields are set through their own UnmarshalText, UnmarshalJSON or
// UnmarshalBinary, or stay zero. Blank fields are ignored.
package sample

// Package sample makes sample values of any Go type, by reflection, from a seed or from JSON, and edge values, which test a round trip.
//
// The source of this package is compiled into every runner, inside the measured module. So it imports only the standard library and package
// inspect, and needs no language version newer than Go 1.22. All runners have to make identical values. Therefore nothing here depends on map
// order, on the machine, or on methods that generated code of a serializer adds to the user's types. inspect.Hash verifies this.
//
// Unexported fields are also set if their type belongs to the module in which the sampled type was named. Types of other modules keep their
// invariants: their unexported fields are set through their own UnmarshalText, UnmarshalJSON or UnmarshalBinary, or stay zero.
package sample

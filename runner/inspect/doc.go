// Package inspect describes Go types and reads values of any type, by reflection, as package sample makes them and package loss compares
// them.
//
// The source of this package is compiled into every runner, inside the measured module. So it imports only the standard library and needs
// no language version newer than Go 1.22. All runners have to describe a type alike. Therefore nothing here depends on map order, on the
// machine, or on methods that generated code of a serializer adds to the user's types.
//
// Unexported fields are also read and set (through unsafe) if their type belongs to the module in which the sampled type was named: see
// Home. Types of other modules keep their invariants: their unexported fields are read and set only through the types' own marshal and
// unmarshal methods. Blank fields are ignored.
package inspect

// Package loss compares decoded values with the values that were encoded, by reflection, and lists the differences.
//
// The source of this package is compiled into every runner, inside the measured module. So it imports only the standard library and package
// inspect, and needs no language version newer than Go 1.22.
package loss

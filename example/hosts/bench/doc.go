// Package bench measures calls through the hosts of this module as a whole, with the serializers that a program may choose, and how much of a
// call is serialization. docs/performance.md#calls has the table that this command prints:
//
//	go test -C bench -run '^TestTable$' -table
package bench

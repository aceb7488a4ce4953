// Package stream has the readers and writers of streams of messages.
//
// Users of generated code see the types whose names begin with Bale. Unlike those of other packages of helpers, these names, their comments, and the
// names of fields and methods are the same in a generated file.
package stream

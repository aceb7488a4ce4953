package tests

// Package is the import path of the package whose unexported fields are filled, too.
const Package = "bale/gen/runtime/tests"

// What the types and their values in the tests can have. Code for what they cannot have is left out of a generated file.
const (
	HasCustom    = true // custom types
	HasUnions    = true // interfaces
	HasForeign   = true // structs of other packages with unexported fields
	HasStamps    = true // messages with stamps
	HasStreams   = true // readers and writers of streams
	HasReads     = true // methods that decode parts
	HasForms     = true // unions with a form in json
	HasLimits    = true // fields with a maximum length
	HasRenamed   = true // named types that are not structs
	HasFloats    = true
	HasComplexes = true
	HasArrays    = true
	HasBools     = true
	HasPresent   = true // pointers and slices that are never nil
)

var (
	MaxLen    = map[Field]int{}     // maximum lengths of fields; -1 means that the field is not encoded
	Present   = map[Field]bool{}    // fields that are not nil: the required ones of protobuf messages, and messages in oneofs
	MembersOf = map[Field]Members{} // types that interfaces may hold: in a field, or in a type, with an empty field name
	Custom    = []Methods(nil)      // types that are encoded by their own methods, once for each way
	Types     = []Was(nil)          // types as they were when the code was generated
)

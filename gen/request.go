package gen

import (
	"bale/gen/emit"
	"bale/model"
)

// A Request says what to generate.
type Request struct {
	Dir     string         // working folder; messages show files relative to it
	Pattern string         // package pattern, as for the go command
	Types   []string       // types to add to those with //bale:gen and those in the file: a name, or "Order=Compact:compact+proto" with its own ending of methods and formats
	Formats []*emit.Format // formats of the types in Types that name none, or, without Types, of the types with //bale:gen; none: those in the type's comment, else the default
	Methods string         // ending of the names of the default format's methods, for the same types as Formats; "": that in the type's comment, else the format's suffix
	Known   []*emit.Format // all formats that exist, the default first
	Out     string         // output file; "" is <package>_bale.go. A name without a folder is in the package's folder
	Evolve  bool           // the structs of all messages evolve, in the formats that have it
	Tests   bool           // generate a test file, too; a test file that exists is always updated
	Accept  bool           // accept every change of layouts: there are no old messages to decode
	// AcceptNames are the types, and the fields of types, whose changes of layouts are accepted: "Order", "Order.Total".
	AcceptNames []string
	// Forget lists the earlier layouts to drop, such as "Order@1".
	Forget []string
	// Base is the commit with whose lock files the layouts are compared, too, or nil.
	Base     *Base
	Messages bool   // all messages of protoc-gen-go in the packages get the format proto
	Sorted   bool   // the entries of all maps are encoded in the order of their keys
	Stream   bool   // all types get readers and writers of streams
	Own      bool   // the strings and byte slices of all fields have the directive own
	GRPC     bool   // generate a file with a codec for gRPC, too; one that exists is always updated
	Connect  bool   // generate a file with a codec for Connect, too; one that exists is always updated
	Beam     bool   // generate a file that registers coders with Apache Beam, too; one that exists is always updated
	Proto    string // .proto file to write for the types in the format proto; "" is none
	// Program means that the code becomes a part of a program, and that nothing is written into the package. The types in the first
	// line of the generated file on disk are those of the code, there are no tests, and a package may have no types to generate code for.
	Program bool
	// Functions means, for a program, that the code has only the functions that methods call, and neither methods nor streams: serializers
	// would find the methods and call them. The caller checks that it compiles.
	Functions bool
	// Prefix means, for a program, that the code has only the requested types in the requested formats, without streams, and that the names of its
	// functions begin with the prefix: a program can have the code of several requests for a package. The caller checks that it compiles.
	Prefix string
	// Suffix means, for a program, the ending of the names of methods in place of that of the format. The code of several requests for one format can then
	// be in one package.
	Suffix string
	// Declare is the text of a file with further types that can be requested, for a program. The caller adds the file to the package.
	Declare string
	// Found is the result of Find for a request with the same package, or nil. It saves running the go command again.
	Found *model.Listing
	// Detached means that Found has only declarations, and not all that the package imports, as for a plugin of protoc. The code is not compiled.
	Detached bool
	// Strict means that all types have the directive strict.
	Strict bool
}

// defaultFormat returns the format of types for which none is named, as a list.
func (r *Request) defaultFormat() []*emit.Format { return r.Known[:min(1, len(r.Known))] }

// several reports whether the request may be for several packages.
func (r *Request) several() bool { return model.MatchesMany(r.Pattern) }

// general reports whether the packages themselves say what is generated: the request may be for several packages, or it is for a program. Then the generated
// file that a package has is replaced, whatever its name, and must not be of a run with flags that the package does not have.
func (r *Request) general() bool { return r.several() || r.Program }

// flags are the flags of the request that a directive of the package can have instead.
func (r *Request) flags() map[string]bool {
	return map[string]bool{"evolve": r.Evolve, "stream": r.Stream, "own": r.Own, "sorted": r.Sorted, "messages": r.Messages}
}

// Package codec defines what a codec is: bale's description of how one serializer encodes and decodes any model.
//
// A codec consists of data and pure functions. It turns a lowered model into files in memory, the steps of the serializer's own
// generator, and the few lines that call the serializer. It never accesses the disk or runs a program; package lab does. Package
// program/adapter prints the calls. codec/all lists the codecs.
package codec

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"bale/codec/lower"
	"bale/gen/emit"
	"bale/model"
	"bale/runner/measure"
)

// A Codec describes one serializer.
type Codec struct {
	Name     string   // "msgp"; the first part of the names of variants such as "gencode/unsafe"
	Module   string   // module path of the serializer, "" for the standard library
	Doc      string   // URL of the documentation; "" is the page of the module on pkg.go.dev
	Folder   string   // folder in codec/, if several codecs share one; "" is the name without dashes
	Mod, Sum string   // complete go.mod and go.sum for the adapters and tools, in place of those in the folder
	Packages []string // packages that adapters import and commands that steps run, which Mod covers; nil is the package of the module's path
	Variants []*Variant
	Tags     string // build tags with which the runner is built, or ""
	// Experiment is the GOEXPERIMENT with which the runner is built, or "".
	Experiment string

	// Reference marks a lower bound for comparison, which is never ranked.
	Reference bool
}

// A CXX is a tool that is written in C++. It is built with the user's C++ compiler.
type CXX struct {
	Name     string   // file name of the program
	Module   string   // path of the module that has the source, which is one of the codec's requirements
	Sources  []string // files in the module, as patterns of path.Match
	Include  []string // folders in the module for the preprocessor
	Standard string   // version of the language, such as "c++17"
}

// A Variant is one declared way to use a codec.
type Variant struct {
	Name string // the part after the slash: "unsafe"; "" if the codec has one variant
	Wire string // wire format
	Doc  string // URL of the variant's documentation, if different
	Note string // what a reader of a table has to know, such as raised limits and options
	CXX  bool   // a step runs a tool in C++, so a C++ compiler must be installed
	// Numbered tells that the fields of the wire format have numbers, which a schema keeps when the type changes. In the schemas that bale
	// makes, the number of a field is its position.
	Numbered bool
	// Locked tells that the fields have no numbers, but that a lock file of the serializer keeps the places of removed fields.
	Locked bool
	Traits measure.Traits // by which a run chooses the cells that check the run itself
	// Applies reports whether the variant has a row for an outermost type. Nil means all types.
	Applies func(t model.Type) bool
	// Caps describes the serializer. pkg is the import path of the folder for the variant's generated package.
	Caps func(pkg string) lower.Caps
	// Generate makes the files, steps and code for a plan. No root of the plan has gaps.
	Generate func(in *Input) (*Output, error)
	// Format is the format of bale gen that the variant stands for, or nil. What is measured of it is the code that bale gen writes for the package
	// as it is, with its tags and directives, and not the output of Generate, which is for types that are only in memory.
	Format *emit.Format
	// Stream means that messages are parts of a stream whose beginning is not in them. No other process can decode them.
	Stream bool
	// Flags are the flags of bale gen with which the code in Format is written.
	Flags GenFlags
	// Adapt changes the calls of the methods in Format for a plan. It may be nil.
	Adapt func(in *Input, out *Output)
}

// GenFlags are flags of bale gen that change the code of a format.
type GenFlags struct {
	Evolve bool // all structs evolve
	Own    bool // decoded strings and byte slices have their own memory
}

// Words returns the names of the flags that are set.
func (f GenFlags) Words() (list []string) {
	for _, flag := range []struct {
		set  bool
		word string
	}{{f.Evolve, "evolve"}, {f.Own, "own"}} {
		if flag.set {
			list = append(list, flag.word)
		}
	}
	return list
}

// Title returns the words with capital letters, for the names of functions and methods.
func (f GenFlags) Title() (text string) {
	for _, word := range f.Words() {
		text += strings.ToUpper(word[:1]) + word[1:]
	}
	return text
}

// FullName returns the variant's name in tables, such as "gencode/unsafe".
func (c *Codec) FullName(v *Variant) string {
	if v.Name == "" {
		return c.Name
	}
	return c.Name + "/" + v.Name
}

// DocOf returns the URL of a variant's documentation.
func (c *Codec) DocOf(v *Variant) string {
	page := ""
	if c.Module != "" {
		page = "https://pkg.go.dev/" + c.Module
	}
	return cmp.Or(v.Doc, c.Doc, page)
}

// Pinned returns the packages that Mod covers: none for a serializer of the standard library.
func (c *Codec) Pinned() []string {
	if c.Packages == nil && c.Module != "" {
		return []string{c.Module}
	}
	return c.Packages
}

// For reports whether the variant has a row for an outermost type.
func (v *Variant) For(t model.Type) bool { return v.Applies == nil || v.Applies(t) }

// Input is the input of Generate.
type Input struct {
	Plan    *lower.Plan
	Name    string // package name of the user's package
	Gen     string // import path of the variant's own package, as given to Caps
	GenName string // the last element of Gen: its package name
	Unique  string // distinguishes this plan from others in the same runner, for global registries
	Runtime string // import path of the folder with the packages that the code of bale gen imports
	// Strict asks for decoders that refuse fields of messages that the type does not have: see [Output.Strict].
	Strict bool
	// Before has, for each root of the plan, the type that it was in an earlier version of the program, or nil. A serializer whose tools know of earlier
	// versions makes code that decodes messages of these.
	Before []model.Type
	// Outline asks for the Code only: Generate may leave the contents of the files empty. To print them takes most of the time of 'bale list'.
	Outline bool
	// Receivers has, for Adapt, the pointer to each root that has the methods of bale gen. It is an expression.
	Receivers []string
}

// Output is the result of Generate.
type Output struct {
	Own     map[string][]byte // files for the user's own package, by file name
	Gen     map[string][]byte // files for the package Input.Gen, by file name
	Steps   []Step
	Code    []Code   // one for each root of the plan
	Runtime []string // packages of the runtime of bale gen that Own imports, by their folders
	// Strict means that the decoders do what [Input.Strict] asks for.
	Strict bool
}

// A Step runs a tool of the serializer in an empty folder.
type Step struct {
	Tool   string            // package path of the command, built from the codec's Mod; or [GoCommand]; or
	CXX    *CXX              // a tool in C++
	Args   []string          // arguments of the command
	Files  map[string][]byte // initial contents of the folder
	Module bool              // the folder is a package of a module with the codec's requirements
	Stdin  []byte            // standard input
	// Plugin marks the tool as a protoc plugin. Stdin is the CodeGeneratorRequest, and the files in the response are the output.
	Plugin bool
	// Own and Gen list the files that the tool makes ("*" is all), for the user's package and for Input.Gen.
	Own []string
	Gen []string
}

// GoCommand is the Tool of a step that runs the go command: for a generator that is a library, Files have a program that calls it. Module
// must be set.
const GoCommand = "go"

// ToolName returns the name of the step's tool.
func (s *Step) ToolName() string {
	if s.CXX != nil {
		return s.CXX.Name
	}
	return path.Base(s.Tool)
}

// Code is the Go source that calls the serializer for one root. The functions are methods of a scratch value a, which one goroutine
// uses; c is a pointer to the carrier. "" means that the serializer does not support an operation.
type Code struct {
	Imports []Import
	State   string // fields of a
	Setup   string // runs once, before a is used
	Decls   string // declarations in the adapter's file

	// Marshal and Unmarshal may keep state in a as the library documents it. What they return is new.
	Marshal      string // func (a) (c *C) ([]byte, error): a new slice
	MarshalReuse string // func (a) (c *C, buf []byte) ([]byte, error): may use buf, which is empty, or memory of a
	// The decoders are func (a) (b []byte, c *C) error. In the fresh ones *c is zero. In the reusing ones it has the value that the
	// last call left in it. The result of decoders without Alias in their name must not point into b.
	Unmarshal           string
	UnmarshalReuse      string
	UnmarshalAlias      string
	UnmarshalAliasReuse string

	// Shared means that strings and byte slices that Unmarshal and UnmarshalReuse decode may share memory with others of the same message, so that
	// one that is kept keeps others alive. Without it, each has its own memory.
	Shared bool

	Carriers Carriers
	// View is the type $C of serializers that decode into a type of their own that cannot be encoded; "" is the carrier of the plan.
	// With it, Decls has to declare func $FROM(c *$C, v *$T).
	View string
	// Avro is the schema of messages of Avro, as files of them have it.
	Avro string
	// HoldsAddresses means that messages contain addresses of memory of the encoded values. No other process can decode them, and the values
	// must outlive them.
	HoldsAddresses bool
	// Encode is func (c *carrier of the plan) ([]byte, error). It makes the messages to decode for a serializer without Marshal. It is
	// not timed.
	Encode string
	// Decode is func (b []byte, c *carrier of the plan) error. It reads the messages of a serializer without decoders in order to check them.
	// It is not timed.
	Decode string
	// Explain is func (c *carrier of the plan) error. After a failure, it returns the reason why c cannot be encoded or decoded, or nil
	// if it knows none. It is not timed.
	Explain string
}

// Carriers are the expressions by which the loops obtain carriers. Their type is *$C, and they may use a.
type Carriers struct {
	EncodeReuse string // "" is a carrier kept in a
	DecodeFresh string // "" is new($C)
	DecodeReuse string // "" is a carrier kept in a
}

// Import is an import of the adapter. Its name must begin with "bale", so that it does not collide with names of the user's package.
type Import struct {
	Name string
	Path string
}

// ShareMemory is for decoders whose results share memory with the message. It makes them the alias decoders, and makes the copy decoders
// clone the message first, which their strings then share.
func (c *Code) ShareMemory() {
	c.Shared = true
	c.UnmarshalAlias, c.UnmarshalAliasReuse = c.Unmarshal, c.UnmarshalReuse
	for _, d := range []*string{&c.Unmarshal, &c.UnmarshalReuse} {
		if *d != "" {
			*d = "b = balebytes.Clone(b)\n" + *d
		}
	}
	if im := StdImports("bytes")[0]; !slices.Contains(c.Imports, im) {
		c.Imports = append(slices.Clip(c.Imports), im)
	}
}

// KeepOwn is for decoders whose strings have their own memory, whatever the caller asks for. It removes the alias decoders, which do the same as the
// others.
func (c *Code) KeepOwn() { c.Shared, c.UnmarshalAlias, c.UnmarshalAliasReuse = false, "", "" }

// StdImports returns imports of packages whose names are the last path element with the prefix "bale".
func StdImports(paths ...string) []Import {
	var list []Import
	for _, p := range paths {
		list = append(list, Import{"bale" + path.Base(p), p})
	}
	return list
}

// Calls returns a Variant.Generate for a serializer that is called in the same way for every type, without generated files.
func Calls(c Code) func(*Input) (*Output, error) {
	return func(in *Input) (*Output, error) { return SameForAll(in, c), nil }
}

// ReuseUnless makes the copy decoder also the reusing one for each root that does not reach a type for which keeps holds: one of which decoding
// into a used value can keep parts.
func (o *Output) ReuseUnless(p *lower.Plan, keeps func(model.Type) bool) {
	for i := range o.Code {
		if !p.Reaches(i, keeps) {
			o.Code[i].UnmarshalReuse = o.Code[i].Unmarshal
		}
	}
}

// SameForAll returns the same code for every root of a plan.
func SameForAll(in *Input, c Code) *Output {
	out := &Output{}
	for range in.Plan.Roots {
		out.Code = append(out.Code, c)
	}
	return out
}

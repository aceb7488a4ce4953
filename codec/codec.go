// Package codec says what a codec is: bale's description of how one serializer carries any model.
//
// A codec is data and pure functions: from a lowered model to files in memory, the
// steps of the serializer's own generator, and the few lines that call it. It never
// touches the disk or runs a program; package lab does, and package lab/adapter prints what calls it. codec/all is the list of them.
package codec

import (
	"path"
	"slices"

	"bale/codec/lower"
	"bale/schema"
)

// A Codec describes one serializer.
type Codec struct {
	Name     string   // "msgp"; "gencode" where the variants have names of their own
	Module   string   // module path of the serializer, "" for the standard library
	Doc      string   // where the documented call is documented
	Folder   string   // under codec/, for several codecs in one; "" is the name without its dashes
	Mod, Sum string   // a complete go.mod and go.sum of what the adapters and tools need, in place of those in the folder
	Packages []string // packages that adapters import and commands that steps run: what Mod was made for
	Variants []*Variant
	// Experiment is what GOEXPERIMENT has to be for the runner to be built, "" for nothing.
	Experiment string

	// Reference marks a limit to compare with, which is never ranked.
	Reference bool
}

// Need is a program that has to be installed.
type Need struct {
	Program string // looked up on the PATH
	Install string // the line that installs it
}

// A Variant is one declared way to use a codec.
type Variant struct {
	Name string // after the slash: "unsafe"; "" for a codec with one variant
	Wire string // wire format
	Doc  string // where this variant is documented, if not where the codec is
	Note string // what a reader of a table has to know: raised limits, options
	// Needs are programs that the steps run and that cannot be built from Go modules.
	Needs []Need
	// Applies reports whether the variant is for an outermost type at all: there is no row of other types. Nil is for any.
	Applies func(t schema.Type) bool
	// Caps is what the serializer has. pkg is the import path of the folder that the
	// variant's generated package may have for itself.
	Caps func(pkg string) lower.Caps
	// Generate makes the files, steps and code for a plan, which has no roots with gaps.
	Generate func(in *Input) (*Output, error)
}

// FullName is the variant's name in tables: "gencode/unsafe".
func (c *Codec) FullName(v *Variant) string {
	if v.Name == "" {
		return c.Name
	}
	return c.Name + "/" + v.Name
}

// For reports whether there is a row of the variant for an outermost type.
func (v *Variant) For(t schema.Type) bool { return v.Applies == nil || v.Applies(t) }

// Input is what a variant generates from.
type Input struct {
	Plan    *lower.Plan
	Name    string // package name of the user's package
	Gen     string // import path of the variant's own package: what Caps was given
	GenName string // the last element of Gen: its package name
	Unique  string // distinguishes this plan from others of the same runner: for registries
}

// Output is what a variant makes of a plan.
type Output struct {
	Own   map[string][]byte // files for the user's own package, by file name
	Gen   map[string][]byte // files for the package Input.Gen, by file name
	Steps []Step
	Code  []Code // one for each root of the plan
}

// A Step runs one of the serializer's own tools in an empty folder.
type Step struct {
	Tool   string            // package path of the command, built from the codec's Mod; or else
	Needed string            // the program of one of the variant's Needs
	Args   []string          // of the command
	Files  map[string][]byte // what the folder holds before
	Module bool              // the folder is a package of a module with the codec's requirements
	// Plugin: the tool is a protoc plugin; Stdin is the CodeGeneratorRequest, and the
	// files of its response are what it makes.
	Plugin bool
	Stdin  []byte
	// Pipe is run after this step in the same folder, with what this one wrote to its standard
	// output as its standard input. Only its Tool and Args count.
	Pipe *Step
	// Own and Gen say which files the tool makes ("*" is all), for the user's package and for Input.Gen.
	Own []string
	Gen []string
}

// Code is the Go text that calls the serializer for one root. The functions are methods of a
// scratch value a that belongs to one goroutine; c is a pointer to the carrier.
// An empty text says that the serializer has no such way.
type Code struct {
	Imports []Import
	State   string // fields of a
	Setup   string // runs once, before a is used
	Decls   string // declarations beside the adapter

	Marshal      string // func (a) (c *C) ([]byte, error): a new slice
	MarshalReuse string // func (a) (c *C, buf []byte) ([]byte, error): may use buf, which is empty, or memory of a
	// The decoders: func (a) (b []byte, c *C) error. In the fresh ones *c is zero, in the
	// reusing ones it holds what the last call left there. Without Alias, the result must not
	// point into b.
	Unmarshal           string
	UnmarshalReuse      string
	UnmarshalAlias      string
	UnmarshalAliasReuse string

	Carriers Carriers
	// View is the type $C, where the serializer decodes to a type of its own that nothing can be encoded
	// from; "" is the carrier of the plan. Decls then declare func $FROM(c *$C, v *$T).
	View string
	// Addresses says that messages hold addresses of what the encoded values lead to: no other process can decode them, and the
	// values have to outlive them.
	Addresses bool
	// Encode is func (c *carrier of the plan) ([]byte, error): it makes the messages to decode, of a
	// serializer that has no Marshal. It is not measured.
	Encode string
	// Explain is func (c *carrier of the plan) error: why c cannot be encoded or decoded, asked after it has failed; nil where
	// another reason has to be found. It is not measured.
	Explain string
}

// Carriers are where the loops take their carriers from: expressions of type *$C, which may use a.
type Carriers struct {
	EncodeReuse string // "" is one that a keeps
	DecodeFresh string // "" is new($C)
	DecodeReuse string // "" is one that a keeps
}

// Import is an import of the adapter. The name has to start with "bale", so that it meets no
// name of the user's package.
type Import struct {
	Name string
	Path string
}

// Shares says that the decoders of c give parts of the message: they become those of alias, and those of
// copy take a copy of the message first.
func (c *Code) Shares() {
	c.UnmarshalAlias, c.UnmarshalAliasReuse = c.Unmarshal, c.UnmarshalReuse
	for _, d := range []*string{&c.Unmarshal, &c.UnmarshalReuse} {
		if *d != "" {
			*d = "b = balebytes.Clone(b)\n" + *d
		}
	}
	if im := Std("bytes")[0]; !slices.Contains(c.Imports, im) {
		c.Imports = append(slices.Clip(c.Imports), im)
	}
}

// Std imports packages under their own last element with "bale" before it.
func Std(paths ...string) []Import {
	var list []Import
	for _, p := range paths {
		list = append(list, Import{"bale" + path.Base(p), p})
	}
	return list
}

// Each makes the same code for every root of a plan.
func Each(in *Input, c Code) *Output {
	out := &Output{}
	for range in.Plan.Roots {
		out.Code = append(out.Code, c)
	}
	return out
}

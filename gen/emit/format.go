package emit

import (
	"bale/gen/layout"
	"bale/gen/plan"
	"bale/schema"
)

// A Format is one wire format.
type Format struct {
	Name  string // as -wire calls it: "compact"
	Title string // in the names of functions: "Compact"
	// Evolves says that the format acts on the directive evolve. Where it does not, that is an error.
	Evolves bool
	// Parallel says that it writes and reads long slices by several goroutines, where that is asked for.
	Parallel bool
	// Stamps says that the format, which has a Layout, acts on the directive stamp.
	Stamps bool
	// IntEncodings says that the format acts on the directives sint, fixed and unknown.
	IntEncodings bool
	// Print prints, for each root T, which has a name in the file's package,
	//
	//	func bale<Title>Append<T>(b []byte, v *T) ([]byte, error)
	//	func bale<Title>Size<T>(v *T) int
	//	func bale<Title>Decode<T>(b []byte, v *T, alias bool) (int, error)
	//
	// and what they need. Decode reads one message at the front of b and says how long it is; with
	// alias, strings and byte slices may point into b. All names that it declares begin with bale<Title>.
	Print func(p *Printer, roots []*schema.Named)
	// Check says what keeps this format from writing a root that others could write, for code in package home.
	// Nil has nothing to say.
	Check func(root *schema.Named, home string) schema.Errors
	// NilIsEmpty says that nil and empty slices and maps have the same encoding.
	NilIsEmpty bool
	// DropsZone says that decoded times are in UTC, whatever zone they had.
	DropsZone bool
	// StructsAsArrays says that the format acts on the directive array.
	StructsAsArrays bool
	// RejectsNil says that encoding fails for a nil pointer in a list, map or interface.
	RejectsNil bool
	// Unterminated reports whether messages of a root do not mark their end, so that following bytes may be decoded as
	// part of the message. A nil function means never.
	Unterminated func(root *schema.Named) bool
	// Schema is the file that describes the messages of the roots to others, for a package of this name; nil where
	// there is no language for that.
	Schema func(p *Printer, name string, roots []*schema.Named) []byte
	// Numbers says how fields are numbered; nil where they are not.
	Numbers *plan.Numbering
	// Layout says what the bytes of messages depend on; nil where fields have numbers.
	Layout *layout.Rules
	// SizeVaries reports whether the encoded size of equal values differs, since the order of map entries does. A nil
	// function means never.
	SizeVaries func(root *schema.Named) bool
	// MaxLen returns the maximum length of a field by a tag that only this format reads: 0 means no limit, -1 that the field
	// is not written. A nil function reads no tags.
	MaxLen func(f *schema.Field) int
}

// Prefix is what the names of everything begin with that the format declares.
func (f *Format) Prefix() string { return "bale" + f.Title }

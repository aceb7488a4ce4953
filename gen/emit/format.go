package emit

import (
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
	// Forms says that the format acts on the directives sint, fixed and unknown.
	Forms bool
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
	// Lax: slices and maps that are nil and that are empty are the same, and come back as one of them.
	Lax bool
	// Zoneless: times come back in UTC, whatever their offset was.
	Zoneless bool
	// Arrays says that the format acts on the directive array.
	Arrays bool
	// Whole: a nil pointer in a list, map or interface is refused.
	Whole bool
	// Open reports whether messages of a root have no end of their own: what a shorter value leaves out may be the
	// beginning of something else. Nil is never.
	Open func(root *schema.Named) bool
	// Schema is the file that describes the messages of the roots to others, for a package of this name; nil where
	// there is no language for that.
	Schema func(p *Printer, name string, roots []*schema.Named) []byte
	// Numbers says how fields are numbered; nil where they are not.
	Numbers *plan.Numbering
	// Varies reports whether messages of a root have another length each time: the order of maps makes one. Nil is never.
	Varies func(root *schema.Named) bool
	// Most is how long what is in a field may be by a tag that only this format reads: 0 is no limit, -1 that the
	// field is not written. Nil reads no tags.
	Most func(f *schema.Field) int
}

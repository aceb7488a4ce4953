package emit

import (
	"slices"

	"bale/gen/lock/layout"
	"bale/gen/plan"
	"bale/gen/source"
	"bale/model"
)

// A Format describes one wire format.
type Format struct {
	Name    string // the name that -wire takes: "compact"
	Title   string // the name as part of function names: "Compact"
	View    View
	Check   Check
	Methods Methods
	Print   Print
	Lock    Lock
}

// A ViewKind says what messages have of values.
type ViewKind int

const (
	// LikeGo is the view of most formats: messages have the fields of Go types.
	LikeGo ViewKind = iota
	// LikeJSON is the view of encoding/json: roots come from a model of what encoding/json sees, and the methods are those of that package.
	LikeJSON
	// LikeProto is the view LikeGo, but a struct that protoc-gen-go has generated is encoded as its .proto file says, and has the methods Merge and
	// Reset, too.
	LikeProto
)

// A View says what messages have of values. The functions but MaxLen are for a format that does not print from the model of the types that other
// formats share: they are nil in these.
type View struct {
	Kind ViewKind
	// Options returns what to load the format's own model of the types of a package with.
	Options func(src *source.Package) model.Options
	// Check returns what prevents code for a unit, after its model has been loaded.
	Check func(u *Unit) model.Errors
	// Record records in d what the code of a unit depends on, after Check.
	Record func(u *Unit, d *plan.Directives)
	// Selector returns what the paths of the parts of a root can name, for code in package home.
	Selector func(root *Root, home string) *plan.Selector
	// MaxLen returns the maximum length of a field according to a tag that only this format reads. 0 means no limit, and -1
	// that the field is not encoded. A nil function means that the format reads no tags.
	MaxLen func(f *model.Field) int
}

// A Check says what a format can encode.
type Check struct {
	// Directives are the words of the directives that not all formats have, and that this one has: see package gen/directive. A format with the
	// directive stamp has a layout. With the directive read, the code also has a function Decode for the Root of each part of a root.
	Directives []string
	// Root returns the reasons why this format cannot encode a root that other formats can encode, for code in package home with the
	// directives d. A nil function accepts every root.
	Root func(root *model.Named, d *plan.Directives, home string) model.Errors
	// Module returns the reason why a module cannot compile the code of a root, or "". A nil function means that each module can.
	Module func(root *Root, m model.Module) string
	// Part returns the reason why this format cannot decode a part of a root, the copy of it that [plan.Directives.CutParts] made, or "". A nil
	// function accepts every part.
	Part func(part *model.Named, root *Root, home string) string
	// Struct returns the reason why this format cannot encode a struct that other formats can encode, or "". A nil function accepts every struct.
	Struct func(s *model.Struct) string
	// Fields checks the fields of the struct s, the underlying type of t, if the format encodes such a struct in a way of its own. Otherwise, it returns
	// false, and the fields are checked as for other formats. A nil function returns false.
	Fields func(w *Walk, t model.Type, s *model.Struct, path, pos string) bool
	// Note returns a line for a root about what other implementations of the format do differently, or "". A nil function returns "".
	Note func(root *model.Named, home string) string
	// MaxArray is the maximum length of an array. Code for longer arrays does not compile or does not end. 0 means no limit.
	MaxArray int64
}

// Methods says which methods and functions the code has for users.
type Methods struct {
	// Suffix is the suffix of the names of methods. "" stands for the format's title.
	Suffix string
	// Elements says how streams read the elements of a list one at a time. The zero value means that they cannot.
	Elements Elements
	// Message sets what the methods of a message with the struct m do, for code in package home. It is nil for formats in which messages have the methods
	// of other types.
	Message func(s *MethodSet, m *model.Struct, home string)
	// Imports has the packages that the code of a root imports in addition to [bale/gen/printer.Standard], by the word of the directive above the
	// root that is the reason.
	Imports map[string][]string
}

// Elements says how the elements of a list are found in a message.
type Elements struct {
	// Func is the name of the function of package stream that finds them. "" means that there is none.
	Func string
	// Framed means that the function finds each element by its length. Otherwise, it decodes what precedes the elements, which follow in a row and
	// have the bytes of messages of their own.
	Framed bool
}

// A Print has the functions that print code.
type Print struct {
	// Code prints, for each root T, which has a name in the file's package,
	//
	//	func bale<Title>Append<T>(b []byte, v *T) ([]byte, error)
	//	func bale<Title>Size<T>(v *T) int
	//	func bale<Title>Decode<T>(b []byte, v *T, alias bool) (int, error)
	//
	// and everything that they call. A format with the view LikeJSON prints no Size, and its Decode has a parameter more. Decode decodes one message at
	// the front of b and returns its length. With alias, strings and byte slices may refer to b. All declared names begin with bale<Title>.
	Code func(p *Printer, roots []*model.Named)
	// Schema returns a file that describes the messages of the roots in the format's schema language, for a package called
	// name. It is nil for formats without a schema language.
	Schema func(p *Printer, name string, roots []*model.Named) []byte
	// Facts returns what is special about the code of a root. A nil function returns nothing.
	Facts func(root *model.Named) Facts
}

// Facts are what is special about the messages of a root, for tests and for other code that calls the methods.
type Facts struct {
	// NilIsEmpty means that nil and empty slices and maps have the same encoding.
	NilIsEmpty bool
	// DropsZone means that decoded times are in UTC, whatever their zone was.
	DropsZone bool
	// RejectsNil means that encoding fails for a nil pointer in a list, map or interface.
	RejectsNil bool
	// SortsMaps means that the entries of all maps are encoded in the order of their keys, without the directive sorted.
	SortsMaps bool
	// SizeVaries means that equal values can have different encoded sizes, because the order of map entries varies.
	SizeVaries bool
	// Unterminated means that messages do not mark their end, so that following bytes may be decoded as part of the message.
	Unterminated bool
}

// A Lock says what the lock file has of the types. A format has one of Layout, Numbers and Names.
type Lock struct {
	// Layout holds the rules that determine the bytes of messages.
	Layout *layout.Rules
	// Numbers holds the rules for field numbers.
	Numbers *plan.Numbering
	// Names returns the names that messages of a root have for the fields of structs.
	Names func(root *model.Named, d *plan.Directives, home string) []FieldName
}

// Prefix returns the prefix of all names that the format declares.
func (f *Format) Prefix() string { return "bale" + f.Title }

// Suffix returns the suffix of the names of a format's methods.
func (f *Format) Suffix() string {
	if f.Methods.Suffix != "" {
		return f.Methods.Suffix
	}
	return f.Title
}

// StandardSuffix is the suffix of methods that the standard library and other libraries call: MarshalBinary and UnmarshalBinary.
const StandardSuffix = "Binary"

// Standard reports whether the format's methods have the names of the standard library: MarshalBinary and so on.
func (f *Format) Standard() bool { return f.Suffix() == StandardSuffix }

// Has reports whether the format has a directive that not all formats have.
func (f *Format) Has(directive string) bool { return slices.Contains(f.Check.Directives, directive) }

// MaxLen returns the maximum length of a field, as View.MaxLen does.
func (f *Format) MaxLen(field *model.Field) int {
	if f.View.MaxLen == nil {
		return 0
	}
	return f.View.MaxLen(field)
}

// Facts returns what is special about the messages of a root.
func (f *Format) Facts(root *model.Named) Facts {
	if f.Print.Facts == nil {
		return Facts{}
	}
	return f.Print.Facts(root)
}

// MemberForm is the Form of the name of a member of a union.
const MemberForm = "member"

// A FieldName is the name of a field in messages, or of a member of a union.
type FieldName struct {
	Owner string // the struct or the union
	Name  string
	Form  string // the type of a field as the lock file has it
	Pos   string // where the field is declared
	Keep  string // how another field or type keeps a name in messages, with %s for the name
}

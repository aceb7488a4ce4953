package emit

import (
	"bale/gen/lock/layout"
	"bale/gen/plan"
	"bale/model"
)

// A Format describes one wire format.
type Format struct {
	Name  string // the name that -wire takes: "compact"
	Title string // the name as part of function names: "Compact"
	// JSON means that the format has the results of encoding/json: its roots come from a model of what encoding/json sees, and its methods
	// are those of that package.
	JSON bool
	// Names returns the names that messages of a root have for the fields of structs, for a format whose lock file has only these. A nil function
	// means that the format has a Layout or Numbers.
	Names func(root *model.Named, d *plan.Directives, home string) []FieldName
	// Evolves means that the format supports the directive evolve. It is an error for a type that has no such format.
	Evolves bool
	// Messages means that the format is that of protobuf messages: a struct that protoc-gen-go has generated is encoded as its .proto file
	// says, and has the methods Merge and Reset, too.
	Messages bool
	// Growth returns how many bytes a message of root of less than 64 KiB becomes longer at most, for each value of a struct in it, if all
	// of structs evolve, and none evolves now. It is set if Evolves is true.
	Growth func(d *plan.Directives, home string, root *model.Named, structs []*model.Named) int
	// Stamps means that the format supports the directive stamp. Such a format has a Layout.
	Stamps bool
	// IntEncodings means that the format supports the directives sint, fixed and unknown.
	IntEncodings bool
	// Parts means that the format supports the directive read: Print also prints Decode for the Root of each part of a root.
	Parts bool
	// Sees returns how messages have a field of the struct outer, or of a struct that is inlined in outer, for code in package home. v2 means the
	// semantics of encoding/json/v2. It is set if JSON is true.
	Sees func(outer *model.Struct, f *model.Field, home string, v2 bool) plan.Sight
	// Print prints, for each root T, which has a name in the file's package,
	//
	//	func bale<Title>Append<T>(b []byte, v *T) ([]byte, error)
	//	func bale<Title>Size<T>(v *T) int
	//	func bale<Title>Decode<T>(b []byte, v *T, alias bool) (int, error)
	//
	// and everything that they call. A format with JSON set prints no Size, and its Decode has a parameter more. Decode decodes one message at the front of b and returns its length. With alias,
	// strings and byte slices may refer to b. All declared names begin with bale<Title>.
	Print func(p *Printer, roots []*model.Named)
	// Check returns the reasons why this format cannot encode a root that other formats can encode, for code in package home with the
	// directives d. A nil Check accepts every root.
	Check func(root *model.Named, d *plan.Directives, home string) model.Errors
	// CheckPart returns the reason why this format cannot decode a part, the copy of a root that [plan.Directives.CutParts] made, or "". v2 means the
	// semantics of encoding/json/v2. A nil CheckPart accepts every part.
	CheckPart func(part *model.Named, home string, v2 bool) string
	// Note returns a line for a root about what other implementations of the format do differently, or "". A nil function returns "".
	Note func(root *model.Named, home string) string
	// NilIsEmpty means that nil and empty slices and maps have the same encoding.
	NilIsEmpty bool
	// SortsMaps means that the entries of all maps are encoded in the order of their keys, without the directive sorted.
	SortsMaps bool
	// DropsZone means that decoded times are in UTC, whatever their zone was.
	DropsZone bool
	// StructsAsArrays means that the format supports the directive array.
	StructsAsArrays bool
	// RejectsNil means that encoding fails for a nil pointer in a list, map or interface.
	RejectsNil bool
	// Unterminated reports whether messages of a root do not mark their end, so that following bytes may be decoded as
	// part of the message. A nil function means never.
	Unterminated func(root *model.Named) bool
	// Schema returns a file that describes the messages of the roots in the format's schema language, for a package called
	// name. It is nil for formats without a schema language.
	Schema func(p *Printer, name string, roots []*model.Named) []byte
	// Numbers holds the rules for field numbers. It is nil for formats without field numbers.
	Numbers *plan.Numbering
	// Layout holds the rules that determine the bytes of messages. It is nil for formats with field numbers, and for those with Names.
	Layout *layout.Rules
	// SizeVaries reports whether equal values can have different encoded sizes, because the order of map entries varies. A nil
	// function means never.
	SizeVaries func(root *model.Named) bool
	// MaxLen returns the maximum length of a field according to a tag that only this format reads. 0 means no limit, and -1
	// that the field is not encoded. A nil function means that the format reads no tags.
	MaxLen func(f *model.Field) int
	// ListHead is the name in the helpers for streams of the function that decodes what precedes the elements of a list, if these follow in a row and have the
	// bytes of messages of their own. "" means that they do not.
	ListHead string
	// ListFields is the same for a function that finds the elements of a list by their lengths.
	ListFields string
	// MaxArray is the maximum length of an array. Code for longer arrays does not compile or does not end. 0 means no limit.
	MaxArray int64
}

// Prefix returns the prefix of all names that the format declares.
func (f *Format) Prefix() string { return "bale" + f.Title }

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

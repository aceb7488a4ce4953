package gen

import (
	"fmt"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/printer"
	"bale/gen/source"
	"bale/model"
)

// checkedEnding returns the ending. If method names cannot have it, checkedEnding adds an error at pos and returns "".
func (t *target) checkedEnding(pos, name, ending string) string {
	if wrong := source.WrongEnding(ending); wrong != "" {
		t.fail(pos, name, "%s", wrong)
		return ""
	}
	return ending
}

// setEnding sets the ending of the names of a root's methods. The flag -methods takes precedence over the comment, as -wire does.
func (t *target) setEnding(r *root) {
	r.ending = t.genEndings[r.Name]
	flag := r.Uses.Has("gen") && t.newHeader.ending != ""
	if flag {
		r.ending = t.newHeader.ending
	}
	for _, n := range t.newHeader.types {
		if n.name == r.Name && n.ending != "" {
			r.ending, flag = n.ending, false
		}
	}
	i := slices.IndexFunc(r.Formats, (*emit.Format).Standard)
	if r.ending == "" || i < 0 && flag { // the flag may be meant for other types
		return
	}
	if i < 0 {
		t.fail(r.Pos, r.Name, "methods=%s names the methods of the format %s, which the type does not have: remove it, or add the format", r.ending, emit.NamesWith(t.Known, (*emit.Format).Standard))
		return
	}
	if f, name := t.sameMethod(r, r.Formats[i]); f != nil {
		t.fail(r.Pos, r.Name, "methods=%s: the format %s also has a method %s: choose another ending", r.ending, f.Name, name)
		r.ending = ""
	}
}

// sameMethod returns another format of the root that has a method with the name of a method of format f, and that name. It returns
// nil if there is none.
func (t *target) sameMethod(r *root, f *emit.Format) (other *emit.Format, name string) {
	own := t.methods(r, f).Names()
	for _, other := range r.Formats {
		for _, name := range t.methods(r, other).Names() {
			if other != f && slices.Contains(own, name) {
				return other, name
			}
		}
	}
	return nil, ""
}

// methods returns the methods that are generated for the root in a format.
func (t *target) methods(r *root, f *emit.Format) emit.MethodSet {
	s := emit.MethodSet{Format: f, ByValue: r.Uses.Has("value"), Message: t.hasMessage(r), Keeps: t.keepsMemory(r), V2: r.isV2()}
	switch {
	case t.Suffix != "":
		s.CustomSuffix = t.Suffix
	case f.Standard():
		s.CustomSuffix = r.ending
	}
	s.Embeds = r.embedsMessage()
	s.Parts = r.partMethods(f)
	s.Unwanted = t.unwanted(r, s)
	return s
}

// A BinaryType is a type that gets MarshalBinary and UnmarshalBinary. ByValue reports that MarshalBinary has a value receiver.
type BinaryType struct {
	Name    string
	ByValue bool
}

// newBinary returns the roots that get a method MarshalBinary that the generated file on disk does not have.
func (t *target) newBinary() (list []BinaryType) {
	old, _ := os.ReadFile(t.src.Out) // a file that cannot be read has no methods
	for _, r := range t.roots {
		binary := slices.ContainsFunc(r.Formats, func(f *emit.Format) bool { return slices.Contains(t.methods(r, f).Names(), "MarshalBinary") })
		if binary && !r.methodIn(old, "MarshalBinary") {
			list = append(list, BinaryType{r.Name, r.Uses.Has("value")})
		}
	}
	return list
}

// newJSON returns the roots that get a method MarshalJSON that the generated file on disk does not have.
func (t *target) newJSON() (list []model.TypeName) {
	old, _ := os.ReadFile(t.src.Out) // a file that cannot be read has no methods
	for _, r := range t.jsonRoots {
		if !r.methodIn(old, "MarshalJSON") {
			list = append(list, model.TypeName{Package: t.src.Package, Name: r.Name})
		}
	}
	return list
}

// methodIn reports whether a generated file has a method of the root whose name matches the pattern.
func (r *root) methodIn(file []byte, pattern string) bool {
	return regexp.MustCompile(`(?m)^func \(v \*?` + r.Name + `\) ` + pattern + `\(`).Match(file)
}

// BinaryNote returns a note about what other libraries do with MarshalBinary, for types that get this method. It returns "" if
// there are no such types.
func BinaryNote(types []BinaryType) string {
	if len(types) == 0 {
		return ""
	}
	names := make([]string, len(types))
	pointer, redis := "", ""
	for i, x := range types {
		names[i] = x.Name
		if !x.ByValue && pointer == "" {
			value := valueName(x.Name)
			pointer, redis = fmt.Sprintf(pointerNote, value, x.Name), fmt.Sprintf(redisNote, value)
		}
	}
	return fmt.Sprintf(`note: these types have MarshalBinary and UnmarshalBinary from now on: %s
encoding/gob, vmihailenco/msgpack and cbor call these methods. They now write other bytes for the types, and cannot
read what they wrote before. A struct that embeds one of the types gets its methods, and loses its other fields there.
%sTo prevent all of this, give the methods other names: //bale:gen methods=Compact, or -methods Compact. See docs/gen.md.
%s`, strings.Join(names, ", "), pointer, redis)
}

// The parts of BinaryNote about methods with pointer receivers. They take the name of a value, and pointerNote that of its type.
const (
	pointerNote = `The methods need a pointer: gob (unaddressable value) and msgpack (non-addressable) now fail for Encode(%[1]s), for a
struct that holds %[2]s values and is passed as a value, and for values in maps and interfaces. Pass &%[1]s, and hold
*%[2]s there; or put //bale:value above the type.
`
	redisNote = `go-redis needs MarshalBinary: without //bale:value, Set(ctx, key, %[1]s) fails, and Set(ctx, key, &%[1]s) works.
`
)

// valueName returns a name for a value of a type, which may have its package in front.
func valueName(typ string) string {
	name := printer.VarName(typ[strings.LastIndex(typ, ".")+1:])
	if !token.IsIdentifier(name) {
		return "v"
	}
	return name
}

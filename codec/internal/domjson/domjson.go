// Package domjson is shared by the codecs of libraries that parse JSON to a tree of values, which straight-line code reads for each type. The
// keys and texts are those of encoding/json.
package domjson

import (
	"cmp"
	"strconv"
	"strings"
	"text/template"

	"bale/codec"
	"bale/codec/internal/composed"
	"bale/codec/lower"
	"bale/model"
)

// Caps returns the capabilities of the code. Types with marshal methods have mirrors in which they are bytes.
func Caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Tags: []string{"json"},
		Scalars: lower.With(lower.All(), model.Complex64, 0, model.Complex128, 0),
		Bytes:   true, Time: lower.TimeOwn, Arrays: true, Maps: keys, Pointers: true, Pointee: pointee, NilElems: true,
		Root: true, MemberTag: `json:",omitempty"`,
	}
}

// keys reports whether a map's key is a string or an integer.
func keys(key, _ *lower.Node) bool {
	b, ok := model.Underlying(key.Go).(*model.Basic)
	return ok && (b.Kind == model.String || b.Kind.Signed() || b.Kind.Unsigned())
}

// pointee reports whether a null stands only for a nil pointer to t.
func pointee(t model.Type) bool {
	switch model.Underlying(t).(type) {
	case *model.Pointer, *model.Slice, *model.Map:
		return false
	}
	return true
}

// refuse refuses what encoding/json does not encode as an object with a key for each field, and byte arrays, which are bytes in a mirror.
func refuse(t model.Type, in *lower.Package) string {
	if n, ok := t.(*model.Named); ok && (n.Methods.JSON || n.Methods.Text) {
		return "has marshal methods"
	}
	if a, ok := model.Underlying(t).(*model.Array); ok && model.IsKind(a.Elem, model.Uint8) {
		return "a byte array"
	}
	if _, ok := t.(*model.Named); ok && model.IsKind(t, model.Uint8) {
		return "a defined byte type, lists of which encoding/json encodes as bytes"
	}
	s, ok := model.Underlying(t).(*model.Struct)
	if !ok {
		return ""
	}
	names := map[string]bool{}
	for _, f := range s.Fields {
		tag, key := f.JSONTag(), Key(f)
		switch {
		case f.Embedded:
			return "embedded " + f.Name
		case tag.Name == "-" || strings.Contains(tag.Options, "string") || strings.ContainsFunc(key, func(r rune) bool { return !isPlain(r) }):
			return "tag of " + f.Name
		case names[strings.ToLower(key)]:
			return "two fields " + key
		}
		names[strings.ToLower(key)] = true
	}
	return lower.RefuseUnexported(t, in)
}

// isPlain reports whether a key with r needs no escapes.
func isPlain(r rune) bool {
	return r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

// Key returns the name of a field in JSON.
func Key(f *model.Field) string {
	return cmp.Or(f.JSONTag().Name, f.Name)
}

// Templates parses templates, in which key is the quoted key of a field, and leaf the name of a map's key as in Call.
func Templates(text string) *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"key":  func(f *model.Field) string { return strconv.Quote(Key(f)) },
		"leaf": func(p composed.Part) any { return Call(model.Underlying(p.Go)) },
	}).Parse(text))
}

// Call returns the name that a leaf has in the names of functions: Bool, Int, Uint, Float, String, Bytes or Time. It returns nil for other types.
func Call(t model.Type) any {
	if composed.IsBytes(t) {
		return "Bytes"
	}
	if _, ok := t.(*model.Time); ok {
		return "Time"
	}
	b, ok := t.(*model.Basic)
	switch {
	case !ok:
		return nil
	case b.Kind == model.Bool:
		return "Bool"
	case b.Kind == model.String:
		return "String"
	case b.Kind.Signed():
		return "Int"
	case b.Kind.Unsigned():
		return "Uint"
	}
	return "Float"
}

// Trim removes the reuse from the code of roots with fields that may be omitted: a decoder that goes through the keys of a message does not
// change them.
func Trim(in *codec.Input, out *codec.Output) {
	for i := range out.Code {
		omits := in.Plan.Reaches(i, func(t model.Type) bool {
			_, isMap := model.Underlying(t).(*model.Map)
			return !isMap && lower.KeepsOldValue(t)
		})
		if omits {
			out.Code[i].UnmarshalReuse = ""
		}
	}
}

package advice

import (
	"fmt"
	"testing"

	"bale/internal/slow"
	"bale/model/advicetest"
)

// foreignLib is a package of another module, with types that some formats refuse. Its tags cannot be changed.
const foreignLib = `package lib

type Options struct {
	Page int
	Sort string
}

type Users struct {
	Options
	Sort *string
}

type First struct {
	Sort *string
	Options
}

type Outer struct{ Users Users }

type Inner struct{ In struct{ Users } }

type Alias struct {
	N int ` + "`msgpack:\"n,alias:a,alias:b\"`" + `
	M int
}

type Empty struct{}

type Pointer struct {
	*Empty
	N int
}

type Self struct {
	*Self
	N int
}

type List struct {
	_        struct{} ` + "`cbor:\",toarray\"`" + `
	_msgpack struct{} ` + "`msgpack:\",as_array\"`" + `
	*Options
	N int
}

type Tuple struct {
	_        struct{} ` + "`cbor:\",toarray\"`" + `
	_msgpack struct{} ` + "`msgpack:\",as_array\"`" + `
	N int
	C chan int
}

type Omits struct {
	L []int32 ` + "`enc:\",omitempty\"`" + `
	N int32
}

type Longest struct {
	S string ` + "`enc:\",maxlen=x\"`" + `
	N int32
}

type Opaque struct {
	B []byte ` + "`xdropaque:\"false\"`" + `
	N int32
}

type Typed struct {
	S string ` + "`sproto:\"integer,0,name=s\"`" + `
	N int
}
`

// TestAdviceAboutOtherModules generates code for types of another module that a format refuses, whose source cannot be changed. It checks that the error
// names a directive, follows it and checks that it helps: for a field of the type, in a list or behind a pointer, with BALE_TEST=slow for all three, and for a
// type with the same fields.
func TestAdviceAboutOtherModules(t *testing.T) {
	var all []advicetest.Case
	places := []struct{ name, field string }{{"", "lib.%s"}, {" in a list", "[]lib.%s"}, {" behind a pointer", "map[string]*lib.%s"}}
	for i, c := range []struct{ name, wire, of, before, want, skip string }{
		{"shadowed field", "cbor", "Users", "", "the name \"Sort\" is also the name of Sort", "Options.Sort"},
		{"shadowed field", "msgpack", "Users", "", "the name \"Sort\" is also the name of Options.Sort", "Options.Sort"},
		{"shadowed field after the other", "cbor", "First", "", "the name \"Sort\" is also the name of Sort", "Options.Sort"},
		{"shadowed field inside", "cbor,msgpack", "Outer", "", "is also the name of", "Options.Sort"},
		{"struct without a name", "cbor", "Inner", "", "is also the name of", "Options.Sort"},
		{"alias", "msgpack", "Alias", "", "reads one name after alias", "Alias.N"},
		{"embedded pointer without fields", "cbor", "Pointer", "", "has no fields of its own", "Pointer.Empty"},
		{"embedded pointer without fields", "msgpack", "Pointer", "", "has no fields of its own", "Pointer.Empty"},
		{"pointer to itself", "cbor", "Self", "", "leads to the struct that it is in", "Self.Self"},
		{"embedded pointer in an array", "cbor", "List", "", "does not tell whether the embedded pointer is nil", "List"},
		{"embedded pointer in an array", "msgpack", "List", "", "does not tell whether the embedded pointer is nil", "List"},
		{"skipped element", "cbor", "Tuple", "Tuple.C", "writes the skipped field as an element", "Tuple"},
		{"skipped element", "msgpack", "Tuple", "Tuple.C", "write the skipped field as an element", "Tuple"},
		{"omitempty", "fixed", "Omits", "", "omitempty is allowed only on the last field", "Omits.L"},
		{"maxlen", "fixed", "Longest", "", "is not a length", "Longest.S"},
		{"bytes as numbers", "xdr", "Opaque", "", "always encodes bytes as opaque data", "Opaque.B"},
		{"tag of another type", "sproto", "Typed", "", "the tag says integer", "Typed.S"},
	} {
		const custom = "//bale:custom example.org/lib."
		before := ""
		if c.before != "" {
			before = custom + c.before + " skip\n\n"
		}
		for k, place := range places {
			if k != i%len(places) && !slow.Enabled() {
				continue
			}
			field := fmt.Sprintf(place.field, c.of)
			all = append(all, advicetest.Case{
				Name: c.name + place.name + ", " + c.wire, Source: "package app\n\nimport \"example.org/lib\"\n\n" + before + "var _ lib.Empty\n\n//bale:gen wire=" + c.wire + "\ntype T struct {\n\tN int32\n\tF " + field + "\n\tM int32\n}\n",
				Want: c.want, Do: custom + c.skip + " skip", Edits: []advicetest.Edit{{New: "\n" + custom + c.skip + " skip\n"}},
			})
		}
	}
	for _, wire := range []string{"cbor", "msgpack"} {
		all = append(all, advicetest.Case{
			Name: "type with the fields of another, " + wire, Source: "package app\n\nimport \"example.org/lib\"\n\n//bale:gen wire=" + wire + "\ntype T lib.Users\n",
			Want: "is also the name of", Do: "//bale:custom example.org/lib.Options.Sort skip", Edits: []advicetest.Edit{{New: "\n//bale:custom example.org/lib.Options.Sort skip\n"}},
		})
	}
	advicetest.Run(t, map[string]string{
		"go.mod":     "module example.org/app\n\ngo 1.26\n\nrequire example.org/lib v0.0.0\n\nreplace example.org/lib => ./lib\n",
		"lib/go.mod": "module example.org/lib\n\ngo 1.26\n",
		"lib/lib.go": foreignLib,
	}, all, generateAll)
}

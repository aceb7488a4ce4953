package msgpack_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/msgpack"
	"bale/gen/internal/gentest"
)

var update = flag.Bool("update", false, "rewrite the goldens")

var formats = []*emit.Format{msgpack.Format}

const goMod = "module example.org/kinds\n\ngo 1.26\n"

// TestKinds tests the kinds of types that all formats have.
func TestKinds(t *testing.T) { gentest.RunKindsSlow(t, formats, "", "testdata", *update) }

// TestTagged tests the tags and types that only this format has, and messages of other libraries.
func TestTagged(t *testing.T) {
	gentest.SkipIfShort(t)
	gentest.BothBuilds(t, func(t *testing.T, purego bool) {
		t.Parallel()
		m := gentest.New(t, map[string]string{"tagged.go": "testdata/tagged.go", "tagged_test.go": "testdata/tagged_test.go", "union_test.go": "testdata/union_test.go"})
		m.Write(t, "go.mod", []byte(goMod))
		m.Write(t, "lots.go", []byte(lots()))
		// With the tag purego, memory that two places may share is not used again.
		m.Write(t, "reuses_test.go", fmt.Appendf(nil, "package kinds\n\nconst reuses = %t\n", !purego))
		m.KindsFiles(t)
		types := strings.Fields("Tagged Hiding Row Nils Broad Void Drawing Lots Peak Scalars Lists Extended Tree Text Alone Flat Ruled Sizes Lengthy Person Sparse Tuple Speaking")
		if err := m.Generate(t, "", gen.Request{Types: types, Formats: formats, Known: formats, Tests: true}); err != nil {
			t.Fatal(err)
		}
		m.Vet(t, ".")
		if out, err := m.Test(t, gentest.CompilerFlag(purego), "."); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	})
}

// lots returns the source of a type whose union has more types than the shortest integer form can number.
func lots() string {
	var members []string
	for i := range 130 {
		members = append(members, fmt.Sprintf("[%d]byte", i+1))
	}
	return "package kinds\n\ntype Lots struct {\n\tV any //bale:union " + strings.Join(members, ", ") + "\n}\n"
}

// TestRefused checks the errors, with positions, for types that other libraries would interpret differently.
func TestRefused(t *testing.T) {
	gentest.CheckErrors(t, formats, gentest.ReadFile(t, "testdata/refused.go"),
		"refused.go:6:2: Twice.B: the name \"A\" is also the name of A: give one of them another name with a tag such as `msgpack:\"name\"`",
		"refused.go:11:2: Option.A: unknown option \"intern\" in a tag of vmihailenco/msgpack: bale does not write references to strings: remove the option; bale's own directive intern, as in `bale:\"intern\"`, lets decoded strings share memory",
		"refused.go:17:1: List: array is for structs: List has no fields to write without their names; remove it",
		"refused.go:23:6: Endless.P: a Loop holds nothing but pointers to itself, which msgpack cannot encode: mark the field `bale:\"skip\"`",
		"refused.go:32:2: Held.V.(*Twins)[].Y: the name \"x\" is also the name of X: give one of them another name with a tag such as `msgpack:\"name\"`",
		"refused.go:40:2: Shadowed.City: the name \"City\" is also the name of Place.City: give one of them another name with a tag such as `msgpack:\"name\"`, or make Place one field with a tag such as `msgpack:\",noinline\"`",
		"refused.go:43:20: Explicit.Place.City: the name \"City\" is also the name of City: give one of them another name with a tag such as `msgpack:\"name\"`, or make Place one field with a tag such as `msgpack:\",noinline\"`",
		"refused.go:43:20: Flattened.Place.City: the name \"City\" is also the name of City: give one of them another name with a tag such as `msgpack:\"name\"`, or make Place one field with a tag such as `msgpack:\",noinline\"`",
		"refused.go:62:20: Selfish.Inner.Inner: the name \"Inner\" is also the name of the embedded struct Inner: give one of them another name with a tag such as `msgpack:\"name\"`, or make Inner one field with a tag such as `msgpack:\",noinline\"`",
		"refused.go:66:3: Emptied.Nothing: the embedded pointer has no fields of its own, so that a message does not tell whether it is nil: make it one field with a tag such as `msgpack:\",noinline\"`",
		"refused.go:77:3: Rows.Place: an array does not tell whether the embedded pointer is nil: make it one field with a tag such as `msgpack:\",noinline\"`",
		"refused.go:78:2: Rows.b: other libraries do not write unexported fields, so that the elements after it in the array would be misread: mark it `bale:\"skip\"`, or export it",
		"refused.go:79:2: Rows.C: other libraries write the skipped field as an element of the array: tag it `msgpack:\"-\"` as well",
		"refused.go:84:2: Options._msgpack: unknown option \"sorted\" in a tag of vmihailenco/msgpack: the field _msgpack can have omitempty and as_array",
		"refused.go:85:2: Options.A: the option as_array is for the field _msgpack of the struct: write _msgpack struct{} `msgpack:\",as_array\"`",
		"refused.go:86:2: Options.B: unknown option \"inline\" in a tag of tinylib/msgp: its option is flatten",
		"refused.go:87:2: Options.Place: unknown option \"inline\" in a tag of tinylib/msgp: its option is flatten",
		"refused.go:88:3: Options.Inner: inline and flatten are for embedded structs without marshal methods, not for pointers: remove the option",
		"refused.go:89:2: Options.C: unknown option \" omitempty\" in a tag of tinylib/msgp: the msgpack format has omitempty, omitzero, flatten, noinline, allownil, zerocopy and limit=N",
		"refused.go:90:2: Options.D: unknown option \"alias:e\" in a tag of tinylib/msgp: write the tag with the key msgpack, as in `msgpack:\"name,alias:old\"`",
		"refused.go:91:2: Options.E: unknown option \"extension\" in a tag of tinylib/msgp: bale does not write extensions: remove the option, or leave the field out with `bale:\"skip\"`",
		"refused.go:92:2: Options.F: the tag is malformed at msgpack:name: write keys with quoted values and spaces between them, as in `json:\"id\" msgpack:\"name\"`",
		"refused.go:93:2: Options.G: the tag has the key msgpack twice: write one, as in `msgpack:\"name\"`",
		"refused.go:94:2: Options.H: the tag has one of the characters ', \\ and (, which have a special meaning to vmihailenco/msgpack: write the name without them",
		"refused.go:95:2: Options.I: vmihailenco/msgpack reads one name after alias: write the option once, as in `msgpack:\"name,alias:old\"`",
		"refused.go:95:2: Options.I: its alias \"k\" is also the name of K: remove the alias",
		"refused.go:96:2: Options.J: its alias \"g\" is also the name of G: remove the alias",
		"refused.go:97:2: Options.K: unknown option \"alias\" in a tag of vmihailenco/msgpack: the msgpack format has omitempty, omitzero, alias:NAME, inline, noinline and flatten",
	)
}

// TestMsgpComments checks the errors for comments of tinylib/msgp that change bytes.
func TestMsgpComments(t *testing.T) {
	gentest.CheckErrors(t, formats, gentest.ReadFile(t, "testdata/msgp.go"),
		"refused.go:14:1: Order: //msgp:maps shim autoshim: it lets tinylib/msgp write the keys of maps as strings, and bale does not: write binkeys instead of autoshim",
		"refused.go:15:1: Order: //msgp:shim time.Duration as:string using:durationText/textDuration: it changes how time.Duration is encoded: bale does not call the functions of a shim: declare a type with MarshalBinary and UnmarshalBinary for the field, and name that type in //msgp:binmarshal instead",
		"refused.go:18:1: Order: //msgp:replace Grade with:string: it changes how Grade is encoded: bale encodes the type itself: declare the fields with the other type",
		"refused.go:19:1: Order: //msgp:binmarshal Opaque Clear: it changes how Clear is encoded: bale encodes the type by its fields: choose its methods with //bale:custom binary at the field, or with //bale:custom path/of/package.Type binary",
		"refused.go:21:1: Order: //msgp:textmarshal Text: it changes how Text is encoded: bale writes the text of a type as a string, if its methods are chosen: write //bale:custom text at the field, or //bale:custom path/of/package.Type text, and as:string in this comment",
		"refused.go:22:1: Order: //msgp:tuples Order: unknown comment of tinylib/msgp: correct or remove it",
		"refused.go:26:2: Order.ID: //msgp:tag json (refused.go:13:1) gives the field the name \"id\" for tinylib/msgp, from its tag with the key json: give it the same name for bale with a tag such as `msgpack:\"id\"`",
		"refused.go:28:2: Order.Gone: //msgp:tag json (refused.go:13:1) gives the field the name \"-\" for tinylib/msgp, from its tag with the key json: give it the same name for bale with a tag such as `msgpack:\"-\"`",
		"refused.go:42:1: Order: //msgp:textmarshal as:string time.Time: it changes how time.Time is encoded: bale writes times as timestamps: remove the comment, or leave the field out with `bale:\"skip\"`",
	)
}

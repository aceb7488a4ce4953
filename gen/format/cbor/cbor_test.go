package cbor_test

import (
	"flag"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/cbor"
	"bale/gen/internal/gentest"
)

var update = flag.Bool("update", false, "rewrite the goldens")

var formats = []*emit.Format{cbor.Format}

// TestKinds tests the kinds of types that all formats have.
func TestKinds(t *testing.T) { gentest.RunKindsSlow(t, formats, "", "testdata", *update) }

// TestTagged tests the tags and types that only this format has, and messages of other encoders.
func TestTagged(t *testing.T) {
	gentest.SkipIfShort(t)
	gentest.BothBuilds(t, func(t *testing.T, purego bool) {
		t.Parallel()
		m := gentest.New(t, map[string]string{"tagged.go": "testdata/tagged.go", "tagged_test.go": "testdata/tagged_test.go"})
		m.Write(t, "go.mod", []byte("module example.org/tagged\n\ngo 1.26\n"))
		if err := m.Generate(t, "", gen.Request{Known: formats, Tests: true}); err != nil {
			t.Fatal(err)
		}
		m.Vet(t, ".")
		if out, err := m.Test(t, gentest.CompilerFlag(purego), "."); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	})
}

// TestRefused checks the errors, with positions, for types that fxamacker/cbor would encode differently.
func TestRefused(t *testing.T) {
	gentest.CheckErrors(t, formats, gentest.ReadFile(t, "testdata/refused.go"),
		"refused.go:5:2: Twice.A: the name \"A\" is also the name of B, so that fxamacker/cbor does not encode the field: give one of them another name with a tag such as `cbor:\"name\"`, or leave this one out with `cbor:\"-\"`",
		"refused.go:15:20: Shadowing.Place.City: the name \"City\" is also the name of City, so that fxamacker/cbor does not encode the field: give one of them another name with a tag such as `cbor:\"name\"`, or leave this one out with `cbor:\"-\"`",
		"refused.go:23:19: Ambiguous.Home.City: the name \"City\" is also the name of Place.City, so that fxamacker/cbor does not encode the field: give one of them another name with a tag such as `cbor:\"name\"`, or leave this one out with `cbor:\"-\"`",
		"refused.go:27:2: Options.A: unknown option \"omitemtpy\" in a tag of fxamacker/cbor: the cbor format has omitempty, omitzero and keyasint",
		"refused.go:29:2: Options.C: the option keyasint needs an integer as the name: write it as in `cbor:\"1,keyasint\"`",
		"refused.go:30:2: Options.D: the option toarray is for the blank field of the struct: write _ struct{} `cbor:\",toarray\"`",
		"refused.go:31:2: Options.E: the tag is malformed at cbor:name: write keys with quoted values and spaces between them, as in `json:\"id\" cbor:\"name\"`",
		"refused.go:32:2: Options.F: the tag has the key cbor twice: write one, as in `cbor:\"name\"`",
		"refused.go:39:3: Rows.Place: an array does not tell whether the embedded pointer is nil: make it one field with a tag such as `cbor:\"name\"`",
		"refused.go:40:2: Rows.b: fxamacker/cbor does not write unexported fields, so that the elements after it in the array would be misread: mark it `bale:\"skip\"`, or export it",
		"refused.go:41:2: Rows.C: fxamacker/cbor writes the skipped field as an element of the array: tag it `cbor:\"-\"` as well",
		"refused.go:46:2: Inherits.Row: fxamacker/cbor writes the struct as an array, because this embedded struct is one: add a field _ struct{} with the tag `cbor:\",toarray\"`, or for a map with the tag `cbor:\",\"`",
		"refused.go:57:2: Marked._: unknown option \"toarrays\" in the tag of the field _: the cbor format has toarray",
		"refused.go:62:23: Emptied.Nothing: the embedded pointer has no fields of its own, so that a message does not tell whether it is nil: make it one field with a tag such as `cbor:\"name\"`",
		"refused.go:68:3: Endless.Endless: the embedded pointer leads to the struct that it is in: make it one field with a tag such as `cbor:\"name\"`",
		"refused.go:72:6: Endless.P: a Loop holds nothing but pointers to itself, which cbor cannot encode: mark the field `bale:\"skip\"`",
	)
}

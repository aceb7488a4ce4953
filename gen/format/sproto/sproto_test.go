package sproto_test

import (
	"flag"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/all"
	"bale/gen/format/sproto"
	"bale/gen/internal/gentest"
)

var update = flag.Bool("update", false, "rewrite the goldens")

var formats = []*emit.Format{sproto.Format, sproto.Packed}

// TestKinds tests every kind of type.
func TestKinds(t *testing.T) { gentest.RunKindsSlow(t, formats, "", "testdata", *update) }

// TestVectors runs the tests in testdata: test vectors in both directions, random values compared with gosproto, and unions.
func TestVectors(t *testing.T) {
	const pins = "../../../codec/sproto/pins."
	m := gentest.New(t, map[string]string{
		"go.mod": pins + "mod", "go.sum": pins + "sum", "types.go": "testdata/types.go", "vectors_test.go": "testdata/vectors_test.go", "unions_test.go": "testdata/unions_test.go",
		"valmsg.jsonl": "testdata/valmsg.jsonl", "pack.jsonl": "testdata/pack.jsonl",
	})
	if err := m.Generate(t, "", gen.Request{Known: all.Formats, Formats: formats, Tests: true}); err != nil {
		t.Fatal(err)
	}
	if out, err := m.Test(t, gentest.Unoptimized, "."); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// TestRefused: invalid struct tags are errors with positions.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		fields string
		want   []string
	}{
		{"\tC string `sproto:\"integer,2\"`\n\tD []int `sproto:\"integer,3\"`\n", []string{
			"refused.go:5:2: T.C: the tag says integer, but the type is encoded as string: change one of them, or remove the tag",
			"refused.go:6:2: T.D: the tag says integer, but the type is encoded as *integer: change one of them, or remove the tag",
		}},
		{"\tA int32 `sproto:\"integer\"`\n\tB int32 `sproto:\"integer,x\"`\n\tE int `sproto:\"integer,40000\"`\n\tF int `sproto:\"integer,2\"`\n\tG int `sproto:\"integer,2\"`\n", []string{
			"refused.go:5:2: T.A: a tag of sproto has a kind and a number, as in `sproto:\"integer,0\"`",
			"refused.go:6:2: T.B: x is not a number: a tag of sproto has a kind and a number, as in `sproto:\"integer,0\"`",
			"refused.go:7:2: T.E: no field of the format sproto can have the number 40000: use one from 0 to 32767",
			"refused.go:9:2: T.G: F has the number 2 already: take another one",
		}},
	} {
		gentest.CheckErrors(t, all.Formats, "package refused\n\n//bale:gen wire=sproto\ntype T struct {\n"+c.fields+"}\n", c.want...)
	}
}

package sequence_test

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"bale/gen/emit"
	"bale/gen/format/fixed"
	"bale/gen/format/varint"
	"bale/gen/format/xdr"
	"bale/gen/internal/gentest"
)

var update = flag.Bool("update", false, "rewrite the golden files, and skycoin.bytes with Skycoin's encoder")

var formats = []*emit.Format{fixed.Format, varint.Format, xdr.Format}

// TestKinds tests every kind of type, and checks that the bytes of the fixed format are those of Skycoin's encoder.
func TestKinds(t *testing.T) {
	if *update {
		writeVectors(t)
	}
	t.Run("all", func(t *testing.T) { gentest.RunKindsSlow(t, formats, "testdata/more_test.go", "testdata", *update) })
	theirs, err := os.ReadFile("testdata/skycoin.bytes")
	if err != nil {
		t.Fatal(err)
	}
	ours, err := os.ReadFile("testdata/fixed.bytes")
	if err != nil {
		t.Fatal(err)
	}
	if len(theirs) == 0 || !bytes.HasPrefix(ours, theirs) {
		t.Error("fixed.bytes does not begin with skycoin.bytes")
	}
}

// writeVectors writes skycoin.bytes with Skycoin's encoder.
func writeVectors(t *testing.T) {
	const pins = "../../../codec/skycoin/pins."
	m := gentest.New(t, map[string]string{"go.mod": pins + "mod", "go.sum": pins + "sum", "skycoin_test.go": "testdata/skycoin_test.go"})
	m.KindsFiles(t)
	m.MustRunGo(t, "test", "-vet=off", "-ldflags=-w", gentest.Unoptimized, ".")
	if err := os.WriteFile("testdata/skycoin.bytes", m.Read(t, "skycoin.bytes"), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestRefused checks the errors, with their positions, for types that the fixed format would not preserve.
func TestRefused(t *testing.T) {
	gentest.CheckErrors(t, formats, gentest.ReadFile(t, "testdata/refused.go"),
		"refused.go:5:2: Hidden.hidden: the fixed format has no unexported fields: mark it `bale:\"skip\"`, or use another format",
		"refused.go:11:2: Early.First: omitempty is allowed only on the last field of a struct: a decoder cannot tell that another field is missing; move the field to the end, or remove the option",
		"refused.go:12:2: Early.Long: maxlen=many is not a length: write an integer of at least 0, as in maxlen=64",
		"refused.go:18:3: Inside.List[].Rest: omitempty is allowed only at the end of a message: the data after it would be decoded as this field; move it there, or remove the option",
	)
}

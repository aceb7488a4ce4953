package matrix

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"bale/codec/facts"
	"bale/model/feature"
	"bale/runner/measure"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// Facts of made-up codecs.
var (
	goFact = facts.Fact{Codec: "gob", Languages: "Go", Schema: "no", Release: "with Go", Date: "2026-11-26"}
	cFact  = facts.Fact{Codec: "capnp", Languages: "C++, Go and others", Schema: "yes", Release: "v3.1.0", Released: "2025-10-24", Date: "2026-11-26"}
)

// goldenRows returns rows of three variants, one of which has been tried with two kinds of fields only.
func goldenRows() []*measure.Row {
	var rows []*measure.Row
	for i, f := range feature.All {
		row := func(codec string, own bool, status measure.Status, losses ...measure.Loss) {
			rows = append(rows, &measure.Row{Shape: measure.ShapeName(f.Type), Codec: codec, Own: own, Status: status, Losses: losses, Reason: "why"})
		}
		row("gob", i%2 == 0, measure.OK)
		row("capnp", false, measure.Lossy, measure.Loss{Edge: "nan", Kind: "refused"}, measure.Loss{Path: "V", Kind: []string{"zone dropped", "nil became empty"}[i%2]})
		if i < 2 {
			row("capnp/packed", false, []measure.Status{measure.HasGap, measure.BuildFailed}[i])
		}
	}
	return rows
}

func TestGolden(t *testing.T) {
	entries := []Entry{
		{"gob", "gob", "std", "", "https://pkg.go.dev/encoding/gob", "", "reflection", "no", "own", "convert fresh copy", "go", "gob", goFact},
		{"capnp", "Cap'n Proto", "capnproto.org/go/capnp/v3", "v3.1.0", "https://example.org/capnp", "limits raised: *all*", "generated", "yes", "generated", "convert native", "go, capnp", "capnp", cFact},
		{"capnp/packed", "Cap'n Proto", "capnproto.org/go/capnp/v3", "v3.1.0", "https://example.org/capnp", "", "generated", "yes", "generated", "convert native", "go, capnp", "capnp", cFact},
	}
	var b bytes.Buffer
	absent := []facts.Absence{{Name: "Old", Module: "example.org/old@v1.0.0", Reason: "does not build with Go 1.26", Command: "go build example.org/old", Date: "2026-11-26"}}
	if err := Write(&b, entries, Supports(goldenRows()), absent); err != nil {
		t.Fatal(err)
	}
	const path = "testdata/serializers.md"
	if *update {
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || !bytes.Equal(b.Bytes(), want) {
		t.Errorf("differs from %s (%v); run with -update and check the difference", path, err)
	}
}

package matrix

import (
	"bytes"
	"strings"
	"testing"

	"bale/codec/facts"
	"bale/model/feature"
	"bale/runner/measure"
)

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

// TestHTML checks rows, cards and the table of absent serializers for made-up codecs. TestSerializersPage of cmd/bale checks the page in docs.
func TestHTML(t *testing.T) {
	entries := []Entry{
		{"gob", "gob", "std", "", "docs/gen.md", "", "reflection", "no", "own", "convert fresh copy", "go", "gob", goFact},
		{"capnp", "Cap'n Proto", "capnproto.org/go/capnp/v3", "v3.1.0", "https://example.org/capnp", "limits raised: <all>", "generated", "yes", "generated", "convert native", "go, capnp", "capnp", cFact},
		{"capnp/packed", "Cap'n Proto", "capnproto.org/go/capnp/v3", "v3.1.0", "https://example.org/capnp", "", "generated", "yes", "generated", "convert native", "go, capnp", "capnp", cFact},
	}
	var table, b bytes.Buffer
	err := WriteAspects(&table, "2026-11-26 by hand", []string{"shape", "codec", "damaged input", "appended", "moved", "note"}, [][]string{
		{"small", "gob", "safe", "right", "refused, back right", ""}, {"large", "gob", "16 GB from 5 bytes", "refused", "", ""}, {"small", "capnp", "", "right", "wrong", "of an old version"},
	})
	aspects, errParse := ParseAspects(table.String())
	if err != nil || errParse != nil {
		t.Fatal(err, errParse)
	}
	absent := []facts.Absence{{Name: "Old", Module: "example.org/old@v1.0.0", Reason: "does not build with Go 1.26", Command: "go build example.org/old", Date: "2026-11-26"}}
	if err := HTML(&b, entries, Supports(goldenRows()), aspects, absent); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`data-wire="gob" data-carries="bools integers`, `data-is="own nocode nounsafe noschema nomisread"`, "found for 2 of 3 variants: 2026-11-26 by hand.",
		`<dt>Documentation<dd><a href="gen.md"`, "<td>21 of 21<td><i class=\"badge bad\">memory</i><td class=\"w900 changed\">refuses<small>appended, moved</small></tr>", "<td>damaged input<td>safe<td>16 GB from 5 bytes</tr>",
		"<td>21 of 21<small>21 with losses</small><td><td class=\"w900 changed\"><i class=\"badge bad\">misreads</i><small>moved: see the note</small>", "<td>note<td>of an old version</tr>",
		"<dt>Note<dd>limits raised: &lt;all&gt;</div>", "<dt>Cannot be carried<dd>bools</div>", "<dt>Does not build or run<dd>build-failed: why: int</div>", "<dt>Comes back different<dd>nil became empty: int, ",
		"<td>Old<small>example.org/old@v1.0.0</small><td>does not build with Go 1.26<td>go build example.org/old<td>2026-11-26</tr>",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if t.Failed() {
		t.Log(b.String()[strings.Index(b.String(), "<tbody>"):])
	}
}

// TestParseAspectsErrors checks that damaged tables are refused.
func TestParseAspectsErrors(t *testing.T) {
	for _, text := range []string{"", "shape\tcodec\tx\n", "# a\n", "# a\nshape\tx\n", "# a\nshape\tcodec\tx\nsmall\tgob\n"} {
		if a, err := ParseAspects(text); err == nil {
			t.Errorf("ParseAspects(%q) is %v", text, a)
		}
	}
}

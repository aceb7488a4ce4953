package report

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bale/report/term"
	"bale/report/verdict"
	"bale/result"
	"bale/runner/measure"
)

// table returns the terminal output for results.
func table(t *testing.T, r *result.Results, opts Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := Table(&b, r, opts); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var defaultOnly = []measure.Mode{measure.DefaultMode}

func TestTableGolden(t *testing.T) {
	storage, _ := verdict.PresetNamed("storage")
	api, _ := verdict.PresetNamed("api")
	one, reuse := synthetic(len(syntheticCodecs), 1), measure.DefaultMode
	reuse.Memory = measure.Reuse
	const rest = "bale-results/2026-11-21-090000/report.md"
	for _, c := range []struct {
		name string
		r    *result.Results
		opts Options
	}{
		{"table-80.txt", one, Options{Modes: defaultOnly, Report: rest}},
		{"table-200.txt", one, Options{Width: 200, Modes: defaultOnly, Report: rest}},
		{"table-40.txt", one, Options{Width: 40, Modes: defaultOnly, Report: rest}},
		{"table-color.txt", one, Options{Width: 80, Color: true, Modes: defaultOnly, Report: rest}},
		{"table-named.txt", one, Options{Width: 100, Modes: defaultOnly, Top: 3, Named: []string{"json", "bson", "none"}}},
		{"table-classes.txt", one, Options{Modes: []measure.Mode{measure.DefaultMode, reuse}, Top: 5, Report: rest}},
		{"table-shapes.txt", synthetic(len(syntheticCodecs), 4), Options{Top: 5, Report: rest}},
		{"table-overview.txt", synthetic(len(syntheticCodecs), 6), Options{Overview: true, Report: rest}},
		{"table-overview-40.txt", synthetic(12, 4), Options{Overview: true, Width: 40, Top: 5, Report: rest}},
		{"table-overview-api.txt", synthetic(12, 4), Options{Overview: true, Report: rest, Reader: Reader{For: api}}},
		{"table-overview-one.txt", one, Options{Overview: true, Modes: defaultOnly, Top: 3, Report: rest}},
		{"table-storage.txt", one, Options{Modes: defaultOnly, Report: rest, Reader: Reader{For: storage}}},
		{"table-api-200.txt", one, Options{Width: 200, Modes: defaultOnly, Report: rest, Reader: Reader{For: api, Now: "json"}}},
		{"table-quick.txt", quick(20, 1), Options{Modes: defaultOnly, Report: rest}},
	} {
		golden(t, c.name, []byte(table(t, c.r, c.opts)))
	}
}

// TestTableIsAScreen checks that a table of one class fits a screen, with all kinds of failures.
func TestTableIsAScreen(t *testing.T) {
	r := synthetic(len(syntheticCodecs), len(syntheticShapes))
	for _, screen := range strings.Split(table(t, r, Options{Modes: defaultOnly, Report: "report.md"}), "\n\n")[1:] {
		if n := strings.Count(screen, "\n") + 1; n > 29 {
			t.Errorf("%d lines:\n%s", n, screen)
		}
	}
}

var escape = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestTableFitsWidth checks that no line is wider than the width, that colour does not change the text, and that there are no escape
// sequences without it.
func TestTableFitsWidth(t *testing.T) {
	for i, r := range []*result.Results{synthetic(len(syntheticCodecs), 1), hostile(), hostile()} {
		for width := 30 + i; width <= 200; width += 3 { // each width once
			opts := Options{Width: width, Overview: i == 2, Named: []string{"json", "bson", "注文のエンコーダー"}, Report: strings.Repeat("a long way/", 9) + "report.md"}
			got := table(t, r, opts)
			for _, line := range strings.Split(got, "\n") {
				if n := term.Width(line); n > width {
					t.Errorf("%d columns, more than %d: %s", n, width, line)
				}
				if line != strings.TrimRight(line, " ") {
					t.Errorf("spaces at the end of %q", line)
				}
			}
			if i := strings.IndexFunc(got, func(r rune) bool { return r < ' ' && r != '\n' }); i >= 0 {
				t.Errorf("width %d: a control character: %q", width, got[i:i+20])
			}
			if width%20 > 2 {
				continue
			}
			opts.Color = true
			if coloured := table(t, r, opts); escape.ReplaceAllString(coloured, "") != got {
				t.Errorf("width %d: colour changes the text", width)
			}
		}
	}
}

// hostile returns results with difficult names, texts and figures.
func hostile() *result.Results {
	r := synthetic(len(syntheticCodecs), 2)
	shapes := map[string]string{"small": "Größe-注文-" + strings.Repeat("Généalogie", 9), "nested-1": "注文👍e\u0301"}
	codecs := map[string]string{
		"gogo": "注文のエンコーダー", "benc": strings.Repeat("long/", 30) + "x", "json": "json\x1b[31mred", "mus": "a b\nc", "gob": "",
	}
	rename := func(shape, codec *string) {
		*shape = shapes[*shape]
		if to, ok := codecs[*codec]; ok {
			*codec = to
		}
	}
	for i := range r.Rows {
		row := &r.Rows[i]
		rename(&row.Shape, &row.Codec)
		switch row.Codec {
		case "capnp", "cbor", "avro", "bson":
			row.Status, row.Reason = measure.Failed, "panic: \x1b[2J\r"+strings.Repeat("goroutine/", 40)+" [running]:\n\tmain.main()"
		case "xdr2":
			row.Status, row.Losses = measure.Lossy, []measure.Loss{{Path: strings.Repeat("注", 200), Kind: "zone dropped"}, {Path: "\x1b", Kind: "\x07"}}
		}
	}
	for i := range r.Overall {
		rename(&r.Overall[i].Shape, &r.Overall[i].Codec)
	}
	for i := range r.Cells {
		c := &r.Cells[i]
		rename(&c.Shape, &c.Codec)
		if c.Codec == "protobuf" {
			c.Ns.Center, c.Ratio.Center, c.Allocs = 9.87e15, 1.23e9, 9.9e9
		}
	}
	r.Environment.CPU = "CPU\x1b]0;title\x07" + strings.Repeat("注文", 50)
	r.Warnings = append(r.Warnings, strings.Repeat("x", 500), "b", "c", "d")
	return r
}

// TestTableCountsTheRest checks that a screen gives the numbers of rows and failures that it leaves out.
func TestTableCountsTheRest(t *testing.T) {
	r := synthetic(len(syntheticCodecs), 1)
	for i := range 7 {
		name := fmt.Sprint("broken", i)
		r.Rows = append(r.Rows, measure.Row{Shape: "small", Codec: name, Status: measure.Failed, Reason: name})
	}
	measured := map[string]bool{}
	for _, c := range r.Cells {
		if c.Mode() == measure.DefaultMode {
			measured[c.Codec] = true
		}
	}
	got := table(t, r, Options{Top: 3, Modes: defaultOnly, Report: "report.md"})
	rows := 0
	for name := range measured {
		if regexp.MustCompile(`(?m)^[ 0-9=]* ` + regexp.QuoteMeta(name) + `\*?†? `).MatchString(got) {
			rows++
		}
	}
	if rows < 3 {
		t.Errorf("%d rows in\n%s", rows, got)
	}
	if want := fmt.Sprintf("%d more rows, 4 more failures: report.md", len(measured)-rows); !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
}

// TestTableListsTheBest checks that the fastest codec of each operation is listed, however slow it is otherwise.
func TestTableListsTheBest(t *testing.T) {
	r := synthetic(len(syntheticCodecs), 1)
	got := table(t, r, Options{Top: 1, Modes: defaultOnly})
	for _, c := range r.Cells {
		if c.Mode() == measure.DefaultMode && fastest(&c) && !regexp.MustCompile(`(?m)^[ 0-9=]* `+regexp.QuoteMeta(c.Codec)+`\*?†? .* 1x `).MatchString(got) {
			t.Errorf("%s, the fastest to %s, is not in\n%s", c.Codec, c.Op, got)
		}
	}
}

func TestGroups(t *testing.T) {
	row := func(codec string, status measure.Status, reason string, gaps ...measure.Gap) *measure.Row {
		return &measure.Row{Codec: codec, Status: status, Reason: reason, Gaps: gaps}
	}
	many := &shapeView{}
	for i := range 60 {
		many.Failed = append(many.Failed, row(fmt.Sprint("codec", i), measure.HasGap, "", measure.Gap{Path: "Any.Value", Reason: "an interface"}))
	}
	long := &shapeView{Failed: []*measure.Row{row("a", measure.Failed, strings.Repeat("reason ", 80))}}
	two := &shapeView{Failed: []*measure.Row{
		row("a", measure.Failed, "why"), row("b", measure.HasGap, "", measure.Gap{Path: "T.X", Reason: "why"}, measure.Gap{Path: "T.Y", Reason: "why"}),
		row("c", measure.HasGap, "", measure.Gap{Path: "T.X", Reason: "why"}), row("d", measure.MissingTool, "why"),
	}}
	for _, c := range []struct {
		name string
		s    *shapeView
		want string
	}{
		{"the largest first", two, "gap  b and c: T.X: why\nfailed  a: why\nmissing-tool  d: why\n"},
		{"many codecs", many, "gap  codec0, codec1, codec2, codec3, codec4, codec5, codec6, codec7, codec8,\n" +
			"     codec9, codec10, codec11, codec12, codec13, codec14, codec15, codec16,\n     codec17 and 42 more: Any.Value: an interface\n"},
		{"a long reason", long, "failed  a: reason reason reason reason reason reason reason reason reason reason\n" +
			"        reason reason reason reason reason reason reason reas…\n"},
	} {
		var b bytes.Buffer
		p := newPrinter(&b, Options{})
		p.groups(c.s.failureGroups(), maxGroupLines)
		p.Flush()
		if b.String() != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, b.String(), c.want)
		}
	}
}

// TestReasonsAlone checks that reasons may be longer if nothing was measured, and that failures on sample values get a hint.
func TestReasonsAlone(t *testing.T) {
	reason := strings.Repeat("reason ", 40)
	for status, helps := range map[measure.Status]bool{measure.Failed: true, measure.HasGap: false} {
		var b bytes.Buffer
		p := newPrinter(&b, Options{})
		p.shape(&shapeView{Name: "T", Failed: []*measure.Row{{Codec: "a", Status: status, Reason: reason}}})
		p.Flush()
		got := strings.Join(strings.Fields(b.String()), " ")
		if !strings.Contains(got, strings.TrimSpace(reason)) || strings.HasSuffix(got, strings.TrimSpace(otherValuesHint)) != helps {
			t.Errorf("%s: got\n%s", status, b.String())
		}
	}
}

// TestValuesRefused checks valuesRefused.
func TestValuesRefused(t *testing.T) {
	row := func(status measure.Status, reason string) *measure.Row {
		return &measure.Row{Status: status, Reason: reason}
	}
	encode, decode := row(measure.Failed, "encode value 0: no"), row(measure.Failed, "decode value 7: no")
	other, gap := row(measure.Failed, "killed"), row(measure.HasGap, "an interface")
	early := row(measure.Failed, measure.StoppedEarly+"panic: no")
	gone := row(measure.Failed, "encode convert,fresh,copy,seq,varied: "+measure.NotStarted+"no such file")
	for _, c := range []struct {
		failed   []*measure.Row
		measured int
		want     bool
	}{
		{nil, 0, false},
		{[]*measure.Row{gap}, 0, false},
		{[]*measure.Row{other}, 0, true},
		{[]*measure.Row{early}, 0, false},
		{[]*measure.Row{gone}, 0, false},
		{[]*measure.Row{other, gap}, 1, false},
		{[]*measure.Row{encode}, 1, true},
		{[]*measure.Row{encode, decode, other}, 2, true},
		{[]*measure.Row{encode, other, gap}, 2, false},
	} {
		s := &shapeView{Failed: c.failed}
		if c.measured > 0 {
			lines := []*line{{Line: verdict.Line{Row: &measure.Row{Reference: true}}}}
			for range c.measured {
				lines = append(lines, &line{Line: verdict.Line{Row: &measure.Row{}}})
			}
			s.Classes = []*classView{{Lines: lines}}
		}
		if got := s.valuesRefused(); got != c.want {
			t.Errorf("%d rows failed and %d were measured: %v, want %v", len(c.failed), c.measured, got, c.want)
		}
	}
}

// TestLossGroups checks that codecs with the same losses in any order form one group, and that losses of edge values and of codecs without
// a line are left out.
func TestLossGroups(t *testing.T) {
	at, by := measure.Loss{Path: "T.At", Kind: "zone dropped"}, measure.Loss{Path: "T.By", Kind: "zone dropped"}
	edge := measure.Loss{Path: "T.At", Kind: "time changed", Edge: "zero"}
	s := &shapeView{Classes: []*classView{{}}}
	for _, row := range []*measure.Row{
		{Codec: "a", Losses: []measure.Loss{at, by}}, {Codec: "b", Losses: []measure.Loss{by, edge, at}}, {Codec: "c", Losses: []measure.Loss{edge}},
		{Codec: "d"}, {Codec: "unlisted", Losses: []measure.Loss{at}},
	} {
		row.Status = measure.Lossy
		s.Lossy = append(s.Lossy, row)
		if row.Codec != "unlisted" {
			s.Classes[0].Lines = append(s.Classes[0].Lines, &line{Line: verdict.Line{Row: row}})
		}
	}
	got := fmt.Sprint(s.lossGroups())
	if want := "[{*lossy zone dropped (T.At and T.By) [a b]} {*lossy the round trip changes something [d]}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestDirectives checks that the directives that all codecs with gaps need are printed if nothing was measured.
func TestDirectives(t *testing.T) {
	gap := func(directives ...string) *measure.Row {
		r := &measure.Row{Codec: "c", Status: measure.HasGap}
		for i, d := range directives {
			r.Gaps = append(r.Gaps, measure.Gap{Path: fmt.Sprint("T.F", i), Reason: "no", Directive: d})
		}
		return r
	}
	missing := &measure.Row{Codec: "m", Status: measure.MissingTool, Reason: "no flatc"}
	long := "//bale:union example.com/shop.Event.Payload " + strings.Repeat("Type, ", 30) + "*Last"
	for _, c := range []struct {
		failed []*measure.Row
		want   []string
	}{
		{[]*measure.Row{gap("a"), missing, gap("b", "a", "a")}, []string{"a"}},
		{[]*measure.Row{missing, gap(long, "", "b"), gap("b", long)}, []string{"b", long}},
		{[]*measure.Row{gap("a"), gap("b")}, nil},
		{[]*measure.Row{gap(""), gap("")}, nil},
		{[]*measure.Row{missing}, nil},
	} {
		var b bytes.Buffer
		p := newPrinter(&b, Options{})
		p.shape(&shapeView{Name: "T", Failed: c.failed})
		p.Flush()
		_, after, _ := strings.Cut(b.String(), nothingMeasured+"\n")
		var got []string
		for line := range strings.Lines(after) {
			if d, ok := strings.CutPrefix(line, "    "); ok {
				got = append(got, strings.TrimSuffix(d, "\n"))
			}
		}
		if !slices.Equal(got, c.want) || (after == "") != (c.want == nil) {
			t.Errorf("got %q, want %q in\n%s", got, c.want, b.String())
		}
	}
}

// TestReasonsOnce checks that each report gives a reason that many codecs have once, with the codecs. The page also has it once in its data.
func TestReasonsOnce(t *testing.T) {
	run := &result.Run{}
	for i := range 17 {
		row := measure.Row{Shape: "T", Codec: fmt.Sprint("codec", i), Status: measure.HasGap, Gaps: []measure.Gap{{Path: "T.X", Reason: strings.Repeat("far too long ", 30)}}}
		if i == 3 {
			row.Gaps = append([]measure.Gap{{Path: "T.A", Reason: "why"}}, row.Gaps...)
		}
		run.Rows = append(run.Rows, row)
	}
	r := result.Derive(run, result.NewRounds(), result.Options{})
	const names = "codec0, codec1, codec2, codec3, codec4, codec5, codec6, codec7, codec8, codec9, codec10, codec11, codec12, codec13, codec14, codec15, codec16"
	for _, c := range []struct {
		name  string
		write func(io.Writer) error
		want  string
		times int
	}{
		{"the terminal", func(w io.Writer) error { return Table(w, r, Options{Width: 200}) }, "codec2, codec4, ", 1},
		{"Markdown", func(w io.Writer) error { return Markdown(w, r, Reader{}) }, "| " + names + " | gap | T.X: far too long", 1},
		{"the page", func(w io.Writer) error { return HTML(w, []*result.Results{r}, Reader{}) }, "<li><b>" + names + `</b> <i class="badge bad">gap</i> T.X: far too long`, 3},
	} {
		var b bytes.Buffer
		if err := c.write(&b); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(b.String(), "T.X: far too long"); n != c.times || !strings.Contains(b.String(), c.want) {
			t.Errorf("%s has the reason %d times, want %d, and %q in\n%s", c.name, n, c.times, c.want, term.Clip(b.String(), 3000))
		}
	}
}

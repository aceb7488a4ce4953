package report

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bale/result"
	"bale/runner/measure"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("differs from %s (%v); run with -update and check the difference", path, err)
	}
}

func TestDiffGolden(t *testing.T) {
	c := func(codec string, a, b float64, time, memory result.Change) result.CellDiff {
		return result.CellDiff{
			Cell: measure.Cell{Shape: "small", Codec: codec, Op: measure.Decode, Mode: measure.DefaultMode},
			A:    result.Interval{Center: a, Lo: a, Hi: a}, B: result.Interval{Center: b, Lo: b, Hi: b},
			Delta: b/a - 1, P: 0.001, Time: time, Memory: memory, Bytes: [2]float64{64, 96}, Allocs: [2]float64{1, 2},
		}
	}
	d := &result.Comparison{
		Floors: map[measure.Mode]float64{measure.DefaultMode: 0.013}, Factor: 0.93,
		Cells: []result.CellDiff{
			c("json", 1000, 1001, result.Same, result.Same), c("gob", 2000, 2200, result.Worse, result.Same),
			c("msgp", 100, 50, result.Improved, result.Worse),
		},
		Rows: []result.RowDiff{
			{Shape: "small", Codec: "json", Status: [2]measure.Status{measure.OK, measure.Lossy}, StatusChange: result.Worse, SizeChange: result.Same},
			{Shape: "small", Codec: "gob", Size: [2]float64{200, 180}, StatusChange: result.Same, SizeChange: result.Improved},
		},
		OnlyB: []measure.Cell{{Shape: "small", Codec: "cbor", Op: measure.Encode, Mode: measure.DefaultMode}},
		Repeat: result.Repeatability{Cells: 3, Within3: 1. / 3, Within5: 1. / 3, Reversals: []result.Reversal{
			{Shape: "small", Op: measure.Decode, Mode: measure.DefaultMode, Codecs: [2]string{"json", "gob"}},
		}},
		Warnings: []string{"a warning"},
	}
	var b bytes.Buffer
	if err := Diff(&b, d, Options{Width: 80}); err != nil {
		t.Fatal(err)
	}
	golden(t, "diff.txt", b.Bytes())
}

func TestSummaryGolden(t *testing.T) {
	var b bytes.Buffer
	if err := Summary(&b, synthetic(15, 1), nil, Reader{}, 3, "a folder/page.html"); err != nil {
		t.Fatal(err)
	}
	golden(t, "summary.md", b.Bytes())
}

func TestMarkdownGolden(t *testing.T) {
	var b bytes.Buffer
	if err := Markdown(&b, synthetic(15, 1), Reader{}); err != nil {
		t.Fatal(err)
	}
	golden(t, "report.md", b.Bytes())
}

func TestPublishedGolden(t *testing.T) {
	r := synthetic(len(syntheticCodecs), 4)
	var table, md bytes.Buffer
	if err := Published(&table, r, Options{}); err != nil {
		t.Fatal(err)
	}
	golden(t, "published.txt", table.Bytes())
	mdPublished(&md, r)
	golden(t, "published.md", md.Bytes())
}

func TestNothingMeasured(t *testing.T) {
	r := result.Derive(&result.Run{}, result.NewRounds(), result.Options{})
	for name, write := range map[string]func(*bytes.Buffer) error{
		"published": func(b *bytes.Buffer) error { return Published(b, r, Options{}) },
		"table":     func(b *bytes.Buffer) error { return Table(b, r, Options{}) },
		"markdown":  func(b *bytes.Buffer) error { return Markdown(b, r, Reader{}) },
		"html":      func(b *bytes.Buffer) error { return pageOfOne(b, r) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil || b.Len() == 0 {
			t.Errorf("%s: %v, %d bytes", name, err, b.Len())
		}
	}
}

// pageOfOne writes the page of one run.
func pageOfOne(w io.Writer, r *result.Results) error { return HTML(w, []*result.Results{r}, Reader{}) }

// TestHostileNames checks that names and reasons, which come from other people's code, do not become markup.
func TestHostileNames(t *testing.T) {
	r := synthetic(3, 1)
	const evil = "</script><img src=x onerror=alert(1)>|`"
	for i := range r.Rows {
		r.Rows[i].Shape, r.Rows[i].Reason, r.Rows[i].Wire = evil, evil, evil
	}
	for i := range r.Cells {
		r.Cells[i].Shape = evil
		r.Cells[i].Warnings = []string{evil}
	}
	for name, write := range map[string]func(io.Writer, *result.Results) error{
		"html":     pageOfOne,
		"markdown": func(w io.Writer, r *result.Results) error { return Markdown(w, r, Reader{}) },
	} {
		var b bytes.Buffer
		if err := write(&b, r); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.String(), "<img") {
			t.Errorf("%s: a name became markup", name)
		}
	}
}

type fullDisk struct{}

var errFull = errors.New("disk full")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestWriteErrors(t *testing.T) {
	r := synthetic(3, 1)
	for name, err := range map[string]error{
		"table": Table(fullDisk{}, r, Options{}), "markdown": Markdown(fullDisk{}, r, Reader{}), "html": pageOfOne(fullDisk{}, r),
	} {
		if !errors.Is(err, errFull) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFormats(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{duration(8.214), "8.21ns"}, {duration(99.96), "100ns"}, {duration(999.6), "1.00µs"},
		{duration(1234), "1.23µs"}, {duration(12.345e6), "12.3ms"}, {duration(5e9), "5.00s"}, {duration(5e12), "5000s"},
		{shortCount(0.01), "0.01"}, {shortCount(0.25), "0.3"}, {shortCount(5.96), "6"}, {shortCount(17.4), "17"}, {shortCount(9999), "9,999"}, {shortCount(9999.6), "10k"}, {shortCount(110234), "110k"},
		{shortCount(999499), "999k"}, {shortCount(999500), "1.0M"}, {shortCount(12e6), "12M"},
		{result.Count(0), "0"}, {result.Count(0.25), "0.25"}, {result.Count(1234567), "1,234,567"}, {result.Count(999), "999"},
		{someOf([]string{"a"}, 2), "a"}, {someOf([]string{"a", "b"}, 2), "a and b"}, {someOf([]string{"a", "b", "c"}, 2), "a, b and 1 more"},
		{plusMinus(result.Interval{Center: 100, Lo: 99, Hi: 101}), "±1%"}, {plusMinus(result.Interval{Center: 1, Lo: 1, Hi: 1}), "±0%"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

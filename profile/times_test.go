package profile

import (
	"flag"
	"fmt"
	"html"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bale/codec/all"
	"bale/result"
	"bale/runner/measure"
)

var (
	update  = flag.Bool("update", false, "write times.tsv from the run in the folder of -results")
	results = flag.String("results", "", "results folder of the reference run")
)

// TestBuiltIn checks that times.tsv has the medians of the reference run: those of the rows on docs/reference.html, which has some shapes.
func TestBuiltIn(t *testing.T) {
	if *update {
		if err := os.WriteFile("times.tsv", []byte(referenceTable(t, *results)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	page, err := os.ReadFile("../docs/reference.html")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("times.tsv")
	if err != nil {
		t.Fatal(err)
	}
	times, err := parseTimes(string(text))
	if err != nil || len(times.Shapes) < 20 || len(times.Codecs) < 140 {
		t.Fatalf("the table has %d shapes and %d codecs, %v", len(times.Shapes), len(times.Codecs), err)
	}
	date := regexp.MustCompile(`<dt>date</dt><dd>(.{10})T`).FindStringSubmatch(string(page))
	if date == nil || !strings.HasSuffix(times.Source, " "+date[1]) {
		t.Errorf("times.tsv is of %q, and docs/reference.html of %q", times.Source, date)
	}
	checked := 0
	for _, s := range regexp.MustCompile(`(?s)<section class="shape" id="[^"]*" aria-label="([^"]*)">(.*?)</section>`).FindAllStringSubmatch(string(page), -1) {
		for _, row := range referenceRows(s[2]) {
			c, ok := times.Variant(row[0])
			if !ok {
				continue // a floor
			}
			p := c.Shapes[s[1]]
			if got := fmt.Sprintf("%.3g/%.3g", p.Encode.Lo, p.Decode.Lo); got != row[1] {
				t.Errorf("%s in %s: times.tsv has %s, docs/reference.html %s", row[0], s[1], got, row[1])
			}
			checked++
		}
	}
	if checked < 80 {
		t.Errorf("%d rows of docs/reference.html, want 80 or more", checked)
	}
}

// referenceTable returns the table of the medians of a run, in the default class.
func referenceTable(t *testing.T, folder string) string {
	run, rounds, err := result.LoadFolder(folder)
	if err != nil {
		t.Fatal("-results: ", err)
	}
	r := result.Derive(run, rounds, result.Options{})
	cells := map[measure.Cell]float64{}
	for _, c := range r.Cells {
		cells[c.Key()] = c.Ns.Center
	}
	text := "the built-in shapes in the reference run of " + run.Environment.Date[:10] + "\ncodec\twire\ttypes\t" + strings.Join(run.Config.Shapes, "\t") + "\n"
	for _, c := range all.Codecs {
		for _, v := range c.Variants {
			types, times := "generated", ""
			if v.Caps("").Own {
				types = "own"
			}
			for _, shape := range run.Config.Shapes {
				times += "\t"
				i := slices.IndexFunc(r.Rows, func(row measure.Row) bool { return row.Shape == shape && row.Codec == c.FullName(v) })
				cell := measure.Cell{Shape: shape, Codec: c.FullName(v), Mode: measure.DefaultMode}
				cell.Op = measure.Encode
				encode := cells[cell]
				cell.Op = measure.Decode
				if decode := cells[cell]; i >= 0 && encode > 0 && decode > 0 {
					times += fmt.Sprintf("%.3g/%.3g", encode, decode)
					if r.Rows[i].Strings == measure.Shared {
						times += "†"
					}
					if r.Rows[i].LosesSamples() {
						times += "*"
					}
				}
			}
			if strings.Trim(times, "\t") != "" && !c.Reference {
				text += c.FullName(v) + "\t" + v.Wire + "\t" + types + times + "\n"
			}
		}
	}
	return text
}

// referenceRows returns the names and the times of the rows of a shape's first table.
func referenceRows(section string) (rows [][2]string) {
	table, _, _ := strings.Cut(section, "</table>")
	cell, note := regexp.MustCompile(`<td[^>]*>([^<]*)`), regexp.MustCompile(`\*? \[\d+\]$|\*$`)
	for row := range strings.SplitSeq(table, "<tr>") {
		var c []string
		for _, m := range cell.FindAllStringSubmatch(row, -1) {
			c = append(c, html.UnescapeString(m[1]))
		}
		if len(c) == 20 && c[4] != "-" && c[10] != "-" {
			rows = append(rows, [2]string{note.ReplaceAllString(c[3], ""), nanoseconds(c[4]) + "/" + nanoseconds(c[10])})
		}
	}
	return rows
}

// nanoseconds returns a time such as 1.63µs in nanoseconds.
func nanoseconds(text string) string {
	for _, unit := range []struct {
		name string
		ns   float64
	}{{"ns", 1}, {"µs", 1e3}, {"ms", 1e6}, {"s", 1e9}} {
		if number, ok := strings.CutSuffix(text, unit.name); ok {
			n, err := strconv.ParseFloat(number, 64)
			if err != nil {
				return fmt.Sprintf("%q", text)
			}
			return fmt.Sprintf("%.3g", n*unit.ns)
		}
	}
	return fmt.Sprintf("%q", text)
}

// TestParseTimes checks the errors of tables.
func TestParseTimes(t *testing.T) {
	for text, want := range map[string]string{
		"": "1 lines", "x\ny\nz\n": "with 4 columns", "x\ncodec\twire\ttypes\ts\na\tb\n": "line 3 has 2 columns: want 4", "x\ncodec\twire\ttypes\ts\na\tb\town\t1/x\n": "line 3", "x\ncodec\twire\ttypes\ts\na\tb\town\tx/1\n": "line 3",
	} {
		if _, err := parseTimes(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

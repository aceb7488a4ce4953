package profile

import (
	"flag"
	"fmt"
	"html"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"bale/codec/all"
)

var update = flag.Bool("update", false, "write times.tsv from docs/reference.html")

// TestBuiltIn checks that times.tsv has the medians of the first class of each shape on docs/reference.html.
func TestBuiltIn(t *testing.T) {
	page, err := os.ReadFile("../docs/reference.html")
	if err != nil {
		t.Fatal(err)
	}
	want := referenceTable(t, string(page))
	if *update {
		if err := os.WriteFile("times.tsv", []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if have, err := os.ReadFile("times.tsv"); err != nil || string(have) != want {
		t.Errorf("times.tsv has other figures than docs/reference.html (%v): run go test ./profile -run TestBuiltIn -update", err)
	}
	if times, err := parseTimes(want); err != nil || len(times.Shapes) < 8 || len(times.Codecs) < 90 {
		t.Errorf("the table has %d shapes and %d codecs, %v", len(times.Shapes), len(times.Codecs), err)
	}
}

// referenceTable returns the table of the times on the page.
func referenceTable(t *testing.T, page string) string {
	date := regexp.MustCompile(`<dt>date</dt><dd>(.{10})T`).FindStringSubmatch(page)
	if date == nil {
		t.Fatal("docs/reference.html has no date")
	}
	head, cells := "codec\twire\ttypes", map[string]string{}
	shapes := regexp.MustCompile(`(?s)<section class="shape" id="[^"]*" aria-label="([^"]*)">(.*?)</section>`).FindAllStringSubmatch(page, -1)
	for _, s := range shapes {
		head += "\t" + s[1]
		for _, row := range referenceRows(s[2]) {
			cells[s[1]+" "+row[0]] = row[1]
		}
	}
	text := "the built-in shapes in the reference run of " + date[1] + baleJSON(t, cells) + "\n" + head + "\n"
	for _, c := range all.Codecs {
		for _, v := range c.Variants {
			types, times := "generated", ""
			if v.Caps("").Own {
				types = "own"
			}
			for _, s := range shapes {
				times += "\t" + cells[s[1]+" "+c.FullName(v)]
			}
			if strings.Trim(times, "\t") != "" && !c.Reference {
				text += c.FullName(v) + "\t" + v.Wire + "\t" + types + times + "\n"
			}
		}
	}
	return text
}

// baleJSON adds the times of bale/json, if the run has none: those of json, divided by the ratios in docs/json.md. It returns a clause that says so.
func baleJSON(t *testing.T, cells map[string]string) string {
	if cells["small bale/json"] != "" {
		return ""
	}
	page, err := os.ReadFile("../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n## Speed\n")
	date := regexp.MustCompile(`Measured on (\S+)`).FindStringSubmatch(section)
	ratios := regexp.MustCompile(`(?m)^\| (small|nested, 100 elements|block|submit|valmsg|mixed) \|[^|]*\| ([0-9.]+) \|[^|]*\| ([0-9.]+) \|$`).FindAllStringSubmatch(section, -1)
	if date == nil || len(ratios) != 6 {
		t.Fatalf("docs/json.md has %d shapes with ratios to encoding/json, want 6, and the date %q", len(ratios), date)
	}
	for _, m := range ratios {
		shape := strings.NewReplacer(", 100 elements", "-100").Replace(m[1])
		p, err := parsePair(cells[shape+" json"])
		if err != nil {
			t.Fatal(err)
		}
		cells[shape+" bale/json"] = divided(t, p.Encode, m[2]) + "/" + divided(t, p.Decode, m[3])
	}
	return ", and bale/json by its ratios to json of " + date[1]
}

// divided returns a time divided by a ratio.
func divided(t *testing.T, time Range, ratio string) string {
	r, err := strconv.ParseFloat(ratio, 64)
	if err != nil {
		t.Fatal(err)
	}
	return strconv.FormatFloat(time.Lo/r, 'g', 3, 64)
}

// referenceRows returns the names and the cells of the rows of a shape's first table.
func referenceRows(section string) (rows [][2]string) {
	table, notes, _ := strings.Cut(section, "</table>")
	cell, note := regexp.MustCompile(`<td[^>]*>([^<]*)`), regexp.MustCompile(`\*? \[\d+\]$|\*$`)
	for row := range strings.SplitSeq(table, "<tr>") {
		var c []string
		for _, m := range cell.FindAllStringSubmatch(row, -1) {
			c = append(c, html.UnescapeString(m[1]))
		}
		if len(c) != 16 || c[4] == "-" || c[9] == "-" {
			continue
		}
		name, lossy := note.ReplaceAllString(c[3], ""), ""
		if strings.Contains(notes, "<li>"+name+": lossy: ") {
			lossy = "*"
		}
		rows = append(rows, [2]string{name, nanoseconds(c[4]) + "/" + nanoseconds(c[9]) + lossy})
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
			return strconv.FormatFloat(n*unit.ns, 'g', 6, 64)
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

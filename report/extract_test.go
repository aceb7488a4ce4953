package report

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestExtracts checks that docs/choose.md has the figures and the date of the reference run, which profile/times.tsv has. With -update, it writes them.
func TestExtracts(t *testing.T) {
	text, err := os.ReadFile("../profile/times.tsv")
	if err != nil {
		t.Fatal(err)
	}
	rows := referenceRows(t, string(text))
	date := regexp.MustCompile(`reference run of (.{10})\n`).FindStringSubmatch(string(text))
	if len(rows) < 1000 || date == nil {
		t.Fatalf("times.tsv has %d rows and the date %q", len(rows), date)
	}
	const page = "../docs/choose.md"
	was, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	now, n := extract(string(was), rows)
	now = regexp.MustCompile(`(The run is of )\d{4}-\d\d-\d\d`).ReplaceAllString(now, "${1}"+date[1])
	if n < 50 || !strings.Contains(now, "The run is of "+date[1]) {
		t.Errorf("%s has %d figures of the run, or no date", page, n)
	}
	if *update {
		if err := os.WriteFile(page, []byte(now), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if now != string(was) {
		t.Errorf("%s has other figures than the reference run: run go test ./report -run TestExtracts -update", page)
	}
}

// A referenceRow has the times of a codec in a shape.
type referenceRow struct{ encode, decode string }

// referenceRows returns the times of the table by shape and codec, as in "small gob".
func referenceRows(t *testing.T, table string) map[string]referenceRow {
	t.Helper()
	rows := map[string]referenceRow{}
	lines := strings.Split(strings.TrimSpace(table), "\n")
	head := strings.Split(lines[1], "\t")
	for _, line := range lines[2:] {
		for i, cell := range strings.Split(line, "\t") {
			encode, decode, ok := strings.Cut(strings.TrimRight(cell, "†*"), "/")
			if i < 3 || !ok {
				continue
			}
			x, errX := strconv.ParseFloat(encode, 64)
			y, errY := strconv.ParseFloat(decode, 64)
			if errX != nil || errY != nil {
				t.Fatalf("times.tsv: %s", line)
			}
			rows[head[i]+" "+line[:strings.Index(line, "\t")]] = referenceRow{duration(x), duration(y)}
		}
	}
	return rows
}

// extract replaces the figures in the table of a page whose first column is "encode / decode", and returns their number. The other columns are
// shapes. A codec may have a † behind its name.
func extract(page string, rows map[string]referenceRow) (result string, figures int) {
	var head []string
	lines := strings.SplitAfter(page, "\n")
	for i, line := range lines {
		if !strings.HasPrefix(line, "| ") {
			head = nil
			continue
		}
		cells := strings.Split(strings.Trim(line, "|\n"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case head == nil:
			head = cells
			continue
		case head[0] == "encode / decode":
			for j, shape := range head[1:] {
				if r, ok := rows[shape+" "+strings.TrimSuffix(cells[0], "†")]; ok {
					cells[j+1] = r.encode + " / " + r.decode
					figures += 2
				}
			}
		default:
			continue
		}
		if !strings.HasPrefix(cells[0], "-") && !strings.HasPrefix(cells[0], ":") {
			lines[i] = "| " + strings.Join(cells, " | ") + " |\n"
		}
	}
	return strings.Join(lines, ""), figures
}

package report

import (
	"html"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestExtracts checks that docs/choose.md has the figures and the date of the run on docs/reference.html. With -update, it writes them.
func TestExtracts(t *testing.T) {
	text, err := os.ReadFile("../docs/reference.html")
	if err != nil {
		t.Fatal(err)
	}
	rows := referenceRows(string(text))
	date := regexp.MustCompile(`<dt>date</dt><dd>(.{10})T`).FindSubmatch(text)
	if len(rows) < 100 || date == nil {
		t.Fatalf("docs/reference.html has %d rows and the date %q", len(rows), date)
	}
	const page = "../docs/choose.md"
	was, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	now, n := extract(string(was), rows)
	now = regexp.MustCompile(`(The run is of )\d{4}-\d\d-\d\d`).ReplaceAllString(now, "${1}"+string(date[1]))
	if n < 50 || !strings.Contains(now, "The run is of "+string(date[1])) {
		t.Errorf("%s has %d figures of the run, or no date", page, n)
	}
	if *update {
		if err := os.WriteFile(page, []byte(now), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if now != string(was) {
		t.Errorf("%s has other figures than docs/reference.html: run go test ./report -run TestExtracts -update", page)
	}
}

// A referenceRow has the cells of a row of docs/reference.html that pages repeat.
type referenceRow struct{ encode, decode string }

// referenceRows returns the rows of the page by shape and codec, as in "small gob".
func referenceRows(page string) map[string]referenceRow {
	rows := map[string]referenceRow{}
	sections := regexp.MustCompile(`(?s)<section class="shape" id="[^"]*" aria-label="([^"]*)">(.*?)</table>`)
	cell, note := regexp.MustCompile(`<td[^>]*>([^<]*)`), regexp.MustCompile(` \[\d+\]$`)
	for _, s := range sections.FindAllStringSubmatch(page, -1) {
		for row := range strings.SplitSeq(s[2], "<tr>") {
			var c []string
			for _, m := range cell.FindAllStringSubmatch(row, -1) {
				c = append(c, html.UnescapeString(m[1]))
			}
			if len(c) == 16 {
				rows[s[1]+" "+strings.TrimSuffix(note.ReplaceAllString(c[3], ""), "*")] = referenceRow{c[4], c[9]}
			}
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

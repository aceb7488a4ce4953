package bale_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// matrixColumns are the codecs of the columns of the matrix in docs/choose.md.
var matrixColumns = []string{"json", "gob", "protobuf", "msgp", "vtprotobuf", "sonic/std", "bale/compact"}

// matrixRows are the rows of the matrix that docs/serializers.md decides: the first words of the row, a kind of field, and the notes that
// make the cell a no.
var matrixRows = []struct{ row, field, notes string }{
	{"NaN and infinities", "`float64`", "refused: nan|refused: infinity"},
	{"strings that are not UTF-8", "`string`", "string changed|refused: invalid utf-8"},
	{"nil and empty slices stay different", "`[]int32`", "empty became nil|nil became empty"},
	{"nil pointers in a list of pointers", "`[]*struct`", "refused: nil element|nil became zero value"},
	{"offsets of times from UTC", "`time.Time`", "zone dropped"},
}

// TestMatrix checks the matrix in docs/choose.md: what each serializer can carry, and which ones survive an added and a removed field.
func TestMatrix(t *testing.T) {
	cells := tableRows(t, "docs/choose.md", "## What serializers can and cannot do")
	serializers, err := os.ReadFile("docs/serializers.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range matrixRows {
		row := findRow(t, cells, r.row)
		for i, codec := range matrixColumns {
			notes := fieldNotes(string(serializers), codec, r.field)
			if notes == nil {
				t.Errorf("docs/serializers.md has no cell for %s and %s", codec, r.field)
			}
			lost := slices.ContainsFunc(notes, regexp.MustCompile(r.notes).MatchString)
			if yes := strings.HasPrefix(row[i+1], "yes"); yes == lost {
				t.Errorf("%s, %s: docs/choose.md says %q, and docs/serializers.md has the notes %q", r.row, codec, row[i+1], notes)
			}
		}
	}
	checkFormats(t, cells, string(serializers))
	evolution := findRow(t, cells, "fields can be appended and removed")
	aspects := tableRows(t, "docs/aspects-all.md", "## small")
	head := aspects[0]
	for i, codec := range matrixColumns {
		row := findRow(t, aspects, codec)
		right := row[slices.Index(head, "appended")] == "right" && row[slices.Index(head, "removed")] == "right"
		if yes := evolution[i+1] == "yes"; yes != right {
			t.Errorf("appended and removed fields, %s: docs/choose.md says %q, docs/aspects-all.md %q", codec, evolution[i+1], row[:12])
		}
	}
}

// baleFormats are the formats of bale.
var baleFormats = []string{"compact", "fixed", "varint", "proto", "msgpack", "cbor", "json", "xdr", "sproto", "sproto-packed"}

// checkFormats checks that the cells of bale in the rows of matrixRows, such as "yes; proto, cbor, json: no", name exactly the formats whose
// notes in docs/serializers.md make them a no.
func checkFormats(t *testing.T, cells [][]string, serializers string) {
	t.Helper()
	for _, r := range matrixRows {
		row := findRow(t, cells, r.row)
		cell := row[len(row)-1]
		_, rest, _ := strings.Cut(cell, "; ")
		named := strings.Split(strings.TrimSuffix(rest, ": no"), ", ")
		for _, format := range baleFormats {
			notes := fieldNotes(serializers, "bale/"+format, r.field)
			if notes == nil {
				t.Errorf("docs/serializers.md has no cell for bale/%s and %s", format, r.field)
			}
			lost := slices.ContainsFunc(notes, regexp.MustCompile(r.notes).MatchString)
			if lost != slices.Contains(named, format) {
				t.Errorf("%s, %s: docs/choose.md says %q, and docs/serializers.md has the notes %q", r.row, format, cell, notes)
			}
		}
	}
}

// tableRows returns the cells of the first table after a heading. The first row is the head of the table.
func tableRows(t *testing.T, page, heading string) (rows [][]string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	_, after, ok := strings.Cut(string(text), heading+"\n")
	if !ok {
		t.Fatalf("%s has no heading %q", page, heading)
	}
	for line := range strings.Lines(after) {
		if !strings.HasPrefix(line, "|") {
			if rows != nil {
				break
			}
			continue
		}
		rows = append(rows, splitRow(line))
	}
	return rows
}

// splitRow returns the cells of a row of a table.
func splitRow(line string) []string {
	cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
	for i, c := range cells {
		cells[i] = strings.TrimSpace(c)
	}
	return cells
}

func findRow(t *testing.T, rows [][]string, name string) []string {
	t.Helper()
	i := slices.IndexFunc(rows, func(r []string) bool { return r[0] == name })
	if i < 0 {
		t.Fatalf("there is no row %q", name)
	}
	return rows[i]
}

// fieldNotes returns the explanations of the letters in the cell of a codec and a kind of field in docs/serializers.md. It returns nil if
// there is no such cell.
func fieldNotes(page, codec, field string) []string {
	for _, section := range strings.Split(page, "\n## ") {
		column, letters := -1, []string(nil)
		for line := range strings.Lines(section) {
			cells := splitRow(line)
			if cells[0] == "field" {
				column = slices.Index(cells, codec)
			}
			if column > 0 && column < len(cells) && slices.Contains(strings.Split(cells[0], ", "), field) {
				letters = strings.Fields(cells[column])
			}
		}
		if letters == nil {
			continue
		}
		notes := []string{}
		for line := range strings.Lines(section) {
			if letter, note, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "- "), ": "); ok && slices.Contains(letters, letter) {
				notes = append(notes, note)
			}
		}
		return notes
	}
	return nil
}

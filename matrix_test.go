package bale_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"bale/report/matrix"
)

// The columns of the matrix in docs/choose.md are these codecs, and one for the other formats of bale.
var (
	matrixColumns = []string{"json", "gob", "protobuf", "msgp", "vtprotobuf", "sonic/std", "bale/compact"}
	otherFormats  = []string{"fixed", "varint", "proto", "msgpack", "cbor", "json", "xdr", "sproto", "sproto-packed"}
)

// matrixKinds are the kinds of values that have a row in the matrix.
const matrixKinds = " nil zones "

// TestMatrix checks the rows of the matrix in docs/choose.md that report/matrix/support.tsv decides. With -update, it writes them.
func TestMatrix(t *testing.T) {
	table, err := matrix.Tested()
	if err != nil {
		t.Fatal(err)
	}
	const page = "docs/choose.md"
	text := readText(t, page)
	rows := 0
	for _, k := range matrix.Kinds() {
		if !strings.Contains(matrixKinds, " "+k.Word+" ") {
			continue
		}
		rows++
		carries := func(codec string) bool {
			carried, _, ok := k.Of(table, codec)
			if !ok {
				t.Errorf("report/matrix/support.tsv has nothing about %s and %s", codec, k.Word)
			}
			return carried
		}
		row := "| " + k.About + " |"
		for _, codec := range matrixColumns {
			row += map[bool]string{true: " yes |", false: " no |"}[carries(codec)]
		}
		var not []string
		for _, format := range otherFormats {
			if !carries("bale/" + format) {
				not = append(not, format)
			}
		}
		row += fmt.Sprintf(" yes, except %s |\n", strings.Join(not, ", "))
		before, rest, ok := strings.Cut(text, "| "+k.About+" |")
		_, after, _ := strings.Cut(rest, "\n")
		if !ok {
			t.Fatalf("%s has no row %q", page, k.About)
		}
		if made := before + row + after; made != text && !*update {
			t.Errorf("%s: want the row %sgo test . -run TestMatrix -update", page, row)
		} else {
			text = made
		}
	}
	if rows != 2 {
		t.Errorf("%d rows", rows)
	}
	if *update {
		if err := os.WriteFile(page, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

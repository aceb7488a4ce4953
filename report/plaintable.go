package report

import (
	"fmt"
	"slices"
	"strings"

	"bale/report/term"
)

// A plainTable is a table as text.
type plainTable struct {
	Head  []string
	left  []bool // by column
	Lines [][]string
}

// LeftOf reports whether a column is aligned left.
func (t *plainTable) LeftOf(column int) bool { return t.left[column] }

// newPlainTable returns a table of the columns of lines.
func newPlainTable(columns []column, lines []*line) *plainTable {
	t := &plainTable{Lines: make([][]string, len(lines))}
	for _, col := range columns {
		t.Head, t.left = append(t.Head, col.title), append(t.left, col.left)
		for k, l := range lines {
			t.Lines[k] = append(t.Lines[k], col.text(l))
		}
	}
	return t
}

// fit returns the table for a terminal of the given width, without the last columns that do not fit. At least minColumns are left: if these do not fit,
// the texts of the second column, which are names, are clipped.
func (t *plainTable) fit(width int) *plainTable {
	n := len(t.Head)
	for n > minColumns && t.width(n) > width {
		n--
	}
	name := max(1, t.columnWidth(1)-max(0, t.width(n)-width))
	cut := &plainTable{Head: t.Head[:n], left: t.left[:n]}
	for _, l := range t.Lines {
		l = slices.Clone(l[:n])
		l[1] = term.ClipMiddle(l[1], name)
		cut.Lines = append(cut.Lines, l)
	}
	return cut
}

const minColumns = 3

// width returns the width of the first n columns, with two spaces between them.
func (t *plainTable) width(n int) int {
	total := 2 * (n - 1)
	for i := range n {
		total += t.columnWidth(i)
	}
	return total
}

// columnWidth returns the width of the longest text of a column.
func (t *plainTable) columnWidth(i int) int {
	width := term.Width(t.Head[i])
	for _, l := range t.Lines {
		width = max(width, term.Width(l[i]))
	}
	return width
}

// grid prints a table. Each column has the width of its longest text.
func (p *printer) grid(t *plainTable) {
	widths := make([]int, len(t.Head))
	for i := range widths {
		widths[i] = t.columnWidth(i)
	}
	line := func(s style, texts []string) {
		cells := make([]string, len(texts))
		for i, text := range texts {
			cells[i] = p.styled(s, term.Pad(text, widths[i], t.left[i]))
		}
		fmt.Fprintln(p, strings.TrimRight(strings.Join(cells, "  "), " "))
	}
	line(dim, t.Head)
	for _, l := range t.Lines {
		line(plain, l)
	}
}

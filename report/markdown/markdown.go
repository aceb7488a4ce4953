// Package markdown writes GitHub Markdown.
package markdown

import (
	"fmt"
	"io"
	"strings"
)

// Table writes a table. Columns for which left returns true are aligned left, others right.
func Table(w io.Writer, titles []string, left func(column int) bool, rows [][]string) {
	rules := make([]string, len(titles))
	for i := range rules {
		rules[i] = "--:"
		if left(i) {
			rules[i] = ":--"
		}
	}
	fmt.Fprintf(w, "| %s |\n| %s |\n", strings.Join(titles, " | "), strings.Join(rules, " | "))
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, text := range row {
			cells[i] = Escape(text)
		}
		fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | "))
	}
	fmt.Fprintln(w)
}

// Escape escapes text for use inside and outside of table cells. It escapes only characters that GitHub interprets as markup, so that
// names such as bale/compact stay readable in the source.
func Escape(s string) string {
	return replacer.Replace(s)
}

var replacer = strings.NewReplacer("\\", "\\\\", "|", "\\|", "<", "&lt;", "&", "&amp;", "*", "\\*", "_", "\\_",
	"`", "\\`", "[", "\\[", "~", "\\~", "\n", " ", "\r", "")

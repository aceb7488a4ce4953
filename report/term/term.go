// Package term fits text into the columns of a terminal.
package term

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Printable replaces control characters, such as those of escape sequences in the output of a program, by spaces. It removes characters that
// change the direction of text.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Bidi_Control, r):
			return -1
		case unicode.IsControl(r), r == '\u2028', r == '\u2029':
			return ' '
		}
		return r
	}, s)
}

// escape matches an escape sequence that sets colours, which takes no columns.
var escape = regexp.MustCompile(`^\x1b\[[0-9;]*m`)

// Width returns the number of terminal columns that s takes.
func Width(s string) int {
	n := 0
	for s != "" {
		size, columns := first(s)
		n += columns
		s = s[size:]
	}
	return n
}

// first returns the number of bytes of the first character or escape sequence of s, and its number of columns: 0 for marks, which are drawn
// over the character before, 2 for wide East Asian characters and emoji, and 1 for others.
func first(s string) (size, columns int) {
	if at := escape.FindStringIndex(s); at != nil {
		return at[1], 0
	}
	r, size := utf8.DecodeRuneInString(s)
	if r >= 0x300 && unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return size, 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return size, 2
	}
	return size, 1
}

// Pad pads s with spaces to a width, aligned left or right.
func Pad(s string, columns int, left bool) string {
	fill := strings.Repeat(" ", max(0, columns-Width(s)))
	if left {
		return s + fill
	}
	return fill + s
}

// Clip shortens s to a width by replacing its end with an ellipsis.
func Clip(s string, columns int) string {
	if Width(s) <= columns {
		return s
	}
	head, _ := Cut(s, columns-1)
	return strings.TrimRight(head, " ") + "…"
}

// ClipMiddle shortens a name to a width by replacing its middle with an ellipsis, since variants of a codec differ in the ends of their names.
func ClipMiddle(s string, columns int) string {
	if Width(s) <= columns {
		return s
	}
	head, rest := Cut(s, columns/2)
	for Width(rest) > (columns-1)/2 {
		_, n := utf8.DecodeRuneInString(rest)
		rest = rest[n:]
	}
	return head + "…" + rest
}

// Cut splits s after the characters that fit into columns.
func Cut(s string, columns int) (head, tail string) {
	for at := 0; at < len(s); {
		size, n := first(s[at:])
		if columns -= n; columns < 0 {
			return s[:at], s[at:]
		}
		at += size
	}
	return s, ""
}

// Wrap breaks text into lines of at most the given width. The first line begins with lead, the others with spaces of the same width. Words
// are broken only if they are wider than a line, and then, if they have slashes, after one.
func Wrap(lead, text string, width int) []string {
	indent := strings.Repeat(" ", Width(lead))
	lines := []string{lead}
	used, first := len(indent), true
	for _, word := range strings.Fields(Printable(text)) {
		n := Width(word)
		switch {
		case !first && used+1+n <= width:
			lines[len(lines)-1] += " "
			used++
		case !first:
			lines, used = append(lines, indent), len(indent)
		}
		for used+n > width && width > len(indent)+1 {
			head, tail := Cut(word, width-used)
			if i := strings.LastIndexAny(head, `/\\`); i > 0 {
				head, tail = word[:i+1], word[i+1:]
			}
			lines[len(lines)-1] += head
			lines, used, word, n = append(lines, indent), len(indent), tail, Width(tail)
		}
		lines[len(lines)-1] += word
		used, first = used+n, false
	}
	return lines
}

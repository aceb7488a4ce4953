package report

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// printable replaces control characters, such as those of escape sequences in the output of a program, by spaces. It removes characters that
// change the direction of text.
func printable(s string) string {
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

// columnsOf returns the number of terminal columns that s takes.
func columnsOf(s string) int {
	n := 0
	for _, r := range s {
		n += runeColumns(r)
	}
	return n
}

// runeColumns returns 0 for marks, which are drawn over the character before, 2 for wide East Asian characters and emoji, and 1 for others.
func runeColumns(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.Is(wide, r):
		return 2
	}
	return 1
}

// wide holds the blocks of characters whose East Asian Width in Unicode is wide. It ignores the few narrow characters within these blocks.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x1100, Hi: 0x115f, Stride: 1}, {Lo: 0x2e80, Hi: 0x303e, Stride: 1}, {Lo: 0x3041, Hi: 0xa4cf, Stride: 1},
		{Lo: 0xa960, Hi: 0xa97f, Stride: 1}, {Lo: 0xac00, Hi: 0xd7a3, Stride: 1}, {Lo: 0xf900, Hi: 0xfaff, Stride: 1},
		{Lo: 0xfe10, Hi: 0xfe19, Stride: 1}, {Lo: 0xfe30, Hi: 0xfe6f, Stride: 1}, {Lo: 0xff00, Hi: 0xff60, Stride: 1},
		{Lo: 0xffe0, Hi: 0xffe6, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x16fe0, Hi: 0x18cff, Stride: 1}, {Lo: 0x1b000, Hi: 0x1b2ff, Stride: 1}, {Lo: 0x1f300, Hi: 0x1f64f, Stride: 1},
		{Lo: 0x1f680, Hi: 0x1f6ff, Stride: 1}, {Lo: 0x1f900, Hi: 0x1faff, Stride: 1}, {Lo: 0x20000, Hi: 0x3fffd, Stride: 1},
	},
}

// pad pads s with spaces to a width, aligned left or right.
func pad(s string, width int, left bool) string {
	fill := strings.Repeat(" ", max(0, width-columnsOf(s)))
	if left {
		return s + fill
	}
	return fill + s
}

// clip shortens s to width by replacing its end with an ellipsis.
func clip(s string, width int) string {
	if columnsOf(s) <= width {
		return s
	}
	head, _ := cut(s, width-1)
	return strings.TrimRight(head, " ") + "…"
}

// clipMiddle shortens a name to width by replacing its middle with an ellipsis, since variants of a codec differ in the ends of their names.
func clipMiddle(s string, width int) string {
	if columnsOf(s) <= width {
		return s
	}
	head, rest := cut(s, width/2)
	for columnsOf(rest) > (width-1)/2 {
		_, n := utf8.DecodeRuneInString(rest)
		rest = rest[n:]
	}
	return head + "…" + rest
}

// cut splits s after the characters that fit into width.
func cut(s string, width int) (head, tail string) {
	n := 0
	for i, r := range s {
		if n += runeColumns(r); n > width {
			return s[:i], s[i:]
		}
	}
	return s, ""
}

// wrap breaks text into lines of at most the given width. The first line begins with lead, the others with spaces of the same width. Words
// are broken only if they are wider than a line.
func wrap(lead, text string, width int) []string {
	indent := strings.Repeat(" ", columnsOf(lead))
	lines := []string{lead}
	used, first := len(indent), true
	for _, word := range strings.Fields(printable(text)) {
		n := columnsOf(word)
		switch {
		case !first && used+1+n <= width:
			lines[len(lines)-1] += " "
			used++
		case !first:
			lines, used = append(lines, indent), len(indent)
		}
		for used+n > width && width > len(indent)+1 {
			head, tail := cut(word, width-used)
			lines[len(lines)-1] += head
			lines, used, word, n = append(lines, indent), len(indent), tail, columnsOf(tail)
		}
		lines[len(lines)-1] += word
		used, first = used+n, false
	}
	return lines
}

package layout

import (
	"fmt"
	"go/token"
	"math/big"
	"strconv"
	"strings"
)

// A Line is a line of the lock file. It is one of
//
//	proto Order.Lines 2 repeated Line ([]Line)
//	compact Order: root struct totals=1
//	compact Order.Lines 2 []Line
//	msgpack Order.Lines - []Line
//	enum Status.Open 0
//
// followed by " removed" if the field no longer exists. The first form is for formats with field numbers: see [NumberedForm]. The next three
// are for formats without, whose [Layout] they describe. A union has lines like those of a struct, with a field for each member. The last form
// is for a constant of a type that messages hold.
type Line struct {
	Numbering    string // the first word: the name of a format, of numbers that formats share, or [Enum]
	Owner, Field string
	Head         bool // the line describes a type, and has neither field nor number
	Number       int  // the number of the field, its position from 1, or [Unplaced]
	Form         string
	Removed      bool
	At           int // line number in the file; 0 for a new line
}

// Enum is the first word of the lines for constants.
const Enum = "enum"

// Unplaced is the number of a field that has its name in the message, and of a constant.
const Unplaced = -1

// removedMark is the end of the line of a field that no longer exists.
const removedMark = " removed"

// String returns the line as it is in the file.
func (l *Line) String() string {
	text := ""
	switch {
	case l.Head:
		text = fmt.Sprintf("%s %s: %s", l.Numbering, l.Owner, l.Form)
	case l.Numbering == Enum:
		text = fmt.Sprintf("%s %s.%s %s", l.Numbering, l.Owner, l.Field, l.Form)
	case l.Number == Unplaced:
		text = fmt.Sprintf("%s %s.%s - %s", l.Numbering, l.Owner, l.Field, l.Form)
	default:
		text = fmt.Sprintf("%s %s.%s %d %s", l.Numbering, l.Owner, l.Field, l.Number, l.Form)
	}
	if l.Removed {
		text += removedMark
	}
	return text
}

// ParseLine parses a line of the lock file. It returns nil if the line is malformed. A malformed form is an error of [Parse].
func ParseLine(text string) *Line {
	numbering, rest, _ := strings.Cut(text, " ")
	name, rest, ok := strings.Cut(rest, " ")
	if !ok || !token.IsIdentifier(numbering) { // git's "<<<<<<< topic: what it does" does not describe a type
		return nil
	}
	l := &Line{Numbering: numbering}
	if l.Owner, l.Head = strings.CutSuffix(name, ":"); !l.Head {
		if l.Owner, l.Field, ok = cutLast(name, "."); !ok {
			return nil
		}
		if l.Number = Unplaced; numbering != Enum {
			number := ""
			if number, rest, ok = strings.Cut(rest, " "); !ok || !l.setNumber(number) {
				return nil
			}
		}
	}
	l.Form, l.Removed = strings.CutSuffix(rest, removedMark)
	if numbering == Enum && (l.Head || !isConstant(l.Form)) {
		return nil
	}
	return l
}

// setNumber sets the number to that in the text. It reports whether there is one.
func (l *Line) setNumber(text string) bool {
	if text == "-" {
		return true
	}
	n, err := strconv.Atoi(text)
	l.Number = n
	return err == nil && n >= 0
}

// isConstant reports whether text is the value of a constant: a decimal number or a quoted string.
func isConstant(text string) bool {
	if _, ok := new(big.Int).SetString(text, 10); ok {
		return true
	}
	_, err := strconv.Unquote(text)
	return err == nil && IsText(text)
}

// IsText reports whether the value of a constant is a string.
func IsText(value string) bool { return strings.HasPrefix(value, `"`) }

// cutLast is [strings.Cut] for the last occurrence of sep. If there is none, before is text.
func cutLast(text, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(text, sep)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(sep):], true
}

package schema

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// An Error is one thing that keeps a type from being loaded.
type Error struct {
	Pos  string // file:line:column, or "" where there is no place in the source
	Path string // the field, "Order.Items[].Notify", or "" where it is not about one
	Msg  string // lower case; says what to do
}

// Error is "pos: path: msg", without the parts that are empty.
func (e *Error) Error() string {
	text := e.Msg
	if e.Path != "" {
		text = e.Path + ": " + text
	}
	if e.Pos != "" {
		text = e.Pos + ": " + text
	}
	return text
}

// Errors is all that was found wrong with one request, in the order of the types
// asked for and of their fields. Load returns no other kind of error, except that
// of a cancelled context or of a go command that could not be run.
type Errors []*Error

// Error is the errors, one per line.
func (es Errors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the single errors to errors.As.
func (es Errors) Unwrap() []error {
	list := make([]error, len(es))
	for i, e := range es {
		list[i] = e
	}
	return list
}

// orNil is es as an error, and nil when it is empty: a nil slice in an error
// interface would not compare equal to nil.
func (es Errors) orNil() error {
	if len(es) == 0 {
		return nil
	}
	return es
}

// InOrder returns the errors by their places, those without one first, and each once.
func (es Errors) InOrder() Errors {
	slices.SortStableFunc(es, func(a, b *Error) int {
		fileA, lineA := SplitPos(a.Pos)
		fileB, lineB := SplitPos(b.Pos)
		return cmp.Or(strings.Compare(fileA, fileB), cmp.Compare(lineA, lineB))
	})
	return slices.CompactFunc(es, func(a, b *Error) bool { return *a == *b })
}

// SplitPos returns the file and line of "file:line:column". The file may have colons in its name.
func SplitPos(pos string) (file string, line int) {
	end := strings.LastIndexByte(pos, ':')
	if end < 0 {
		return "", 0
	}
	mid := strings.LastIndexByte(pos[:end], ':')
	if mid < 0 {
		return "", 0
	}
	line, err := strconv.Atoi(pos[mid+1 : end])
	if err != nil {
		return "", 0
	}
	return pos[:mid], line
}

package model

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// An Error is one reason why a type cannot be loaded.
type Error struct {
	Pos  string // file:line:column, or "" if it has no position in the source
	Path string // the field, such as "Order.Items[].Notify", or "" if it is not about a field
	Msg  string // lower case; says what to do
	// Hidden reports that the source names something that another package does not export, or a package that is internal to another part.
	Hidden bool
}

// Error returns "pos: path: msg", without the empty parts.
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

// Errors lists everything wrong with one request, in the order of the requested types and of their fields. Load returns no other kind
// of error, unless ctx was canceled or the go command could not be run.
type Errors []*Error

// Error returns the errors, one per line.
func (es Errors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the single errors, for errors.As.
func (es Errors) Unwrap() []error {
	list := make([]error, len(es))
	for i, e := range es {
		list[i] = e
	}
	return list
}

// Add adds an error.
func (es *Errors) Add(pos, path, format string, args ...any) {
	*es = append(*es, &Error{Pos: pos, Path: path, Msg: fmt.Sprintf(format, args...)})
}

// AddOnce adds an error, unless there is one with the same text at the same position.
func (es *Errors) AddOnce(pos, path, msg string) {
	if !slices.ContainsFunc(*es, func(e *Error) bool { return e.Pos == pos && e.Msg == msg }) {
		es.Add(pos, path, "%s", msg)
	}
}

// orNil returns es as an error, or nil if it is empty: a nil slice in an error interface is not equal to nil.
func (es Errors) orNil() error {
	if len(es) == 0 {
		return nil
	}
	return es
}

// InOrder returns the errors sorted by file and line, without duplicates. Errors without a position come first.
func (es Errors) InOrder() Errors {
	slices.SortStableFunc(es, func(a, b *Error) int {
		fileA, lineA := SplitPos(a.Pos)
		fileB, lineB := SplitPos(b.Pos)
		return cmp.Or(strings.Compare(fileA, fileB), cmp.Compare(lineA, lineB))
	})
	return slices.CompactFunc(es, func(a, b *Error) bool { return *a == *b })
}

// SplitPos returns the file and line of "file:line:column". The file name may contain colons.
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

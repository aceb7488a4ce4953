package lock

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/lock/layout"
	"bale/model"
)

// Head is the comment at the start of the lock file.
const Head = "# What messages look like: the order of fields, or their numbers. Commit this file. Where fields have numbers, rename them here, too.\n"

// A File is the content of a lock file: a line for each field, and, for formats without field numbers, a line for each type.
type File struct {
	lines  []*layout.Line
	exists bool // the file exists
}

// Parse returns the content of the lock file that messages call file, and errors for malformed lines. A nil text stands for a package without a
// lock file.
func Parse(text []byte, file string) (*File, model.Errors) { return parse(text, "", file) }

// parse is Parse for a file of the commit base, or on disk if base is "".
func parse(text []byte, base, file string) (l *File, errs model.Errors) {
	l = &File{exists: text != nil}
	fail := func(pos, path, format string, args ...any) {
		errs = append(errs, &model.Error{Pos: pos, Path: path, Msg: fmt.Sprintf(format, args...)})
	}
	type taken struct {
		numbering, owner, field string
		number                  int
	}
	seen, versionLines := map[taken]int{}, map[string]bool{}
	at := 0
	for line := range strings.Lines(string(text)) { // a line may be longer than the 64 KiB of a bufio.Scanner
		at++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		pos := linePos(base, file, at)
		parsed := layout.ParseLine(line)
		if parsed == nil {
			fail(pos, "", "%q is not a line of a lock file: want `proto Order.Lines 2 repeated Line ([]Line)`; to resolve a merge conflict, keep the lines of both sides, and renumber one of two fields that have the same number", line)
			continue
		}
		parsed.At = at
		if parsed.OfVersion() && versionLines[parsed.String()] { // both sides of a merge have it
			continue
		}
		versionLines[parsed.String()] = true
		if parsed.Head {
			l.lines = append(l.lines, parsed)
			continue
		}
		key := taken{parsed.Numbering, parsed.Owner, "", parsed.Number}
		if parsed.Number == layout.Unplaced {
			key.field = parsed.Field
		}
		switch other := seen[key]; {
		case other > 0 && parsed.Numbering == layout.Enum:
			fail(pos, parsed.Owner+"."+parsed.Field, "line %d has the constant already: delete the line with the value that no existing message has", other)
		case other > 0 && parsed.IsRename():
			fail(pos, parsed.Owner+"."+parsed.Field, "line %d already has another name of the field: delete the line with the name that the field does not have now", other)
		case other > 0 && parsed.Number == layout.Unplaced:
			fail(pos, parsed.Owner+"."+parsed.Field, "line %d already has the field: delete the line that describes no existing message", other)
		case other > 0:
			fail(pos, parsed.Owner+"."+parsed.Field, "line %d already has the number %d: delete the line of the field that no existing message has", other, parsed.Number)
		}
		seen[key] = at
		l.lines = append(l.lines, parsed)
	}
	return l, errs
}

// Has reports whether the file describes messages of a root in a format.
func (l *File) Has(f *emit.Format, root string) bool {
	numbering := f.Name
	if f.Lock.Numbers != nil {
		numbering = f.Lock.Numbers.Name
	}
	return slices.ContainsFunc(l.lines, func(x *layout.Line) bool {
		return x.Numbering == numbering && (x.Unversioned() == root || x.Owner == root+"[message]")
	})
}

// Roots returns the names of the roots of whose messages in a format without field numbers the file has a layout.
func (l *File) Roots(format string) map[string]bool {
	names := map[string]bool{}
	for _, x := range l.linesOf(format) {
		if x.Head && strings.HasPrefix(x.Form, "root ") {
			names[x.Unversioned()] = true
		}
	}
	return names
}

// Earlier returns the names of the layouts of earlier versions of types in a format, such as Line@1.
func (l *File) Earlier(format string) (names []string) {
	for _, x := range l.linesOf(format) {
		if strings.Contains(x.Owner, "@") && !x.OfVersion() && !slices.Contains(names, x.Owner) {
			names = append(names, x.Owner)
		}
	}
	return names
}

// fieldLines returns the lines of the fields of a struct.
func (l *File) fieldLines(numbering, owner string) []*layout.Line {
	var list []*layout.Line
	for _, x := range l.lines {
		if x.Numbering == numbering && x.Owner == owner && !x.Head {
			list = append(list, x)
		}
	}
	return list
}

// drop deletes a line.
func (l *File) drop(line *layout.Line) {
	l.lines = slices.DeleteFunc(l.lines, func(x *layout.Line) bool { return x == line })
}

// add adds a line for a field and returns it.
func (l *File) add(numbering, owner, field string, number int, form string) *layout.Line {
	x := &layout.Line{Numbering: numbering, Owner: owner, Field: field, Number: number, Form: form}
	l.lines = append(l.lines, x)
	return x
}

// compareHeads orders the line of a type before the lines of its fields.
func compareHeads(a, b *layout.Line) int {
	switch {
	case a.Head && !b.Head:
		return -1
	case b.Head && !a.Head:
		return 1
	}
	return 0
}

// text returns the content of the file. Lines are ordered by format, type and number, so that a change of a field is one line in a
// diff.
func (l *File) text() []byte {
	slices.SortStableFunc(l.lines, func(a, b *layout.Line) int {
		return cmp.Or(strings.Compare(a.Numbering, b.Numbering), strings.Compare(a.Owner, b.Owner), compareHeads(a, b), cmp.Compare(a.Number, b.Number))
	})
	text := Head
	for _, x := range l.lines {
		text += x.String() + "\n"
	}
	return []byte(text)
}

// Note returns a note for types that have generated code, but no layouts in the lock file. It returns "" if there are none.
func Note(types []string) string {
	if len(types) == 0 {
		return ""
	}
	return fmt.Sprintf(`note: there was code for these types already, but no bale.lock, or one without their layouts: %s
bale.lock now describes the types as they are: changes since the code was generated have not been checked. If the file or a part
of it was lost, restore it and run bale gen again.
`, strings.Join(types, ", "))
}

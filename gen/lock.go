package gen

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/layout"
	"bale/gen/plan"
	"bale/model"
)

// LockFile is the name of the lock file in a package's folder. The file records layouts and field numbers, and belongs in version
// control.
const LockFile = "bale.lock"

// lockHead is the comment at the start of the lock file.
const lockHead = "# What messages look like: the order of fields, or their numbers. Commit this file. Where fields have numbers, rename them here, too.\n"

// A lock is the content of the lock file: a line for each field, and, for formats without field numbers, a line for each type.
type lock struct {
	lines  []*layout.Line
	exists bool // the file exists
}

// lockFile returns the path of the lock file.
func (t *target) lockFile() string { return filepath.Join(t.src.Dir, LockFile) }

// lostLayouts returns the names of the roots with code in the generated file on disk of which the lock file has no line.
func (t *target) lostLayouts(l *lock, d *plan.Directives) []string {
	old, _ := os.ReadFile(t.out) // a file that cannot be read has no code
	lost := func(r *root, f *emit.Format) bool {
		numbering := f.Name
		if f.Lock.Numbers != nil {
			numbering = f.Lock.Numbers.Name
		}
		s, ok := r.node.Underlying.(*model.Struct)
		if ok && s.Proto != nil && f.View.Kind == emit.LikeProto {
			return false
		}
		if ok && f.Lock.Numbers != nil && !slices.ContainsFunc(s.Fields, func(f *model.Field) bool { return !d.Field(f).Unknown }) {
			return false // there are no fields with numbers
		}
		return r.methodIn(old, "Marshal"+t.methods(r, f).Suffix()) && !slices.ContainsFunc(l.lines, func(x *layout.Line) bool {
			return x.Numbering == numbering && (x.Owner == r.name || x.Owner == r.name+"[message]")
		})
	}
	var names []string
	for _, r := range t.roots {
		if !t.unlocked[r.name] && slices.ContainsFunc(r.formats, func(f *emit.Format) bool { return lost(r, f) }) {
			names = append(names, r.name)
		}
	}
	return names
}

// LockNote returns a note for types that have generated code, but no layouts in the lock file. It returns "" if there are none.
func LockNote(types []string) string {
	if len(types) == 0 {
		return ""
	}
	return fmt.Sprintf(`note: there was code for these types already, but no bale.lock, or one without their layouts: %s
bale.lock now describes the types as they are: changes since the code was generated have not been checked. If the file or a part
of it was lost, restore it and run bale gen again.
`, strings.Join(types, ", "))
}

// lockName returns the name of the lock file for messages. A lock file of another commit has the commit in front.
func (t *target) lockName() string {
	if t.comparesBase {
		return t.Base.Name + ":" + LockFile
	}
	return LockFile
}

// itsLine is the place to edit for a line of the lock file that a message names.
func (t *target) itsLine() string {
	if t.comparesBase {
		return LockFile
	}
	return "that line"
}

// lockPos returns the position of a line of the lock file.
func (t *target) lockPos(line int) string {
	path := t.notes.ShortPath(t.lockFile())
	if t.comparesBase {
		path = t.Base.Name + ":" + path
	}
	return fmt.Sprintf("%s:%d:1", path, line)
}

// readLock returns the content of the lock file, which is empty if there is no file.
func (t *target) readLock() *lock {
	text, err := os.ReadFile(t.lockFile())
	if err != nil && !os.IsNotExist(err) {
		t.fail("", "", "%v", err)
	}
	l := t.parseLock(text)
	l.exists = err == nil
	return l
}

// parseLock returns the content of a lock file with a text. It adds errors for malformed lines.
func (t *target) parseLock(text []byte) *lock {
	l := &lock{}
	type taken struct {
		numbering, owner, field string
		number                  int
	}
	seen := map[taken]int{}
	at := 0
	for line := range strings.Lines(string(text)) { // a line may be longer than the 64 KiB of a bufio.Scanner
		at++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		pos := t.lockPos(at)
		parsed := layout.ParseLine(line)
		if parsed == nil {
			t.fail(pos, "", "%q is not a line of a lock file: want `proto Order.Lines 2 repeated Line ([]Line)`; to resolve a merge conflict, keep the lines of both sides, and renumber one of two fields that have the same number", line)
			continue
		}
		parsed.At = at
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
			t.fail(pos, parsed.Owner+"."+parsed.Field, "line %d has the constant already: delete the line with the value that no existing message has", other)
		case other > 0:
			t.fail(pos, parsed.Owner+"."+parsed.Field, "line %d already has the number %d: delete the line of the field that no existing message has", other, parsed.Number)
		}
		seen[key] = at
		l.lines = append(l.lines, parsed)
	}
	return l
}

// fieldLines returns the lines of the fields of a struct.
func (l *lock) fieldLines(numbering, owner string) []*layout.Line {
	var list []*layout.Line
	for _, x := range l.lines {
		if x.Numbering == numbering && x.Owner == owner && !x.Head {
			list = append(list, x)
		}
	}
	return list
}

// drop deletes a line.
func (l *lock) drop(line *layout.Line) {
	l.lines = slices.DeleteFunc(l.lines, func(x *layout.Line) bool { return x == line })
}

// add adds a line for a field and returns it.
func (l *lock) add(numbering, owner, field string, number int, form string) *layout.Line {
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
func (l *lock) text() []byte {
	slices.SortStableFunc(l.lines, func(a, b *layout.Line) int {
		return cmp.Or(strings.Compare(a.Numbering, b.Numbering), strings.Compare(a.Owner, b.Owner), compareHeads(a, b), cmp.Compare(a.Number, b.Number))
	})
	text := lockHead
	for _, x := range l.lines {
		text += x.String() + "\n"
	}
	return []byte(text)
}

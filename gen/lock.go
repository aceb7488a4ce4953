package gen

import (
	"cmp"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"bale/gen/emit"
	"bale/gen/layout"
	"bale/gen/plan"
	"bale/schema"
)

// lockName is the name of the lock file in a package's folder. The file records layouts and field numbers, and belongs in version
// control.
const lockName = "bale.lock"

// lockHead is the comment at the start of the lock file.
const lockHead = "# What messages look like: the order of fields, or their numbers. Commit this file. Where fields have numbers, rename them here, too.\n"

// A lock is the content of the lock file: a line for each field, and, for formats without field numbers, a line for each type.
type lock struct {
	lines  []*lockLine
	exists bool // the file exists
}

// A lockLine is one of
//
//	proto Order.Lines 2 repeated Line ([]Line)
//	compact Order.Lines 2 []Line
//	compact Order: root struct totals=1
//	msgpack Order.Lines - []Line
//	enum Status.Open 0
//
// followed by " removed" if the field no longer exists. A union has lines like those of a struct, with a field for each member: see
// Directives.Alternatives. The forms with compact and msgpack are for formats without field numbers: see package layout. The last form is
// for a constant of a type that messages hold.
type lockLine struct {
	numbering, owner, field string
	head                    bool // the line describes a type, and has neither field nor number
	number                  int
	form                    string
	removed                 bool
	at                      int // line number in the file; 0 for a new line
}

// String returns the line as it is in the file.
func (l *lockLine) String() string {
	number := strconv.Itoa(l.number)
	if l.number == layout.Unplaced {
		number = "-"
	}
	text := fmt.Sprintf("%s %s.%s %s %s", l.numbering, l.owner, l.field, number, l.form)
	switch {
	case l.head:
		text = fmt.Sprintf("%s %s: %s", l.numbering, l.owner, l.form)
	case l.numbering == enumWord:
		text = fmt.Sprintf("%s %s.%s %s", l.numbering, l.owner, l.field, l.form)
	}
	if l.removed {
		text += " removed"
	}
	return text
}

// lockFile returns the path of the lock file.
func (t *target) lockFile() string { return filepath.Join(t.src.Dir, lockName) }

// lostLayouts returns the names of the roots with code in the generated file on disk of which the lock file has no line.
func (t *target) lostLayouts(l *lock, d *plan.Directives) []string {
	old, _ := os.ReadFile(t.out) // a file that cannot be read has no code
	lost := func(r *root, f *emit.Format) bool {
		numbering := f.Name
		if f.Numbers != nil {
			numbering = f.Numbers.Name
		}
		s, ok := r.node.Underlying.(*schema.Struct)
		if ok && f.Numbers != nil && !slices.ContainsFunc(s.Fields, func(f *schema.Field) bool { return !d.Field(f).Unknown }) {
			return false // there are no fields with numbers
		}
		return r.methodIn(old, "Marshal"+r.methods(f).Suffix()) && !slices.ContainsFunc(l.lines, func(x *lockLine) bool {
			return x.numbering == numbering && (x.owner == r.name || x.owner == r.name+"[message]")
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

// readLock returns the content of the lock file, which is empty if there is no file.
func (t *target) readLock() *lock {
	l := &lock{}
	text, err := os.ReadFile(t.lockFile())
	if err != nil && !os.IsNotExist(err) {
		t.fail("", "", "%v", err)
	}
	l.exists = err == nil
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
		pos := fmt.Sprintf("%s:%d:1", t.notes.ShortPath(t.lockFile()), at)
		parsed := parseLine(line)
		if parsed == nil {
			t.fail(pos, "", "%q is not a line of a lock file: want `proto Order.Lines 2 repeated Line ([]Line)`; to resolve a merge conflict, keep the lines of both sides, and renumber one of two fields that have the same number", line)
			continue
		}
		parsed.at = at
		if parsed.head {
			l.lines = append(l.lines, parsed)
			continue
		}
		key := taken{parsed.numbering, parsed.owner, "", parsed.number}
		if parsed.number == layout.Unplaced {
			key.field = parsed.field
		}
		switch other := seen[key]; {
		case other > 0 && parsed.numbering == enumWord:
			t.fail(pos, parsed.owner+"."+parsed.field, "line %d has the constant already: delete the line with the value that no existing message has", other)
		case other > 0:
			t.fail(pos, parsed.owner+"."+parsed.field, "line %d already has the number %d: delete the line of the field that no existing message has", other, parsed.number)
		}
		seen[key] = at
		l.lines = append(l.lines, parsed)
	}
	return l
}

// parseLine parses a line of the lock file. It returns nil if the line is malformed.
func parseLine(text string) *lockLine {
	words := strings.SplitN(text, " ", 4)
	if len(words) < 3 || !token.IsIdentifier(words[0]) { // git's "<<<<<<< topic: what it does" does not describe a type
		return nil
	}
	if owner, ok := strings.CutSuffix(words[1], ":"); ok {
		l := &lockLine{numbering: words[0], owner: owner, head: true}
		l.form, l.removed = strings.CutSuffix(strings.Join(words[2:], " "), " removed")
		return l
	}
	dot := strings.LastIndexByte(words[1], '.')
	if dot >= 0 && words[0] == enumWord {
		return parseEnumLine(words[1][:dot], words[1][dot+1:], strings.Join(words[2:], " "))
	}
	if dot < 0 || len(words) < 4 {
		return nil
	}
	l := &lockLine{numbering: words[0], owner: words[1][:dot], field: words[1][dot+1:], number: layout.Unplaced}
	if words[2] != "-" {
		number, err := strconv.Atoi(words[2])
		if err != nil || number < 0 {
			return nil
		}
		l.number = number
	}
	l.form, l.removed = strings.CutSuffix(words[3], " removed")
	return l
}

// fieldLines returns the lines of the fields of a struct.
func (l *lock) fieldLines(numbering, owner string) []*lockLine {
	var list []*lockLine
	for _, x := range l.lines {
		if x.numbering == numbering && x.owner == owner && !x.head {
			list = append(list, x)
		}
	}
	return list
}

// drop deletes a line.
func (l *lock) drop(line *lockLine) {
	l.lines = slices.DeleteFunc(l.lines, func(x *lockLine) bool { return x == line })
}

// add adds a line for a field and returns it.
func (l *lock) add(numbering, owner, field string, number int, form string) *lockLine {
	x := &lockLine{numbering: numbering, owner: owner, field: field, number: number, form: form}
	l.lines = append(l.lines, x)
	return x
}

// compareHeads orders the line of a type before the lines of its fields.
func compareHeads(a, b *lockLine) int {
	switch {
	case a.head && !b.head:
		return -1
	case b.head && !a.head:
		return 1
	}
	return 0
}

// text returns the content of the file. Lines are ordered by format, type and number, so that a change of a field is one line in a
// diff.
func (l *lock) text() []byte {
	slices.SortStableFunc(l.lines, func(a, b *lockLine) int {
		return cmp.Or(strings.Compare(a.numbering, b.numbering), strings.Compare(a.owner, b.owner), compareHeads(a, b), cmp.Compare(a.number, b.number))
	})
	text := lockHead
	for _, x := range l.lines {
		text += x.String() + "\n"
	}
	return []byte(text)
}

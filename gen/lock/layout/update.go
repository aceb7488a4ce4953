package layout

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The errors about a type whose messages had no stamp, or had one, in a format whose messages begin with stamps by default. They have the line of the lock
// file.
const (
	HadNoStamp = "its messages had no stamp (%s), and would begin with one: //bale:stamp=off above the type keeps the bytes, and stamp=off in the comment //bale:gen of the package those of all types"
	HadStamp   = "its messages begin with a stamp (%s), and would have none: remove stamp=off, or declare a second type for messages without a stamp"
)

// A Change is a difference between two layouts that prevents code for the new one from reading old messages.
type Change struct {
	Pos, Path string
	Was       *Type  // the old type of a field or value, nil if the change is of another kind
	Gone      string // name of a field or member that is gone, if Path is its struct or union
	Directive string // what the directive was says of the field before a function, as in Cents int64; "" if code cannot decode the old value for a function
	Struct    string // the struct that needs //bale:evolve to allow the change; "" if that does not help

	format string
	args   []any // of the message
}

// Message returns what changed: "it was int64 (bale.lock line 3), and is uint64".
func (c *Change) Message() string { return fmt.Sprintf(c.format, c.args...) }

// Same reports whether two formats, or the versions of one format, refuse the same change. Their lines in the lock file may differ.
func (c *Change) Same(other *Change) bool {
	return c.Pos == other.Pos && c.Path == other.Path && c.format == other.format && slices.EqualFunc(c.args, other.args, func(a, b any) bool {
		_, isLine := a.(lineRef)
		_, also := b.(lineRef)
		return isLine && also || fmt.Sprint(a) == fmt.Sprint(b)
	})
}

// An Update compares the layout of the lock file with that of the source.
type Update struct {
	*Rules
	Old, New *Layout
	LockFile string          // name of the lock file, for messages
	Unlocked map[string]bool // names of roots with lock=off, which are not compared

	seen         map[[2]string]bool
	renamedTo    map[*Def]bool     // new roots that are renamed old ones
	frozen       map[string]string // by name in Old: names in New of the copies of old definitions
	stampedRoots []rootPair
	changes      []Change
	renames      []Rename
}

// A rootPair is the old and the new definition of a root.
type rootPair struct{ old, new *Def }

// Changes returns the changes that are not allowed. It gives the fields of New the places that they have in Old, and adds to New
// what old messages still need: the places of removed fields, and roots that were removed from the source.
func (u *Update) Changes() []Change {
	u.seen, u.renamedTo, u.frozen = map[[2]string]bool{}, map[*Def]bool{}, map[string]string{}
	for _, removed := range []bool{false, true} { // the definitions of removed roots may lack the latest places of evolving structs
		for _, name := range slices.Sorted(maps.Keys(u.Old.Defs)) {
			if o := u.Old.Defs[name]; o.Root && o.Removed == removed && !u.Unlocked[name] {
				u.root(o)
			}
		}
	}
	u.evolvingStructs()
	u.freezeRemoved()
	for _, s := range u.stampedRoots {
		if was, is := u.Old.Text(u.Rules, s.old.Name), u.New.Text(u.Rules, s.new.Name); was != is && len(u.changes) == 0 {
			was, is = difference(was, is)
			u.fail(s.new.Pos, s.new.Name, "", "its layout was %s (%s), and is %s, which has another stamp", was, u.line(s.old.At), is)
		}
	}
	return u.changes
}

// evolvingStructs compares the evolving structs that no root of Old leads to: messages of versions have them. Those that are gone stay, in case they come
// back.
func (u *Update) evolvingStructs() {
	for _, name := range slices.Sorted(maps.Keys(u.Old.Defs)) {
		o, n := u.Old.Defs[name], u.New.Defs[name]
		switch {
		case !o.Evolve || !u.Stamps || strings.Contains(name, "@"):
		case n != nil:
			u.def(o, n, name)
		default:
			u.New.Defs[name] = u.freezeDef(o, name)
		}
	}
}

// root compares the root o with its new definition.
func (u *Update) root(o *Def) {
	n := u.New.Defs[o.Name]
	if n == nil {
		if n = u.renamed(o); n == nil {
			gone := u.freezeDef(o, o.Name)
			gone.Root, gone.Removed, gone.Stamp, gone.Kept, gone.Totals = true, true, o.Stamp, o.Kept, o.Totals
			u.New.Defs[o.Name] = gone
			return
		}
		u.renamedTo[n] = true
	}
	if !n.Root { // it is only part of other messages now, but its own old messages may exist
		n.Root, n.Stamp, n.Totals = true, o.Stamp, o.Totals
	}
	switch {
	case o.Stamp && !n.Stamp && u.Stamps:
		u.fail(n.Pos, n.Name, "", HadStamp, u.line(o.At))
	case n.Stamp && !o.Stamp && u.Stamps:
		u.fail(n.Pos, n.Name, "", HadNoStamp, u.line(o.At))
	case o.Stamp && !n.Stamp:
		u.fail(n.Pos, n.Name, "", "it had //bale:stamp (%s), and no longer has it: the directive changes the bytes", u.line(o.At))
	case n.Stamp && !o.Stamp:
		u.fail(n.Pos, n.Name, "", "it did not have //bale:stamp before (%s): the directive changes the bytes", u.line(o.At))
	case n.Stamp && u.Stamps: // an evolving struct, whose stamp stays
		n.Kept = o.Kept
	case n.Stamp:
		u.stampedRoots = append(u.stampedRoots, rootPair{o, n})
	}
	u.def(o, n, n.Name)
	switch {
	case len(u.changes) > 0:
	case o.Totals != n.Totals:
		u.fail(n.Pos, n.Name, "", "its messages began with %s (%s), and begin with %s: two types of list elements or of pointers became one, or one became two", totals(o.Totals), u.line(o.At), totals(n.Totals))
	case n.Totals > 0:
		if was, is := u.splitTotal(o, n); was != "" {
			u.fail(n.Pos, n.Name, "", "its messages begin with one total for all elements and targets of pointers of type %s (%s), and these now have the types %s", was, u.line(o.At), strings.Join(is, " and "))
		}
	}
}

// totals returns a number of totals in words.
func totals(n int) string {
	if n == 1 {
		return "1 total"
	}
	return fmt.Sprintf("%d totals", n)
}

// renamed returns the new root that o has probably been renamed to: one that is not in Old and has at least half of the fields of
// o. It returns nil if there is none.
func (u *Update) renamed(o *Def) *Def {
	var best *Def
	mostCommon := 0
	for _, name := range slices.Sorted(maps.Keys(u.New.Defs)) {
		n := u.New.Defs[name]
		if !n.Root || n.Kind != o.Kind || o.Removed || u.renamedTo[n] || u.Old.Defs[name] != nil {
			continue
		}
		if common := n.Common(o); common > mostCommon && 2*common >= max(len(n.Fields), len(o.live())) {
			best, mostCommon = n, common
		}
	}
	return best
}

// fail adds a change. evolve is the struct that needs //bale:evolve to allow it, or "".
func (u *Update) fail(pos, path, evolve, format string, args ...any) {
	u.changes = append(u.changes, Change{Pos: pos, Path: path, Struct: evolve, format: format, args: args})
}

// A lineRef refers to a line of the lock file in a message.
type lineRef struct {
	file string
	at   int
}

// String returns the text in the message.
func (l lineRef) String() string { return fmt.Sprintf("%s line %d", l.file, l.at) }

// line returns a reference to a line of the lock file.
func (u *Update) line(at int) lineRef { return lineRef{u.LockFile, at} }

// def compares two definitions. path is the path of their first occurrence.
func (u *Update) def(o, n *Def, path string) {
	key := [2]string{o.Name, n.Name}
	if u.seen[key] {
		return
	}
	u.seen[key] = true
	if o.Evolve && n.Evolve {
		n.Accepted = o.Accepted
	}
	switch {
	case o.Kind != n.Kind || o.Sparse != n.Sparse && !o.Evolve && !n.Evolve:
		u.fail(n.Pos, path, "", "it was a %s (%s), and is a %s", o.what(), u.line(o.At), n.what())
	case o.Evolve && !n.Evolve:
		u.fail(n.Pos, path, "", "it evolved (%s), and no longer does, which changes the bytes: //bale:evolve above it, //bale:evolve all above a type that contains it, or -evolve keeps them", u.line(o.At))
	case n.Evolve && !o.Evolve:
		u.fail(n.Pos, path, "", "it did not evolve before (%s), and %s changes the bytes", u.line(o.At), n.evolvesBy)
	case n.Kind == Value:
		u.typ(o.Type, n.Type, false, place{pos: n.Pos, path: path, line: u.line(o.At)})
	case n.Kind == Names:
		u.byName(o, n, path)
	case n.Evolve && n.placed:
		u.samePlaces(o, n, path)
	case n.Evolve:
		u.evolving(o, n, path)
	default:
		u.inOrder(o, n, path)
	}
}

// what returns the kind of a definition in words.
func (d *Def) what() string {
	switch d.Kind {
	case Names:
		return "struct with the names of its fields"
	case Union:
		return "union"
	case Value:
		return d.Type.String()
	}
	if d.Sparse {
		return "struct with so many fields that messages leave out those that are zero"
	}
	return "struct without the names of its fields"
}

// indexOf returns the index of the field with a name, or -1.
func indexOf(list []*Field, name string) int {
	return slices.IndexFunc(list, func(f *Field) bool { return f.Name == name })
}

package lock

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/lock/layout"
	"bale/model"
)

// CompareBase compares the package, and the new lock file, with the lock file of another commit. It adds the renames since that commit to r, and
// returns the changes with which messages of the commit would be misread. p is the package of r, with directives that no other update has
// changed.
func (r *Result) CompareBase(commit string, text []byte, p *Package) model.Errors {
	now, _ := Parse(r.Text, p.File)
	base, errs := parse(text, commit, p.File)
	if len(errs) > 0 {
		return errs.InOrder()
	}
	b := &baseComparison{update: &update{Package: p, base: commit, used: r.Used}, was: base.clone().lines, now: now}
	b.compare(base)
	for _, x := range b.renames {
		r.renames = mergeRename(r.renames, x)
	}
	return b.errs.InOrder()
}

// A baseComparison compares a package with the lock file of another commit.
type baseComparison struct {
	*update
	was []*layout.Line // of the base commit
	now *File          // that the package will have
}

// compare adds errors for the changes since base, as if base were the lock file on disk.
func (b *baseComparison) compare(base *File) {
	b.followEdits(base)
	b.update.update(base)
	b.dropRenames()
	gone := b.findGone(base)
	if len(b.errs) == 0 {
		b.findLost(base, gone)
	}
}

// dropRenames drops the renames in the layouts of versions that the lock file does not have: the field was removed in a run of bale gen, and another one
// was added in a later run.
func (b *baseComparison) dropRenames() {
	for _, x := range b.renames {
		x.formats = slices.DeleteFunc(x.formats, func(f *emit.Format) bool {
			versioned, renamed := f.Lock.Layout.Stamps, false
			for _, y := range b.now.linesOf(f.Name) {
				versioned = versioned && !(y.Head && strings.HasPrefix(x.Path, y.Owner+".")) // a type without versions has a line without a hash
				renamed = renamed || x.IsOf(y)
			}
			return versioned && !renamed
		})
	}
	b.renames = slices.DeleteFunc(b.renames, func(x *rename) bool { return len(x.formats) == 0 })
}

// clone returns a copy of the lock and its lines.
func (l *File) clone() *File {
	c := &File{exists: l.exists}
	for _, x := range l.lines {
		line := *x
		c.lines = append(c.lines, &line)
	}
	return c
}

// find returns the line that is equal to x, apart from its form and the mark for removed fields, or nil.
func (l *File) find(x *layout.Line) *layout.Line {
	i := slices.IndexFunc(l.lines, func(y *layout.Line) bool {
		return x.Numbering == y.Numbering && x.Owner == y.Owner && x.Field == y.Field && x.Head == y.Head && x.Number == y.Number
	})
	if i < 0 {
		return nil
	}
	return l.lines[i]
}

// numbered reports whether a word is the name of a numbering.
func (u *update) numbered(word string) bool {
	return slices.ContainsFunc(u.Formats, func(f *emit.Format) bool { return f.Lock.Numbers != nil && f.Lock.Numbers.Name == word })
}

// followEdits applies to the base what was done since then to the lock file, and is allowed: fields were removed in a run of bale gen, and types, fields
// and constants were renamed by hand.
func (b *baseComparison) followEdits(base *File) {
	b.renameOwners(base)
	for _, x := range base.lines {
		if x.Removed || x.Head {
			continue
		}
		if y := b.now.find(x); y != nil {
			x.Removed = y.Removed
			continue
		}
		for _, y := range b.now.lines {
			same := y.Number == x.Number && b.numbered(x.Numbering) || x.Numbering == layout.Enum && y.Form == x.Form && !b.hasName(x)
			if same && y.Numbering == x.Numbering && y.Owner == x.Owner && !y.Removed && !hasField(base.lines, y) {
				x.Field = y.Field
				break
			}
		}
	}
}

// hasName reports whether the lock file still has a line with the name of x.
func (b *baseComparison) hasName(x *layout.Line) bool { return hasField(b.now.lines, x) }

// hasField reports whether lines have the field, or the constant, of x.
func hasField(lines []*layout.Line, x *layout.Line) bool {
	return slices.ContainsFunc(lines, func(y *layout.Line) bool {
		return x.Numbering == y.Numbering && x.Owner == y.Owner && x.Field == y.Field && !y.Head
	})
}

// owners returns the lines with numbers in use, by numbering and type.
func (b *baseComparison) owners(lines []*layout.Line) map[[2]string][]*layout.Line {
	owners := map[[2]string][]*layout.Line{}
	for _, x := range lines {
		if b.numbered(x.Numbering) && !x.Removed {
			key := [2]string{x.Numbering, x.Owner}
			owners[key] = append(owners[key], x)
		}
	}
	return owners
}

// compareKeys orders numberings and types.
func compareKeys(a, b [2]string) int { return slices.Compare(a[:], b[:]) }

// renameOwners gives types with numbers the names that they have been given by hand: the new type has all fields of the old one, with their numbers.
func (b *baseComparison) renameOwners(base *File) {
	was, is := b.owners(base.lines), b.owners(b.now.lines)
	for _, old := range slices.SortedFunc(maps.Keys(was), compareKeys) {
		for _, renamed := range slices.SortedFunc(maps.Keys(is), compareKeys) {
			if old[0] != renamed[0] || is[old] != nil || was[renamed] != nil {
				continue
			}
			kept := func(x *layout.Line) bool {
				return slices.ContainsFunc(is[renamed], func(y *layout.Line) bool { return x.Field == y.Field && x.Number == y.Number })
			}
			if !slices.ContainsFunc(was[old], func(x *layout.Line) bool { return !kept(x) }) {
				renameOwner(base.lines, old[0], old[1], renamed[1])
				break
			}
		}
	}
}

// renameOwner renames a type in the lines of a numbering.
func renameOwner(lines []*layout.Line, numbering, from, to string) {
	word := regexp.MustCompile(`\b` + regexp.QuoteMeta(from) + `\b`)
	for _, x := range lines {
		if x.Numbering != numbering {
			continue
		}
		if x.Owner == from {
			x.Owner = to
		}
		x.Form = word.ReplaceAllLiteralString(x.Form, to)
	}
}

// findGone adds an error for each type of the base that had code in a format, and that has none now. It returns their names, by first word of the line
// and type.
func (b *baseComparison) findGone(base *File) map[[2]string]bool {
	gone := map[[2]string]bool{}
	for _, x := range b.was {
		key := [2]string{x.Numbering, x.Unversioned()}
		if x.Removed || gone[key] || !b.isGone(base, x) {
			continue
		}
		gone[key] = true
		b.fail(b.lockPos(x.At), key[1], "its code in the format %s is gone, and nothing decodes its messages: keep the type and the format, or %s", x.Numbering, b.orAccept(key[1]))
	}
	return gone
}

// isGone reports whether the line x of the base is of a root, and whether it is not a root now. Where types have numbers, or names alone, the lock file does not
// say which are roots: those are, of which no other type has a field.
func (b *baseComparison) isGone(base *File, x *layout.Line) bool {
	if x.Head {
		y := base.find(x)
		if x.OfVersion() {
			return strings.HasPrefix(x.Form, "root ") && y != nil && !b.current[x.Unversioned()]
		}
		return strings.HasPrefix(x.Form, "root ") && y != nil && y.Removed
	}
	format := slices.IndexFunc(b.Formats, func(f *emit.Format) bool {
		return f.Lock.Numbers != nil && f.Lock.Numbers.Name == x.Numbering || f.Lock.Names != nil && f.Name == x.Numbering
	})
	if format < 0 || b.reached[[2]string{x.Numbering, x.Owner}] {
		return false
	}
	word := regexp.MustCompile(`(^|[^\w.])` + regexp.QuoteMeta(x.Owner) + `($|[^\w.])`)
	isPart := func(y *layout.Line) bool {
		return y.Numbering == x.Numbering && y.Owner != x.Owner && word.MatchString(y.Form)
	}
	inside := strings.ContainsAny(x.Owner, ".[") && !strings.HasSuffix(x.Owner, "[message]")
	return !inside && !slices.ContainsFunc(b.was, isPart) && base.find(x) != nil
}

// findLost adds an error for each type of which the lock file lacks a line that follows from the base: a number, or the place of a field that is gone. The code
// then gives the number or the place to other fields.
func (b *baseComparison) findLost(base *File, gone map[[2]string]bool) {
	for _, x := range base.lines {
		key := [2]string{x.Numbering, x.Unversioned()}
		if x.OfVersion() {
			if x.Head && strings.HasPrefix(x.Form, "root ") && !gone[key] && b.now.find(x) == nil {
				b.fail(b.File, x.Unversioned(), "the layout `%s` of %s is lost, and code without it refuses its messages: run git checkout %s -- %s, and then bale gen; or %s", x, b.lockName(), b.base, b.File, b.orAccept(x.Unversioned()))
			}
			continue
		}
		if x.IsRename() {
			same := func(y *layout.Line) bool { return y.String() == x.String() }
			if slices.ContainsFunc(b.was, same) && !slices.ContainsFunc(b.now.lines, same) {
				b.fail(b.File, x.Owner+"."+x.Field, "the line `%s` of %s is lost, and code without it skips the field in old messages: run git checkout %s -- %s, and then bale gen; or %s", x, b.lockName(), b.base, b.File, b.orAccept(x.Owner))
			}
			continue
		}
		if !x.Removed && !(b.numbered(x.Numbering) && x.At > 0) || strings.Contains(x.Owner, "@") || gone[key] {
			continue
		}
		if y := b.now.find(x); y != nil && y.Removed == x.Removed {
			continue
		}
		gone[key] = true
		b.fail(b.File, strings.TrimSuffix(x.Owner+"."+x.Field, "."), "the line `%s` of %s is lost, and code without it misreads old messages: run git checkout %s -- %s, and then bale gen; or %s", x, b.lockName(), b.base, b.File, b.orAccept(x.Owner))
	}
}

package layout

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A Version is the layout of the messages of a root at some time, in a format whose messages begin with stamps. The lock file keeps all versions
// whose messages have to stay readable. Its lines do not change, and the names in them end in a hash, as in Order@1a2b3c4d, so that the lines of two
// branches can be kept side by side.
type Version struct {
	Number int    // from 1, in the order in which bale gen has found them
	Stamp  uint32 // the stamp at the start of the messages
	Root   string // name of the root's definition in Layout
	// Layout has the definitions that messages depend on. An evolving struct has its name alone: the lock file has its fields, which change, once.
	Layout *Layout
	At     int // line number in the lock file; 0 for a new version
}

// Version returns the layout of the messages of a root as it is in l.
func (l *Layout) Version(root string) *Version {
	v := &Version{Root: root, Layout: &Layout{Format: l.Format, Defs: map[string]*Def{}}}
	var add func(name string)
	add = func(name string) {
		d := l.Defs[name]
		if d == nil || v.Layout.Defs[name] != nil {
			return
		}
		v.Layout.Defs[name] = d
		if d.Evolve {
			v.Layout.Defs[name] = d.evolvingStub()
			return
		}
		d.eachRef(add)
	}
	add(root)
	v.Stamp = v.hash()
	return v
}

// hash returns the stamp that follows from the layout. That of a version that an earlier version of bale has written, or whose root has another name than before, is
// another one.
func (v *Version) hash() uint32 {
	return v.Layout.hash(v.Root, fmt.Sprintf("%s totals=%d", v.Layout.Format, v.Layout.Defs[v.Root].Totals))
}

// evolvingStub returns the definition of an evolving struct without its fields.
func (d *Def) evolvingStub() *Def { return &Def{Name: d.Name, Evolve: true, Accepted: d.Accepted} }

// Evolving reports whether messages of the version have one of the evolving structs.
func (v *Version) Evolving(names map[string]bool) bool {
	for name, d := range v.Layout.Defs {
		if d.Evolve && names[name] {
			return true
		}
	}
	return false
}

// CopyAccepted copies the number of accepted changes from another definition of the same struct.
func (d *Def) CopyAccepted(from *Def) { d.Accepted = from.Accepted }

// Accepted counts an accepted change since the layout old for the evolving structs that have a definition for which is holds, or refer to one, and returns their names.
func (l *Layout) Accepted(old *Layout, is func(name string) bool) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(l.Defs)) {
		if d, o := l.Defs[name], old.Defs[name]; d.Evolve && o != nil && o.Evolve && l.reaches(name, is, map[string]bool{}) {
			d.Accepted++
			names = append(names, name)
		}
	}
	return names
}

// reaches reports whether is holds for a definition, or for one that it refers to.
func (l *Layout) reaches(name string, is func(name string) bool, seen map[string]bool) (found bool) {
	if seen[name] || l.Defs[name] == nil {
		return false
	}
	seen[name] = true
	if is(name) {
		return true
	}
	l.Defs[name].eachRef(func(ref string) { found = found || l.reaches(ref, is, seen) })
	return found
}

// eachRef calls do for the names of the definitions that d refers to.
func (d *Def) eachRef(do func(name string)) {
	d.Type.eachRef(do)
	for _, f := range d.Fields {
		f.Type.eachRef(do)
	}
}

// eachRef calls do for the names of the definitions that t refers to. t may be nil.
func (t *Type) eachRef(do func(name string)) {
	if t == nil {
		return
	}
	if t.Op == Ref {
		do(t.Name)
	}
	t.Key.eachRef(do)
	t.Elem.eachRef(do)
}

// hash returns the first four bytes of the SHA-256 hash of a text and of all that the bytes of a definition depend on: its kind, the names and types of
// its fields or members, and the definitions that it refers to. The names are in it, so that two fields of one type that have changed places have
// another hash.
func (l *Layout) hash(name, text string) uint32 {
	var b strings.Builder
	b.WriteString(text + "\n")
	queue := []string{name}
	for i := 0; i < len(queue); i++ {
		d := l.Defs[queue[i]]
		fmt.Fprintf(&b, "%s: %s\n", escape(d.Name), d.kind())
		for _, f := range d.Fields {
			fmt.Fprintf(&b, "%s %s\n", escape(f.Name), f.Type)
		}
		d.eachRef(func(name string) {
			if !slices.Contains(queue, name) {
				queue = append(queue, name)
			}
		})
	}
	sum := sha256.Sum256([]byte(b.String()))
	return binary.BigEndian.Uint32(sum[:])
}

// Lines returns the lines of the version. Their number in the list is that of the version.
func (v *Version) Lines() []*Line {
	named := map[string]string{v.Root: fmt.Sprintf("%s@%08x", v.Root, v.Stamp)}
	for name, d := range v.Layout.Defs {
		if name != v.Root && !d.Evolve {
			named[name] = fmt.Sprintf("%s@%08x", name, v.Layout.hash(name, ""))
		}
	}
	l := &Layout{Format: v.Layout.Format, Defs: map[string]*Def{}}
	for name, d := range v.Layout.Defs {
		if d.Evolve {
			continue
		}
		x := &Def{Name: named[name], Kind: d.Kind, Sparse: d.Sparse, Type: d.Type.withNames(named)}
		if name == v.Root {
			x.Root, x.Totals, x.Version = true, d.Totals, v.Number
			if h := v.hash(); h != v.Stamp {
				x.Check = h
			}
		}
		for _, f := range d.Fields {
			x.Fields = append(x.Fields, &Field{Name: f.Name, Type: f.Type.withNames(named)})
		}
		l.Defs[x.Name] = x
	}
	return l.Lines()
}

// withNames returns t with other names of definitions: those in the map.
func (t *Type) withNames(names map[string]string) *Type {
	if t == nil {
		return nil
	}
	c := *t
	c.Key, c.Elem = t.Key.withNames(names), t.Elem.withNames(names)
	if name, ok := names[t.Name]; ok && t.Op == Ref {
		c.Name = name
	}
	return &c
}

// OfVersion reports whether a line is one of a [Version].
func (l *Line) OfVersion() bool { return versioned(l.Owner) }

// versioned reports whether the name of a definition in the lock file ends in a hash.
func versioned(name string) bool {
	_, hash, ok := cutLast(name, "@")
	_, err := strconv.ParseUint(hash, 16, 32)
	return ok && len(hash) == 8 && err == nil
}

// unversioned returns a name without its hash.
func unversioned(name string) string {
	if versioned(name) {
		return name[:len(name)-len("@01234567")]
	}
	return name
}

// ParseVersions parses the lines of versions. It returns the versions of each root in the order of their numbers, and what is wrong with the lines. The other lines of
// the format have the evolving structs.
func ParseVersions(format string, lines, others []*Line) (map[string][]*Version, []LineError) {
	p := &lineParser{layout: &Layout{Format: format, Defs: map[string]*Def{}}, now: &Layout{Defs: map[string]*Def{}}, last: map[string]int{}, versions: true, accepted: map[string]int{}}
	for _, l := range others {
		if l.Head {
			_, p.accepted[l.Owner] = p.number(l, l.Form, " accepted=")
		}
	}
	p.lines(lines)
	versions := map[string][]*Version{}
	for _, name := range slices.Sorted(maps.Keys(p.layout.Defs)) {
		d := p.layout.Defs[name]
		if !d.Root {
			continue
		}
		v := &Version{Number: d.Version, Root: unversioned(name), At: d.At, Layout: &Layout{Format: format, Defs: map[string]*Def{}}}
		stamp, _ := strconv.ParseUint(name[len(name)-8:], 16, 32)
		v.Stamp = uint32(stamp)
		p.copyInto(v.Layout, name)
		if len(p.bad) == 0 {
			p.checkLines(v, d)
		}
		versions[v.Root] = append(versions[v.Root], v)
	}
	for _, list := range versions {
		slices.SortStableFunc(list, func(a, b *Version) int { return cmp.Or(cmp.Compare(a.Number, b.Number), cmp.Compare(a.Stamp, b.Stamp)) })
	}
	return versions, p.bad
}

// checkLines reports lines of the version v that are not as they were written. The definition of its root in the lock file is d.
func (p *lineParser) checkLines(v *Version, d *Def) {
	if want := cmp.Or(d.Check, v.Stamp); v.hash() != want {
		p.fail(d.At, "the lines of this layout, or of a type in it, are not as bale gen wrote them, and code would misread its messages: %s", restore)
	}
}

// copyInto copies the definition with a name, and those that it refers to, into a layout, with names without hashes. A name without a hash is that of an
// evolving struct.
func (p *lineParser) copyInto(to *Layout, name string) {
	plain := unversioned(name)
	if to.Defs[plain] != nil {
		return
	}
	d := p.layout.Defs[name]
	if d == nil {
		to.Defs[plain] = &Def{Name: plain, Evolve: true, Accepted: p.accepted[plain]}
		return
	}
	names := map[string]string{}
	d.eachRef(func(ref string) { names[ref] = unversioned(ref) })
	c := &Def{Name: plain, Kind: d.Kind, Sparse: d.Sparse, Root: d.Root, Totals: d.Totals, Type: d.Type.withNames(names), At: d.At}
	to.Defs[plain] = c
	for _, f := range d.Fields {
		c.Fields = append(c.Fields, &Field{Name: f.Name, Type: f.Type.withNames(names), At: f.At})
	}
	d.eachRef(func(ref string) { p.copyInto(to, ref) })
}

// Common returns how many fields of d have the name of a field of other.
func (d *Def) Common(other *Def) (n int) {
	for _, f := range d.Fields {
		if indexOf(other.live(), f.Name) >= 0 {
			n++
		}
	}
	return n
}

// Rename gives the root of a version another name.
func (v *Version) Rename(name string) {
	names := map[string]string{v.Root: name}
	defs := map[string]*Def{}
	for was, d := range v.Layout.Defs {
		c := *d
		c.Type, c.Fields = d.Type.withNames(names), nil
		for _, f := range d.Fields {
			x := *f
			x.Type = f.Type.withNames(names)
			c.Fields = append(c.Fields, &x)
		}
		if was == v.Root {
			was, c.Name = name, name
		}
		defs[was] = &c
	}
	v.Layout.Defs, v.Root = defs, name
}

// Unversioned returns the part of the layout whose definitions have one line in the lock file: those of roots whose messages have no stamp, those of evolving
// structs, and those that they refer to.
func (l *Layout) Unversioned() *Layout {
	part := &Layout{Format: l.Format, Defs: map[string]*Def{}}
	var add func(name string)
	add = func(name string) {
		d := l.Defs[name]
		if part.Defs[name] != nil || d == nil {
			return
		}
		c := *d
		if d.Stamp && !d.Evolve {
			c.Root, c.Stamp, c.Totals, c.counted = false, false, 0, nil
		}
		part.Defs[name] = &c
		d.eachRef(add)
	}
	for name, d := range l.Defs {
		if d.Evolve || d.Root && !d.Stamp {
			add(name)
		}
	}
	return part
}

// Unversioned returns the name of the type that a line is about, without the hash of its version.
func (l *Line) Unversioned() string { return unversioned(l.Owner) }

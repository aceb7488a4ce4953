package wire

import (
	"fmt"
	"slices"
	"strings"

	"bale/schema"
)

// A Numbering is how a format numbers the fields of structs: by a directive or tag, else by position. What bale
// gen has given out once stays, in the package's lock file. Formats that share one share the numbers.
type Numbering struct {
	Name        string           // in the lock file
	First, Most int              // what a number can be
	Reserved    func(n int) bool // numbers between them that no field can have; nil is none
	// Tag is the number by a tag that only this numbering reads, ok if there is one; wrong says what is wrong with it.
	Tag func(f *schema.Field) (n int, ok bool, wrong string)
	// Form says in a few words what the bytes of a field look like, for code in package home: "repeated int64". It
	// stands in the lock file, and must not be "removed" at its end.
	Form func(f *schema.Field, r Rules, home string) string
	// Member says the same of what a union holds; nil where the types in a union have no numbers of this kind.
	Member func(t schema.Type, home string) string
	// Reads reports whether a field of the form to reads what one of the form from has written; nil is only the same.
	Reads func(from, to string) bool
}

// unnumbered is the number of a field that has none: it holds the fields that are not known.
const unnumbered = -1

// Numbers are the numbers of a struct's fields, -1 for one that holds the unknown fields. They are those of the lock
// file, or, where there is none, those that a new one would have.
func (d *Directives) Numbers(n *Numbering, s *schema.Struct) []int {
	list := make([]int, len(s.Fields))
	var given map[*schema.Field]int
	if d != nil {
		given = d.numbers[n]
	}
	used := newUsed(n)
	var fresh []int
	for i, f := range s.Fields {
		x, ok := given[f]
		if !ok {
			x, ok, _ = n.asked(f, d.Field(f))
		}
		if !ok {
			fresh = append(fresh, i)
			continue
		}
		list[i] = x
		used.take(x, f.Name)
	}
	for _, i := range fresh {
		list[i] = used.next()
	}
	return list
}

// asked is the number that the source gives a field.
func (n *Numbering) asked(f *schema.Field, r Rules) (number int, ok bool, wrong string) {
	if r.Unknown {
		return unnumbered, true, ""
	}
	number, ok = r.Number, r.Numbered
	if tagged, also, w := n.Tag(f); w != "" {
		return 0, false, w
	} else if also && ok && tagged != number {
		return 0, false, fmt.Sprintf("the directive says number %d, and the tag %d: take one", number, tagged)
	} else if also {
		number, ok = tagged, true
	}
	if ok && (number < n.First || number > n.Most || n.reserved(number)) {
		return 0, false, fmt.Sprintf("no field of the wire %s can have the number %d: take one from %d to %d%s", n.Name, number, n.First, n.Most, n.but())
	}
	return number, ok, ""
}

func (n *Numbering) reserved(number int) bool { return n.Reserved != nil && n.Reserved(number) }

// but names what is reserved.
func (n *Numbering) but() string {
	if n.Reserved == nil {
		return ""
	}
	return " that the format does not keep for itself"
}

func (n *Numbering) reads(from, to string) bool {
	return from == to || n.Reads != nil && n.Reads(from, to)
}

// used are the numbers of a struct that are taken, and by what.
type used struct {
	*Numbering
	by   map[int]string
	most int
}

func newUsed(n *Numbering) *used { return &used{n, map[int]string{}, n.First - 1} }

func (u *used) take(number int, by string) {
	if number >= u.First {
		u.by[number] = by
		u.most = max(u.most, number)
	}
}

// next takes the number behind the highest: a gap may be what somebody else's messages have.
func (u *used) next() int {
	for u.most++; u.reserved(u.most); u.most++ {
	}
	u.by[u.most] = ""
	return u.most
}

// A pinner gives numbers to the fields of a file's structs.
type pinner struct {
	*target
	*Numbering
	home string
	lock *lock
	d    *Directives
	seen map[schema.Type]bool
}

// pin gives numbers to the fields of all that is written in formats that have numbers, as the lock file has them, and
// adds to that. It returns the lock file's new text, nil where nothing has numbers.
func (t *target) pin(m *schema.Model, d *Directives) []byte {
	var all []*Numbering
	for _, f := range t.Known {
		if f.Numbers != nil && len(t.byWire(f)) > 0 && !slices.Contains(all, f.Numbers) {
			all = append(all, f.Numbers)
		}
	}
	if len(all) == 0 {
		return nil
	}
	l := t.readLock()
	for _, n := range all {
		d.numbers[n] = map[*schema.Field]int{}
		p := &pinner{target: t, Numbering: n, home: m.Package, lock: l, d: d, seen: map[schema.Type]bool{}}
		for _, r := range t.roots {
			if slices.ContainsFunc(r.wires, func(f *Format) bool { return f.Numbers == n }) {
				p.walk(r.node, r.name, true)
			}
		}
	}
	return l.text()
}

// walk pins what t leads to. path says what a struct without a name is called.
func (p *pinner) walk(t schema.Type, path string, top bool) {
	if n, ok := t.(*schema.Named); ok {
		if p.seen[n] || !top && Marshals(n, p.home) != "" && !slices.ContainsFunc(p.roots, func(r *root) bool { return r.node == n }) {
			return
		}
		p.seen[n] = true
		if !n.Alias {
			path = strings.ReplaceAll(schema.GoType(n, func(pkg string) string {
				if pkg == p.home {
					return ""
				}
				return pkg
			}), " ", "")
		}
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Struct:
		p.fields(u, path, p.form)
		for _, f := range u.Fields {
			p.walk(f.Type, path+"."+f.Name, false)
		}
	case *schema.Interface:
		members := p.d.Alternatives(t)
		if p.Member != nil {
			p.fields(members, path, func(f *schema.Field) string { return p.Member(f.Type, p.home) })
		}
		for _, f := range members.Fields {
			p.walk(f.Type, path+"."+f.Name, false)
		}
	case *schema.Slice:
		p.walk(u.Elem, path, false)
	case *schema.Array:
		p.walk(u.Elem, path, false)
	case *schema.Pointer:
		p.walk(u.Elem, path, false)
	case *schema.Map:
		p.walk(u.Key, path+"[key]", false)
		p.walk(u.Elem, path, false)
	}
}

// form is what stands in the lock file of a struct's field.
func (p *pinner) form(f *schema.Field) string { return p.Form(f, p.d.Field(f), p.home) }

// fields pins those of a struct, whose forms are given: first those whose number is known, then the new ones.
func (p *pinner) fields(s *schema.Struct, path string, formOf func(*schema.Field) string) {
	used := newUsed(p.Numbering)
	lines := p.lock.of(p.Name, path)
	live := map[string]bool{}
	for _, f := range s.Fields {
		live[f.Name] = true
	}
	for _, l := range lines {
		l.removed = l.removed || !live[l.field]
		used.take(l.number, l.field)
	}
	var fresh []*schema.Field
	for _, f := range s.Fields {
		where := path + "." + f.Name
		number, ok, wrong := p.asked(f, p.d.Field(f))
		if wrong != "" {
			p.fail(f.Pos, where, "%s", wrong)
			continue
		}
		if number == unnumbered && ok {
			p.d.numbers[p.Numbering][f] = number
			for _, l := range lines {
				l.removed = l.removed || l.field == f.Name
			}
			continue
		}
		form := formOf(f)
		line := find(lines, f.Name, func(l *lockLine) bool { return !l.removed || p.reads(l.form, form) })
		switch {
		case line == nil && !ok:
			fresh = append(fresh, f)
			continue
		case line == nil && used.by[number] != "":
			p.fail(f.Pos, where, "%s has the number %d already%s: take another one", used.by[number], number, p.removed(lines, number))
			continue
		case line == nil:
			line = p.lock.add(p.Name, path, f.Name, number, form)
			used.take(number, f.Name)
		case ok && line.number != number:
			p.fail(f.Pos, where, "the number is %d here, and %d in %s line %d: messages that are there have %d; take that, or delete the line if there are none", number, line.number, lockName, line.at, line.number)
			continue
		case !p.reads(line.form, form):
			p.fail(f.Pos, where, "number %d is %s in %s line %d, and would be %s, which does not read what has been written: add a field instead, or delete the line if no message has been written; where only a type has another name, change it in %[3]s, too", line.number, line.form, lockName, line.at, form)
			continue
		}
		line.form, line.removed = form, false
		p.d.numbers[p.Numbering][f] = line.number
	}
	for _, f := range fresh {
		number := used.next()
		if number > p.Most {
			p.fail(f.Pos, path+"."+f.Name, "there is no number left for it: fields can have those from %d to %d, and one is more than the highest that is in use", p.First, p.Most)
			return
		}
		p.lock.add(p.Name, path, f.Name, number, formOf(f))
		p.d.numbers[p.Numbering][f] = number
	}
}

// removed says that a number is kept for what is not there any more.
func (p *pinner) removed(lines []*lockLine, number int) string {
	for _, l := range lines {
		if l.number == number && l.removed {
			return fmt.Sprintf(", though it was removed (%s line %d)", lockName, l.at)
		}
	}
	return ""
}

// find is the line of a field: one that is in use, else the last one that fits.
func find(lines []*lockLine, field string, fits func(*lockLine) bool) *lockLine {
	var found *lockLine
	for _, l := range lines {
		if l.field == field && fits(l) && (found == nil || found.removed) {
			found = l
		}
	}
	return found
}

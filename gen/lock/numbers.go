package lock

import (
	"fmt"
	"maps"
	"slices"

	"bale/gen/emit"
	"bale/gen/lock/layout"
	"bale/gen/plan"
	"bale/model"
)

// A numberer assigns numbers to the fields of a file's structs and to the members of its unions.
type numberer struct {
	*update
	*plan.Numbering
	home       string
	lock       *File
	d          *plan.Directives
	keyStructs map[*model.Struct]bool // structs that map keys consist of
	seen       map[model.Type]bool
	owners     []*owner
}

// numberFields assigns numbers to all fields that are encoded in formats with field numbers. It keeps the numbers in the lock, and
// adds new ones to it.
func (u *update) numberFields(l *File) {
	var all []*plan.Numbering
	for _, f := range u.Formats {
		if f.Lock.Numbers != nil && len(u.Roots.Of(f)) > 0 && !slices.Contains(all, f.Lock.Numbers) {
			all = append(all, f.Lock.Numbers)
		}
	}
	for _, n := range all {
		u.Directives.LockNumbers[n] = map[*model.Field]int{}
		p := &numberer{update: u, Numbering: n, home: u.Path, lock: l, d: u.Directives, keyStructs: map[*model.Struct]bool{}, seen: map[model.Type]bool{}}
		for _, r := range u.Roots.Plain() {
			maps.Copy(p.keyStructs, plan.KeyStructs(r.Node))
		}
		for _, r := range u.Roots.Plain() {
			if slices.ContainsFunc(r.Formats, func(f *emit.Format) bool { return f.Lock.Numbers == n }) {
				p.walk(r.Node, r.Name, r.Node.Pos, true)
				p.rootOwner(r.Node)
			}
		}
		for _, o := range p.owners {
			u.reached[[2]string{n.Name, o.path}] = true
			if !p.renamed(o) && !p.ambiguous(o) {
				p.assignNumbers(o.Struct, o.path, o.form)
			}
		}
	}
}

// form returns the text for a struct field in the lock file: its encoding and its type.
func (p *numberer) form(f *model.Field) string {
	return layout.FormOf(p.Form(f, p.d.Field(f), p.home), f.Type, p.home)
}

// member returns the text for a union member in the lock file, like form.
func (p *numberer) member(f *model.Field) string {
	return layout.FormOf(p.Member(f.Type, p.home), f.Type, p.home)
}

// canRead reports whether a field of form to decodes what a field of form from has encoded.
func (p *numberer) canRead(from, to string) bool {
	a, b := layout.ParseNumberedForm(from), layout.ParseNumberedForm(to)
	return (a.Encoding == b.Encoding || p.Reads != nil && p.Reads(a.Encoding, b.Encoding)) && (!a.Typed() || b.Holds(a))
}

// A structNumberer assigns numbers to the fields of a struct.
type structNumberer struct {
	*numberer
	of    *model.Struct
	path  string
	used  *plan.NumberSet
	lines []*layout.Line
	gone  map[*layout.Line]bool // lines of fields that were removed from the source since the lock file was written
}

// assignNumbers assigns numbers to the fields of a struct: first to the fields whose number is known, then to new ones. formOf
// returns the form of a field.
func (p *numberer) assignNumbers(s *model.Struct, path string, formOf func(*model.Field) string) {
	n := &structNumberer{numberer: p, of: s, path: path, used: plan.NewUsed(p.Numbering), lines: p.lock.fieldLines(p.Name, path), gone: map[*layout.Line]bool{}}
	live := map[string]bool{}
	for _, f := range s.Fields {
		live[f.Name] = true
	}
	for _, l := range n.lines {
		n.gone[l] = !l.Removed && !live[l.Field]
		if n.gone[l] {
			p.remove(s, l, path)
		}
		n.used.Add(l.Number, l.Field)
	}
	n.dropChanged(formOf) // before the loop below, since two fields may have exchanged their numbers
	var fresh []*model.Field
	for _, f := range s.Fields {
		if n.keepNumber(f, formOf) {
			fresh = append(fresh, f)
		}
	}
	for _, f := range fresh {
		number := n.used.Next()
		if number > p.Max {
			p.fail(f.Pos, path+"."+f.Name, "there is no number left for it, since a new field gets one above the highest in use, and the highest is %d: give it one that is not in use, as in //bale:%d", p.Max, n.used.Unused())
			return
		}
		p.lock.add(p.Name, path, f.Name, number, formOf(f))
		p.d.LockNumbers[p.Numbering][f] = number
	}
}

// keepNumber assigns the number of a field that has one in the source or in the lock file. It returns true if the field is new.
func (p *structNumberer) keepNumber(f *model.Field, formOf func(*model.Field) string) (isNew bool) {
	where := p.path + "." + f.Name
	number, ok, wrong := p.FromSource(f, p.d.Field(f))
	if wrong != "" {
		p.fail(f.Pos, where, "%s", wrong)
		return false
	}
	if number == plan.Unnumbered && ok {
		p.d.LockNumbers[p.Numbering][f] = number
		for _, l := range p.lines {
			if l.Field == f.Name && !l.Removed {
				p.remove(p.of, l, p.path)
			}
		}
		return false
	}
	form := formOf(f)
	line := p.findLine(p.lines, f, form)
	switch {
	case line == nil && !ok:
		if was := p.renameCandidate(p.lines, p.gone, form); was != nil {
			what := fmt.Sprintf("the field is new, and %s, which has the number %d and the same type (%s line %d), is gone", was.Field, was.Number, p.lockName(), was.At)
			x := loss{pos: f.Pos, path: where, what: what, formats: p.formats(), effect: "have no value for it"}
			if p.refuse(x, "%s: if it was renamed, rename it in %s, too; if it is another field, remove the one and add the other in two runs of bale gen, or %s", what, p.itsLine(), p.orAccept(where)) {
				p.lock.drop(was)
				p.gone[was] = false
			}
		}
		return true
	case line == nil && p.used.By[number] != "":
		p.fail(f.Pos, where, "%s has the number %d already%s: take another one", p.used.By[number], number, p.removedHint(p.lines, number))
		return false
	case line == nil:
		line = p.lock.add(p.Name, p.path, f.Name, number, form)
		p.used.Add(number, f.Name)
	case ok && line.Number != number:
		p.fail(f.Pos, where, "the number is %d here, and %d in %s line %d: messages that are there have %d; take that, or delete the line if there are none", number, line.Number, p.lockName(), line.At, line.Number)
		return false
	case !p.canRead(line.Form, form):
		p.fail(f.Pos, where, "number %d is %s in %s line %d, and would be %s, which does not read what has been written: add a field instead, or delete the line if no message has been written; where only a type has another name, change it in %[6]s, too; or %[7]s%[8]s", line.Number, line.Form, p.lockName(), line.At, form, FileName, p.orAccept(where), p.keepMethods(layout.ParseNumberedForm(line.Form).Type))
		return false
	}
	line.Form, line.Removed = form, false
	p.d.LockNumbers[p.Numbering][f] = line.Number
	return false
}

// remove marks the line of a field of s as removed.
func (p *numberer) remove(s *model.Struct, l *layout.Line, path string) {
	l.Removed = true
	if !p.keyStructs[s] {
		return
	}
	pos := p.lockPos(l.At)
	if len(s.Fields) > 0 {
		pos = s.Fields[0].Pos
	}
	what := fmt.Sprintf("%s, which has the number %d (%s line %d), is gone, and %s", l.Field, l.Number, p.lockName(), l.At, plan.KeysWouldMerge)
	if p.refuse(loss{pos: pos, path: path, gone: l.Field, what: what, formats: p.formats()}, "%s: keep it, or %s", what, p.orAccept(path)) {
		p.lock.drop(l)
	}
}

// renameCandidate returns the line of a removed field whose messages a field of the given form would decode: the new field may be
// the old one under a new name. It returns nil if there is none.
func (p *numberer) renameCandidate(lines []*layout.Line, gone map[*layout.Line]bool, form string) *layout.Line {
	for _, l := range lines {
		if gone[l] && p.canRead(l.Form, form) {
			return l
		}
	}
	return nil
}

// removedHint returns a phrase for an error if the number belongs to a removed field, and "" otherwise.
func (p *numberer) removedHint(lines []*layout.Line, number int) string {
	for _, l := range lines {
		if l.Number == number && l.Removed {
			return fmt.Sprintf(", though it was removed (%s line %d)", p.lockName(), l.At)
		}
	}
	return ""
}

// findLine returns the line of a field in use, or else the last line of a removed field of its name that it can read, or nil.
func (p *numberer) findLine(lines []*layout.Line, f *model.Field, form string) *layout.Line {
	var found *layout.Line
	for _, l := range lines {
		if l.Field == f.Name && (!l.Removed || p.canRead(l.Form, form)) && (found == nil || found.Removed) {
			found = l
		}
	}
	return found
}

// dropChanged drops the lines of fields that now have another number or a type that does not read what has been written, if
// that is accepted. The dropped numbers are free for fields that name them, but not for fields without a number.
func (p *structNumberer) dropChanged(formOf func(*model.Field) string) {
	for _, f := range p.of.Fields {
		number, ok, wrong := p.FromSource(f, p.d.Field(f))
		if wrong != "" || number == plan.Unnumbered && ok {
			continue
		}
		form := formOf(f)
		l := p.findLine(p.lines, f, form)
		if l == nil {
			continue
		}
		x := loss{path: p.path + "." + f.Name, formats: p.formats()}
		switch {
		case ok && l.Number != number:
			x.what = fmt.Sprintf("it was number %d (%s line %d), and is number %d", l.Number, p.lockName(), l.At, number)
		case !p.canRead(l.Form, form):
			x.what = fmt.Sprintf("number %d was %s (%s line %d), and the field is %s", l.Number, l.Form, p.lockName(), l.At, form)
		}
		if x.what != "" && p.accepts(x) {
			p.accepted = append(p.accepted, x)
			p.lock.drop(l)
			delete(p.used.By, l.Number)
		}
	}
	p.lines = p.lock.fieldLines(p.Name, p.path)
}

// formats returns the formats that have the numbers.
func (p *numberer) formats() []*emit.Format {
	return slices.DeleteFunc(slices.Clone(p.Formats), func(f *emit.Format) bool { return f.Lock.Numbers != p.Numbering })
}

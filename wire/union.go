package wire

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"bale/schema"
)

//go:embed union.txt
var unionText string

// Members are the types that a value of t may have, where t is an interface whose union has been declared; else nil.
// Such a t is a *schema.Named.
func Members(t schema.Type) []schema.Type {
	if i, ok := schema.Underlying(t).(*schema.Interface); ok {
		return i.Members
	}
	return nil
}

// Member is a type of a union in the path of an error, for code in package home.
func Member(m schema.Type, home string) string { return "(" + spell(m, home) + ")" }

// Union makes sure of baleStranger, and is the types of t as its error tells them.
func (p *Printer) Union(t schema.Type) string {
	p.Helper("a union", unionText)
	names := make([]string, len(Members(t)))
	for i, m := range Members(t) {
		names[i] = p.Spell(m)
	}
	return strings.Join(names, ", ")
}

// mentions reports whether a text that is code has a name in it.
func mentions(text, name string) bool {
	return slices.ContainsFunc(words.FindAllStringSubmatch(text, -1), func(m []string) bool { return m[2] == name })
}

// Refused is an expression for the error of encoder e that keeps a t from being written. It has the place in the value where
// that may be of something strange, which no union is of.
func Refused(t *schema.Named, strange bool) string {
	if !strange {
		return "e.err"
	}
	return fmt.Sprintf("fmt.Errorf(\"%%s: %%w\", e.where(%q), e.err)", t.Name)
}

// TypeSwitch prints a switch over what the interface at expr holds: clause prints what is done with x, of the type of
// a member, unless that is in no need of it. none and other, if there are any, do so for nil and for types that are no members.
func (p *Printer) TypeSwitch(expr string, t schema.Type, x string, clause func(number int, member schema.Type), none, other func()) {
	var texts []string
	used := false
	for i, m := range Members(t) {
		text := p.Capture(func() { clause(i+1, m) })
		used = used || mentions(text, x)
		texts = append(texts, fmt.Sprintf("case %s:\n%s", p.Type(m), text))
	}
	if used {
		p.Line("switch %s := %s.(type) {", x, expr)
	} else {
		p.Line("switch %s.(type) {", expr)
	}
	if none != nil {
		p.Line("case nil:")
		none()
	}
	p.Line("%s", strings.TrimSuffix(strings.Join(texts, ""), "\n"))
	if other != nil {
		p.Line("default:")
		other()
	}
	p.Line("}")
}

var unionWord = regexp.MustCompile(`(^|[ ,])union([ =]|$)`)

// cutUnion splits a directive before the types of a union, which end it.
func cutUnion(text string) (before string, members []string, ok bool) {
	at := unionWord.FindStringIndex(text)
	if at == nil {
		return text, nil, false
	}
	depth, from, list := 0, 0, text[at[1]:]
	for i, r := range list + "," {
		switch {
		case strings.ContainsRune("([{", r):
			depth++
		case strings.ContainsRune(")]}", r):
			depth--
		case r == ',' && depth <= 0:
			if m := strings.TrimSpace(list[from:i]); m != "" {
				members = append(members, m)
			}
			from = i + 1
		}
	}
	return text[:at[0]], members, true
}

// fieldUnion is the union that a directive at a field declares. What it is about gets a name by which code can tell it
// from other interfaces of the same type.
func (t *target) fieldUnion(f *schema.Field) *schema.Union {
	u := t.notes.at(f).union
	if u != nil {
		u.Name = t.unionName(u.Pos+f.Pos, f.Name)
	}
	return u
}

// typeUnion is the union that directives above a type declare, in one line or several.
func (t *target) typeUnion(pos, name string) *schema.Union {
	var u *schema.Union
	for _, x := range t.notes.spot(pos, name, func(f *fileNotes) map[spot][]note { return f.types }) {
		if _, members, ok := cutUnion(x.text); ok && u == nil {
			u = &schema.Union{Members: members, Pos: x.pos, Name: t.unionName(x.pos, name)}
		} else if ok {
			u.Members = append(u.Members, members...)
		}
	}
	return u
}

// unionName is a name for the interface of a place.
func (t *target) unionName(place, name string) string {
	if n := t.unions[place]; n != "" {
		return n
	}
	stem := "baleUnion" + upper(name)
	n := stem
	taken := func() bool {
		for _, other := range t.unions {
			if other == n {
				return true
			}
		}
		return t.taken[n] != ""
	}
	for i := 2; taken(); i++ {
		n = fmt.Sprintf("%s%d", stem, i)
	}
	t.unions[place] = n
	return n
}

// union checks an interface.
func (c *checker) union(t schema.Type, path, pos string) {
	i := schema.Underlying(t).(*schema.Interface)
	n, named := t.(*schema.Named)
	switch {
	case len(i.Members) > 0:
	case named && (n.Alias || c.typeUnion(n.Pos, n.Name) != nil): // what is wrong with it has been told
		return
	default:
		delete(c.seen, t)
		c.fail(pos, path, "an interface (%s) does not say what to make when reading: name the types that it may hold, as in //bale:union Circle, *Square, mark the field `bale:\"skip\"`, or give it a type of its own with MarshalBinary and UnmarshalBinary", schema.GoType(t, base))
		return
	}
	if !slices.Contains(c.out.unions, n) {
		c.out.unions = append(c.out.unions, n)
	}
	for _, m := range i.Members {
		c.walk(m, path+"."+Member(m, c.model.Package), pos)
	}
}

// declareUnions makes sure of the names that interfaces without one of their own have got.
func (t *target) declareUnions(p *Printer, d *Directives) {
	for _, n := range d.unions {
		if n.Alias {
			p.Helper("b "+n.Name, fmt.Sprintf("\n// %s is what may be %s.\ntype %s = %s\n", n.Name, p.Union(n), n.Name, p.Type(n.Underlying)))
		}
	}
}

package gen

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/schema"
)

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
	stem := "baleUnion" + plan.Upper(name)
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
		c.fail(pos, path, "an interface (%s) does not say what to make when reading: name the types that it may hold, as in //bale:union Circle, *Square, mark the field `bale:\"skip\"`, or give it a type of its own with MarshalBinary and UnmarshalBinary", schema.GoType(t, plan.Base))
		return
	}
	if !slices.Contains(c.out.Unions, n) {
		c.out.Unions = append(c.out.Unions, n)
	}
	for _, m := range i.Members {
		c.walk(m, path+"."+plan.Member(m, c.model.Package), pos)
	}
}

// declareUnions makes sure of the names that interfaces without one of their own have got.
func (t *target) declareUnions(p *emit.Printer, d *plan.Directives) {
	for _, n := range d.Unions {
		if n.Alias {
			p.Helper("b "+n.Name, fmt.Sprintf("\n// %s is what may be %s.\ntype %s = %s\n", n.Name, p.Union(n), n.Name, p.Type(n.Underlying)))
		}
	}
}

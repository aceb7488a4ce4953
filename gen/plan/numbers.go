package plan

import (
	"fmt"

	"bale/schema"
)

// A Numbering is how a format numbers the fields of structs: by a directive or tag, else by position. What bale
// gen has given out once stays, in the package's lock file. Formats that share one share the numbers.
type Numbering struct {
	Name       string           // in the lock file
	First, Max int              // what a number can be
	Reserved   func(n int) bool // numbers between them that no field can have; nil is none
	// Tag is the number by a tag that only this numbering reads, ok if there is one; wrong says what is wrong with it.
	Tag func(f *schema.Field) (n int, ok bool, wrong string)
	// Form says in a few words what the bytes of a field look like, for code in package home: "repeated int64". It
	// stands in the lock file, and has no parenthesis.
	Form func(f *schema.Field, r Rules, home string) string
	// Member says the same of what a union holds; nil where the types in a union have no numbers of this kind.
	Member func(t schema.Type, home string) string
	// Reads reports whether a field of the form to reads what one of the form from has written, as far as forms say that;
	// nil is only the same.
	Reads func(from, to string) bool
}

// Unnumbered is the number of a field that has none: it holds the fields that are not known.
const Unnumbered = -1

// Numbers are the numbers of a struct's fields, -1 for one that holds the unknown fields. They are those of the lock
// file, or, where there is none, those that a new one would have.
func (d *Directives) Numbers(n *Numbering, s *schema.Struct) []int {
	list := make([]int, len(s.Fields))
	var given map[*schema.Field]int
	if d != nil {
		given = d.Given[n]
	}
	used := NewUsed(n)
	var fresh []int
	for i, f := range s.Fields {
		x, ok := given[f]
		if !ok {
			x, ok, _ = n.Asked(f, d.Field(f))
		}
		if !ok {
			fresh = append(fresh, i)
			continue
		}
		list[i] = x
		used.Take(x, f.Name)
	}
	for _, i := range fresh {
		list[i] = used.Next()
	}
	return list
}

// Asked is the number that the source gives a field.
func (n *Numbering) Asked(f *schema.Field, r Rules) (number int, ok bool, wrong string) {
	if r.Unknown {
		return Unnumbered, true, ""
	}
	number, ok = r.Number, r.Numbered
	if tagged, also, w := n.Tag(f); w != "" {
		return 0, false, w
	} else if also && ok && tagged != number {
		return 0, false, fmt.Sprintf("the directive says number %d, and the tag %d: take one", number, tagged)
	} else if also {
		number, ok = tagged, true
	}
	if ok && (number < n.First || number > n.Max || n.reserved(number)) {
		return 0, false, fmt.Sprintf("no field of the wire %s can have the number %d: take one from %d to %d%s", n.Name, number, n.First, n.Max, n.but())
	}
	return number, ok, ""
}

func (n *Numbering) reserved(number int) bool { return n.Reserved != nil && n.Reserved(number) }

// but names what is reserved.
func (n *Numbering) but() string {
	if n.Reserved == nil {
		return ""
	}
	return " that the format does not reserve"
}

// Used are the numbers of a struct that are taken, and by what.
type Used struct {
	*Numbering
	By   map[int]string
	most int
}

// NewUsed has none yet.
func NewUsed(n *Numbering) *Used { return &Used{n, map[int]string{}, n.First - 1} }

// Take notes a number, and what has it.
func (u *Used) Take(number int, by string) {
	if number >= u.First {
		u.By[number] = by
		u.most = max(u.most, number)
	}
}

// Next takes the number behind the highest: a gap may be what somebody else's messages have.
func (u *Used) Next() int {
	for u.most++; u.reserved(u.most); u.most++ {
	}
	u.By[u.most] = ""
	return u.most
}

package plan

import (
	"fmt"

	"bale/model"
)

// A Numbering determines how a format numbers the fields of structs: by a directive or a tag, else by position. The lock file of
// the package keeps the numbers that were assigned. Formats that share a Numbering share the numbers.
type Numbering struct {
	Name       string           // the name in the lock file
	First, Max int              // the range of numbers
	Reserved   func(n int) bool // reports whether no field can have number n; nil: none is reserved
	// Declared means that a struct which was generated from a protobuf message has the numbers of its .proto file. The lock file has no lines
	// for it.
	Declared bool
	// Tag returns the number in a field tag that only this Numbering reads. ok is false if there is no such tag. wrong is the
	// error if the tag is malformed.
	Tag func(f *model.Field) (n int, ok bool, wrong string)
	// Form returns a short description of a field's encoding for the lock file, for code in package home: "repeated int64". It
	// has no parentheses.
	Form func(f *model.Field, r Rules, home string) string
	// Member is like [Numbering.Form] for a member of a union; nil if union members have no numbers in this Numbering.
	Member func(t model.Type, home string) string
	// Reads reports whether a field of form to decodes what a field of form from has encoded, as far as the forms show it;
	// nil: only if the forms are equal.
	Reads func(from, to string) bool
}

// Unnumbered is the number of a field without one: the field that holds unknown fields.
const Unnumbered = -1

// Numbers returns the numbers of a struct's fields, and Unnumbered for a field that holds unknown fields. The numbers are those of
// the lock file, or, without a lock file, those that a new one would have.
func (d *Directives) Numbers(n *Numbering, s *model.Struct) []int {
	list := make([]int, len(s.Fields))
	var given map[*model.Field]int
	if d != nil {
		given = d.LockNumbers[n]
	}
	used := NewUsed(n)
	var fresh []int
	for i, f := range s.Fields {
		x, ok := given[f]
		if !ok {
			x, ok, _ = n.FromSource(f, d.Field(f))
		}
		if !ok {
			fresh = append(fresh, i)
			continue
		}
		list[i] = x
		used.Add(x, f.Name)
	}
	for _, i := range fresh {
		list[i] = used.Next()
	}
	return list
}

// FromSource returns the number that the source gives a field. ok is false if it gives none. wrong is the error if the number is not
// possible.
func (n *Numbering) FromSource(f *model.Field, r Rules) (number int, ok bool, wrong string) {
	if r.Unknown {
		return Unnumbered, true, ""
	}
	number, ok = r.Number, r.Numbered
	if tagged, also, w := n.Tag(f); w != "" {
		return 0, false, w
	} else if also && ok && tagged != number {
		return 0, false, fmt.Sprintf("the directive says number %d and the tag says %d: remove one of them", number, tagged)
	} else if also {
		number, ok = tagged, true
	}
	if ok && (number < n.First || number > n.Max || n.reserved(number)) {
		return 0, false, fmt.Sprintf("no field of the format %s can have the number %d: use one from %d to %d%s", n.Name, number, n.First, n.Max, n.exceptReserved())
	}
	return number, ok, ""
}

// reserved reports whether no field can have the number.
func (n *Numbering) reserved(number int) bool { return n.Reserved != nil && n.Reserved(number) }

// exceptReserved returns the end of an error, which excludes the reserved numbers.
func (n *Numbering) exceptReserved() string {
	if n.Reserved == nil {
		return ""
	}
	return " that the format does not reserve"
}

// A NumberSet records which numbers of a struct are taken.
type NumberSet struct {
	*Numbering
	By      map[int]string // field names by number
	highest int
}

// NewUsed returns a [NumberSet] without any numbers taken.
func NewUsed(n *Numbering) *NumberSet { return &NumberSet{n, map[int]string{}, n.First - 1} }

// Add records that a number is taken by the field by.
func (u *NumberSet) Add(number int, by string) {
	if number >= u.First {
		u.By[number] = by
		u.highest = max(u.highest, number)
	}
}

// Next takes and returns the first free number above the highest one. It does not fill gaps, since messages of other versions may
// have fields with those numbers.
func (u *NumberSet) Next() int {
	for u.highest++; u.reserved(u.highest); u.highest++ {
	}
	u.By[u.highest] = ""
	return u.highest
}

// Unused returns the lowest number that is not taken.
func (u *NumberSet) Unused() int {
	n := u.First
	for _, taken := u.By[n]; taken || u.reserved(n); _, taken = u.By[n] {
		n++
	}
	return n
}

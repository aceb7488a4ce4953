// Package changing has types whose values change while they are encoded as JSON.
package changing

import "strconv"

// A Parent holds values whose methods change the rest.
//
//bale:gen wire=json
type Parent struct {
	First Lazy
	*Inner
	List  []Lazy
	Rows  []Row
	Ptr   *Row
	Map   map[string]Lazy
	Ints  map[int]Row
	Named Names
	Last  Lazy `json:",omitempty"`
}

// An Inner is embedded as a pointer.
type Inner struct {
	Own   Lazy
	Items []Lazy
	*Deep
}

// A Deep is embedded as a pointer in another one.
type Deep struct{ Value Lazy }

// A Row is a part of Parent.
type Row struct {
	A, B Lazy
	Next *Row `json:",omitempty"`
}

// Names is a map type with a name.
type Names map[string][]Lazy

// A Lazy encodes itself. Its method can call Fill, which changes the Parent.
type Lazy struct {
	N    int
	Fill func()
}

func (l Lazy) MarshalJSON() ([]byte, error) {
	if l.Fill != nil {
		l.Fill()
	}
	return strconv.AppendInt(nil, int64(l.N), 10), nil
}

func (l *Lazy) UnmarshalJSON(b []byte) (err error) {
	l.N, err = strconv.Atoi(string(b))
	return err
}

// New returns a value, and the custom values in it.
func New() (p *Parent, at map[string]*Lazy) {
	p = &Parent{First: Lazy{N: 1}, Inner: &Inner{Own: Lazy{N: 2}, Items: []Lazy{{N: 3}, {N: 4}}, Deep: &Deep{Lazy{N: 5}}}, List: []Lazy{{N: 6}, {N: 7}},
		Rows: []Row{{A: Lazy{N: 8}}, {B: Lazy{N: 9}}}, Ptr: &Row{A: Lazy{N: 10}, Next: &Row{}}, Map: map[string]Lazy{"a": {N: 11}, "b": {N: 12}},
		Ints: map[int]Row{1: {}, 2: {A: Lazy{N: 13}}}, Named: Names{"x": {{N: 14}, {N: 15}}, "y": {{N: 16}}}, Last: Lazy{N: 17}}
	return p, map[string]*Lazy{"first": &p.First, "own": &p.Own, "item": &p.Items[0], "value": &p.Value, "list": &p.List[0], "row": &p.Rows[0].A,
		"pointer": &p.Ptr.A, "names": &p.Named["x"][0], "last": &p.Last}
}

// Changes returns changes of p that a method can make while p is being encoded.
func Changes(p *Parent) map[string]func() {
	return map[string]func(){
		"nothing":   func() {},
		"no inner":  func() { p.Inner = nil },
		"no deep":   func() { p.Inner.Deep = nil },
		"no items":  func() { p.Inner.Items = nil },
		"no list":   func() { p.List = nil },
		"long list": func() { p.List = make([]Lazy, 100) },
		"one row":   func() { p.Rows = p.Rows[:1] },
		"no rows":   func() { p.Rows = nil },
		"no ptr":    func() { p.Ptr = nil },
		"no next":   func() { p.Ptr.Next = nil },
		"no map":    func() { p.Map = nil },
		"no entry":  func() { delete(p.Map, "b") },
		"no int":    func() { delete(p.Ints, 2) },
		"no ints":   func() { p.Ints = nil },
		"no name":   func() { delete(p.Named, "y") },
		"no names":  func() { p.Named = nil },
	}
}

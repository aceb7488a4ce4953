package changing

// A Kept has custom values wherever the passes of an encoder could disagree on how many there are.
//
//bale:gen wire=compact,fixed,varint,xdr,msgpack,cbor,proto,sproto,sproto-packed
type Kept struct {
	Switch  Lazy // changes the rest before it is counted
	Pointer *Lazy
	List    []Lazy
	Rows    []KeptRow
	Grid    [][]Lazy
	Union   any `bale:"union string, Lazy, []Lazy, *KeptRow"`
	Map     map[string]Lazy
	Lists   map[string][]Lazy
	Next    *KeptRow
	Last    Lazy // changes the rest after it has been counted
}

// A KeptRow is an element of Kept.Rows.
type KeptRow struct {
	Name string
	Own  *Lazy
	List []Lazy
}

// Lazies returns custom values from first on.
func Lazies(first uint32, n int) []Lazy {
	list := make([]Lazy, n)
	for i := range list {
		list[i].N = first + uint32(i)
	}
	return list
}

// NewKept returns a value with all parts.
func NewKept() *Kept {
	return &Kept{Switch: Lazy{N: 1}, Pointer: &Lazy{N: 2}, List: Lazies(10, 3), Rows: []KeptRow{{"a", &Lazy{N: 20}, Lazies(21, 2)}, {"b", nil, Lazies(30, 1)}},
		Grid: [][]Lazy{Lazies(40, 2), Lazies(50, 1)}, Union: Lazy{N: 60}, Map: map[string]Lazy{"x": {N: 70}}, Lists: map[string][]Lazy{"x": Lazies(80, 2)},
		Next: &KeptRow{"c", &Lazy{N: 90}, nil}, Last: Lazy{N: 100}}
}

// KeptChanges returns changes of p that a method can make while p is being encoded.
func KeptChanges(p *Kept) map[string]func() {
	return map[string]func(){
		"nothing":         func() {},
		"no pointer":      func() { p.Pointer = nil },
		"shorter list":    func() { p.List = p.List[:1] },
		"nil list":        func() { p.List = nil },
		"longer list":     func() { p.List = Lazies(10, 4) },
		"no row":          func() { p.Rows = nil },
		"other own":       func() { p.Rows = []KeptRow{{"a", nil, Lazies(21, 2)}, {"b", &Lazy{N: 29}, Lazies(30, 1)}} },
		"other rows":      func() { p.Rows = []KeptRow{{"a", &Lazy{N: 20}, Lazies(21, 1)}, {"b", nil, Lazies(30, 2)}} },
		"one row":         func() { p.Rows = []KeptRow{{"a", &Lazy{N: 20}, Lazies(21, 3)}} },
		"other grid":      func() { p.Grid = [][]Lazy{Lazies(40, 1), Lazies(50, 2)} },
		"pointer to list": func() { p.Pointer, p.List = nil, Lazies(10, 4) },
		"text":            func() { p.Union = "text" },
		"unset":           func() { p.Union = nil },
		"foreign":         func() { p.Union = p },
		"other member":    func() { p.Union = Lazies(61, 1) },
		"row in union":    func() { p.Union = &KeptRow{Own: &Lazy{N: 62}} },
		"more entries":    func() { p.Map["y"] = Lazy{N: 71} },
		"no map":          func() { p.Map = nil },
		"other entry":     func() { p.Lists["x"] = Lazies(82, 1) },
		"no entry":        func() { delete(p.Lists, "x") },
		"no next":         func() { p.Next = nil },
		"other next":      func() { p.Next = &KeptRow{"c", nil, Lazies(91, 1)} },
		"next to pointer": func() { p.Pointer, p.Next = nil, &KeptRow{"c", &Lazy{N: 90}, Lazies(91, 1)} },
	}
}

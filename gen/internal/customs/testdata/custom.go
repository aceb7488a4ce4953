// Package custom has types whose marshal methods keep what they do not overwrite, and types of the standard library.
package custom

import (
	"crypto/sha3"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"
)

// A Message holds custom types in every place.
//
//bale:gen
type Message struct {
	Bag
	Value   Bag
	Pointer *Bag
	Chain   **Bag
	List    []Bag
	Lists   [][]Bag
	Ptrs    []*Bag
	Array   [3]Bag
	Long    [6]Bag
	Map     map[string]Bag
	PtrMap  map[string]*Bag
	Keys    map[Log]Bag
	Any     any   `bale:"union Bag, *Bag, Log, Set, []Bag"`
	Anys    []any `bale:"union Bag, *Bag, Log, Set, []Bag"`
	Set     Set
	Sets    []Set
	Log     Log
	Logs    []Log
	Nums    Numbers
	Locked  Locked
	Option  Option[map[string]int]
	//bale:custom text
	Text  Bag
	Texts []Bag //bale:custom text
	//bale:custom json
	JSON  Bag
	JSONs map[string]*Bag //bale:custom json
	//bale:custom gob
	Gob  Bag
	Gobs []*Bag //bale:custom gob
	Rows []Row
	//bale:custom text
	Bags ByName
	//bale:custom json
	Four   Four
	Flows  Flows
	Routes map[string]Routes
}

// These hold types for which a directive chooses methods.
type (
	Bags   []*Bag
	ByName map[string]Bags
	Four   [4]Bag
	Flows  []flow
	Routes map[flow]*Flows
)

//bale:custom flow skip
type flow struct{ next chan int }

// Plain holds the same lists without a directive.
//
//bale:gen
type Plain struct {
	ByName ByName
	Four   Four
}

// A Row is an element whose memory is used again.
type Row struct {
	Bags []Bag
	One  *Bag
	Last Bag
}

// A Bag is decoded by package encoding/json, which adds to maps, keeps the targets of pointers, and leaves fields alone that the input
// does not have.
type Bag struct {
	Name string         `json:",omitempty"`
	Map  map[string]int `json:",omitempty"`
	Ptr  *Pair          `json:",omitempty"`
	List []Pair         `json:",omitempty"`
}

type Pair struct {
	A, B int `json:",omitempty"`
}

type bag Bag

func (b Bag) MarshalBinary() ([]byte, error)     { return json.Marshal(bag(b)) }
func (b *Bag) UnmarshalBinary(text []byte) error { return json.Unmarshal(text, (*bag)(b)) }
func (b Bag) MarshalText() ([]byte, error)       { return json.Marshal(bag(b)) }
func (b *Bag) UnmarshalText(text []byte) error   { return json.Unmarshal(text, (*bag)(b)) }
func (b Bag) MarshalJSON() ([]byte, error)       { return json.Marshal(bag(b)) }
func (b *Bag) UnmarshalJSON(text []byte) error   { return json.Unmarshal(text, (*bag)(b)) }
func (b Bag) GobEncode() ([]byte, error)         { return json.Marshal(bag(b)) }
func (b *Bag) GobDecode(text []byte) error       { return json.Unmarshal(text, (*bag)(b)) }

// A Log adds what it decodes.
type Log string

func (l Log) MarshalBinary() ([]byte, error)     { return []byte(l), nil }
func (l *Log) UnmarshalBinary(text []byte) error { *l += Log(text); return nil }

// A Set adds what it decodes.
type Set map[string]bool

func (s Set) MarshalBinary() ([]byte, error) { return json.Marshal(map[string]bool(s)) }
func (s *Set) UnmarshalBinary(text []byte) error {
	return json.Unmarshal(text, (*map[string]bool)(s))
}

// Numbers are appended.
type Numbers []int8

func (n Numbers) MarshalBinary() ([]byte, error) {
	b := []byte{}
	for _, x := range n {
		b = append(b, byte(x))
	}
	return b, nil
}

func (n *Numbers) UnmarshalBinary(b []byte) error {
	for _, x := range b {
		*n = append(*n, int8(x))
	}
	return nil
}

// A Locked has a lock, which must not be copied.
type Locked struct {
	mu  sync.Mutex
	sum int
}

func (l *Locked) MarshalBinary() ([]byte, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return fmt.Append(nil, l.sum), nil
}

func (l *Locked) UnmarshalBinary(b []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	var n int
	_, err := fmt.Sscan(string(b), &n)
	l.sum += n
	return err
}

// An Option is like that of samber/mo.
type Option[T any] struct {
	present bool
	value   T
}

func (o Option[T]) MarshalBinary() ([]byte, error) {
	if !o.present {
		return []byte{0}, nil
	}
	text, err := json.Marshal(o.value)
	return append([]byte{1}, text...), err
}

func (o *Option[T]) UnmarshalBinary(b []byte) error {
	if o.present = b[0] == 1; !o.present {
		return nil
	}
	return json.Unmarshal(b[1:], &o.value)
}

// first and second return two messages, each with parts that the other does not have.
func first() *Message { return message("first", "a", &Pair{A: 1}) }

func second() *Message { return message("second", "b", &Pair{B: 2}) }

func message(name, key string, pair *Pair) *Message {
	full := func() Bag { return Bag{Map: map[string]int{key: 1}, Ptr: pair, List: []Pair{*pair}} }
	named := func() Bag {
		if name == "second" {
			return full()
		}
		b := full()
		b.Name = name
		return b
	}
	b := named()
	p := &b
	return &Message{
		Bag: named(), Value: named(), Pointer: p, Chain: &p, List: []Bag{named(), named()}, Lists: [][]Bag{{named()}}, Ptrs: []*Bag{p, p}, Array: [3]Bag{named(), named(), named()},
		Long: [6]Bag{5: named()}, Map: map[string]Bag{"k": named()}, PtrMap: map[string]*Bag{"k": p}, Keys: map[Log]Bag{Log(name): named()}, Any: p, Anys: []any{p, named(), Log(name), Set{key: true}, []Bag{named()}},
		Set: Set{key: true}, Sets: []Set{{key: true}}, Log: Log(name), Logs: []Log{Log(name), Log(name)}, Nums: Numbers{1, 2}, Locked: Locked{sum: 5}, Option: Option[map[string]int]{true, map[string]int{key: 1}},
		Text: named(), Texts: []Bag{named()}, JSON: named(), JSONs: map[string]*Bag{"k": p}, Gob: named(), Gobs: []*Bag{p},
		Bags: ByName{key: {p, p}}, Four: Four{named(), 3: named()}, Flows: nil,
		Rows: []Row{{[]Bag{named()}, p, named()}, {[]Bag{named(), named()}, p, named()}},
	}
}

// A Standard holds the types of the standard library with marshal methods.
//
//bale:gen
type Standard struct {
	Float   big.Float
	Floats  []*big.Float
	ByKey   map[string]big.Float
	Rounded *big.Float //bale:custom text
	Int     *big.Int
	Rat     *big.Rat
	Addr    netip.Addr
	Port    netip.AddrPort
	Prefix  netip.Prefix
	Addrs   map[netip.Addr]int
	Level   slog.Level
	Var     slog.LevelVar
	PCG     *rand.PCG
	ChaCha  *rand.ChaCha8
	URL     *url.URL
	Regexp  *regexp.Regexp
}

// An ID is optional, since its zero value cannot be decoded.
//
//bale:gen
type ID struct {
	List []x509.OID
	//bale:custom text
	Text *x509.OID
	Hash *sha3.SHA3
	Link *url.URL
}

// Keys has maps with keys that may have the same encoding.
//
//bale:gen
type Keys struct {
	Times map[time.Time]string
	Days  map[Day]int
	Pairs map[[2]Day]bool
	Spans map[Span]int
	Names map[Name][]int
	Anys  map[any]int `bale:"union int, time.Time, Day, Span, *Span"`
	Refs  map[*Span]int
	Outer []map[time.Time]map[Name]int
}

// A Day is encoded without its time.
type Day struct{ time.Time }

func (d Day) MarshalBinary() ([]byte, error) { return d.AppendFormat(nil, time.DateOnly), nil }

func (d *Day) UnmarshalBinary(b []byte) (err error) {
	d.Time, err = time.Parse(time.DateOnly, string(b))
	return err
}

// A Span has a field that is not encoded.
type Span struct {
	From time.Time
	Note string `bale:"skip"`
}

// A Name is encoded in lower case. Its methods count their calls.
type Name struct {
	Text  string
	Calls *int
}

func (n Name) MarshalText() ([]byte, error) {
	if n.Calls != nil {
		*n.Calls++
	}
	return []byte(strings.ToLower(n.Text)), nil
}

func (n *Name) UnmarshalText(b []byte) error { n.Text = string(b); return nil }

//bale:custom Name text

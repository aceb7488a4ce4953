// Package limits has types whose messages, or whose used values, can attack a decoder.
//
//bale:gen stamp=off
package limits

import "fmt"

// A Tree can be deep, and each of its elements takes few bytes.
type Tree struct{ Kids []Tree }

// A Node has attributes and children.
type Node struct {
	Name  string
	Attrs []Attr
	Kids  []Node
}

// An Attr is an attribute of a Node.
type Attr struct{ Key, Value string }

// JSON holds any JSON value.
type JSON struct {
	Value any `bale:"union bool, float64, string, []any, map[string]any"`
}

// Five has lists nested five levels deep.
type Five struct{ List []Four }

type Four struct{ List []Three }

type Three struct{ List []Two }

type Two struct{ List []One }

type One struct{ List []int32 }

// Rows has elements of 540 bytes.
type Rows struct{ List []Row }

type Row struct {
	Numbers [67]int64
	Flag    int32
}

// Blocks has arrays of 8 KiB.
type Blocks struct{ List []Block }

type Block struct{ Data [1024]int64 }

// Links has pointers to blocks.
type Links struct{ List []*Block }

// Maps has many maps.
type Maps struct{ List []Counts }

type Counts struct{ Of map[int32]int32 }

// Skips has elements that are not encoded but take memory.
type Skips struct{ List []Skip }

type Skip struct {
	Big [64]int64 `bale:"skip"`
}

// Nothings has elements that take neither bytes nor memory.
type Nothings struct{ Lists []Nothing }

type Nothing struct{ List []struct{} }

// A Tail is a custom type. Its method appends to the slice that it gets.
type Tail struct{ text string }

// MarshalBinary returns the text.
func (t Tail) MarshalBinary() ([]byte, error) { return []byte(t.text), nil }

// UnmarshalBinary decodes the text. It appends to b, as it may do with a slice of its own.
func (t *Tail) UnmarshalBinary(b []byte) error {
	t.text = string(b)
	if t.text == "change" {
		for i := range changed {
			changed[i] = 0xff
		}
	}
	_ = append(b, "overwrites the bytes after b if it can"...)
	return nil
}

// changed is filled with 0xff by a Tail of "change" while a message is decoded.
var changed []byte

// Tails has custom types before other fields.
type Tails struct {
	First Tail
	Names []string
	List  []Tail
	Data  []byte
	Items []Leaf
	Tree  []Tree
}

// Shared can hold elements that share memory.
type Shared struct {
	Pointers []*Leaf
	Items    []Item
	Lists    []Numbers
	Data     [][]byte
}

type Leaf struct{ ID, More int32 }

type Numbers struct{ List []int32 }

type Item struct {
	ID    int32
	Tags  []string
	Sizes []int32
	Leaf  *Leaf
	Count map[string]int32
	Two   [2]Numbers
}

// Arrays has arrays whose elements can share memory.
type Arrays struct {
	Pointers [3]*Leaf
	Bytes    [3][]byte
	Maps     [3]map[string]int32
	Items    [3]Numbers
	Nested   [3][2]*Leaf
	Unions   [3]any `bale:"union *Leaf, string"`
	Map      map[string][2]*Leaf
	Pointer  *[2][]byte
	Long     [9]*Leaf
}

// Binary has bytes that may be parts of a message, and fields after them.
type Binary struct {
	Data  []byte
	Lists []Numbers
	More  []byte
	Text  string
}

// Spare has lists without pointers, one of each element type, between strings.
type Spare struct {
	Name  string
	Small []int8
	Codes []int32
	Text  string
	Wide  []float64
	Flags []bool
	Items []Leaf
	Pairs [][2]uint16
	Data  []byte
	Last  string
}

// Texts is mostly text.
type Texts struct {
	Names []string
	Long  []string
}

// Large can hold much data of several kinds.
type Large struct {
	Data  []byte
	Items []Leaf
	Names []string
	Links []*Leaf
	Map   map[int64]int64
}

// Flat has so many strings that the sum of their lengths can exceed 32 bits although each is shorter than the message.
type Flat struct {
	A0, A1, A2, A3, A4, A5, A6, A7, A8, A9 string
	B0, B1, B2, B3, B4, B5, B6, B7, B8, B9 string
	C0, C1, C2, C3, C4, C5, C6, C7, C8, C9 string
	D0, D1, D2, D3, D4, D5, D6, D7, D8, D9 string
}

// Refused has unions around values whose method fails.
type Refused struct {
	First any `bale:"union int, string"`
	Own   Fails
	Then  any `bale:"union int, string"`
	Inner struct {
		Own  Fails
		Last any `bale:"union int, string"`
	}
	Nothing []struct{}
	Last    any `bale:"union int, string, Fails"`
}

// Methods has values whose method fails, and no unions.
type Methods struct {
	Lines []struct {
		Name string
		Own  []Fails
	}
	ByName map[string]*Fails
	Pair   [2]Fails
	Grades []Grade
	Halves [2][]Grade
	Codes  [][2]Code
	Code   [2]Code
	Next   *Methods
}

// Many is Few without limits.
type Many struct {
	Text   string
	List   []int32
	Map    map[int32]int64
	ByName map[string][]string
}

// Few has limits.
type Few struct {
	Text   string              `bale:"max=3"`
	List   []int32             `bale:"max=3"`
	Map    map[int32]int64     `bale:"max=3"`
	ByName map[string][]string `bale:"max=3"`
}

// Wide is Ints with 64-bit integers.
type Wide struct {
	A    int64
	B    uint64
	C    uint64
	List []int64
	Rows []struct {
		A int64
		B uint64
	}
	Map  map[string]int64
	Keys map[int64]bool
	Next *uint64
	Pair [2]int64
}

// Ints has integers that have 32 bits on some machines.
type Ints struct {
	A    int
	B    uint
	C    uintptr
	List []int
	Rows []struct {
		A int
		B uint
	}
	Map  map[string]int
	Keys map[int]bool
	Next *uint
	Pair [2]int
}

// Fails cannot be encoded if N is greater than 0.
type Fails struct{ N int }

func (f Fails) MarshalBinary() ([]byte, error) {
	if f.N > 0 {
		return nil, fmt.Errorf("no %d", f.N)
	}
	return []byte{}, nil
}

func (f *Fails) UnmarshalBinary(b []byte) error {
	f.N = len(b)
	return nil
}

// Grade is a byte and Code an array of bytes, with methods. The methods are called for each element of a list.
type (
	Grade uint8
	Code  [4]byte
)

func (g Grade) MarshalBinary() ([]byte, error) { return Fails{int(g)}.MarshalBinary() }

func (g *Grade) UnmarshalBinary(b []byte) error {
	*g = Grade(len(b))
	return nil
}

func (c Code) MarshalBinary() ([]byte, error) { return Fails{int(c[0])}.MarshalBinary() }

func (c *Code) UnmarshalBinary(b []byte) error {
	*c = Code{byte(len(b))}
	return nil
}

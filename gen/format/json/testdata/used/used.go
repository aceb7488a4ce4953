// Package used has types of which values are decoded into others that share memory with each other.
package used

import (
	"errors"
	"strconv"
	"sync"
)

// Inner is embedded, and what pointers point to.
type Inner struct {
	N     int
	S     string
	List  []int
	Next  *Inner
	Bytes []byte
}

// Base is embedded as a pointer.
type Base struct {
	B    bool
	Pair [2]Inner
}

// OnKeep is called by the method of Keep, unless it is nil.
var OnKeep func()

var errBad = errors.New("bad")

// Keep has a method that reads and keeps what it gets, and the receiver.
type Keep struct {
	Before string
	Text   string
}

// MarshalJSON returns the text.
func (k Keep) MarshalJSON() ([]byte, error) { return []byte(k.Text), nil }

// UnmarshalJSON keeps the text, and the text before. It returns an error for "bad".
func (k *Keep) UnmarshalJSON(text []byte) error {
	k.Before, k.Text = k.Text, string(text)
	if OnKeep != nil {
		OnKeep()
	}
	if k.Text == `"bad"` {
		return errBad
	}
	return nil
}

// Plain has no methods.
//
//bale:gen wire=json
type Plain struct {
	Inner
	*Base
	Ints    []int
	Floats  []float64
	Strings []string
	Structs []Inner
	Lists   [][]int
	Deep    [][][]Inner
	Ptr     *Inner
	PtrPtr  **Inner
	Ptrs    []*Inner
	Arrays  [3][]Inner
	Array   [2]*Inner
	Map     map[string]int
	Maps    map[int]map[string]Inner
	Lists2  map[string][]Inner
	MapPtr  map[string]*Inner
	PtrMap  *map[string]int
	MapList []map[string]int
	Any     any
	Anys    []any
	Quoted  *int `json:",string"`
	Bytes   []byte
	Blobs   [][]byte
	Self    *Plain
	Number  int8
}

// Methods has methods, too.
//
//bale:gen wire=json
type Methods struct {
	K    Keep
	P    *Keep
	L    []Keep
	LP   []*Keep
	A    [2]Keep
	M    map[string]Keep
	MP   map[string]*Keep
	S    []struct{ K Keep }
	MS   map[string]struct{ K Keep }
	Self *Methods
	In   []Inner
	N    int8
}

// Large is so large that its copy is not on the stack.
//
//bale:gen wire=json
type Large struct {
	Array [600]int64
	List  []Inner
	Map   map[string]int
	N     int8
}

// Hidden has a field that no text changes.
//
//bale:gen wire=json
type Hidden struct {
	_    int
	List []Inner
	Map  map[string]int
	Ptr  *Inner
	N    int8
}

// Big is so large that no copies of it are made for a short text.
type Big struct {
	A [600]int64
	N int
}

// Embedded is embedded as a pointer, and as large.
type Embedded struct {
	E [600]int64
	X int
}

// Limited has parts before which the text is checked.
//
//bale:gen wire=json
type Limited struct {
	K Keep
	P *Big
	M map[string]Big
	L []Big
	A *[600]int64
	D *[]Big
	S struct{ Q *Big }
	*Embedded
	N int8
}

// Guarded has a lock, which its methods use.
type Guarded struct {
	mu sync.Mutex
	n  int
}

// MarshalJSON returns the number.
func (g *Guarded) MarshalJSON() ([]byte, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return []byte(strconv.Itoa(g.n)), nil
}

// UnmarshalJSON sets the number, if the text is one.
func (g *Guarded) UnmarshalJSON(text []byte) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	var err error
	g.n, err = strconv.Atoi(string(text))
	return err
}

// TryLock locks g, unless it is locked.
func (g *Guarded) TryLock() bool { return g.mu.TryLock() }

// Locks holds locks.
//
//bale:gen wire=json
type Locks struct {
	G Guarded
	A [1]Guarded
	P *Guarded
	K Keep
	N int8
}

// A Tree has lists that may share memory with each other.
//
//bale:gen wire=json
type Tree struct {
	N int
	L []Tree
}

// A Ref has a name, so encoding/json decodes it.
type Ref *Holder

// A Holder has interfaces.
type Holder struct {
	V any
	N int
	L []any
}

// A Box is generic: code for an instance with an interface would not compile.
type Box[T any] struct{ V, W T }

// Rare has parts with interfaces that encoding/json decodes.
//
//bale:gen wire=json
type Rare struct {
	R Ref
	B []*Box[any]
	P *Box[any]
	M map[string]Ref
	N int8
}

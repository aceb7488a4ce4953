// Package delayed has types whose methods record their calls.
package delayed

import (
	"errors"
	"fmt"
)

// Calls has the calls of all methods: the method, its argument and the receiver before the call.
var Calls []string

var errBad = errors.New("bad")

// record records a call, and returns an error or panics for some arguments.
func record(method string, text []byte, before any) error {
	Calls = append(Calls, fmt.Sprintf("%s(%s) of %v", method, text, before))
	if string(text) == `"panic"` || string(text) == "panic" {
		panic("panic of " + method)
	}
	if len(text) > 3 && string(text[len(text)-3:]) == `ad"` {
		return errBad
	}
	return nil
}

// JSON has methods for JSON.
type JSON struct {
	Times int
	Text  string
}

// MarshalJSON returns the text.
func (j JSON) MarshalJSON() ([]byte, error) { return []byte(`"` + j.Text + `"`), nil }

// UnmarshalJSON counts the calls, and keeps the text.
func (j *JSON) UnmarshalJSON(text []byte) error {
	err := record("JSON", text, *j)
	j.Times++
	j.Text = string(text)
	return err
}

// Text has methods for text.
type Text struct {
	Times int
	Text  string
}

// MarshalText returns the text.
func (t Text) MarshalText() ([]byte, error) { return []byte(t.Text), nil }

// UnmarshalText counts the calls, and keeps the text.
func (t *Text) UnmarshalText(text []byte) error {
	err := record("Text", text, *t)
	t.Times++
	t.Text = string(text)
	if t.Text == "bad" {
		return errBad
	}
	return err
}

// Letters is a slice with methods for text.
type Letters []byte

// MarshalText returns the letters.
func (l Letters) MarshalText() ([]byte, error) { return l, nil }

// UnmarshalText appends the text.
func (l *Letters) UnmarshalText(text []byte) error {
	err := record("Letters", text, string(*l))
	*l = append(*l, text...)
	return err
}

// Counts is a map with a method of values.
type Counts map[string]int

// MarshalJSON returns an empty list.
func (c Counts) MarshalJSON() ([]byte, error) { return []byte("[]"), nil }

// UnmarshalJSON counts the text, if there is a map.
func (c Counts) UnmarshalJSON(text []byte) error {
	err := record("Counts", text, len(c))
	if c != nil {
		c[string(text)]++
	}
	return err
}

// Only has a method for decoding only, so that encoding/json decodes it.
type Only struct{ Times int }

// UnmarshalJSON counts the calls.
func (o *Only) UnmarshalJSON(text []byte) error {
	err := record("Only", text, *o)
	o.Times++
	return err
}

// Large is so large that lists of it begin with a single element.
type Large struct {
	A    [40]int64
	J    JSON
	Rest []JSON
}

// Inner is embedded.
type Inner struct {
	I  JSON
	IT []Text
}

// Root has methods in all places.
//
//bale:gen wire=json
type Root struct {
	J    JSON
	P    *JSON
	PP   **JSON
	L    []JSON
	LP   []*JSON
	LL   [][]JSON
	A    [2]JSON
	AP   [1]*JSON
	AL   [][2]JSON
	M    map[string]JSON
	MI   map[int]JSON
	MP   map[string]*JSON
	ML   map[string][]JSON
	MS   map[string]struct{ J JSON }
	MA   map[string][1]JSON
	S    struct{ J JSON }
	SL   []struct{ J JSON }
	T    Text
	TP   *Text
	TL   []Text
	TA   [2]Text
	TM   map[string]Text
	B    Letters
	BL   []Letters
	BM   map[string]Letters
	C    Counts
	Q    JSON `json:",string"`
	O    Only
	OL   []Only
	Any  any
	Big  []Large
	BigP *Large
	BigM map[string]Large
	Inner
	R  *Root
	RL []Root
	RM map[string]Root
	N  int
}

// Tree has lists of its own type.
//
//bale:gen wire=json
type Tree struct {
	X [6]string
	L []Tree
	P []*Tree
	M map[string]Tree
}

package tests

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// A picky type cannot decode its zero value.
type picky struct{ s string }

func (p picky) MarshalText() ([]byte, error) { return []byte(p.s), nil }

func (p *picky) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		return errors.New("empty")
	}
	p.s = string(b)
	return nil
}

func TestZeroFaults(t *testing.T) {
	defer clear(Custom)
	for _, c := range []struct {
		m    Methods
		want bool
	}{{Methods{"Text", false}, true}, {Methods{"Text", true}, false}, {Methods{"JSON", false}, false}} {
		Custom[reflect.TypeFor[picky]()] = c.m
		list := ZeroFaults()
		if found := len(list) == 1 && strings.HasPrefix(list[0], "the zero value of tests.picky is encoded as \"\" by its method for Text") &&
			strings.HasSuffix(list[0], "hold it in a type of your own, whose MarshalBinary returns an error for the zero value"); found != c.want {
			t.Errorf("%v: %q", c.m, list)
		}
	}
}

// A tree holds branches, which encode themselves.
type tree struct {
	N  int
	In []branch
}

type branch struct{ Trees []*tree }

func (b branch) MarshalBinary() ([]byte, error)     { return write(b.Trees) }
func (b *branch) UnmarshalBinary(text []byte) error { return read(&b.Trees, text) }

// write writes the branches of trees one after the other, without a limit.
func write(trees []*tree) ([]byte, error) {
	var out []byte
	for _, t := range trees {
		for _, b := range t.In {
			text, err := b.MarshalBinary()
			if err != nil {
				return nil, err
			}
			out = fmt.Appendf(out, "%d %s", len(text), text)
		}
	}
	return out, nil
}

func read(trees *[]*tree, text []byte) error { return nil }

func TestUnlimited(t *testing.T) {
	defer clear(Custom)
	Custom[reflect.TypeFor[branch]()] = Methods{"Binary", false}
	marshals := map[string]func(*tree) ([]byte, error){
		"unlimited": func(v *tree) ([]byte, error) { return write([]*tree{v}) },
		"limited": func(v *tree) ([]byte, error) {
			if b, err := write([]*tree{v}); len(b) < 10000 {
				return b, err
			}
			return nil, errors.New("nested too deep")
		},
		"left out": func(*tree) ([]byte, error) { return []byte("tree"), nil },
		"growing":  func(v *tree) ([]byte, error) { return json.Marshal(v) }, // as text in text
	}
	for name, marshal := range marshals {
		c := Case[tree]{marshal: marshal, unmarshal: func(*tree, []byte) error { return nil }}
		if got := Unlimited(c); got != (name == "unlimited") {
			t.Errorf("%s: %t", name, got)
		}
	}
	if way := fmt.Sprint(Cycle(reflect.TypeFor[tree]())); way != "[1 -1 0 -1 -1]" {
		t.Errorf("a tree is in a tree at %s", way)
	}
	if way := Cycle(reflect.TypeFor[picky]()); way != nil {
		t.Errorf("a picky is in itself at %v", way)
	}
}

func (b branch) MarshalText() ([]byte, error) { return json.Marshal(b.Trees) }
func (b *branch) UnmarshalText([]byte) error  { return nil }

package baletest

import (
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/netip"
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

// A marked is like a picky, but its zero value is encoded to a byte.
type marked struct{ s string }

func (v marked) MarshalText() ([]byte, error) { return []byte("=" + v.s), nil }
func (v *marked) UnmarshalText(b []byte) error {
	if len(b) < 2 {
		return errors.New("want a text")
	}
	v.s = string(b[1:])
	return nil
}

// TestZeroFault: the zero value is encoded to bytes that cannot be decoded. If there are no bytes, encoding refuses it.
func TestZeroFault(t *testing.T) {
	for _, c := range []struct {
		of      reflect.Type
		by      string
		checked bool
		want    bool
	}{{reflect.TypeFor[marked](), "Text", false, true}, {reflect.TypeFor[marked](), "Text", true, false}, {reflect.TypeFor[picky](), "Text", false, false}, {reflect.TypeFor[picky](), "JSON", false, false}} {
		fault := Methods{Of: c.of, By: c.by, Checked: c.checked, Path: "Order.P"}.ZeroFault()
		if found := strings.HasPrefix(fault, "Order.P: the zero value of baletest.marked is encoded as \"=\" by its method for Text") &&
			strings.HasSuffix(fault, "hold it in a type of your own, whose MarshalBinary returns an error for the zero value"); found != c.want {
			t.Errorf("%s %t: %q", c.by, c.checked, fault)
		}
	}
}

// TestValid: a value whose custom types refuse their zero value gets values that they accept.
func TestValid(t *testing.T) {
	defer func() { about.Customs, Valid = nil, map[reflect.Type][]byte{} }()
	about.Customs = []Methods{{Of: reflect.TypeFor[picky](), By: "Text"}}
	type order struct {
		First picky
		Many  [300]picky
		Ptr   *picky
		Map   map[string]struct{ P picky }
	}
	c := Case[order]{RejectsNil: true}
	if values := c.Values(1, 20); len(values) != 19 || !Fits(reflect.ValueOf(values[0]).Elem()) || values[0].Many[299].s == "" {
		t.Errorf("%d values fit, want 19, since only the zero value does not", len(values))
	}
}

// These types lose something, or seem to.
type (
	noted   struct{ n, note int } // loses a field in text, and keeps it in JSON
	rounded float64               // loses digits
	lazy    struct{ digits *int } // has two zeros
	equal   struct{ n, cache int }
)

func (v noted) MarshalText() ([]byte, error) { return fmt.Append(nil, v.n), nil }
func (v *noted) UnmarshalText(b []byte) error {
	*v = noted{}
	_, err := fmt.Sscan(string(b), &v.n)
	return err
}
func (v noted) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "[%d,%d]", v.n, v.note), nil }
func (v *noted) UnmarshalJSON(b []byte) error {
	_, err := fmt.Sscanf(string(b), "[%d,%d]", &v.n, &v.note)
	return err
}
func (v rounded) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%.1f", float64(v)), nil }
func (v *rounded) UnmarshalText(b []byte) error {
	_, err := fmt.Sscan(string(b), (*float64)(v))
	return err
}
func (v equal) MarshalText() ([]byte, error) { return fmt.Append(nil, v.n), nil }
func (v *equal) UnmarshalText(b []byte) error {
	*v = equal{cache: 1}
	_, err := fmt.Sscan(string(b), &v.n)
	return err
}
func (v equal) Equal(x *equal) bool { return v.n == x.n }
func (v lazy) MarshalText() ([]byte, error) {
	if v.digits == nil {
		return []byte("0"), nil
	}
	return fmt.Append(nil, *v.digits), nil
}
func (v *lazy) UnmarshalText(b []byte) error {
	v.digits = new(int)
	_, err := fmt.Sscan(string(b), v.digits)
	return err
}

func TestLoss(t *testing.T) {
	defer clear(Losses)
	const accept = ", or accept the loss, in an init function of a test file, with baletest.Losses[reflect.TypeFor[baletest."
	for _, c := range []struct {
		m    Methods
		want []string // parts of the fault
	}{
		{Methods{Of: reflect.TypeFor[noted](), By: "Text", Path: "Order.N"}, []string{"Order.N: a value of baletest.noted does not come back as it was from its methods for Text: baletest.noted.note: got 0, want ",
			"//bale:custom noted json, ", "//bale:custom noted skip, ", accept + "noted]()] = true"}},
		{Methods{Of: reflect.TypeFor[noted](), By: "JSON"}, nil},
		{Methods{Of: reflect.TypeFor[noted](), By: "Text", Known: true}, nil},
		{Methods{Of: reflect.TypeFor[rounded](), By: "Text", Path: "Order.R"}, []string{"Order.R: a value of baletest.rounded ", ": let the methods keep it, "}},
		{Methods{Of: reflect.TypeFor[lazy](), By: "Text"}, nil},
		{Methods{Of: reflect.TypeFor[equal](), By: "Text"}, nil},
		{Methods{Of: reflect.TypeFor[picky](), By: "Text"}, nil},
		{Methods{Of: reflect.TypeFor[big.Int](), By: "Text"}, nil},
		{Methods{Of: reflect.TypeFor[big.Rat](), By: "Gob"}, nil},
		{Methods{Of: reflect.TypeFor[netip.Prefix](), By: "Binary"}, nil},
	} {
		fault := c.m.Loss()
		if (fault == "") != (c.want == nil) {
			t.Errorf("%v by %s: %q", c.m.Of, c.m.By, fault)
		}
		for _, part := range c.want {
			if !strings.Contains(fault, part) {
				t.Errorf("%v by %s: %q does not contain %q", c.m.Of, c.m.By, fault, part)
			}
		}
		Losses[c.m.Of] = true
		if fault := c.m.Loss(); fault != "" {
			t.Errorf("an accepted loss is reported: %s", fault)
		}
		delete(Losses, c.m.Of)
	}
	if n := len(Probe(reflect.TypeFor[x509.OID]())); n == 0 {
		t.Error("no values of x509.OID are found")
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
	defer func() { about.Customs = nil }()
	about.Customs = []Methods{{Of: reflect.TypeFor[branch](), By: "Binary"}}
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
		c := Case[tree]{Marshal: marshal, Unmarshal: func(*tree, []byte) error { return nil }}
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

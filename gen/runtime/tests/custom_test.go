package tests

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
		fault := Methods{of: c.of, by: c.by, checked: c.checked, path: "Order.P"}.ZeroFault()
		if found := strings.HasPrefix(fault, "Order.P: the zero value of tests.marked is encoded as \"=\" by its method for Text") &&
			strings.HasSuffix(fault, "hold it in a type of your own, whose MarshalBinary returns an error for the zero value"); found != c.want {
			t.Errorf("%s %t: %q", c.by, c.checked, fault)
		}
	}
}

// TestValid: a value whose custom types refuse their zero value gets values that they accept.
func TestValid(t *testing.T) {
	defer func() { Custom, Valid = nil, map[reflect.Type][]byte{} }()
	Custom = []Methods{{of: reflect.TypeFor[picky](), by: "Text"}}
	type order struct {
		First picky
		Many  [300]picky
		Ptr   *picky
		Map   map[string]struct{ P picky }
	}
	c := Case[order]{rejectsNil: true}
	if values := c.values(1, 20); len(values) != 19 || !Fits(reflect.ValueOf(values[0]).Elem()) || values[0].Many[299].s == "" {
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
	defer clear(TestLosses)
	const accept = ", or accept the loss, in an init function of a test file, with baleTestLosses[reflect.TypeFor[tests."
	for _, c := range []struct {
		m    Methods
		want []string // parts of the fault
	}{
		{Methods{of: reflect.TypeFor[noted](), by: "Text", path: "Order.N"}, []string{"Order.N: a value of tests.noted does not come back as it was from its methods for Text: tests.noted.note: got 0, want ",
			"//bale:custom noted json, ", "//bale:custom noted skip, ", accept + "noted]()] = true"}},
		{Methods{of: reflect.TypeFor[noted](), by: "JSON"}, nil},
		{Methods{of: reflect.TypeFor[noted](), by: "Text", known: true}, nil},
		{Methods{of: reflect.TypeFor[rounded](), by: "Text", path: "Order.R"}, []string{"Order.R: a value of tests.rounded ", ": let the methods keep it, "}},
		{Methods{of: reflect.TypeFor[lazy](), by: "Text"}, nil},
		{Methods{of: reflect.TypeFor[equal](), by: "Text"}, nil},
		{Methods{of: reflect.TypeFor[picky](), by: "Text"}, nil},
		{Methods{of: reflect.TypeFor[big.Int](), by: "Text"}, nil},
		{Methods{of: reflect.TypeFor[big.Rat](), by: "Gob"}, nil},
		{Methods{of: reflect.TypeFor[netip.Prefix](), by: "Binary"}, nil},
	} {
		fault := c.m.Loss()
		if (fault == "") != (c.want == nil) {
			t.Errorf("%v by %s: %q", c.m.of, c.m.by, fault)
		}
		for _, part := range c.want {
			if !strings.Contains(fault, part) {
				t.Errorf("%v by %s: %q does not contain %q", c.m.of, c.m.by, fault, part)
			}
		}
		TestLosses[c.m.of] = true
		if fault := c.m.Loss(); fault != "" {
			t.Errorf("an accepted loss is reported: %s", fault)
		}
		delete(TestLosses, c.m.of)
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
	defer func() { Custom = nil }()
	Custom = []Methods{{of: reflect.TypeFor[branch](), by: "Binary"}}
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

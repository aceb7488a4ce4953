package wire

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"bale/schema"
)

// TestMethods: the default wire has the names of package encoding, another one its own.
func TestMethods(t *testing.T) {
	for _, c := range []struct {
		format *Format
		names  string
		calls  string
	}{
		{&Format{Name: Default, Title: "Compact"},
			"AppendBinary MarshalBinary SizeBinary UnmarshalBinary UnmarshalBinaryAlias DecodeBinary", "baleCompactDecodeNamed(b, v, true)"},
		{&Format{Name: "fixed", Title: "Fixed"},
			"AppendFixed MarshalFixed SizeFixed UnmarshalFixed UnmarshalFixedAlias DecodeFixed", "baleFixedDecodeNamed(b, v, true)"},
	} {
		if got := strings.Join(c.format.methodNames(), " "); got != c.names {
			t.Errorf("%s has %s, want %s", c.format.Name, got, c.names)
		}
		p := NewPrinter("example.com/own", false)
		text := p.Capture(func() { p.Methods(c.format, &schema.Named{Package: p.Package, Name: "named"}) })
		if !strings.Contains(text, c.calls) || !strings.Contains(text, `baleLeftOver("named", n)`) {
			t.Errorf("no %s in\n%s", c.calls, text)
		}
		for _, src := range []string{text, c.format.stubs("named", nil)} {
			if _, err := parser.ParseFile(token.NewFileSet(), "", "package own\n"+src, 0); err != nil {
				t.Errorf("%v in\n%s", err, src)
			}
			for _, name := range strings.Fields(c.names) {
				if n := strings.Count(src, "func (v *named) "+name+"("); n != 1 {
					t.Errorf("%s is there %d times in\n%s", name, n, src)
				}
			}
		}
		if but := c.format.stubs("named", map[string]bool{strings.Fields(c.names)[0]: true}); strings.Contains(but, "Append") {
			t.Errorf("a method that is there already has a stub:\n%s", but)
		}
	}
}

func TestChoose(t *testing.T) {
	a, b, c := &Format{Name: "a"}, &Format{Name: "b"}, &Format{Name: "c"}
	chosen, unknown := Choose([]*Format{a, b, c}, []string{"c", "x", "a", "c"})
	if Names(chosen) != "a, c" || len(unknown) != 1 || unknown[0] != "x" {
		t.Errorf("chosen %s, unknown %q", Names(chosen), unknown)
	}
}

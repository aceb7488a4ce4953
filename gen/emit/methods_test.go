package emit

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"bale/model"
)

// TestMethods checks that the methods of the default format are named as in package encoding, and those of other formats have
// suffixes of their own.
func TestMethods(t *testing.T) {
	for _, c := range []struct {
		set   MethodSet
		names string
		calls string
	}{
		{MethodSet{Format: &Format{Title: "Compact", Methods: Methods{Suffix: StandardSuffix}}},
			"AppendBinary MarshalBinary SizeBinary UnmarshalBinary UnmarshalBinaryAlias DecodeBinary", "baleCompactDecode_Named(b, v, true)"},
		{MethodSet{Format: &Format{Title: "Compact", Methods: Methods{Suffix: StandardSuffix}}, CustomSuffix: "Store"},
			"AppendStore MarshalStore SizeStore UnmarshalStore UnmarshalStoreAlias DecodeStore", "baleCompactDecode_Named(b, v, true)"},
		{MethodSet{Format: &Format{Name: "fixed", Title: "Fixed"}},
			"AppendFixed MarshalFixed SizeFixed UnmarshalFixed UnmarshalFixedAlias DecodeFixed", "baleFixedDecode_Named(b, v, true)"},
	} {
		if got := strings.Join(c.set.Names(), " "); got != c.names {
			t.Errorf("%s has %s, want %s", c.set.Name, got, c.names)
		}
		p := NewPrinter("example.com/own")
		text := p.Capture(func() { p.Methods(c.set, &model.Named{Package: p.Package, Name: "named"}) })
		if !strings.Contains(text, c.calls) || !strings.Contains(text, `balecore.Whole("named", b, n, err)`) {
			t.Errorf("no %s in\n%s", c.calls, text)
		}
		for _, src := range []string{text, c.set.Stubs("named", nil)} {
			if _, err := parser.ParseFile(token.NewFileSet(), "", "package own\n"+src, 0); err != nil {
				t.Errorf("%v in\n%s", err, src)
			}
			for _, name := range strings.Fields(c.names) {
				if n := strings.Count(src, "func (v *named) "+name+"("); n != 1 {
					t.Errorf("%s is declared %d times in\n%s", name, n, src)
				}
			}
		}
		if rest := c.set.Stubs("named", map[string]bool{strings.Fields(c.names)[0]: true}); strings.Contains(rest, "Append") {
			t.Errorf("an excluded method has a stub:\n%s", rest)
		}
	}
}

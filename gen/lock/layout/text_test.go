package layout

import (
	"fmt"
	"strings"
	"testing"
)

// TestParseType checks that a type is parsed as it is printed.
func TestParseType(t *testing.T) {
	for _, text := range []string{
		"int64", "byte", "time.Time", "Line", "[]Line", "*[]*Line", "[3][4]byte", "map[string]int64", "map[Order.M[key]]Order.M[]",
		"map[map[A]B]map[C]D", "binary(example.com/m/go-money.Amount)", "*text(math/big.Int)", "Pair[int,map[string][]Line]", "[]Box[struct{A[]int\"json:\\\"a]\\\"\"}]",
		"Line@1", "example.com/m.Order.Sub", "binary(Box[text])", "[]*binary(Root)", "map[text(K)][2]json(V[A,B])",
	} {
		if typ := parseType(text); typ == nil {
			t.Errorf("%s is no type", text)
		}
	}
	for text, want := range map[string]Op{"byte": Basic, "time.Time": Time, "Line": Ref, "*Line": Pointer, "[2]Line": Array, "[]Line": Slice, "map[A]B": Map, "text(T)": Custom, "binary": Ref, "key": Ref} {
		if typ := parseType(text); typ == nil || typ.Op != want {
			t.Errorf("%s is %+v", text, typ)
		}
	}
	for _, text := range []string{
		"", " ", "[", "[]", "]", ")", "[x]int", "[-1]int", "[03]int", "[1][]", "map[string", "map[]int", "*", "int int", "parallel []int",
		"[] int", "(int)", "3", "*3", "binary()", "binary(A)(B)", "[]int ", " int", "binary(A) removed", "[...]int", "chan int",
	} {
		if typ := parseType(text); typ != nil {
			t.Errorf("%q is %s", text, typ)
		}
	}
}

// FuzzParseType checks that a text that is a type is the text of that type.
func FuzzParseType(f *testing.F) {
	for _, text := range []string{"map[Order.M[key]]Order.M[]", "[]*text(math/big.Int)", "[]Box[struct{A[]int\"json:\\\"a]\\\"\"}]", "binary(A)(B)", "*]"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if typ := parseType(text); typ != nil && typ.String() != text {
			t.Errorf("%q is %s", text, typ)
		}
	})
}

// TestParseLine checks that lines of all forms are parsed as they are printed, and that malformed lines are not.
func TestParseLine(t *testing.T) {
	for _, text := range []string{
		"proto Order.Lines 2 repeated Line ([]Line)", "compact Order: root struct totals=1", "compact Order.Lines 2 []Line removed", "msgpack Order.a%20b - []Line",
		"enum Status.Open 0", `enum Status.Open "a removed" removed`, "enum example.com/m.Status.Open -3", "proto Gone.B 3 int", "compact Tree: []Tree removed",
	} {
		if line := ParseLine(text); line == nil || line.String() != text {
			t.Errorf("%q is %v", text, line)
		}
	}
	for _, text := range []string{"", "proto", "proto Order.A", "proto Order.A 1", "proto Order.A x int", "proto Order.A -1 int", "proto Order 1 int", "<<<<<<< HEAD", "<<<<<<< topic: what it does", "enum Status: struct", "enum Status.Open 1 int"} {
		if line := ParseLine(text); line != nil {
			t.Errorf("%q is %v", text, line)
		}
	}
}

// TestParse checks that a layout is parsed as it is printed, and that malformed lines are reported.
func TestParse(t *testing.T) {
	order := &Def{Name: "Order", Root: true, Evolve: true, Totals: 3, Fields: []*Field{
		{Name: "A", Type: &Type{Op: Basic, Name: "int"}},
		{Name: "B", Type: &Type{Op: Ref, Name: "Line@1"}, Removed: true},
		{Name: "C", Type: &Type{Op: Slice, Elem: &Type{Op: Basic, Name: "byte"}}, Omit: true},
	}}
	line := &Def{Name: "Line@1", Kind: Names, Fields: []*Field{{Name: "a b.c:%", Type: &Type{Op: Time}}, {Name: "", Type: &Type{Op: Ref, Name: "Tree"}}}}
	tree := &Def{Name: "Tree", Kind: Value, Root: true, Removed: true, Type: &Type{Op: Slice, Elem: &Type{Op: Ref, Name: "Tree"}}}
	union := &Def{Name: "U", Kind: Union, Fields: []*Field{{Name: "Int", Type: &Type{Op: Basic, Name: "int"}}}}
	l := &Layout{Format: "compact", Defs: map[string]*Def{}}
	for _, d := range []*Def{order, line, tree, union} {
		l.Defs[d.Name] = d
	}
	again, bad := Parse(l, l.Lines())
	if bad != nil {
		t.Fatal(bad)
	}
	text := func(l *Layout) string {
		var b strings.Builder
		for _, line := range l.Lines() {
			fmt.Fprintf(&b, "%+v\n", *line)
		}
		return b.String()
	}
	if got, want := text(again), text(l); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, c := range []struct {
		want  string
		lines []*Line
	}{
		{"there is no line `compact X: ...` for this field", []*Line{{Owner: "X", Field: "A", Number: 1, Form: "int"}}},
		{"there is no line `compact Y: ...`", []*Line{{Owner: "X", Head: true, Form: "struct"}, {Owner: "X", Field: "A", Number: 1, Form: "[]Y"}}},
		{"there is no place 1 in front of this one", []*Line{{Owner: "X", Head: true, Form: "struct"}, {Owner: "X", Field: "A", Number: 2, Form: "int"}}},
		{"line 2 has the field already", []*Line{{Owner: "X", Head: true, Form: "struct"}, {Owner: "X", Field: "A", Number: 1, Form: "int", At: 2}, {Owner: "X", Field: "A", Number: 2, Form: "int", At: 3}}},
		{"already describes X", []*Line{{Owner: "X", Head: true, Form: "struct"}, {Owner: "X", Head: true, Form: "union"}}},
		{"\"x\" is not a number", []*Line{{Owner: "X", Head: true, Form: "struct totals=x"}}},
	} {
		if _, bad := Parse(&Layout{Format: "compact"}, c.lines); len(bad) != 1 || !strings.Contains(bad[0].Msg, c.want) {
			t.Errorf("got %v, want %s", bad, c.want)
		}
	}
}

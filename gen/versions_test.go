package gen

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// versionCases are changes of a type whose messages begin with a stamp: each with the errors, or with what bale gen says, and a line of the lock file.
var versionCases = []struct{ name, before, after, errors, notes, lock string }{
	{"append", "type Root struct { A int }", "type Root struct { A, B int }", "", "Root: layout 2; messages of layout 1 stay readable: Root.B is new", "compact Root@: root struct layout=2"},
	{"insert", "type Root struct { A int }", "type Root struct { B, A int }", "", "Root: layout 2; messages of layout 1 stay readable: Root.B is new", "compact Root@.B 1 int"},
	{"many changes", "type Root struct { A int }", "type Root struct { A, B, C, D, E, F, G, H, I, J, K, L, M, N int }", "", "Root: layout 2; messages of layout 1 stay readable: Root.B is new, Root.C is new, Root.D is new, Root.E is new, Root.F is new, Root.G is new, Root.H is new, Root.I is new, Root.J is new, Root.K is new, Root.L is new, and 2 more changes", ""},
	{"swap", "type Root struct { A, B int }", "type Root struct { B, A int }", "", "Root: layout 2; messages of layout 1 stay readable", "compact Root@.B 1 int"},
	{"remove", "type Root struct { A, B int }", "type Root struct { B int }", "", "Root: layout 2; messages of layout 1 stay readable: Root.A is skipped", "compact Root@.A 1 int"},
	{"remove a custom type and a union", "type Root struct { A *big.Int; B any `bale:\"union int, Line\"`; C int }\nvar _ big.Int\ntype Line struct { N int }", "type Root struct { C int }\nvar _ big.Int\ntype Line struct { N int }", "", "Root: layout 2; messages of layout 1 stay readable: Root.A is skipped, Root.B is skipped", "compact Root@.A 1 *text(math/big.Int)"},
	{"rename", "type Root struct { A int; B string }", "type Root struct { X int; B string }", "", "Root: layout 2; messages of layout 1 stay readable: Root.X was A\nnote: P: Root.X takes the place of Root.A in compact messages: if it is a new field and not another name, old messages are misread: put A and the old bale.lock back, remove it in one run of bale gen, and add X in the next; leave it if nobody keeps such messages", "compact Root.A - renamed X"},
	{"rename and move", "type Root struct { A int; B string }", "type Root struct { B string; X int }", "", "Root: layout 2; messages of layout 1 stay readable: Root.X is new, Root.A is skipped", ""},
	{"rename and move, said", "type Root struct { A int; B string }", "type Root struct { B string; X int `bale:\"was A\"` }", "", "Root: layout 2; messages of layout 1 stay readable: Root.X was A", ""},
	{"rename inside", "type Root struct { L map[string][]*Line }\ntype Line struct { A int }", "type Root struct { M map[string][]*Line }\ntype Line struct { B int }", "", "Root: layout 2; messages of layout 1 stay readable: Root.M was L, Line.B was A\nnote: P: Root.M takes the place of Root.L in compact messages: ADVICE\nnote: P: Line.B takes the place of Line.A in compact messages: ADVICE", "compact Line.A - renamed B"},
	{"type of another name", "type Root struct { L []Line }\ntype Line struct { A int }", "type Root struct { L []Row }\ntype Row struct { A int }", "", "Root: layout 2; messages of layout 1 stay readable", "compact Row@.A 1 int"},
	{"root of another name", "type Root struct { A, B int }", "type Base struct { A, B, C int }", "", "note: P: Base has the layouts of Root, which is gone: messages of Root stay readable\nBase: layout 2; messages of layout 1 stay readable: Base.C is new", "compact Base@: root struct layout=1"},
	{"wider", "type Root struct { A int8; B []uint8; C [3]float32; D map[int16]complex64; E int32; F uint32 }", "type Root struct { A int; B []uint16; C [3]float64; D map[int64]complex128; E int64; F int64 }", "", "Root: layout 2; messages of layout 1 stay readable", ""},
	{"narrower", "type Root struct { A int64; B int; C float64; D uint32; E int; F uint }", "type Root struct { A int; B int32; C float32; D int; E uint; F int64 }",
		"Root.A: it was int64, and is int [compact]\nRoot.B: it was int, and is int32 [compact]\nRoot.C: it was float64, and is float32 [compact]\nRoot.D: it was uint32, and is int [compact]\nRoot.E: it was int, and is uint [compact]\nRoot.F: it was uint, and is int64 [compact]", "", ""},
	{"pointers", "type Root struct { A int; B *string; C []Line; D *Line }\ntype Line struct{ N int }", "type Root struct { A *int; B string; C []*Line; D Line }\ntype Line struct{ N int }", "", "Root: layout 2; messages of layout 1 stay readable", ""},
	{"another type", "type Root struct { A int }", "type Root struct { A string }", "Root.A: it was int, and is string [compact]", "", ""},
	{"another type, converted", "type Root struct { A int }", "type Root struct { A string `bale:\"was A int text\"` }\nfunc text(n int) string { return \"\" }", "", "Root: layout 2; messages of layout 1 stay readable: Root.A is converted", ""},
	{"custom type, converted", "type Root struct { A *big.Int }\nvar _ big.Int", "type Root struct { A string `bale:\"was A *text(math/big.Int) decimal\"`; B *big.Int }\nvar _ big.Int\nfunc decimal(n *big.Int) string { return \"\" }", "", "Root: layout 2; messages of layout 1 stay readable: Root.B is new, Root.A is converted", ""},
	{"bytes, converted", "type Root struct { A []byte }", "type Root struct { A string `bale:\"was A []byte text\"` }\nfunc text(b []byte) string { return \"\" }", "", "Root: layout 2; messages of layout 1 stay readable: Root.A is converted", ""},
	{"bytes, converted, other name", "type Root struct { A []byte }", "type Root struct { A string `bale:\"was A []uint8 text\"` }\nfunc text(b []byte) string { return \"\" }", "", "Root: layout 2; messages of layout 1 stay readable: Root.A is converted", ""},
	{"converted, and the old name used again", "type Root struct { A int }", "type Root struct { X string `bale:\"was A int text\"`; A []int }\nfunc text(n int) string { return \"\" }", "", "Root: layout 2; messages of layout 1 stay readable: Root.A is new, Root.X was A", ""},
	{"converted by a function of another type", "type Root struct { A int }", "type Root struct { A string `bale:\"was A int text\"` }\nfunc text(n int64) string { return \"\" }", "Root.A: was A: want func text(int) string, or with an error as its second result", "", ""},
	{"converted by no function", "type Root struct { A int }", "type Root struct { A string `bale:\"was A int text\"` }", "Root.A: was A: the package has no function text: declare func text(int) string", "", ""},
	{"converted from a type that is gone", "type Root struct { A Old }\ntype Old struct{ N int }", "type Root struct { A string `bale:\"was A Old text\"` }\ntype Old struct{ N int }\nfunc text(Old) string { return \"\" }", "Root.A: was A: no value of the type Old is in messages of today, so that no code decodes it: convert from a type of numbers, strings and lists, or keep the field [compact]", "", ""},
	{"array length", "type Root struct { A [3]int }", "type Root struct { A [4]int }", "Root.A: it was [3]int, and is [4]int [compact]", "", ""},
	{"custom", "type Root struct { A Own }\ntype Own struct{ N int }", "type Root struct { A Own }\ntype Own struct{ N int }\nfunc (Own) MarshalBinary() ([]byte, error) { return nil, nil }\nfunc (*Own) UnmarshalBinary([]byte) error { return nil }", "Root.A: it was Own, and is binary(Own) [compact]", "", ""},
	{"struct to a list", "type Root struct { A Line }\ntype Line struct { N int }", "type Root struct { A Line }\ntype Line []int", "Root.A: it was Line, and is []int [compact]", "", ""},
	{"root to a list", "type Root struct { A int }", "type Root []int", "Root: it was struct, and is []int [compact]", "", ""},
	{"root that is a list", "type Root []Line\ntype Line struct { N int8 }", "type Root []Line\ntype Line struct { N int; M string }", "", "Root: layout 2; messages of layout 1 stay readable: Line.M is new", "compact Root@: root []Line@ layout=2"},
	{"root that is a list of other numbers", "type Root []int8", "type Root []int", "Root: it was []int8, and is []int [compact]", "", ""},
	{"recursive", "type Root struct { Kids []Root; N int8 }", "type Root struct { N int; Kids []*Root }", "", "Root: layout 2; messages of layout 1 stay readable", "compact Root@.Kids 2 []*Root@"},
	{"recursive without a struct", "type Root struct { T Tree; N int }\ntype Tree []Tree", "type Root struct { N int; T Tree }\ntype Tree []Tree", "", "Root: layout 2; messages of layout 1 stay readable", "compact Tree@: []Tree@"},
	{"key: append and widen", "type Root struct { M map[Key]int }\ntype Key struct { A int8 }", "type Root struct { M map[Key]int }\ntype Key struct { A int; B string }", "", "Root: layout 2; messages of layout 1 stay readable: Key.B is new", ""},
	{"key: remove", "type Root struct { M map[Key]int }\ntype Key struct { A, B int }", "type Root struct { M map[Key]int }\ntype Key struct { A int }", "Key.B: the field, which was int, is gone, and keys of maps that differ only in it would become one: keep it [compact]", "", ""},
	{"union: append, move and change a member", unionRoot("Circle, *Square") + "type Circle struct{ R int8 }\ntype Square struct{ S int }", unionRoot("string, *Square, Circle") + "type Circle struct{ R int }\ntype Square struct{ S, T int }", "", "Root: layout 2; messages of layout 1 stay readable: Root.U.String is a new member, Square.T is new", ""},
	{"union: remove", unionRoot("Circle, string") + "type Circle struct{ R int }", unionRoot("Circle") + "type Circle struct{ R int }", "Root.U.String: the member, which was string, is gone from the union, and messages may hold it: keep it [compact]", "", ""},
	{"union: another name", unionRoot("Circle, string") + "type Circle struct{ R int }", unionRoot("Disc, string") + "type Disc struct{ R int }", "", "Root: layout 2; messages of layout 1 stay readable: Root.U.Disc was Circle\nnote: P: Root.U.Disc takes the place of Root.U.Circle in compact messages: ADVICE", "compact Root.U.Circle - renamed Disc"},
	{"union: pointer", unionRoot("Circle") + "type Circle struct{ R int }", unionRoot("*Circle") + "type Circle struct{ R int }", "Root.U.Circle: it was Circle, and is *Circle [compact]", "", ""},
	{"unnamed struct", "type Root struct { S []struct { A, B string } }", "type Root struct { S []struct { B, C, A string } }", "", "Root: layout 2; messages of layout 1 stay readable: Root.S.C is new", "compact Root.S@.C 2 string"},
	{"embedded", "type Root struct { Base; N int }\ntype Base struct { ID int }", "type Root struct { N int; *Base }\ntype Base struct { Name string; ID int }", "", "Root: layout 2; messages of layout 1 stay readable: Base.Name is new", ""},
	{"evolve", "type Root struct { A int }", "//bale:evolve\ntype Root struct { A, B int }", "", "Root: it evolves now; messages of layout 1 stay readable", "compact Root: root stamped=S evolving struct"},
	{"evolve no more", "//bale:evolve\ntype Root struct { A int }", "type Root struct { A int }", "Root: it evolved, and no longer does, which changes the bytes: //bale:evolve above it, //bale:evolve all above a type that contains it, or -evolve keeps them; or run bale gen -accept=Root if nobody keeps such messages", "", ""},
	{"evolving root", "//bale:evolve\ntype Root struct { A, B int }", "//bale:evolve\ntype Root struct { A, C int; D string }", "", "note: P: Root.C takes the place of Root.B in compact messages: ADVICE", "compact Root: root stamped=S evolving struct"},
	{"evolving inside", "type Root struct { L []Line }\n//bale:evolve\ntype Line struct { A, B int }", "type Root struct { N int; L []Line }\n//bale:evolve\ntype Line struct { A int; C string }", "", "Root: layout 2; messages of layout 1 stay readable: Root.N is new", "compact Line.B 2 int removed"},
	{"evolving inside of another name", "type Root struct { L []Line }\n//bale:evolve\ntype Line struct { A, B int }", "type Root struct { L []Row }\n//bale:evolve\ntype Row struct { A, B int }", "Root.L: it was []Line, and is []Row [compact]", "", ""},
	{"no stamp any more", "type Root struct { A int }", "//bale:stamp=off\ntype Root struct { A int }", "Root: its messages begin with a stamp, and would have none: remove stamp=off, or declare a second type for messages without a stamp; or run bale gen -accept=Root if nobody keeps such messages", "", ""},
	{"stamp", "//bale:stamp=off\ntype Root struct { A int }", "type Root struct { A int }", "Root: its messages had no stamp, and would begin with one: //bale:stamp=off above the type keeps the bytes, and stamp=off in the comment //bale:gen of the package those of all types; or run bale gen -accept=Root if nobody keeps such messages", "", ""},
}

// unionRoot returns a root with a union.
func unionRoot(members string) string {
	return "type Root struct { U any `bale:\"union " + members + "\"` }\n"
}

var (
	hash       = regexp.MustCompile(`@[0-9a-f]{8}`)
	stampValue = regexp.MustCompile(`stamped=[0-9a-f]{8}`)
	position   = regexp.MustCompile(`note: \S+:\d+:\d+: `)
	advice     = regexp.MustCompile(`if it is a new (field|member) .*`)
)

// TestVersions checks what bale gen says of changes of a type whose messages begin with a stamp.
func TestVersions(t *testing.T) {
	m := newLockModule(t)
	m.head = "package p\n"
	for i, c := range versionCases {
		m.write(fmt.Sprintf("v%d", i), "compact", c.before, c.after)
	}
	for folder, got := range m.run(t) {
		var i int
		fmt.Sscanf(folder, "v%d", &i)
		c := versionCases[i]
		notes := position.ReplaceAllString(got.notes, "note: P: ")
		if !strings.Contains(c.notes, "if it is a new field") {
			notes = advice.ReplaceAllString(notes, "ADVICE")
		}
		lock := stampValue.ReplaceAllString(hash.ReplaceAllString(got.lock, "@"), "stamped=S")
		if got.errors != c.errors || got.errors == "" && notes != c.notes {
			t.Errorf("%s:\ngot  %q\n     %q\nwant %q\n     %q", c.name, got.errors, notes, c.errors, c.notes)
		}
		if !strings.Contains(lock, c.lock) {
			t.Errorf("%s: want %q in\n%s", c.name, c.lock, lock)
		}
	}
}

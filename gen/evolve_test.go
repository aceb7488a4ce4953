package gen

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bale/gen/directive"
	"bale/gen/format/all"
	"bale/gen/plan"
	"bale/model"
)

// evolveCases are packages, each with the structs that evolve and the reason, or with the errors.
var evolveCases = []struct{ name, source, evolving, errors string }{
	{"lists", "//bale:gen\n//bale:evolve all\ntype Root struct { L []Line; A [2]Item; Z [0]Zero }\ntype Line struct{ X int }\ntype Item struct{ X int }\ntype Zero struct{}\ntype Other struct{}",
		"Item Line Root Zero by //bale:evolve all above Root", ""},
	{"maps", "//bale:gen\n//bale:evolve all\ntype Root struct { M map[Key]*Line }\ntype Line struct{ X int }\ntype Key struct{ X int }",
		"Key Line Root by //bale:evolve all above Root", ""},
	{"embedded", "//bale:gen\n//bale:evolve all\ntype Root struct { Line; *Item }\ntype Line struct{ X int }\ntype Item struct{ Y int }",
		"Item Line Root by //bale:evolve all above Root", ""},
	{"unions", "//bale:gen\n//bale:evolve all\ntype Root struct { U Union; V any `bale:\"union Line, []*Item\"` }\n//bale:union Third\ntype Union interface{}\ntype Line struct{ X int }\ntype Item struct{ Y int }\ntype Third struct{ Z int }",
		"Item Line Root Third by //bale:evolve all above Root", ""},
	{"recursive", "//bale:gen\n//bale:evolve all\ntype Root struct { Kids []Root; B *Back }\ntype Back struct { R *Root }",
		"Back Root by //bale:evolve all above Root", ""},
	{"generic", "//bale:gen\n//bale:evolve all\ntype Root struct { B Box[int]; C Box[Line] }\ntype Box[T any] struct { In T }\ntype Line struct{ X int }",
		"Box[Line] Box[int] Line Root by //bale:evolve all above Root", ""},
	{"above a generic type", "//bale:gen\ntype Root struct { B Box[int]; C Box[Line]; D Other }\n//bale:evolve all\ntype Box[T any] struct { In T }\ntype Line struct{ X int }\ntype Other struct{}",
		"Box[Line] Line by //bale:evolve all above Box[Line]; Box[int] by //bale:evolve all above Box[int]", ""},
	{"not a struct", "//bale:gen\n//bale:evolve all\ntype Root [][]Line\ntype Line struct{ X int }",
		"Line by //bale:evolve all above Root", ""},
	{"above a part", "//bale:gen\ntype Root struct { A Line; B Item }\n//bale:evolve all\ntype Line struct{ X *Deep }\ntype Deep struct{}\ntype Item struct{ Y int }",
		"Deep Line by //bale:evolve all above Line", ""},
	{"one struct", "//bale:gen\n//bale:evolve\ntype Root struct { L Line }\ntype Line struct{ X int }", "Root by //bale:evolve", ""},
	{"one struct and all", "//bale:gen\n//bale:evolve all\ntype Root struct { L Line }\n//bale:evolve\ntype Line struct{ X int }",
		"Line by //bale:evolve; Root by //bale:evolve all above Root", ""},
	{"other packages", "import (\n\"example.com/m/part\"\n\"image\"\n)\n\n//bale:gen\n//bale:evolve all\ntype Root struct { P part.Part; I image.Rectangle }",
		"Root image.Point image.Rectangle part.Deep part.Part by //bale:evolve all above Root", ""},
	{"above a type of another package", "import \"example.com/m/grown\"\n\n//bale:gen\ntype Root struct { P grown.Part }", "grown.Deep grown.Part by //bale:evolve all above grown.Part", ""},
	{"custom types", "//bale:gen\n//bale:evolve all\ntype Root struct { C Custom; S struct { X int } }\ntype Custom struct { L Line }\ntype Line struct{ X int }\nfunc (Custom) MarshalBinary() ([]byte, error) { return nil, nil }\nfunc (*Custom) UnmarshalBinary([]byte) error { return nil }",
		"Root by //bale:evolve all above Root", ""},
	{"two roots", "//bale:gen\n//bale:evolve all\ntype Root struct { L Line }\n//bale:gen\ntype Other struct { L []Line; Rest Rest }\ntype Line struct{ X int }\ntype Rest struct{}",
		"Line Root by //bale:evolve all above Root", ""},
	{"several formats", "//bale:gen wire=compact,proto,fixed\n//bale:evolve all\ntype Root struct { L Line }\n//bale:gen wire=msgpack\ntype Other struct { L Line }\ntype Line struct{ X int }",
		"Line Root by //bale:evolve all above Root", ""},

	{"no struct", "//bale:gen\n//bale:evolve all\ntype Root []struct{ X int }", "", "p.go:4:1: Root: evolve all is for structs: Root holds no struct with a name; remove it"},
	{"no struct, one", "//bale:gen\n//bale:evolve\ntype Root []int", "", "p.go:4:1: Root: evolve is for structs: Root holds no struct with a name; remove it"},
	{"one, not a struct", "//bale:gen\n//bale:evolve\ntype Root []Line\ntype Line struct{}", "", "p.go:4:1: Root: evolve is for structs: Root has no fields to append; write //bale:evolve all for the structs that it holds"},
	{"other formats", "//bale:gen wire=proto,xdr\n//bale:evolve all\ntype Root struct { L Line }\ntype Line struct{ X int }", "", "p.go:4:1: Root: evolve all has no effect in the formats of the type: remove it, or add the format compact"},
	{"other formats, one", "//bale:gen wire=proto,xdr\n//bale:evolve\ntype Root struct { L Line }\ntype Line struct{ X int }", "", "p.go:4:1: Root: evolve has no effect in the formats of the type: remove it, or add the format compact"},
	{"other argument", "//bale:gen\n//bale:evolve some\ntype Root struct { X int }", "", "p.go:4:1: Root: evolve takes no argument but all, as in //bale:evolve all"},
	{"field", "//bale:gen\ntype Root struct {\nX int //bale:evolve all\n}", "", "p.go:5:7: Root.X: evolve is for types: put it above the declaration of one; a field can have " + directive.List(directive.AtField)},

	{"flag", "//bale:gen\ntype Root struct { L Line }\n//bale:gen\n//bale:stamp\ntype Stamped struct { X int }\n//bale:gen wire=proto\ntype Other struct { I Item }\ntype Line struct{ X int }\ntype Item struct{ X int }", "Line Root Stamped by -evolve", ""},
	{"flag and directive", "//bale:gen\n//bale:evolve all\ntype Root struct { L Line }\n//bale:gen\ntype Other struct { L Line; I Item }\ntype Line struct{ X int }\ntype Item struct{ X int }", "Item Other by -evolve; Line Root by //bale:evolve all above Root", ""},
	{"flag without structs", "//bale:gen\ntype Root []int", "", ""},
}

// TestEvolve checks which structs the directives and the flag reach, and the errors.
func TestEvolve(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/m\n\ngo 1.24\n")
	write("part/part.go", "package part\n\ntype Part struct { D *Deep }\ntype Deep struct { X int }\n")
	write("grown/grown.go", "package grown\n\n//bale:evolve all\ntype Part struct { D *Deep }\ntype Deep struct { X int }\n")
	for i, c := range evolveCases {
		write(fmt.Sprintf("%t/p%d/p.go", strings.HasPrefix(c.name, "flag"), i), "package p\n\n"+c.source+"\n")
	}
	for _, flag := range []bool{false, true} {
		targets, _, err := load(t.Context(), &Request{Dir: dir, Pattern: fmt.Sprintf("./%t/...", flag), Evolve: flag, Known: all.Formats})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range targets {
			var i int
			if _, err := fmt.Sscanf(path.Base(p.src.Package), "p%d", &i); err != nil {
				t.Fatal(p.src.Package)
			}
			c := evolveCases[i]
			got := ""
			if p.plain().model != nil {
				got = reasons(p.directives(), p.src.Package)
			}
			for i, e := range p.errs {
				p.errs[i].Pos = path.Base(e.Pos)
			}
			if len(p.errs) > 0 || c.errors != "" {
				if text := fmt.Sprint(p.errs); text != c.errors {
					t.Errorf("%s: the errors are %s, want %s", c.name, text, c.errors)
				}
			} else if got != c.evolving {
				t.Errorf("%s: got %q, want %q", c.name, got, c.evolving)
			}
		}
	}
}

// reasons lists the structs that evolve, by reason.
func reasons(d *plan.Directives, home string) string {
	by := map[string][]string{}
	for n, why := range d.Evolving {
		by[why] = append(by[why], model.TypeText(n, home))
	}
	var list []string
	for why, names := range by {
		slices.Sort(names)
		list = append(list, strings.Join(names, " ")+" by "+why)
	}
	slices.Sort(list)
	return strings.Join(list, "; ")
}

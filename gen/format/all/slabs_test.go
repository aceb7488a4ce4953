package all

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/internal/gentest"
)

// TestManySlabs decodes a small message in a package of many types, whose slabs are shared: it allocates no memory for the slabs, and what the pool has is
// clear.
func TestManySlabs(t *testing.T) {
	gentest.SkipIfShort(t)
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/many\n\ngo 1.24\n"))
	code := "package many\n\ntype Small struct {\n\tName string\n\tList []*Elem1\n\tNext *Small\n}\n\ntype None struct{ A, B int }\n\n"
	fields := ""
	for i := range 40 {
		code += fmt.Sprintf("type Elem%d struct{ A string; B [%d]int32; P *int8 }\n\n", i, i+1)
		fields += fmt.Sprintf("\tF%d []Elem%[1]d\n\tP%[1]d []*Elem%[1]d\n", i)
	}
	m.Write(t, "many.go", []byte(code+"type Large struct {\n"+fields+"}\n"))
	if err := m.Generate(t, "", gen.Request{Types: []string{"Small", "None", "Large"}, Formats: gentest.Some(Formats, Ways), Known: Formats}); err != nil {
		t.Fatal(err)
	}
	pools := regexp.MustCompile(`(?m)^var (bale\w+SlabPool) `).FindAllSubmatch(m.Read(t, "many_bale.go"), -1)
	calls := ""
	for _, f := range gentest.Some(Formats, Ways) {
		s := f.Suffix()
		i := slices.IndexFunc(pools, func(pool [][]byte) bool {
			return strings.EqualFold(string(pool[1]), "bale"+strings.ReplaceAll(f.Name, "-", "")+"SlabPool")
		})
		if i < 0 {
			t.Fatalf("%s has no pool", f.Name)
		}
		calls += fmt.Sprintf("check(t, %q, &%s", f.Name, pools[i][1])
		for _, name := range []string{"Large", "Small", "None"} {
			calls += fmt.Sprintf(", (*%[1]s).Marshal%[2]s, (*%[1]s).Unmarshal%[2]s", name, s)
		}
		calls += ")\n"
	}
	m.Write(t, "slabs_test.go", []byte(strings.Replace(gentest.ReadFile(t, "testdata/slabs/slabs_test.go"), "// CALLS", calls, 1)))
	if out, err := m.Test(t, "."); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestRemovedList decodes messages with a list that has been removed from an evolving struct, in a package whose slabs come from a pool: the list is
// decoded, too, and its slab is one of Large.
func TestRemovedList(t *testing.T) {
	gentest.SkipIfShort(t)
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/removed\n\ngo 1.24\n"))
	write := func(field, test string) {
		code := "package removed\n\n//bale:gen\n//bale:evolve\ntype Order struct {\n\tA int\n" + field + "}\n\n//bale:gen\ntype Large struct {\n\tB [][]byte\n"
		for i := range 40 {
			code += fmt.Sprintf("\tF%d [][]struct{ A [%d]string }\n", i, i+1)
		}
		m.Write(t, "removed.go", []byte(code+"}\n"))
		m.Write(t, "removed_test.go", []byte("package removed\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc Test(t *testing.T) {\n"+test+"}\n"))
		if err := m.Generate(t, "", gen.Request{Known: Formats}); err != nil {
			t.Fatal(err)
		}
		if out, err := m.Test(t, "."); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	write("\tGone [][]byte\n", `
	b, err := (&Order{A: 7, Gone: [][]byte{{1}, {2}}}).MarshalBinary()
	if err != nil || os.WriteFile("old.bin", b, 0o666) != nil {
		t.Fatal(err)
	}
`)
	write("", `
	b, err := os.ReadFile("old.bin")
	if err != nil {
		t.Fatal(err)
	}
	var o Order
	if err := o.UnmarshalBinary(b); err != nil || o.A != 7 {
		t.Errorf("got %+v, %v", o, err)
	}
`)
}

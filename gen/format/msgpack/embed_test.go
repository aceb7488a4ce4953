package msgpack_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/internal/gentest"
	"bale/internal/slow"
	"bale/model"
)

var (
	embedTypes = flag.Int("embedtypes", 40, "number of random types in TestEmbedded")
	embedSeed  = flag.Int("embedseed", 7, "seed of the random types in TestEmbedded")
)

// An embedder prints random structs that embed structs, with few names, so that these collide.
type embedder struct{ *rand.Rand }

// inner is the number of types that are embedded. A type embeds only those with lower numbers.
const inner = 14

// source returns a file of the embedded types, which have no methods, and of roots. Each root T has a control type without methods.
func (g *embedder) source(roots int) string {
	text := "package embedded\n"
	for i := range inner {
		text += g.structure(g.name(i), i)
	}
	for i := range roots {
		text += "\n//bale:gen wire=msgpack" + g.structure(fmt.Sprintf("T%d", i), inner)
		text += fmt.Sprintf("\ntype Control%d T%d\n", i, i)
	}
	return text
}

// name returns the name of an embedded type. Some are unexported, and some have the name of a field.
func (g *embedder) name(i int) string {
	switch {
	case i%5 == 4:
		return fmt.Sprintf("e%d", i)
	case i == 3:
		return "A"
	}
	return fmt.Sprintf("E%d", i)
}

func (g *embedder) pick(list ...string) string { return list[g.IntN(len(list))] }

// structure returns a struct type that embeds some of the first types.
func (g *embedder) structure(name string, first int) string {
	var text strings.Builder
	fmt.Fprintf(&text, "\ntype %s struct {\n", name)
	if g.IntN(8) == 0 {
		options := []string{"omitempty"}
		if name[0] == 'T' { // names that occur twice do no harm in an array, so only roots are arrays
			options = append(options, "as_array", "omitempty,as_array", "asArray")
		}
		fmt.Fprintf(&text, "\t_msgpack struct{} `msgpack:\",%s\"`\n", g.pick(options...))
	}
	used := map[string]bool{}
	for n := range 1 + g.IntN(5) {
		if i := g.IntN(inner * 3 / 2); i < first && !used[g.name(i)] {
			used[g.name(i)] = true
			fmt.Fprintf(&text, "\t%s\n", g.embedded(g.name(i)))
			continue
		}
		f := fmt.Sprintf("F%s%d", name, n)
		if g.IntN(4) == 0 {
			f = g.pick("A", "B", "C", "D")
		}
		if used[f] {
			continue
		}
		used[f] = true
		typ, tag := g.pick("int", "string", "*int", "[]string", "map[string]int", "bool", "float64", "struct{ X, Y int8 }", "[]byte"), ""
		switch k := g.IntN(12); {
		case k == 0:
			tag = fmt.Sprintf(g.pick("`msgpack:\"%s\"`", "`msgpack:\"%s,omitempty\"`"), g.pick("A", "B", "E1", "x"))
		case k == 1:
			tag = g.pick("`msgpack:\",omitempty\"`", "`msgpack:\",omitzero\"`", "`msgpack:\"-\"`")
		case k == 2:
			tag = g.pick("`msgpack:\"alias:A\"`", "`msgpack:\"y,alias:z\"`", "`msgpack:\"w, omitempty\"`", "`msgpack:\" v\"`")
		}
		fmt.Fprintf(&text, "\t%s %s %s\n", f, typ, tag)
	}
	text.WriteString("}\n")
	return text.String()
}

// embedded returns an embedded field of a type.
func (g *embedder) embedded(name string) string {
	star, list := g.pick("", "", "*"), []string{"`msgpack:\",omitempty\"`", "`msgpack:\",noinline,omitempty\"`"}
	if name[0] == 'e' { // the library cannot set an unexported pointer, and cannot find out whether an unexported struct is empty
		star, list = "", nil
	}
	return star + name + " " + g.pick(append(list, "", "", "", "", "`msgpack:\"A\"`", "`msgpack:\"z\"`", "`msgpack:\",noinline\"`", "`msgpack:\"x,noinline\"`", "`msgpack:\",inline\"`")...)
}

// TestEmbedded checks, on random types that embed structs, that a library decodes the messages of bale, and bale those of the library. If
// bale refuses a type, the library loses a part of it, too.
func TestEmbedded(t *testing.T) {
	slow.Only(t, "it compiles another library")
	t.Parallel()
	g := &embedder{rand.New(rand.NewPCG(uint64(*embedSeed), 7))}
	pins := "../../../codec/vmihailencomsgpack/pins."
	m := gentest.New(t, map[string]string{"go.mod": pins + "mod", "go.sum": pins + "sum", "embed_test.go": "testdata/embed_test.go"})
	source := g.source(*embedTypes)
	refused := map[string]string{}
	m.Write(t, "types.go", []byte(source))
	for err := m.Generate(t, "", gen.Request{Known: formats, Tests: true}); err != nil; err = m.Generate(t, "", gen.Request{Known: formats, Tests: true}) {
		var list model.Errors
		if !errors.As(err, &list) || len(refused) > 0 {
			t.Fatal(err)
		}
		for _, e := range list {
			root, _, _ := strings.Cut(e.Path, ".")
			refused[root] += e.Error() + "\n"
			source = strings.Replace(source, "//bale:gen wire=msgpack\ntype "+root+" struct", "\ntype "+root+" struct", 1)
		}
		m.Write(t, "types.go", []byte(source))
	}
	calls := "package embedded\n\nimport \"testing\"\n\nfunc TestEmbedded(t *testing.T) {\n"
	for i := range *embedTypes {
		name := fmt.Sprintf("T%d", i)
		if why := refused[name]; why != "" {
			if decl, _, _ := strings.Cut(source[strings.Index(source, "type "+name+" struct"):], "}\n"); strings.Contains(decl, "rray\"") || strings.Contains(why, "its alias") {
				continue // the library does not need the names, or does not decode the alias
			}
			calls += fmt.Sprintf("rejected[%s](t, %q)\n", name, why)
			continue
		}
		calls += fmt.Sprintf("embedded(t, (*%s).MarshalMsgpack, (*%[1]s).UnmarshalMsgpack, func(v *%[1]s) *Control%[2]d { return (*Control%[2]d)(v) })\n", name, i)
	}
	m.Write(t, "calls_test.go", []byte(calls+"}\n"))
	out, err := m.Test(t, gentest.Unoptimized, "-run", "TestEmbedded", ".")
	t.Logf("%d of %d types are refused", len(refused), *embedTypes)
	if err != nil || len(refused) == 0 || len(refused) > *embedTypes*3/4 {
		t.Fatalf("%v\n%s\n%s", err, out, source)
	}
}

package proto_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/proto"
	"bale/gen/internal/gentest"
)

var (
	types = flag.Int("types", 12, "how many types are made at random")
	seed  = flag.Uint64("seed", 1, "of the types")
)

// A typist makes Go types at random.
type typist struct {
	*rand.Rand
	maps   bool // the type has one that is not sorted, so that the order of its bytes is not defined
	listed bool // the type has an array or a map that protobuf has as a list, which can say more than Go has room for
}

var scalars = []string{
	"bool", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr",
	"float32", "float64", "string", "[]byte", "[3]byte", "Name", "Level", "Blob", "time.Time", "time.Duration", "complex64", "complex128",
}

func (t *typist) typ(depth int) string {
	if depth > 3 {
		return scalars[t.IntN(len(scalars))]
	}
	switch t.IntN(14) {
	case 0, 1:
		return "[]" + t.typ(depth+1)
	case 2:
		return "*" + t.typ(depth+1)
	case 3:
		t.maps = true
		key := []string{"string", "int32", "bool", "uint64", "Name", "int8", "[2]byte", "float64"}[t.IntN(8)]
		t.listed = t.listed || key == "[2]byte" || key == "float64"
		return "map[" + key + "]" + t.typ(depth+1)
	case 4:
		t.listed = true
		return fmt.Sprintf("[%d]%s", t.IntN(4), t.typ(depth+1))
	case 5:
		return "struct {\n" + t.fields(depth+1, 1+t.IntN(3)) + "}"
	case 6:
		return []string{"Pair", "*Pair", "[]Pair", "[]*Pair", "Tree", "*Tree"}[t.IntN(6)]
	}
	return scalars[t.IntN(len(scalars))]
}

func (t *typist) fields(depth, n int) string {
	text := ""
	for i := range n {
		before := t.maps
		typ, directive := t.typ(depth), ""
		switch last := typ[strings.LastIndexAny(typ, "]*")+1:]; {
		case strings.Contains(typ, "struct"): // the directive is not for what is in it
		case strings.Contains(typ, "map[") && t.IntN(2) == 0:
			directive = " //bale:sorted"
			if !strings.Contains(typ, "map[[2]byte]") && !strings.Contains(typ, "map[float64]") { // lists of pairs, whose zeros are written
				t.maps = before
			}
		case strings.Contains(typ, "map["):
		case (last == "int" || last == "int16" || last == "int32" || last == "int64") && t.IntN(2) == 0:
			directive = " //bale:sint"
		case (last == "int" || last == "uint32" || last == "uint64") && t.IntN(2) == 0:
			directive = " //bale:fixed"
		case last == "string" && t.IntN(4) == 0:
			directive = []string{" //bale:intern", " //bale:own"}[t.IntN(2)]
		}
		if i == n-1 && n > 4 && t.IntN(2) == 0 && directive == "" {
			directive = fmt.Sprint(" //bale:", 15+t.IntN(5000))
		}
		text += fmt.Sprintf("F%d %s%s\n", i, typ, directive)
	}
	return text
}

// conforming is a package of random types, and a test that holds them against the reference library.
func conforming(n int, seed uint64) (types, tests string) {
	t := &typist{Rand: rand.New(rand.NewPCG(seed, 0))}
	types = "package conform\n\nimport \"time\"\n\ntype (\nName string\nLevel uint16\nBlob []byte\n)\n\n" +
		"type Pair struct {\nA int32\nB string\nT time.Time\n}\n\ntype Tree struct {\nV int\nL, R *Tree\nC []*Tree\n}\n\n" +
		"//bale:gen wire=proto\ntype Newer struct {\nA int\nB string\nC []int32\n}\n\n//bale:gen wire=proto\ntype Older struct {\nA int\nRest []byte //bale:unknown\n}\n\n" +
		"//bale:gen wire=proto\ntype Times struct {\nM map[string]time.Time\nT time.Time\n}\n\n"
	tests = "package conform\n\nimport \"testing\"\n\nfunc TestConform(t *testing.T) {\n"
	for i := range n {
		t.maps, t.listed = false, false
		def := "struct {\n" + t.fields(0, 1+t.IntN(9)) + "}"
		if i%8 == 7 {
			def = t.typ(0)
			for strings.HasPrefix(def, "*") { // a type of a pointer has no methods
				def = t.typ(0)
			}
		}
		types += fmt.Sprintf("//bale:gen wire=proto\ntype Type%d %s\n\n", i, def)
		tests += fmt.Sprintf("t.Run(\"Type%d\", func(t *testing.T) { conform(t, baleType%dProto, \"Type%d\", %v, %v) })\n", i, i, i, !t.maps, t.listed || strings.Contains(def, "[3]byte"))
	}
	return types, tests + "}\n"
}

// library is what a go.mod says of the reference library, in the version of ours.
var library = regexp.MustCompile(`(?m)^\t(google.golang.org/protobuf|github.com/bufbuild/protocompile|golang.org/x/sync) \S+`)

// TestConform holds types made at random against google.golang.org/protobuf with the .proto file that comes with them,
// and runs the tests that every user gets.
func TestConform(t *testing.T) {
	gentest.Long(t)
	for _, safe := range []bool{false, true} {
		t.Run(map[bool]string{false: "unsafe", true: "safe"}[safe], func(t *testing.T) {
			t.Parallel()
			types, tests := conforming(*types, *seed)
			m := gentest.New(t, map[string]string{
				"go.mod": "../../../go.mod", "go.sum": "../../../go.sum",
				"conform_test.go": "testdata/conform_test.go", "unions.go": "testdata/unions.go", "unions_test.go": "testdata/unions_test.go",
			})
			need := library.FindAllString(string(m.Read(t, "go.mod")), -1)
			m.Write(t, "go.mod", []byte("module example.org/conform\n\ngo 1.26\n\nrequire (\n"+strings.Join(need, "\n")+"\n)\n"))
			m.Write(t, "types.go", []byte(types))
			r := gen.Request{Known: []*emit.Format{proto.Format}, Safe: safe, Tests: true, Proto: "conform.proto"}
			if err := m.Generate(t, ".", r); err != nil {
				t.Fatal(err)
			}
			m.Write(t, "types_test.go", []byte(tests))
			args := []string{"test", "."}
			if !safe {
				args = []string{"test", "-gcflags=-d=checkptr", "."}
			}
			m.MustGo(t, args...)
		})
	}
}

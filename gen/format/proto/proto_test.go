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
	types = flag.Int("types", 12, "number of random types")
	seed  = flag.Uint64("seed", 1, "seed of the random types")
)

// A typeMaker makes random Go types.
type typeMaker struct {
	*rand.Rand
	unordered bool // the type has an unsorted map, so the order of its bytes is not defined
	listed    bool // the type has an array or map that is a list in protobuf, so messages may have elements that Go has no room for
}

var scalars = []string{
	"bool", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr",
	"float32", "float64", "string", "[]byte", "[3]byte", "Name", "Level", "Blob", "time.Time", "time.Duration", "complex64", "complex128",
}

func (t *typeMaker) typ(depth int) string {
	if depth > 3 {
		return scalars[t.IntN(len(scalars))]
	}
	switch t.IntN(14) {
	case 0, 1:
		return "[]" + t.typ(depth+1)
	case 2:
		return "*" + t.typ(depth+1)
	case 3:
		t.unordered = true
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

func (t *typeMaker) fields(depth, n int) string {
	text := ""
	for i := range n {
		before := t.unordered
		typ, directive := t.typ(depth), ""
		switch last := typ[strings.LastIndexAny(typ, "]*")+1:]; {
		case strings.Contains(typ, "struct"): // a directive does not apply inside a struct
		case strings.Contains(typ, "map[") && t.IntN(2) == 0:
			directive = " //bale:sorted"
			if !strings.Contains(typ, "map[[2]byte]") && !strings.Contains(typ, "map[float64]") { // these are lists of pairs, whose zero values are written
				t.unordered = before
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

// conformPackage returns the source of a package of n random types, and of a test that compares them with the reference library.
func conformPackage(n int, seed uint64) (types, tests string) {
	t := &typeMaker{Rand: rand.New(rand.NewPCG(seed, 0))}
	types = "package conform\n\nimport \"time\"\n\ntype (\nName string\nLevel uint16\nBlob []byte\n)\n\nconst (\nLow Level = 1\nHigh Level = 1000\nLevelTop = High\n)\n\n" +
		"type Pair struct {\nA int32\nB string\nT time.Time\n}\n\ntype Tree struct {\nV int\nL, R *Tree\nC []*Tree\n}\n\n" +
		"//bale:gen wire=proto\ntype Newer struct {\nA int\nB string\nC []int32\n}\n\n//bale:gen wire=proto\ntype Older struct {\nA int\nRest []byte //bale:unknown\n}\n\n" +
		"//bale:gen wire=proto\ntype Times struct {\nM map[string]time.Time\nT time.Time\n}\n\n"
	tests = "package conform\n\nimport \"testing\"\n\nfunc TestConform(t *testing.T) {\n"
	for i := range n {
		t.unordered, t.listed = false, false
		def := "struct {\n" + t.fields(0, 1+t.IntN(9)) + "}"
		if i%8 == 7 {
			def = t.typ(0)
			for strings.HasPrefix(def, "*") { // a named pointer type has no methods
				def = t.typ(0)
			}
		}
		types += fmt.Sprintf("//bale:gen wire=proto\ntype Type%d %s\n\n", i, def)
		tests += fmt.Sprintf("t.Run(\"Type%d\", func(t *testing.T) { conform(t, baleType%dProto, \"Type%d\", %v, %v) })\n", i, i, i, !t.unordered, t.listed || strings.Contains(def, "[3]byte"))
	}
	return types, tests + "}\n"
}

// library matches the lines of our go.mod that require the reference library.
var library = regexp.MustCompile(`(?m)^\t(google.golang.org/protobuf|github.com/bufbuild/protocompile|golang.org/x/sync) \S+`)

// TestConform compares random types with google.golang.org/protobuf and the generated .proto file, and runs the generated tests.
func TestConform(t *testing.T) {
	gentest.SkipIfShort(t)
	gentest.BothBuilds(t, func(t *testing.T, purego bool) {
		t.Parallel()
		types, tests := conformPackage(*types, *seed)
		m := gentest.New(t, map[string]string{
			"go.mod": "../../../go.mod", "go.sum": "../../../go.sum",
			"conform_test.go": "testdata/conform_test.go", "unions.go": "testdata/unions.go", "unions_test.go": "testdata/unions_test.go",
			"enums.go": "testdata/enums.go", "enums_test.go": "testdata/enums_test.go",
		})
		need := library.FindAllString(string(m.Read(t, "go.mod")), -1)
		m.Write(t, "go.mod", []byte("module example.org/conform\n\ngo 1.26\n\nrequire (\n"+strings.Join(need, "\n")+"\n)\n"))
		m.Write(t, "types.go", []byte(types))
		m.Write(t, "reuses_test.go", fmt.Appendf(nil, "package conform\n\nconst reuses = %t\n", !purego))
		r := gen.Request{Known: []*emit.Format{proto.Format}, Tests: true, Proto: "conform.proto"}
		if err := m.Generate(t, ".", r); err != nil {
			t.Fatal(err)
		}
		m.Write(t, "types_test.go", []byte(tests))
		if out, err := m.Test(t, gentest.CompilerFlag(purego), "."); err != nil { // TestKinds runs go vet
			t.Fatalf("%v\n%s", err, out)
		}
	})
}

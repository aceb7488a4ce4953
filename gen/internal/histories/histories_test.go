package histories

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/compact"
	"bale/gen/internal/gentest"
)

var (
	chains = flag.Int("chains", 6, "number of random types")
	seed   = flag.Uint64("seed", 1, "seed of the random types")
)

// steps is the number of versions of each type.
const steps = 5

// sparseFrom has the number of fields from which on records are sparse, for each step. Between some of them, that is the only change of a type, as when another version
// of bale chooses another number.
var sparseFrom = [steps]int{64, 4, 2, 64, 3}

// perModule is the number of types in a module. One compiler takes more memory for more.
const perModule = 50

// TestChains changes random types at random, and checks that code for each step decodes the messages of all steps before: all fields have the values that
// they had, or those that follow from the change. Damaged messages do no harm.
func TestChains(t *testing.T) {
	gentest.SkipIfShort(t)
	for from := 0; from < *chains; from += perModule {
		r := rand.New(rand.NewPCG(*seed, uint64(from)))
		var list []*Chain
		for i := range min(perModule, *chains-from) {
			list = append(list, New(r, fmt.Sprintf("C%d", i)))
		}
		run(t, r, list)
	}
}

// failed matches the name of a chain in an error.
var failed = regexp.MustCompile(`C\d+`)

// run tests chains in one module, with a package for each step.
func run(t *testing.T, r *rand.Rand, list []*Chain) {
	t.Helper()
	m := gentest.New(t, map[string]string{"chains_test.go": "testdata/chains_test.go"})
	m.Write(t, "go.mod", []byte("module chains\n\ngo 1.26\n"))
	sources := map[string]string{} // of all steps, by name of the chain
	var table strings.Builder
	table.WriteString("package chains\n\nimport (\n\"reflect\"\n")
	for step := range steps {
		fmt.Fprintf(&table, "\"chains/v%d\"\n", step)
	}
	table.WriteString(")\n\n")
	defer func(n int) { compact.SparseFrom = n }(compact.SparseFrom)
	for step := range steps {
		compact.SparseFrom = sparseFrom[step]
		if step > 0 {
			for i, c := range list {
				list[i] = c.Next(r)
			}
		}
		folder := fmt.Sprintf("v%d", step)
		text := fmt.Sprintf("package %s\n\nimport (\n\"reflect\"\n\"time\"\n)\n\n// Members has the types of unions.\nvar Members = map[string][]reflect.Type{}\n\nvar _ time.Time\n\n", folder)
		fmt.Fprintf(&table, "func init() {\nversions = append(versions, version{members: v%d.Members, renamed: map[string]string{\n", step)
		for _, c := range list {
			text += c.Source()
			sources[c.name] += c.Source()
			for is, was := range c.renamed {
				fmt.Fprintf(&table, "%q: %q,\n", is, was)
			}
		}
		table.WriteString("}, roots: []reflect.Type{\n")
		for _, c := range list {
			fmt.Fprintf(&table, "reflect.TypeFor[v%d.%s](),\n", step, c.structs[0].name)
		}
		table.WriteString("}, parts: [][]string{\n")
		for _, c := range list {
			fmt.Fprintf(&table, "{%s},\n", `"`+strings.Join(c.Part(), `", "`)+`"`)
		}
		table.WriteString("}})\n}\n\n")
		m.Write(t, folder+"/types.go", []byte(text))
		if step > 0 {
			m.Write(t, folder+"/bale.lock", m.Read(t, fmt.Sprintf("v%d/bale.lock", step-1)))
		}
		if err := m.Generate(t, folder, gen.Request{Known: []*emit.Format{compact.Format}}); err != nil {
			t.Fatal(err)
		}
	}
	m.Write(t, "table_test.go", []byte(table.String()))
	if out, err := m.Test(t, gentest.Unoptimized, "."); err != nil {
		t.Errorf("%v\n%s\n%s", err, out, sources[failed.FindString(out)])
	}
}

// TestDenseStays checks that messages without a stamp stay as they are when records of as many fields are sparse from now on.
func TestDenseStays(t *testing.T) {
	gentest.SkipIfShort(t)
	defer func(n int) { compact.SparseFrom = n }(compact.SparseFrom)
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module dense\n\ngo 1.26\n"))
	m.Write(t, "types.go", []byte("package dense\n\n//bale:gen\n//bale:stamp=off\ntype Event struct {\nA, B, C int\nD string\nLines []Line\n}\n\ntype Line struct {\nA, B, C int\nD string\n}\n\n//bale:gen\ntype Stamped struct {\nA, B, C int\nD string\n}\n"))
	var before []byte
	for i, from := range []int{100, 2} {
		compact.SparseFrom = from
		if err := m.Generate(t, "", gen.Request{Known: []*emit.Format{compact.Format}}); err != nil {
			t.Fatal(err)
		}
		lock := m.Read(t, "bale.lock")
		if i == 0 {
			before = lock
			continue
		}
		if !bytes.Contains(lock, []byte("compact Event: root struct")) || !bytes.Contains(lock, []byte("compact Line: struct\n")) {
			t.Errorf("the layouts without stamps have changed from\n%s\nto\n%s", before, lock)
		}
		if bytes.Count(lock, []byte(": root sparse struct layout=2")) != 1 {
			t.Errorf("Stamped has no sparse layout beside the other:\n%s", lock)
		}
		if code := string(m.Read(t, "dense_bale.go")); !strings.Contains(code, "present0") || strings.Contains(code, "baleCompactPut_Event_Word") {
			t.Error("the code of Event is that of a sparse record, or that of Stamped is not")
		}
	}
}

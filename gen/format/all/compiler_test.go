package all

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/compact"
	"bale/gen/format/fixed"
	"bale/gen/format/varint"
	"bale/gen/internal/gentest"
	"bale/internal/slow"
	"bale/shape"
)

// A compiled holds the compiler's reports about the code for a shape.
type compiled struct {
	lines  []string          // of the file
	funcs  map[string][2]int // first and last line
	checks map[int]bool      // lines with a bounds check
	inline map[string]bool   // functions of the runtime that are inlined where they are called, such as core.Put8
	heap   []string          // variables that are allocated, with their lines
}

// ruledText has a type with directives for strings and byte slices.
const ruledText = `package ruled

type Ruled struct {
	Own      string            ` + "`bale:\"own\"`" + `
	Owns     []string          ` + "`bale:\"own\"`" + `
	OwnMap   map[string]string ` + "`bale:\"own\"`" + `
	Bytes    [][]byte          ` + "`bale:\"own\"`" + `
	Intern   string            ` + "`bale:\"intern\"`" + `
	Interned []string          ` + "`bale:\"intern\"`" + `
	Keys     map[string]int    ` + "`bale:\"intern\"`" + `
	Shared   []string
}
`

// compile compiles the code for the shapes of shape.Tuned, with BALE_TEST=slow in all formats, and returns the compiler's reports about bounds checks and inlining.
func compile(t *testing.T) map[string]*compiled {
	formats := Formats
	if !slow.Enabled() { // those whose functions boundsChecks names
		formats = []*emit.Format{compact.Format, fixed.Format, varint.Format}
	}
	m := shapes(t, shape.Tuned, formats, gen.Request{})
	m.Write(t, "ruled/ruled.go", []byte(ruledText))
	if err := m.Generate(t, "ruled", gen.Request{Types: []string{"Ruled"}, Formats: formats, Known: Formats}); err != nil {
		t.Fatal(err)
	}
	out := m.MustRunGo(t, "build", "-gcflags=-m -d=ssa/check_bce/debug=1", "./...")
	all := map[string]*compiled{"ruled": parseCompiled(t, m, "ruled")}
	for _, s := range shape.Tuned {
		all[s.Name] = parseCompiled(t, m, s.Name)
	}
	for _, found := range regexp.MustCompile(`(?m)^(?:[\w.]+/)*(\w+)/\w+_bale\.go:(\d+):\d+: (?:(Found Is)|inlining call to (\w+\.\w+)|moved to heap: (\w+))`).FindAllStringSubmatch(out, -1) {
		c := all[found[1]]
		if c == nil {
			t.Fatalf("the compiler reports an unknown file: %s", found[0])
		}
		switch {
		case found[3] != "":
			line, _ := strconv.Atoi(found[2])
			c.checks[line] = true
		case found[4] != "":
			c.inline[found[4]] = true
		default:
			c.heap = append(c.heap, found[2]+": "+found[5])
		}
	}
	return all
}

// parseCompiled reads the generated code of a shape and finds its functions.
func parseCompiled(t *testing.T, m *gentest.Module, name string) *compiled {
	text := m.Read(t, filepath.Join(name, name+"_bale.go"))
	c := &compiled{lines: strings.Split(string(text), "\n"), funcs: map[string][2]int{}, checks: map[int]bool{}, inline: map[string]bool{}}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
			c.funcs[f.Name.Name] = [2]int{fset.Position(f.Pos()).Line, fset.Position(f.End()).Line}
		}
	}
	return c
}

// TestCompiler checks the decisions of the compiler on which the speed of the code depends.
func TestCompiler(t *testing.T) {
	gentest.SkipIfShort(t)
	if gentest.Race {
		t.Skip("the race detector changes the decisions of the compiler")
	}
	all := compile(t)
	t.Run("bounds checks", func(t *testing.T) { boundsChecks(t, all) })
	t.Run("inlining", func(t *testing.T) { inlining(t, all) })
	t.Run("allocations", func(t *testing.T) { allocations(t, all) })
}

// boundsChecks checks that the compiler adds no bounds checks where the fields of a struct are encoded and decoded one after
// the other. The code itself has one check for all of them.
func boundsChecks(t *testing.T, all map[string]*compiled) {
	stores := regexp.MustCompile(`\bbale(core\.Put|core\.Get|varint\.Store|varint\.Load)\d+\(`)
	tried := 0
	for _, s := range shape.Tuned {
		c := all[s.Name]
		for i, line := range c.lines {
			if !stores.MatchString(line) || strings.HasPrefix(line, "func ") || strings.Contains(line, "[") { // indexing a list takes a bounds check
				continue
			}
			if tried++; c.checks[i+1] {
				t.Errorf("%s:%d has a bounds check: %s", s.Name, i+1, strings.TrimSpace(line))
			}
		}
	}
	if tried < 500 {
		t.Errorf("only %d stores and loads are found", tried)
	}
	for _, f := range []struct{ shape, names string }{
		{"small", "baleFixedPut_Small baleFixedScan_Small baleFixedGet_Small baleVarintBound_Small baleVarintMeasure_Small baleVarintPut_Small"},
		{"submit", "baleFixedPut_Submit baleFixedScan_Submit baleFixedGet_Submit baleVarintBound_Submit baleVarintMeasure_Submit baleVarintPut_Submit"},
		{"nested", "baleCompactPut_Sub baleFixedScan_Item baleFixedScan_Nested baleFixedMeasure_Item"},
		{"valmsg", "baleFixedScan_ValMsg baleFixedScan_HoldValMsg baleFixedMeasure_ValMsg baleVarintMeasure_HoldValMsg"},
		{"block", "baleCompactPut_Output baleFixedScan_Transaction baleFixedScan_SignedBlock baleVarintMeasure_Transaction"},
	} {
		for _, name := range strings.Fields(f.names) {
			at, ok := all[f.shape].funcs[name]
			if !ok {
				t.Errorf("%s has no function %s", f.shape, name)
			}
			for line := range all[f.shape].checks { // the offset of a string is deliberately checked again
				if at[0] <= line && line <= at[1] && !strings.Contains(all[f.shape].lines[line-1], "d.OneString(") {
					t.Errorf("%s:%d: %s has a bounds check: %s", f.shape, line, name, strings.TrimSpace(all[f.shape].lines[line-1]))
				}
			}
		}
	}
}

// inlining checks that small functions of the runtime are inlined: a call takes longer than their code.
func inlining(t *testing.T, all map[string]*compiled) {
	small := regexp.MustCompile(`\bbale(core\.(?:(?:Get|Put)(?:8|16|32|64)|All|At|Copy|Bit|Zigzag|Unzigzag|Text|Extends|SliceMemory|StoreArray|LoadArray|StoreMemory|LoadMemory|StoreText|Take)|` +
		`compact\.(?:Len|Load|Store|Store32|Head)|varint\.(?:Store|Load|Len|Short|Long|Five|UTC|Instant|Spread|Squeeze)(?:\d+|Count|UTC)?)\(`)
	seen := map[string]bool{}
	for name, c := range all {
		for _, line := range c.lines {
			for _, call := range small.FindAllStringSubmatch(line, -1) {
				if seen[call[1]] = true; !c.inline[call[1]] {
					t.Errorf("%s: %s is not inlined", name, call[1])
				}
			}
		}
	}
	if len(seen) < 25 {
		t.Errorf("only %d functions are known: %s", len(seen), strings.Join(slices.Sorted(maps.Keys(seen)), " "))
	}
}

// allocations checks that the encoders, the decoders and their buffers are on the stack. The compiler does not know everything about the functions of other
// packages: a decoder was allocated that called a function with a type parameter by way of one without.
func allocations(t *testing.T, all map[string]*compiled) {
	for name, c := range all {
		if len(c.heap) > 0 {
			t.Errorf("%s: variables are allocated: %s", name, strings.Join(c.heap, ", "))
		}
	}
}

package build

import (
	"bytes"
	"encoding/hex"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bale/codec"
	"bale/codec/bale"
	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/all"
	"bale/gen/lock"
	"bale/internal/slow"
	"bale/internal/testdir"
	"bale/runner/harness"
	"bale/runner/measure"
)

var (
	taggedTypes = flag.Int("taggedtypes", 2, "number of random types of TestGenerated")
	taggedSeed  = flag.Uint64("taggedseed", 1, "seed of TestGenerated")
)

// taggedKinds, taggedTags and taggedDirectives are what the fields of random types are made of.
var (
	taggedKinds = []string{"int64", "uint32", "string", "[]byte", "bool", "float32", "float64", "[]string", "map[string]int32", "*int", "[]Part", "*Part", "Part", "[3]byte", "time.Time"}
	taggedTags  = []string{"", "", "", "cbor:\"%d,keyasint\"", "cbor:\",omitempty\"", "cbor:\"-\"", "msgpack:\"n%d\"", "msgpack:\",omitempty\"", "msgpack:\"-\"",
		"json:\"j%d,omitempty\"", "json:\"-\"", "bale:\"skip\"", "cbor:\"c%d\" msgpack:\"m%d\" json:\"-\""}
	taggedDirectives = []string{"", "", "//bale:evolve all\n"}
)

// taggedSource returns a package with random types that have tags and directives.
func taggedSource(r *rand.Rand, n int) string {
	text := "package tagged\n\nimport \"time\"\n\nvar _ time.Time\n\n"
	fields := func(kinds []string, n int) (list string) {
		for i := range n {
			tag := strings.ReplaceAll(taggedTags[r.IntN(len(taggedTags))], "%d", fmt.Sprint(i+1))
			kind := kinds[r.IntN(len(kinds))]
			if strings.HasPrefix(kind, "map") { // so that a message that comes back has the same bytes
				list += "\t//bale:sorted\n"
			}
			list += fmt.Sprintf("\tF%d %s `%s`\n", i, kind, tag)
		}
		return list
	}
	for i := range n {
		text += fmt.Sprintf("%stype T%d struct {\n%s}\n\n", taggedDirectives[r.IntN(len(taggedDirectives))], i, fields(taggedKinds, 1+r.IntN(6)))
	}
	return text + "type Part struct {\n" + fields(taggedKinds[:8], 3) + "}\n\n// Page is generic.\ntype Page[E any] struct {\n\tItems []E\n\tNext string `json:\"next\"`\n}\n"
}

// taggedMain prints, for each line of standard input with a type, a format and a message, the message that the methods of bale gen decode it to and
// encode it as.
const taggedMain = `package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"reflect"
	"strings"

	"example.com/tagged"
)

func main() {
	types := map[string]any{%s}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<24)
	for in.Scan() {
		f := strings.Fields(in.Text())
		b, _ := hex.DecodeString(f[2][1:])
		v := reflect.New(reflect.TypeOf(types[f[0]]))
		if err := v.MethodByName("Unmarshal"+f[1]).Call([]reflect.Value{reflect.ValueOf(b)})[0]; !err.IsNil() {
			fmt.Println("error:", err)
			continue
		}
		out := v.MethodByName("Marshal"+f[1]).Call(nil)
		fmt.Println("x" + hex.EncodeToString(out[0].Bytes()))
	}
}
`

// TestGenerated checks that the rows of bale's formats have the messages of the code that bale gen writes for the package: with random types, tags and
// directives, in all formats. With BALE_TEST=slow, it also compiles the methods of types that evolve.
func TestGenerated(t *testing.T) {
	dir := testdir.New(t)
	src := taggedSource(rand.New(rand.NewPCG(*taggedSeed, 0)), *taggedTypes)
	files := map[string][]byte{"go.mod": []byte("module example.com/tagged\n\ngo 1.24\n"), "tagged.go": []byte(src)}
	if err := WriteFiles(dir, files); err != nil {
		t.Fatal(err)
	}
	var types []string
	for i := range *taggedTypes {
		types = append(types, fmt.Sprintf("T%d", i))
	}
	messages := rowMessages(t, dir, bale.Codec.Variants, append(slices.Clone(types), "Page[T0]"))
	var in, want, list strings.Builder
	gens := map[bool]*gen.Request{}
	for _, evolve := range []bool{false, true} {
		gens[evolve] = &gen.Request{Dir: dir, Pattern: ".", Known: all.Formats, Formats: formatsOf(evolve), Types: types, Evolve: evolve}
	}
	for _, name := range types {
		fmt.Fprintf(&list, "%q: tagged.%s{}, ", name, name)
	}
	for evolve, r := range gens {
		if evolve && !slow.Enabled() {
			continue
		}
		generateTagged(t, r, messages)
		in.Reset()
		want.Reset()
		for _, m := range messages {
			if m.evolve != evolve || m.typ == "Page[T0]" {
				continue
			}
			for _, b := range m.messages {
				fmt.Fprintf(&in, "%s %s x%s\n", m.typ, m.format.Suffix(), hex.EncodeToString(b))
				fmt.Fprintln(&want, "x"+hex.EncodeToString(b))
			}
		}
		if err := WriteFiles(dir, map[string][]byte{"cmd/main.go": fmt.Appendf(nil, taggedMain, list.String())}); err != nil {
			t.Fatal(err)
		}
		got, err := Run(t.Context(), dir, GoEnv(), []byte(in.String()), "go", "run", "./cmd")
		if err != nil {
			t.Fatal(err)
		}
		lines, wanted, sent := strings.Split(string(got), "\n"), strings.Split(want.String(), "\n"), strings.Split(in.String(), "\n")
		for i := range min(len(lines), len(wanted)) {
			if lines[i] != wanted[i] {
				t.Errorf("%s: bale gen's methods give %s\n%s", sent[i], lines[i], src)
				break
			}
		}
		if len(lines) != len(wanted) || len(wanted) < 20 {
			t.Errorf("%d messages of %d came back", len(lines), len(wanted))
		}
		removeGenerated(t, dir)
	}
	for _, m := range messages {
		if m.typ == "Page[T0]" && !m.evolve && m.gap == "" && len(m.messages) == 0 {
			t.Errorf("Page[T0] in %s has no messages", m.format.Name)
		}
	}
}

// TestSharedCode checks that the rows of one format share the generated file, and that bale/json-marshal calls encoding/json with the pointer that has
// the methods.
func TestSharedCode(t *testing.T) {
	dir := testdir.New(t)
	files := map[string][]byte{"go.mod": []byte("module example.com/shop\n\ngo 1.24\n"), "shop.go": []byte("package shop\n\ntype Order struct{ ID int64 }\n")}
	if err := WriteFiles(dir, files); err != nil {
		t.Fatal(err)
	}
	shapes, err := Load(t.Context(), dir, ".", []string{"Order", "[]Order"}, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	choices, err := Choose([]*codec.Codec{bale.Codec}, []string{"bale/json", "bale/json-marshal"})
	if err != nil {
		t.Fatal(err)
	}
	b := (&Builder{}).codec("", shapes, choices[0])
	parts, err := b.parts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	prog, err := b.program(t.Context(), parts, inRunner)
	if err != nil {
		t.Fatal(err)
	}
	methods := 0
	for _, text := range prog.files {
		methods += bytes.Count(text, []byte(") MarshalJSON() "))
	}
	if methods != 2 {
		t.Errorf("the program declares MarshalJSON %d times; want it for each type", methods)
	}
	adapter := string(prog.files[filepath.Join(dir, "bale_adapter1.go")])
	for _, call := range []string{"balejson.Marshal((*Order)(c))", "a.encoder.Encode((*Order)(c))", "balejson.Unmarshal(b, (*Order)(c))", "balejson.Marshal((*baleRoot1)(c))"} {
		if !strings.Contains(adapter, call) {
			t.Errorf("the adapter has no %s:\n%s", call, adapter)
		}
	}
}

// A taggedRow is what a row of a format has.
type taggedRow struct {
	typ      string
	format   *emit.Format
	evolve   bool
	gap      string
	messages [][]byte
}

// rowMessages returns the messages of the rows of variants.
func rowMessages(t *testing.T, dir string, variants []*codec.Variant, types []string) (rows []taggedRow) {
	t.Helper()
	testdir.Unoptimized(t)
	b := &Builder{Cache: testdir.New(t)}
	shapes, err := Load(t.Context(), dir, ".", types, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	built, err := b.BuildOne(t.Context(), shapes, &Choice{bale.Codec, variants})
	if err != nil {
		t.Fatal(err)
	}
	if built.Runner == nil {
		t.Fatal(built.Rows[0].Reason, built.Rows[0].Gaps)
	}
	p, err := b.Start(built.Runner)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for _, row := range built.Rows {
		one := taggedRow{typ: row.On.Model.Roots[row.On.Root].Expr, format: row.Variant.Format, evolve: row.Variant.Flags.Evolve}
		if len(row.Gaps) > 0 {
			one.gap = row.Gaps[0].Reason
		} else if row.Status != measure.OK {
			t.Errorf("%s of %s: %s %s", row.Codec, row.Shape, row.Status, row.Reason)
		} else {
			req := row.Request(harness.Messages, 1)
			req.N = 40
			resp, err := p.Call(t.Context(), req, b.TimeLimit(0))
			if err != nil {
				t.Fatal(err)
			}
			one.messages = resp.Messages
		}
		rows = append(rows, one)
	}
	return rows
}

// formatsOf returns the formats of the rows whose structs evolve, or of the others.
func formatsOf(evolve bool) (list []*emit.Format) {
	for _, v := range bale.Codec.Variants {
		if v.Flags.Evolve == evolve && !slices.Contains(list, v.Format) {
			list = append(list, v.Format)
		}
	}
	return list
}

// generateTagged writes the code of bale gen for the types of a request in the formats whose rows have no gaps. It checks that bale gen refuses the others.
func generateTagged(t *testing.T, r *gen.Request, rows []taggedRow) {
	t.Helper()
	formats := map[string][]string{}
	for _, row := range rows {
		switch {
		case row.evolve != r.Evolve || !slices.Contains(r.Types, row.typ):
		case row.gap == "":
			if !slices.Contains(formats[row.typ], row.format.Name) {
				formats[row.typ] = append(formats[row.typ], row.format.Name)
			}
		default:
			one := *r
			one.Types, one.Formats = []string{row.typ}, []*emit.Format{row.format}
			if out, err := gen.Generate(t.Context(), &one); err == nil && out[0].Err == nil {
				t.Errorf("%s in %s: the row says %q, and bale gen does not refuse it", row.typ, row.format.Name, row.gap)
			}
		}
	}
	all := *r
	all.Types, all.Formats = nil, nil
	for name, list := range formats {
		all.Types = append(all.Types, name+":"+strings.Join(list, "+"))
	}
	out, err := gen.Generate(t.Context(), &all)
	if err != nil || out[0].Err != nil {
		t.Fatal(err, out[0].Err)
	}
	for _, f := range out[0].All() {
		if err := os.MkdirAll(filepath.Dir(f.Path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f.Path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func removeGenerated(t *testing.T, dir string) {
	t.Helper()
	for _, name := range []string{"tagged_bale.go", lock.FileName} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestGeneratedMain checks the rows of a format of bale for types of a package main, which has another name in a runner, and their commands.
func TestGeneratedMain(t *testing.T) {
	dir := testdir.New(t)
	err := WriteFiles(dir, map[string][]byte{"go.mod": []byte("module example.com/program\n\ngo 1.24\n"), "main.go": []byte(`package main

type Job struct{ ID int64 }

type Page[T any] struct{ Items []T }

type Own struct{ N int }

func (o *Own) MarshalBinary() ([]byte, error) { return nil, nil }
func (o *Own) UnmarshalBinary([]byte) error   { return nil }

func main() {}
`)})
	if err != nil {
		t.Fatal(err)
	}
	compact := bale.Codec.Variants[slices.IndexFunc(bale.Codec.Variants, func(v *codec.Variant) bool { return v.Name == "compact" })]
	for _, row := range rowMessages(t, dir, []*codec.Variant{compact}, []string{"Job", "Page[Job]", "Own"}) {
		if row.gap != "" || len(row.messages) == 0 {
			t.Errorf("%s in %s: %d messages, %s", row.typ, row.format.Name, len(row.messages), row.gap)
		}
	}
	shapes, err := Load(t.Context(), dir, ".", []string{"Job", "Page[Job]", "Own"}, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range []string{"bale gen -wire compact -type Job example.com/program", "", "bale gen -wire compact -methods Compact -type Own example.com/program"} {
		if got := nextCommand(bale.Codec, compact, shapes[k]); got != want {
			t.Errorf("the next command is %q, want %q", got, want)
		}
	}
}

package aspect

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bale/codec"
	"bale/codec/gob"
	"bale/codec/json"
	"bale/internal/slow"
	"bale/internal/testdir"
	"bale/lab/internal/fake"
	"bale/model"
	"bale/program/build"
	"bale/result"
	"bale/runner/measure"
)

func TestParseAspects(t *testing.T) {
	for list, want := range map[string]string{
		"none":                "",
		"default":             "determinism memory first compressed hostile",
		"all":                 "determinism memory first compressed hostile evolution program heap",
		"hostile,determinism": "determinism hostile",
		"heap":                "memory heap",
		"default, evolution":  "determinism memory first compressed hostile evolution",
	} {
		names, err := Parse(list)
		if err != nil || strings.Join(names, " ") != want {
			t.Errorf("%q: %q, %v, want %q", list, names, err, want)
		}
	}
	for _, list := range []string{"", "speed", "none,hostile", "hostile,"} {
		if names, err := Parse(list); err == nil {
			t.Errorf("%q is accepted: %q", list, names)
		}
	}
}

// decoding returns a variant that runs text, which is Go code, before it decodes JSON.
func decoding(name, text string) *codec.Variant {
	v := *json.Codec.Variants[0]
	v.Name = name
	own := strings.NewReplacer("baleKept", "baleKept"+name, "baleDeep", "baleDeep"+name) // the adapters of all variants are in one package
	v.Generate = func(in *codec.Input) (*codec.Output, error) {
		out, err := json.Codec.Variants[0].Generate(in)
		for i := range out.Code {
			out.Code[i].Unmarshal = own.Replace(text) + "\n" + out.Code[i].Unmarshal
			out.Code[i].Imports = append(out.Code[i].Imports, codec.StdImports("os", "runtime/debug", "time")...)
			out.Code[i].Decls = own.Replace("var _, _, _ = baleos.Exit, baledebug.SetMaxStack, baletime.Sleep\n\nvar baleKept []byte\n\nfunc baleDeep(n int) int {\n\tvar pad [4096]byte\n\tif n == 0 {\n\t\treturn 0\n\t}\n\tpad[n%4096] = 1\n\treturn int(pad[n/2%4096]) + baleDeep(n-1)\n}")
		}
		return out, err
	}
	return &v
}

// TestHostile checks that each kind of fault of a decoder is counted correctly, and that other inputs are still tried.
func TestHostile(t *testing.T) {
	faults := *json.Codec // all of them are in one program
	faults.Name, faults.Variants = "faults", []*codec.Variant{
		decoding("panics", "if len(b) == 10 { panic(\"ten bytes\") }"),
		decoding("greedy", "if len(b) == 10 { baleKept = make([]byte, 80<<20) }"),
		decoding("memory", "if len(b) == 10 { baleKept = make([]byte, 1<<(24+len(b)*2)) }"),
		decoding("exits", "if len(b) == 10 { baleos.Exit(3) }"),
		decoding("hangs", "for len(b) == 10 { baletime.Sleep(baletime.Second) }"), // it takes no processor time
		// With Go's default limit of 1 GB, a stack overflow takes longer than Deadline on a machine with little memory.
		decoding("deep", "if len(b) == 10 { baledebug.SetMaxStack(64 << 20); baleDeep(1<<40) }"),
	}
	builder := &build.Builder{Cache: testdir.New(t), Deadline: 5e9}
	rows := examinedFor(t, builder, []*codec.Codec{json.Codec, &faults})
	want := map[string]func(h *result.Hostile) bool{
		"json":   func(h *result.Hostile) bool { return h.Inputs == h.Refused+h.Accepted && h.Worst == "" },
		"panics": func(h *result.Hostile) bool { return h.Panicked > 0 && h.Worst == "panics: ten bytes" },
		"greedy": func(h *result.Hostile) bool { return h.MaxBytes > 80<<20 && h.Worst == "84 MB from 10 bytes" },
		"memory": func(h *result.Hostile) bool { return h.OutOfMemory > 0 && h.Worst == "18 TB from 10 bytes" },
		"exits":  func(h *result.Hostile) bool { return h.Crashed > 0 && h.Worst == "crashes: exit status 3" },
		"hangs":  func(h *result.Hostile) bool { return h.Hung > 0 && h.Worst == "hangs" },
		"deep":   func(h *result.Hostile) bool { return h.Crashed > 0 && h.Worst == "crashes: stack overflow" },
	}
	build.InParallel(t.Context(), len(rows), func(i int) {
		if rows[i].Codec == "faults/hangs" { // it waits for each deadline
			short := *builder
			short.Deadline = 1e9
			rows[i].builder = &short
		}
		var found result.Aspects
		if err := rows[i].hostile(t.Context(), &found); err != nil {
			t.Errorf("%s: %v", rows[i].Codec, err)
			return
		}
		h := found.Hostile
		if sum := h.Refused + h.Accepted + h.Panicked + h.Crashed + h.OutOfMemory + h.Hung; sum != h.Inputs {
			t.Errorf("%s: %d inputs, %d outcomes", rows[i].Codec, h.Inputs, sum)
		}
		if h.Inputs < 100 || !want[strings.TrimPrefix(rows[i].Codec, "faults/")](h) {
			t.Errorf("%s: %+v", rows[i].Codec, *h)
		}
	})
}

// TestOwnWork checks that what happens while bale reads a decoded value does not count as a fault of the decoder, unless the value's memory is
// invalid.
func TestOwnWork(t *testing.T) {
	builder := &build.Builder{Cache: t.TempDir(), Deadline: 1e9}
	want := map[string]result.Hostile{
		"good":     {Inputs: 3, Accepted: 3},
		"unmade":   {Inputs: 2, Accepted: 2},
		"decoding": {Inputs: 3, Accepted: 2, Crashed: 1, Worst: "crashes: exit status 3"},
		"faulty":   {Inputs: 3, Accepted: 2, Crashed: 1, Worst: "crashes: unexpected fault address"},
		"ends":     {Inputs: 3, Accepted: 3, Unread: 1},
		"memory":   {Inputs: 3, Accepted: 3, Unread: 1},
		"slow":     {Inputs: 3, Accepted: 3, Unread: 1},
	}
	for _, b := range fake.Codecs(t, "s", slices.Sorted(maps.Keys(want))...) {
		name := b.Codec.Name
		e := &examined{Row: b.Rows[0], builder: builder, seed: 1}
		var found result.Aspects
		if err := e.hostile(t.Context(), &found); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		h := want[name]
		h.MaxBytes, h.MaxInput, h.MaxPerByte = 100, 7, 100.0/7
		if *found.Hostile != h {
			t.Errorf("%s: %+v, want %+v", name, *found.Hostile, h)
		}
	}
}

// TestEvolutionOwnWork checks that the end of a process that reads decoded values does not count as a refusal.
func TestEvolutionOwnWork(t *testing.T) {
	builder := &build.Builder{Cache: t.TempDir()}
	shape := &build.Shape{Name: "s", Base: "s"}
	built := fake.Codecs(t, "s", "good")[0]
	v := &versions{row: &examined{Row: built.Rows[0], builder: builder}, built: built}
	defer v.close()
	one := &version{"copy", shape, [2]string{}}
	outcome, _, err := v.cross(t.Context(), one, one)
	if err == nil || !strings.Contains(err.Error(), "bale could not read a decoded value") {
		t.Errorf("outcome %q, error %v", outcome, err)
	}
}

// examinedFor builds codecs on the shape small.
func examinedFor(t *testing.T, builder *build.Builder, codecs []*codec.Codec) []*examined {
	t.Helper()
	if testing.Short() {
		t.Skip("it builds programs")
	}
	testdir.Unoptimized(t)
	shapes, err := builder.Builtin(t.Context(), []string{"small"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	choices, err := build.Choose(codecs, nil)
	if err != nil {
		t.Fatal(err)
	}
	built, err := builder.Build(t.Context(), shapes, choices)
	if err != nil {
		t.Fatal(err)
	}
	var rows []*build.Row
	for _, b := range built {
		for _, r := range b.Rows {
			if r.Status != measure.OK {
				t.Fatalf("%s: %s", r.Codec, r.Reason)
			}
			rows = append(rows, r)
		}
	}
	return (&Examination{Builder: builder, Seed: 1}).rows(rows)
}

// TestAspects examines aspects of two codecs. It checks that the file has the findings, that cached aspects are not examined again, and
// that a cancelled call writes nothing.
func TestAspects(t *testing.T) {
	builder := &build.Builder{Cache: testdir.New(t)}
	rows := examinedFor(t, builder, []*codec.Codec{json.Codec, gob.Codec})
	x := &Examination{Builder: builder, Seed: 1, Report: func(int, int, string) {}}
	measured := []*build.Row{rows[0].Row, rows[1].Row}
	wanted := []string{"determinism", "memory", "first", "compressed", "evolution"}
	if slow.Enabled() { // it compiles the standard library with -trimpath
		wanted = append(wanted, "program")
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x.Examine(cancelled, measured, wanted); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled call returns %v", err)
	}
	first, err := x.Examine(t.Context(), measured, wanted)
	if err != nil || len(first) != 2 {
		t.Fatalf("%d rows, %v", len(first), err)
	}
	for _, a := range first {
		if len(a.Failed) > 0 || a.Memory == nil || a.FirstCall == nil || len(a.Compressed) != 4 || slow.Enabled() && (a.Program == nil || a.Program.Bytes < 100e3) || a.Deterministic != nil {
			t.Errorf("%s: %+v", a.Codec, a)
		}
		want := []result.TypeChange{{Change: "appended", Forward: result.Right, Backward: result.Right}, {Change: "removed", Forward: result.Right, Backward: result.Right},
			{Change: "renamed", Forward: result.Wrong, Backward: result.Wrong, Detail: "Name is lost"}, {Change: "moved", Forward: result.Right, Backward: result.Right},
			{Change: "swapped", Forward: result.Right, Backward: result.Right}}
		if !slices.Equal(a.Evolution, want) {
			t.Errorf("%s: evolution %+v", a.Codec, a.Evolution)
		}
	}
	for _, r := range measured {
		r.Built.Runner.Path = "gone"
	}
	again, err := x.Examine(t.Context(), measured, wanted)
	if err != nil || len(again) != 2 || len(again[0].Failed) > 0 || *again[0].FirstCall != *first[0].FirstCall {
		t.Errorf("from the cache: %+v, %v", again, err)
	}
	if again, err = x.Examine(t.Context(), measured, []string{"hostile"}); err != nil || len(again[0].Failed) != 1 || again[0].Failed[0].Aspect != "hostile" {
		t.Errorf("with a missing runner: %+v, %v", again, err)
	}
}

// TestChangedModel checks that the changed copies of types compile in their own package, and that types that cannot be copied are errors.
func TestChangedModel(t *testing.T) {
	dir := testdir.New(t)
	files := map[string][]byte{"go.mod": []byte("module example.com/m\n\ngo 1.24\n"), "m.go": []byte(`package m

import (
	"encoding/json"
	"time"
)

type Tree struct {
	Value int32 ` + "`json:\"v\"`" + `
	Kids  []*Tree
	More  []*Tree
	Pair  Pair[int, *Leaf]
	At    time.Time
	Money Money
}

type Pair[A, B any] struct { First A; Second B }

type Leaf struct { name string }

type Trees []Tree

type Money struct{ Cents int64 }

func (m Money) MarshalJSON() ([]byte, error)  { return json.Marshal(m.Cents) }
func (m *Money) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &m.Cents) }

type hidden struct{ Cents int64 }

func (m hidden) MarshalJSON() ([]byte, error)  { return json.Marshal(m.Cents) }
func (m *hidden) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &m.Cents) }

type Private struct { A int; H hidden }

type Number int
`)}
	if err := build.WriteFiles(dir, files); err != nil {
		t.Fatal(err)
	}
	m, err := model.Load(t.Context(), dir, ".", []string{"Tree", "Trees", "Money", "Private", "Number"})
	if err != nil {
		t.Fatal(err)
	}
	wantErr := []string{"", "", "Money has marshal methods", "hidden is not exported", "no struct whose fields"}
	for root, want := range wantErr {
		for _, c := range changes {
			got, _, ok, err := changedModel(&build.Shape{Model: m, Root: root}, c, keeping{})
			if want != "" {
				if ok && err == nil && c.name != "removed" || err != nil && !strings.Contains(err.Error(), want) {
					t.Errorf("%s %s: %v, want %s", m.Roots[root].Expr, c.name, err, want)
				}
				continue
			}
			if err != nil || !ok {
				t.Errorf("%s %s: %v, %v", m.Roots[root].Expr, c.name, ok, err)
				continue
			}
			for path, text := range got.Overlay {
				if err := build.WriteFiles(filepath.Dir(path), map[string][]byte{filepath.Base(path): text}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if _, err := build.Run(t.Context(), dir, build.GoEnv(), nil, "go", "vet", "./..."); err != nil {
		t.Error(err)
	}
}

// TestKeeping checks which changes are made where fields keep their places.
func TestKeeping(t *testing.T) {
	field := func(name string, k model.Kind) *model.Field {
		return &model.Field{Name: name, Type: &model.Basic{Kind: k}}
	}
	s := &model.Struct{Fields: []*model.Field{field("A", model.Int), field("B", model.String), field("C", model.Bool), field("D", model.String)}}
	names := func(c *changedStruct) (fields, declared string) {
		if c == nil {
			return "", ""
		}
		for _, f := range c.fields {
			fields += f.Name
		}
		for _, f := range c.declare {
			declared += f.Name
		}
		return fields, declared
	}
	for k, want := range map[keeping][5]string{
		{}:              {"ABD", "BACD", "", "ADCB", ""},
		{numbers: true}: {"ABC", "ABCD", "BACD", "ABCD", "ADCB"},
		{removed: true}: {"ABC", "", "", "", ""},
	} {
		var got [5]string
		r, _ := removed(s, k)
		m, _ := moved(s, k)
		w, _ := swapped(s, k)
		got[0], _ = names(r)
		got[1], got[2] = names(m)
		got[3], got[4] = names(w)
		if got != want {
			t.Errorf("%+v: %q, want %q", k, got, want)
		}
	}
}

// TestVersionsShared checks that the rows of a codec share one runner with the versions of their types, that shapes of one type share its
// versions, that variants whose fields have numbers or a lock file have versions of their own, and that a row whose copies fail there gets its own runner.
// Only with BALE_TEST=slow, it builds the runners.
func TestVersionsShared(t *testing.T) {
	c, plain := *json.Codec, json.Codec.Variants[0]
	a, b, numbers, locked := *plain, *plain, *plain, *plain
	a.Name, b.Name, numbers.Name, locked.Name, numbers.Numbered, locked.Locked = "a", "b", "numbers", "locked", true, true
	c.Name, c.Variants = "shared", []*codec.Variant{&a, &b, &numbers, &locked}
	builder := &build.Builder{Cache: testdir.New(t)}
	shapes, err := builder.Builtin(t.Context(), []string{"small", "nested"}, []int{1, 100})
	if err != nil {
		t.Fatal(err)
	}
	built := &build.Built{Codec: &c}
	var rows []*examined
	for _, v := range c.Variants {
		for _, s := range shapes {
			rows = append(rows, &examined{Row: &build.Row{Row: &measure.Row{Shape: s.Name, Codec: c.FullName(v)}, On: s, Variant: v, Built: built}, builder: builder, seed: 1})
		}
	}
	builds := newVersionBuilds(rows)
	keys := map[versionKey]bool{}
	for _, e := range rows {
		keys[e.versionKey()] = true
	}
	if len(rows) != 12 || len(keys) != 3 {
		t.Errorf("%d rows have %d keys, want 12 and 3", len(rows), len(keys))
	}
	if !slow.Enabled() {
		return
	}
	runners := map[string]bool{}
	for _, e := range rows {
		e.builds = builds
		var found result.Aspects
		if err := e.evolution(t.Context(), &found); err != nil {
			t.Fatalf("%s on %s: %v", e.Codec, e.Shape, err)
		}
		if len(found.Evolution) < 3 || found.Evolution[0] != (result.TypeChange{Change: "appended", Forward: result.Right, Backward: result.Right}) {
			t.Errorf("%s on %s: %+v", e.Codec, e.Shape, found.Evolution)
		}
		runners[builds.made[e.versionKey()].built.Runner.Path] = true
	}
	if len(builds.made) != 3 || len(runners) != 3 {
		t.Errorf("%d builds and %d runners, want 3 and 3", len(builds.made), len(runners))
	}
	for key, build := range builds.made {
		if len(build.types) != 2 {
			t.Errorf("%+v: %d types, want 2", key, len(build.types))
		}
	}
	shared := builds.made[rows[0].versionKey()].built
	for _, r := range shared.Rows {
		r.Status, r.Reason = measure.BuildFailed, "damaged"
	}
	v, err := builds.versions(t.Context(), rows[0])
	if err != nil {
		t.Fatal(err)
	}
	defer v.close()
	if v.built == shared {
		t.Error("a row whose copies cannot be used in the shared runner has no runner of its own")
	}
}

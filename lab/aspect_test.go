package lab

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bale/codec"
	"bale/codec/gob"
	"bale/codec/json"
	"bale/measure"
	"bale/result"
	"bale/schema"
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
		names, err := ParseAspects(list)
		if err != nil || strings.Join(names, " ") != want {
			t.Errorf("%q: %q, %v, want %q", list, names, err, want)
		}
	}
	for _, list := range []string{"", "speed", "none,hostile", "hostile,"} {
		if names, err := ParseAspects(list); err == nil {
			t.Errorf("%q is accepted: %q", list, names)
		}
	}
}

// decoding returns a codec that runs text, which is Go code, before it decodes JSON.
func decoding(name, text string) *codec.Codec {
	c, v := *json.Codec, *json.Codec.Variants[0]
	c.Name, c.Variants = name, []*codec.Variant{&v}
	v.Generate = func(in *codec.Input) (*codec.Output, error) {
		out, err := json.Codec.Variants[0].Generate(in)
		for i := range out.Code {
			out.Code[i].Unmarshal = text + "\n" + out.Code[i].Unmarshal
			out.Code[i].Imports = append(out.Code[i].Imports, codec.StdImports("os", "runtime/debug")...)
			out.Code[i].Decls = "var _, _ = baleos.Exit, baledebug.SetMaxStack\n\nvar baleKept []byte\n\nfunc baleDeep(n int) int {\n\tvar pad [4096]byte\n\tif n == 0 {\n\t\treturn 0\n\t}\n\tpad[n%4096] = 1\n\treturn int(pad[n/2%4096]) + baleDeep(n-1)\n}"
		}
		return out, err
	}
	return &c
}

// TestHostile checks that each kind of fault of a decoder is counted correctly, and that other inputs are still tried.
func TestHostile(t *testing.T) {
	codecs := []*codec.Codec{
		json.Codec,
		decoding("panics", "if len(b) == 10 { panic(\"ten bytes\") }"),
		decoding("greedy", "if len(b) == 10 { baleKept = make([]byte, 80<<20) }"),
		decoding("memory", "if len(b) == 10 { baleKept = make([]byte, 1<<(24+len(b)*2)) }"),
		decoding("exits", "if len(b) == 10 { baleos.Exit(3) }"),
		decoding("hangs", "for len(b) == 10 {}"),
		// With Go's default limit of 1 GB, a stack overflow takes longer than Deadline on a machine with little memory.
		decoding("deep", "if len(b) == 10 { baledebug.SetMaxStack(64 << 20); baleDeep(1<<40) }"),
	}
	l := &Lab{Cache: t.TempDir(), Deadline: 5e9}
	rows := examinedFor(t, l, codecs)
	want := map[string]func(h *result.Hostile) bool{
		"json":   func(h *result.Hostile) bool { return h.Inputs == h.Refused+h.Accepted && h.Worst == "" },
		"panics": func(h *result.Hostile) bool { return h.Panicked > 0 && h.Worst == "panics: ten bytes" },
		"greedy": func(h *result.Hostile) bool { return h.MaxBytes > 80<<20 && h.Worst == "84 MB from 10 bytes" },
		"memory": func(h *result.Hostile) bool { return h.OutOfMemory > 0 && h.Worst == "18 TB from 10 bytes" },
		"exits":  func(h *result.Hostile) bool { return h.Crashed > 0 && h.Worst == "crashes: exit status 3" },
		"hangs":  func(h *result.Hostile) bool { return h.Hung > 0 && h.Worst == "hangs" },
		"deep":   func(h *result.Hostile) bool { return h.Crashed > 0 && h.Worst == "crashes: stack overflow" },
	}
	inParallel(t.Context(), len(rows), func(i int) {
		var found result.Aspects
		if err := rows[i].hostile(t.Context(), &found); err != nil {
			t.Errorf("%s: %v", rows[i].codec, err)
			return
		}
		h := found.Hostile
		if sum := h.Refused + h.Accepted + h.Panicked + h.Crashed + h.OutOfMemory + h.Hung; sum != h.Inputs {
			t.Errorf("%s: %d inputs, %d outcomes", rows[i].codec, h.Inputs, sum)
		}
		if h.Inputs < 100 || !want[rows[i].codec](h) {
			t.Errorf("%s: %+v", rows[i].codec, *h)
		}
	})
}

// TestOwnWork checks that what happens while bale reads a decoded value does not count as a fault of the decoder, unless the value's memory is
// invalid.
func TestOwnWork(t *testing.T) {
	l := &Lab{Cache: t.TempDir(), Deadline: 1e9}
	want := map[string]result.Hostile{
		"good":     {Inputs: 3, Accepted: 3},
		"unmade":   {Inputs: 2, Accepted: 2},
		"decoding": {Inputs: 3, Accepted: 2, Crashed: 1, Worst: "crashes: exit status 3"},
		"faulty":   {Inputs: 3, Accepted: 2, Crashed: 1, Worst: "crashes: unexpected fault address"},
		"ends":     {Inputs: 3, Accepted: 3, Unread: 1},
		"memory":   {Inputs: 3, Accepted: 3, Unread: 1},
		"slow":     {Inputs: 3, Accepted: 3, Unread: 1},
	}
	for _, b := range fakes(t, "s", slices.Sorted(maps.Keys(want))...) {
		name := b.Codec.Name
		e := &examined{lab: l, built: b, shape: b.Shapes[measure.Key{Shape: "s", Codec: name}], codec: name, seed: 1}
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
	l := &Lab{Cache: t.TempDir()}
	shape := &Shape{Name: "s", Base: "s"}
	v := &versions{row: &examined{lab: l, codec: "good", shape: shape}, built: fakes(t, "s", "good")[0]}
	defer v.close()
	one := &version{"copy", shape, [2]string{}}
	outcome, _, err := v.cross(t.Context(), one, one)
	if err == nil || !strings.Contains(err.Error(), "bale could not read a decoded value") {
		t.Errorf("outcome %q, error %v", outcome, err)
	}
}

// examinedFor builds codecs on the shape small.
func examinedFor(t *testing.T, l *Lab, codecs []*codec.Codec) []*examined {
	t.Helper()
	if testing.Short() {
		t.Skip("it builds programs")
	}
	shapes, err := l.Builtin(t.Context(), []string{"small"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	choices, err := Choose(codecs, nil)
	if err != nil {
		t.Fatal(err)
	}
	built, err := l.Build(t.Context(), shapes, choices)
	if err != nil {
		t.Fatal(err)
	}
	run := &result.Run{Environment: result.Environment{Seed: 1}}
	for _, b := range built {
		for _, r := range b.Rows {
			if r.Status != measure.OK {
				t.Fatalf("%s: %s", r.Codec, r.Reason)
			}
			run.Rows = append(run.Rows, *r)
		}
	}
	return examinedRows(l, built, run)
}

// TestAspects examines aspects of two codecs. It checks that the file has the findings, that cached aspects are not examined again, and
// that a cancelled call writes nothing.
func TestAspects(t *testing.T) {
	l := &Lab{Cache: t.TempDir()}
	rows := examinedFor(t, l, []*codec.Codec{json.Codec, gob.Codec})
	built := []*Built{rows[0].built, rows[1].built}
	c := &Comparison{Dir: t.TempDir(), Run: NewRun(result.Config{Request: result.Request{Aspects: []string{"determinism", "memory", "first", "compressed", "evolution", "program"}}}, 1)}
	for _, b := range built {
		c.Run.Rows = append(c.Run.Rows, *b.Rows[0])
	}
	c.Run.Rows = append(c.Run.Rows, measure.Row{Shape: "small", Codec: "json#2", Control: "json", Status: measure.OK})
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := c.aspects(cancelled, l, built); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled call returns %v", err)
	}
	if _, err := os.Stat(filepath.Join(c.Dir, result.AspectsFile)); err == nil {
		t.Error("a cancelled call has written the file")
	}
	if err := c.aspects(t.Context(), l, built); err != nil {
		t.Fatal(err)
	}
	first, err := result.LoadAspects(c.Dir)
	if err != nil || len(first) != 2 {
		t.Fatalf("%d rows, %v", len(first), err)
	}
	for _, a := range first {
		if len(a.Failed) > 0 || a.Memory == nil || a.FirstCall == nil || len(a.Compressed) != 4 || a.Program == nil || a.Program.Bytes < 100e3 || a.Deterministic != nil {
			t.Errorf("%s: %+v", a.Codec, a)
		}
		want := []result.TypeChange{{Change: "appended", Forward: result.Right, Backward: result.Right}, {Change: "removed", Forward: result.Right, Backward: result.Right},
			{Change: "renamed", Forward: result.Wrong, Backward: result.Wrong, Detail: "Name is lost"}, {Change: "moved", Forward: result.Right, Backward: result.Right}}
		if !slices.Equal(a.Evolution, want) {
			t.Errorf("%s: evolution %+v", a.Codec, a.Evolution)
		}
	}
	for _, e := range rows {
		e.built.Runner.Path = "gone"
	}
	if err := c.aspects(t.Context(), l, built); err != nil {
		t.Fatal(err)
	}
	again, err := result.LoadAspects(c.Dir)
	if err != nil || len(again) != 2 || len(again[0].Failed) > 0 || *again[0].FirstCall != *first[0].FirstCall {
		t.Errorf("from the cache: %+v, %v", again, err)
	}
	c.Run.Config.Request.Aspects = []string{"hostile"}
	if err := c.aspects(t.Context(), l, built); err != nil {
		t.Fatal(err)
	}
	if again, err = result.LoadAspects(c.Dir); err != nil || len(again[0].Failed) != 1 || again[0].Failed[0].Aspect != "hostile" {
		t.Errorf("with a missing runner: %+v, %v", again, err)
	}
}

// TestChangedModel checks that the changed copies of types compile in their own package, and that types that cannot be copied are errors.
func TestChangedModel(t *testing.T) {
	dir := t.TempDir()
	files := map[string][]byte{"go.mod": []byte("module example.com/m\n\ngo 1.24\n"), "m.go": []byte(`package m

import (
	"encoding/json"
	"time"
)

type Tree struct {
	Value int32 ` + "`json:\"v\"`" + `
	Kids  []*Tree
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
	if err := writeFiles(dir, files); err != nil {
		t.Fatal(err)
	}
	m, err := schema.Load(t.Context(), dir, ".", []string{"Tree", "Trees", "Money", "Private", "Number"})
	if err != nil {
		t.Fatal(err)
	}
	wantErr := []string{"", "", "Money has marshal methods", "hidden is not exported", "no struct whose fields"}
	for root, want := range wantErr {
		for _, c := range changes {
			got, _, ok, err := changedModel(&Shape{Model: m, Root: root}, c, false)
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
				if err := writeFiles(filepath.Dir(path), map[string][]byte{filepath.Base(path): text}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if _, err := run(t.Context(), dir, goEnv(), nil, "go", "vet", "./..."); err != nil {
		t.Error(err)
	}
}

// TestVersionsShared checks that the rows of a codec share one runner with the versions of their types, that shapes of one type share its
// versions, that wire formats with numbered fields have versions of their own, and that a row whose copies fail there gets its own runner.
func TestVersionsShared(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	c, plain := *json.Codec, json.Codec.Variants[0]
	a, b, numbers := *plain, *plain, *plain
	a.Name, b.Name, numbers.Name, numbers.Wire = "a", "b", "numbers", "protobuf"
	c.Name, c.Variants = "shared", []*codec.Variant{&a, &b, &numbers}
	l := &Lab{Cache: t.TempDir()}
	shapes, err := l.Builtin(t.Context(), []string{"small", "nested"}, []int{1, 100})
	if err != nil {
		t.Fatal(err)
	}
	built := &Built{Codec: &c}
	var rows []*examined
	for _, v := range c.Variants {
		for _, s := range shapes {
			rows = append(rows, &examined{lab: l, built: built, shape: s, codec: c.FullName(v), seed: 1})
		}
	}
	builds := newVersionBuilds(rows)
	runners := map[string]bool{}
	for _, e := range rows {
		e.builds = builds
		var found result.Aspects
		if err := e.evolution(t.Context(), &found); err != nil {
			t.Fatalf("%s on %s: %v", e.codec, e.shape.Name, err)
		}
		if len(found.Evolution) < 4 || found.Evolution[0] != (result.TypeChange{Change: "appended", Forward: result.Right, Backward: result.Right}) {
			t.Errorf("%s on %s: %+v", e.codec, e.shape.Name, found.Evolution)
		}
		runners[builds.made[e.versionKey()].built.Runner.Path] = true
	}
	if len(rows) != 9 || len(builds.made) != 2 || len(runners) != 2 {
		t.Errorf("%d rows have %d builds and %d runners, want 9, 2 and 2", len(rows), len(builds.made), len(runners))
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

package adapter

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bale/codec"
	"bale/internal/testdir"
	"bale/model"
	"bale/model/directive"
)

// equalTypes has the types of TestEqual and TestCarry.
const equalTypes = `package p

import (
	"math/big"
	"net/netip"
	"time"
)

type Root struct {
	B    bool
	I    int
	U8   uint8
	F    float64
	F32  Score
	C    complex64
	S    Text
	T    time.Time
	M    Moment
	D    time.Duration
	Raw  []byte
	Sum  [4]byte
	Fs   [2]float32
	L    []Part
	LP   []*Part
	Named Parts
	Map  map[string]Part
	Ints map[int32][]string
	Keys map[Key]int
	Set  map[string]struct{}
	P    *Part
	PP   **int
	Any  any
	Fig  Figure
	Figs []Figure
	Rec  *Root
	Nest Nest
	Addr netip.Addr
	Big  *big.Int
	Anon struct{ X, Y float64 }
	None []struct{}
	hidden string
	Cache  func() ` + "`bale:\"skip\"`" + `
	Part
}

type (
	Score  float32
	Text   string
	Moment time.Time
	Parts  []Part
	Nest   []Nest
	Key    struct{ F float64 }
)

type Part struct {
	Name  string
	Score *float64
}

//bale:union *Part, Text, Empty
type Figure any

type Empty struct{}

// The earlier version of Wide.
type Narrow struct {
	I     int16
	U     uint8
	F     float32
	S     string
	T     time.Time
	L     []NarrowPart
	M     map[string]NarrowPart
	P     *NarrowPart
	V     NarrowPart
	A     [2]int8
	None  []struct{}
	Same  Part
	Gone  int
	Other string
	Next  *Narrow
}

type NarrowPart struct{ X int32 }

type Wide struct {
	I     int64
	U     int
	F     float64
	S     Text
	T     time.Time
	L     []WidePart
	M     map[Text]WidePart
	P     *WidePart
	V     *WidePart
	A     [2]int64
	None  []struct{}
	Same  Part
	New   int
	Other int
	Next  *Wide
}

type WidePart struct{ X int64 }
`

// equalProgram compares pairs of sample values by the printed functions and by package loss, and carries values over.
const equalProgram = `package main

import (
	"encoding/json"
	"fmt"
	"math"
	"net/netip"
	"os"
	"reflect"
	"strings"
	"time"

	"example.org/p"
	"bale/runner/inspect"
	"bale/runner/loss"
	"bale/runner/sample"
)

func values(t reflect.Type, unions []inspect.Union) (list []reflect.Value) {
	made := sample.Values(t, 1, 30, unions...)
	for i := range made.Len() {
		list = append(list, made.Index(i))
	}
	for _, e := range sample.Edges(t, 1, unions...) {
		if !strings.Contains(e.Name, "long") && !strings.Contains(e.Name, "deep") {
			v := reflect.New(t).Elem()
			v.Set(e.Value)
			list = append(list, v)
		}
	}
	return list
}

func main() {
	t := reflect.TypeOf(p.Root{})
	inspect.Skip(t, "Cache")
	list := values(t, p.RootUnions())
	for _, change := range []func(*p.Root){
		func(r *p.Root) { r.F = math.Copysign(0, -1) },
		func(r *p.Root) { r.F = math.NaN() },
		func(r *p.Root) { r.T = r.T.In(time.FixedZone("x", 60)) },
		func(r *p.Root) { r.L = []p.Part{} },
		func(r *p.Root) { r.Keys = map[p.Key]int{{0}: 1} },
		func(r *p.Root) { r.Keys = map[p.Key]int{{math.Copysign(0, -1)}: 1} },
		func(r *p.Root) { r.Fig = p.Empty{} },
		func(r *p.Root) { r.Set = map[string]struct{}{"": {}} },
		func(r *p.Root) { r.None = make([]struct{}, 2) },
		func(r *p.Root) { r.C = complex(0, float32(math.NaN())) },
	} {
		var r p.Root
		change(&r)
		list = append(list, reflect.ValueOf(&r).Elem())
	}
	same, different, clones := 0, 0, 0
	for _, a := range list {
		for _, b := range list {
			b = inspect.Clone(b)
			x, y := a.Addr().Interface().(*p.Root), b.Addr().Interface().(*p.Root)
			if !p.RootEqual(x, y) {
				different++
				continue
			}
			same++
			if diff := loss.Diff(a, b, 1); len(diff) > 0 {
				fmt.Println("equal, but", diff[0])
				os.Exit(1)
			}
		}
		for r := a.Addr().Interface().(*p.Root); r != nil; r = r.Rec { // what is not decided
			r.Big, r.Keys, r.Any = nil, nil, nil
			r.M, r.Cache, r.Addr = p.Moment{}, nil, netip.Addr{}
		}
		if p.RootEqual(a.Addr().Interface().(*p.Root), inspect.Clone(a).Addr().Interface().(*p.Root)) {
			clones++
		}
	}
	if clones < len(list)*9/10 || different < len(list) || same < 5 {
		fmt.Println(len(list), "values:", same, "pairs and", clones, "clones equal,", different, "not")
		os.Exit(1)
	}
	for _, v := range values(reflect.TypeOf(p.Narrow{}), nil) {
		old := *v.Addr().Interface().(*p.Narrow)
		now := p.Wide{New: 1, Other: 2}
		p.WideCarry(&now, &old)
		if now.New != 0 || now.Other != 0 {
			fmt.Println("not overwritten:", now)
		}
		for o := &old; o != nil; o = o.Next {
			o.Gone, o.Other = 0, "0"
			for _, f := range []*float32{&o.F} { // a float32 has fewer digits as JSON
				*f = 0
			}
			o.T = o.T.UTC().Truncate(time.Second)
			if o.T.Year() < 0 || o.T.Year() > 9999 {
				o.T = time.Time{}
			}
		}
		for n := &now; n != nil; n = n.Next {
			n.F = 0
			t := n.T.UTC().Truncate(time.Second)
			if t.Year() < 0 || t.Year() > 9999 {
				t = time.Time{}
			}
			n.T = t
		}
		a, b := text(old), text(now)
		if a != b {
			fmt.Println(a)
			fmt.Println(b)
			os.Exit(1)
		}
	}
}

// text returns a value as JSON that is equal for both types.
func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	var m map[string]any
	json.Unmarshal(b, &m)
	for at := m; at != nil; at, _ = at["Next"].(map[string]any) {
		for _, name := range []string{"Gone", "New", "Other", "T", "Same"} {
			delete(at, name)
		}
	}
	b, _ = json.Marshal(m)
	return string(b)
}
`

// TestEqualAndCarry compiles the functions that compare values and that carry them over, and calls them with sample values.
func TestEqualAndCarry(t *testing.T) {
	dir := testdir.New(t)
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, map[string]string{
		"go.mod":      "module example.org/p\n\ngo 1.26\n\nrequire bale v0.0.0\n\nreplace bale => " + root + "\n",
		"go.sum":      string(sums),
		"p.go":        equalTypes,
		"cmd/main.go": equalProgram,
	})
	m, err := directive.Load(t.Context(), dir, ".", []string{"Root", "Wide", "Narrow"})
	if err != nil {
		t.Fatal(err)
	}
	w := &writer{file: &File{Model: m, Out: &codec.Output{}}, imports: map[string]string{"bale/runner/convert": "baleharness"}}
	equal, equalName := w.equal(m.Roots[0].Type.(*model.Named))
	carry, carryName, changes := w.carry(m.Roots[1].Type.(*model.Named), m.Roots[2].Type.(*model.Named), nil)
	unions := strings.TrimSuffix(strings.TrimSpace(strings.TrimPrefix(w.unions(m.Roots[0].Type), "Unions: ")), ",")
	body := equal + carry + fmt.Sprintf("var RootEqual, WideCarry = %s, %s\n\nfunc RootUnions() []%s.Union { return %s }\n", equalName, carryName, w.use("bale/runner/inspect"), unions)
	src, err := formatted(m, w.importBlock()+body)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	write(t, dir, map[string]string{"made.go": string(src)})
	cmd := exec.Command("go", "run", "-mod=mod", "./cmd")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
	want := "[{Wide.New.added the earlier type has no such field, so it is zero} {Wide.Other.changed int was string} {Wide.Gone.removed the type no longer has the field, so its values are left out}]"
	if got := fmt.Sprint(changes); got != want {
		t.Errorf("changes %s, want %s", got, want)
	}
}

// write writes files below a folder.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestHolds(t *testing.T) {
	for _, c := range []struct {
		to, from model.Kind
		want     bool
	}{
		{model.Int64, model.Int32, true}, {model.Int32, model.Int64, false}, {model.Int64, model.Int, true}, {model.Int, model.Int64, false},
		{model.Int, model.Int32, true}, {model.Int64, model.Uint32, true}, {model.Int32, model.Uint32, false}, {model.Uint64, model.Int8, false},
		{model.Int, model.Uint16, true}, {model.Int, model.Uint32, false}, {model.Uint, model.Uint32, true}, {model.Uintptr, model.Uint64, false},
		{model.Float64, model.Float32, true}, {model.Float32, model.Float64, false}, {model.Float64, model.Int8, false},
		{model.Complex128, model.Complex64, true}, {model.String, model.String, true}, {model.String, model.Bool, false}, {model.Int, model.Uint, false},
	} {
		if got := holds(c.to, c.from); got != c.want {
			t.Errorf("%v holds %v: %v", c.to, c.from, got)
		}
	}
}

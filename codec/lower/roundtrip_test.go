package lower_test

import (
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"bale/codec"
	"bale/codec/lower"
	"bale/internal/slow"
	"bale/internal/testdir"
	"bale/lab"
	"bale/model"
	"bale/program/build"
	"bale/runner/measure"
)

// perfect returns a variant that loses nothing and supports every carrier. It keeps a copy of the carrier, and its message is the index
// of that copy. All losses therefore come from the conversions. It forgets a copy after 2,000 others, more than a type has: edge values have a million
// elements, which the garbage collector would visit again and again.
func perfect(name string, caps func(pkg string) lower.Caps) *codec.Variant {
	const marshal = `$AStore = append($AStore, baleinspect.Clone(balereflect.ValueOf(c).Elem()))
		if old := len($AStore) - 2000; old >= 0 {
			$AStore[old] = balereflect.Value{}
		}
		return balestrconv.AppendInt(BUF, int64(len($AStore)-1), 10), nil`
	const unmarshal = `n, err := balestrconv.Atoi(string(b))
		if err == nil {
			balereflect.ValueOf(c).Elem().Set(baleinspect.Clone($AStore[n]))
		}
		return err`
	generate := func(in *codec.Input) (*codec.Output, error) {
		imports := append(codec.StdImports("reflect", "strconv"), codec.Import{Name: "baleinspect", Path: path.Dir(in.Gen) + "/balerunner/inspect"})
		return codec.SameForAll(in, codec.Code{
			Imports: imports, Decls: "var $AStore []balereflect.Value",
			Marshal:      strings.Replace(marshal, "BUF", "nil", 1),
			MarshalReuse: strings.Replace(marshal, "BUF", "buf", 1),
			Unmarshal:    unmarshal, UnmarshalReuse: unmarshal,
		}), nil
	}
	return &codec.Variant{Name: name, Wire: name, Caps: caps, Generate: generate}
}

// schemaLike describes a generator of a schema language: sub-messages and elements are pointers, map keys are strings and map elements
// are not lists, elements of lists are not lists, byte strings are texts in base64, and the outermost type is a message.
func schemaLike(string) lower.Caps {
	simple := func(n *lower.Node) bool { return n.Form != lower.List && n.Form != lower.Map && n.Form != lower.Pairs }
	return lower.Caps{
		Scalars: lower.With(lower.Widen(), model.Int8, model.Int32, model.Int16, model.Int32, model.Uint8, model.Uint32, model.Uint16, model.Uint32),
		Bytes:   true, Base64: true, Refs: true, ElemRefs: true, Optional: true, Root: true, Elem: simple,
		Maps: func(k, e *lower.Node) bool {
			return model.IsKind(k.Go, model.String) && simple(e) && e.Form != lower.Optional
		},
		Field: func(name string) string { return "X" + name }, Reserved: []string{"Value", "Hour"},
	}
}

// mirrors supports everything, in mirrors.
func mirrors(string) lower.Caps {
	return lower.Caps{Scalars: lower.All(), Bytes: true, Time: lower.TimeOwn, Arrays: true, Maps: lower.AnyMap, Pointers: true, NilElems: true,
		Union: lower.UnionPointers}
}

// own supports everything, on the user's own types where these can be named, and pointers for the members of a union.
func own(pkg string) lower.Caps {
	caps := mirrors(pkg)
	caps.Own, caps.Union = true, lower.UnionFields
	return caps
}

// partly supports the user's own types without pointers and without unexported fields.
func partly(pkg string) lower.Caps {
	caps := own(pkg)
	caps.Pointers, caps.Optional, caps.Arrays, caps.Refuse = false, true, false, lower.RefuseUnexported
	caps.Union, caps.UnionMember = lower.UnionValues, func(n *lower.Node) bool { return n.Form == lower.Unchanged || n.Form == lower.Message }
	return caps
}

// pointed supports messages only by pointer, no pointers to pointers, and byte strings but no strings.
func pointed(pkg string) lower.Caps {
	caps := own(pkg)
	caps.Scalars = lower.With(lower.All(), model.String, 0)
	caps.Refs, caps.ElemRefs, caps.Refuse = true, true, lower.RefuseUnexported
	caps.Pointee = func(t model.Type) bool { _, ok := t.(*model.Pointer); return !ok }
	caps.Union, caps.UnionMember = lower.UnionPointers, func(*lower.Node) bool { return true }
	return caps
}

// TestRoundTrip checks that the conversions of each form of lowering lose what is expected, and no more. Without BALE_TEST=slow, it takes one form and one
// type of each kind; TestUnions and convert.golden have the forms of the others.
func TestRoundTrip(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles much code")
	}
	roots := []string{"Basics", "Lists", "Pointers", "Elements", "Maps", "Forest", "Embedded", "Marshalled", "Stamps", "Collide", "Void",
		"Scalar", "Index", "Grid", "Generic", "Spouse", "Variant", "Shape", "[]byte", "*Point", "map[Kind][]Point", "[]*Point"}
	wires := map[string]func(string) lower.Caps{"schema": schemaLike}
	if slow.Enabled() { // each takes 10 s of processor time, and these types take more than the others: their edge values are large
		roots = append(roots, "Tree", "List", "Drawing", "Message", "[]Shape")
		maps.Copy(wires, map[string]func(string) lower.Caps{"poor": poor, "mirrors": mirrors, "own": own, "partly": partly, "pointed": pointed})
	}
	want := map[string][]string{
		"poor": {"Lists Times[] zone dropped", "Pointers Time zone dropped", "Stamps At zone dropped", "Collide Real zone dropped"},
		"schema": {
			"Basics R nil became empty",
			"Lists Raw nil became empty",
			"Lists Bytes nil became empty",
			"Lists Times[] zone dropped",
			"Lists Raws[] nil became empty",
			"Pointers Bytes nil became empty",
			"Pointers Time zone dropped",
			"Elements Fixed[] nil became zero value",
			"Elements Points[] nil became zero value",
			"Elements Ints[] nil became zero value",
			"Elements Deep[][] nil became zero value",
			"Stamps At zone dropped",
			"Collide Real zone dropped",
			"[]byte  nil became empty",
			"[]*Point-3 [] nil became zero value",
		},
	}

	if slow.Enabled() {
		want["schema"] = append(want["schema"], "Message Many[] nil became zero value")
	}

	l := &build.Builder{Cache: testdir.New(t)}
	shapes, err := build.Load(t.Context(), typesDir(t), ".", roots, "", []int{3})
	if err != nil {
		t.Fatal(err)
	}
	c := &codec.Codec{Name: "perfect", Mod: codec.StdMod}
	for name, caps := range wires { // all of them are in one program
		c.Variants = append(c.Variants, perfect(name, caps))
	}
	built, err := l.Build(t.Context(), shapes, []*build.Choice{{Codec: c, Variants: c.Variants}})
	if err != nil {
		t.Fatal(err)
	}
	checked, err := (&lab.Check{Builder: l, Seed: 1, Values: 64}).Run(t.Context(), built)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(checked), len(roots)*len(wires); got != want {
		t.Errorf("%d rows were checked, want %d", got, want)
	}
	losses := map[string][]string{}
	for _, r := range built[0].Rows {
		if r.Status != measure.OK && r.Status != measure.Lossy || len(r.Warnings) > 0 {
			t.Errorf("%s of %s is %s: %s; %q", r.Codec, r.Shape, r.Status, r.Reason, r.Warnings)
		}
		for _, x := range r.Losses {
			losses[r.Codec] = append(losses[r.Codec], r.Shape+" "+x.Path+" "+x.Kind)
		}
	}
	for _, v := range c.Variants {
		if got, want := losses[c.FullName(v)], want[v.Name]; !slices.Equal(got, want) {
			t.Errorf("%s loses\n\t%s\nwant\n\t%s", v.Name, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
		}
	}
}

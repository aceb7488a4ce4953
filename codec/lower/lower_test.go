package lower_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"bale/codec/lower"
	"bale/internal/testdir"
	"bale/model"
	"bale/model/directive"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// typesDir writes the module of testdata/types.txtar to a new folder.
func typesDir(t *testing.T) string {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/types.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := testdir.New(t)
	for _, f := range archive.Files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func load(t *testing.T, exprs ...string) *model.Model {
	t.Helper()
	m, err := directive.Load(t.Context(), typesDir(t), ".", exprs)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestRootName(t *testing.T) {
	for _, c := range []struct{ expr, want string }{
		{"Order", "Order"},
		{"order", "Order"},
		{"Pair[int,string]", "PairIntString"},
		{"[]byte", "Byte"},
		{"[4]byte", "Byte"},
		{"map[string]*shop.Line", "MapStringPtrShopLine"},
		{"Of[[2]int]", "Of2Int"},
		{"Tree.Left", "TreeLeft"},
		{"", "Value"},
		{"[3]", "Value"},
		{"*", "Ptr"},
	} {
		if got := lower.RootName(c.expr); got != c.want {
			t.Errorf("RootName(%q) = %q, want %q", c.expr, got, c.want)
		}
	}
}

// poor describes a format with only strings and two widths of integers.
func poor(string) lower.Caps {
	return lower.Caps{Scalars: lower.With(lower.Widen(), model.Bool, model.Int32, model.Int8, model.Int32, model.Int16, model.Int32,
		model.Uint8, model.Uint32, model.Uint16, model.Uint32, model.Float32, 0, model.Float64, 0), Bytes: true}
}

// TestGaps tests which types cannot be carried, at which path, and for which reason.
func TestGaps(t *testing.T) {
	noBytes := poor("")
	noBytes.Bytes = false
	noFloats := poor("")
	noFloats.Scalars = lower.With(poor("").Scalars, model.Uint32, 0, model.Uint64, 0)
	noInt64 := poor("")
	noInt64.Scalars = lower.With(poor("").Scalars, model.Int64, 0)
	flat := poor("")
	flat.Flat = true
	own := lower.Caps{Own: true, Scalars: lower.All(), Bytes: true, Time: lower.TimeOwn, Arrays: true, Maps: lower.AnyMap, Pointers: true, Any: true}
	wholes := own
	wholes.Unions = true

	noEmpty := own
	noEmpty.NoEmpty = true

	between := flat
	between.Union = lower.UnionStructs

	const inaccessible = " is encoded by its own methods, and this format has no type for bytes"
	for _, c := range []struct {
		name  string
		caps  lower.Caps
		exprs []string
		want  []string
	}{
		{"no gaps", poor(""), []string{"Basics", "Lists", "Pointers", "Elements", "Maps", "Tree", "Forest", "Embedded", "Marshalled", "Stamps", "Void", "Drawing", "Variant", "Shape"}, nil},
		{"interfaces", poor(""), []string{"Holder", "Any"}, []string{
			"Holder.Value: any can hold any type, and the schema has to say which: name them with //bale:union example.com/types.Holder.Value bool, float64, string, []any, map[string]any",
			"Holder.Inner.Err: error can hold any error: leave it out with //bale:custom error skip, or name the types with //bale:union",
			"Any: any can hold any type, and the schema has to say which: name them with //bale:union example.com/types.Any bool, float64, string, []any, map[string]any",
		}},
		{"named interfaces", poor(""), []string{"Caller"}, []string{
			"Caller.Voice: Voice can hold any type that has its methods: name them with //bale:union example.com/types.Voice T, *U",
			"Caller.Other: other.Voice can hold any type that has its methods: name them with //bale:union example.com/types/other.Voice T, *U, " +
				"or leave it out with //bale:custom example.com/types/other.Voice skip",
		}},
		{"interfaces in own types", own, []string{"Holder"}, []string{
			"Holder.Inner.Err: error can hold any error: leave it out with //bale:custom error skip, or name the types with //bale:union",
		}},
		{"no empty structs", noEmpty, []string{"Void", "Tree"}, []string{
			"Void.None: a struct without fields, which the serializer does not support",
			"Void.Nones[]: a struct without fields, which the serializer does not support",
			"Void.P: a struct without fields, which the serializer does not support",
		}},
		{"unions", flat, []string{"Variant", "Shape"}, []string{
			"Variant.List[].(Any)[]: VariantList contains itself, so the code for it would be infinite",
			"Variant.Map{}.(Variant): Variant contains itself, so the code for it would be infinite",
			"Shape.(Square).Next: Shape contains itself, so the code for it would be infinite",
			"Shape.(Group)[]: Shape contains itself, so the code for it would be infinite",
		}},
		{"unions between what holds itself", between, []string{"Variant", "Shape", "Square", "Grove"}, []string{
			"Grove.Inner[]: Grove contains itself, so the code for it would be infinite",
		}},
		{"unions as they are", wholes, []string{"Drawing", "Variant"}, nil},
		{"unexported fields of another package", poor(""), []string{"Keeper"}, []string{
			"Keeper.Closed: example.com/types/other.Closed has unexported fields of another package, and no MarshalBinary, Marshal, MarshalText or MarshalJSON: //bale:custom example.com/types/other.Closed skip leaves it out",
			"Keeper.Handle: example.com/types/other.Handle[string] has unexported fields of another package, and no MarshalBinary, Marshal, MarshalText or MarshalJSON: //bale:custom example.com/types/other.Handle skip leaves it out",
		}},
		{"unexported fields in a struct without a name", poor(""), []string{"Answer"}, []string{
			"Answer.Response.Meta[]: the type of this field has no name, and unexported fields of another package: //bale:custom example.com/types/other.Response.Meta skip leaves it out",
		}},
		{"unexported fields in an own struct without a name", own, []string{"Answer"}, []string{
			"Answer.Response.Meta[]: the type of this field has no name, and unexported fields of another package: //bale:custom example.com/types/other.Response.Meta skip leaves it out",
		}},
		{"types that hold each other", poor(""), []string{"Husband", "Wife", "Spouse"}, []string{
			"Husband.Value: any can hold any type, and the schema has to say which: name them with //bale:union example.com/types.Husband.Value bool, float64, string, []any, map[string]any",
			"Wife.Husband.Value: any can hold any type, and the schema has to say which: name them with //bale:union example.com/types.Husband.Value bool, float64, string, []any, map[string]any",
		}},
		{"types without an end", poor(""), []string{"Endless", "EndlessMap", "Forest"}, []string{
			"Endless[]: example.com/types.Endless contains itself without a struct in between, so its schema would be infinite",
			"EndlessMap{}: example.com/types.EndlessMap contains itself without a struct in between, so its schema would be infinite",
		}},
		{"types without an end, as they are", own, []string{"Endless", "EndlessMap"}, nil},
		{"types that hold themselves", flat, []string{"Grove", "Spouse"}, []string{
			"Grove.Inner[]: Grove contains itself, so the code for it would be infinite",
		}},
		{"no bytes", noBytes, []string{"Lists", "Marshalled"}, []string{
			"Marshalled.Addr: net/netip.Addr" + inaccessible,
			"Marshalled.Prefix: net/netip.Prefix" + inaccessible,
			"Marshalled.Big: math/big.Int" + inaccessible,
			"Marshalled.Value: math/big.Int" + inaccessible,
			"Marshalled.Token: example.com/types/other.Token" + inaccessible,
			"Marshalled.Tokens[]: example.com/types/other.Token" + inaccessible,
			"Marshalled.Hash: example.com/types/other.Hash" + inaccessible,
			"Marshalled.Hashes{}: example.com/types/other.Hash" + inaccessible,
			"Marshalled.ByAddr{key}: net/netip.Addr" + inaccessible,
			"Marshalled.ByAddr{}: example.com/types/other.Token" + inaccessible,
		}},
		{"no floats and no bits of them", noFloats, []string{"Score", "Pair2[complex64,complex128]", "Pair[complex64,int8]"}, []string{
			"Score: this format has no type for a float, nor for its bits (uint32)",
			"Pair2[complex64,complex128].A: this format has no type for a float, nor for its bits (uint32)",
			"Pair2[complex64,complex128].B: this format has no type for a float, nor for its bits (uint64)",
			"Pair[complex64,int8].First: this format has no type for a float, nor for its bits (uint32)",
			"Pair[complex64,int8].Both[].B: this format has no type for a float, nor for its bits (uint32)",
		}},
		{"no room for times", noInt64, []string{"Stamps", "[]Stamps", "Spouse"}, []string{
			"Stamps.At: this format has no type for int64",
			"Stamps.Wait: this format has no type for int64",
			"[]Stamps[].At: this format has no type for int64",
			"[]Stamps[].Wait: this format has no type for int64",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			plan := lower.New(load(t, c.exprs...), c.caps)
			var got []string
			for _, r := range plan.Roots {
				for _, g := range r.Gaps {
					got = append(got, g.Path+": "+g.Reason)
				}
				if (r.Node == nil) != (len(r.Gaps) > 0) {
					t.Errorf("%s has node %v and %d gaps", r.Expr, r.Node, len(r.Gaps))
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
			complete(t, plan)
		})
	}
}

// TestRefs: with Caps.Refs, the user's own structs in a mirror are pointers, and a pointer to a message is a single pointer.
func TestRefs(t *testing.T) {
	caps := lower.Caps{Own: true, Refuse: lower.RefuseUnexported, Scalars: lower.With(lower.All(), model.Uint8, model.Int64), Bytes: true,
		Refs: true, ElemRefs: true, Pointers: true, Pointee: func(t model.Type) bool { _, ok := t.(*model.Pointer); return !ok }}
	plan := lower.New(load(t, "Elements", "Collide", "Pointers", "Embedded", "Stamps", "Point", "Names", "[]byte"), caps)
	for _, m := range plan.Msgs {
		for _, f := range m.Fields {
			switch u := model.Underlying(f.Node.Go).(type) {
			case *model.Struct:
				t.Errorf("%s.%s is a struct by value", m.Name, f.Name)
			case *model.Pointer:
				if p, ok := u.Elem.(*model.Pointer); ok {
					t.Errorf("%s.%s points at a pointer to %v", m.Name, f.Name, p.Elem)
				}
			}
		}
	}
	for _, r := range plan.Roots[len(plan.Roots)-3:] {
		if r.Node.Form != lower.Unchanged {
			t.Errorf("%s is not carried as it is", r.Expr)
		}
	}
	complete(t, plan)
}

// complete checks that all messages that a plan refers to are in the plan, and that their names are unique.
func complete(t *testing.T, plan *lower.Plan) {
	t.Helper()
	names := map[string]bool{}
	for _, m := range plan.Msgs {
		if names[strings.ToLower(m.Name)] {
			t.Errorf("two messages are called %s", m.Name)
		}
		names[strings.ToLower(m.Name)] = true
	}
	seen := map[*lower.Msg]bool{}
	var walk func(n *lower.Node)
	walk = func(n *lower.Node) {
		if n == nil {
			return
		}
		walk(n.Elem)
		walk(n.Key)
		if n.Msg == nil || seen[n.Msg] {
			return
		}
		seen[n.Msg] = true
		if !slices.Contains(plan.Msgs, n.Msg) {
			t.Errorf("message %s is used but not in the plan", n.Msg.Name)
		}
		for _, f := range n.Msg.Fields {
			if f.Node == nil {
				t.Errorf("message %s has a field %s without a node", n.Msg.Name, f.Name)
			}
			walk(f.Node)
		}
	}
	for _, r := range plan.Roots {
		walk(r.Node)
	}
}

// TestConvert compares a conversion with a golden file. TestRoundTrip tests that conversions are correct.
func TestConvert(t *testing.T) {
	plan := lower.New(load(t, "Embedded", "Pair[int,*Point]", "List", "Square"), poor(""))
	imports := map[string]string{}
	text := plan.Convert("x", func(path string) string {
		imports[path] = filepath.Base(path)
		return imports[path]
	})
	got := fmt.Sprintf("imports: %s\n\n%s", strings.Join(slices.Sorted(maps.Keys(imports)), " "), text)
	const name = "testdata/convert.golden"
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs: run go test -update and look at the difference", name)
	}
}

// TestHidden: a mirror has no field whose type is a hidden interface, even if the serializer carries unions as they are.
func TestHidden(t *testing.T) {
	caps := lower.Caps{Own: true, Scalars: lower.All(), Bytes: true, Time: lower.TimeOwn, Pointers: true, Any: true, Unions: true}
	whole := lower.New(load(t, "Message"), caps)
	if !whole.Own(0) {
		t.Errorf("Message has a mirror although nothing in it is refused: %v", whole.Roots[0].Gaps)
	}
	caps.Refuse = func(t model.Type, _ *lower.Package) string {
		if n, ok := t.(*model.Named); ok && n.Name == "Sealed" {
			return "not this one, which holds an interface of another package"
		}
		return ""
	}
	plan := lower.New(load(t, "Message"), caps)
	if plan.Own(0) || len(plan.Roots[0].Gaps) > 0 {
		t.Fatalf("Message has no mirror: %v", plan.Roots[0].Gaps)
	}
	for _, m := range plan.Msgs {
		for _, f := range m.Fields {
			if lower.Hidden(f.Node.Go, plan.In) {
				t.Errorf("%s.%s has the type %s, which cannot be named", m.Name, f.Name, model.GoType(f.Node.Go, filepath.Base))
			}
		}
	}
}

// TestUnions: a union has the form of Caps.Union, and a hidden interface becomes a type parameter.
func TestUnions(t *testing.T) {
	for _, c := range []struct {
		name string
		form lower.UnionForm
		want []string
	}{
		{"oneof", lower.UnionOneof, []string{
			"func xToShape(c *gen.Shape, v *Shape) {",
			"o, _ := c.OneOf.(*gen.Shape_XSquare)",
			"case *gen.Shape_XGroup:\nvar x Group\n",
			"func xFromMessageOneKind[I any](c *gen.MessageOneKind, v *I) {",
			"x, _ := old.(*other.KindA)",
			"*v = any(x).(I)",
		}},
		{"typed", lower.UnionTyped, []string{
			"case nil:\nc.Value = nil; c.Type = 0\n",
			"c.Type = 2\no, _ := c.Value.(*gen.Square)",
			"case *gen.ItemGroup:\nvar x Group\n",
			"func xToItemTypesShape(c *gen.ItemTypesShape, v *Shape) {\nif c.XV == nil { c.XV = new(gen.Shape) }\nxToShape(c.XV, v)\n",
		}},
		{"structs", lower.UnionStructs, []string{
			"case nil:\nm0 = &struct{}{}\n",
			"case *Square:\nm2 = x\nif x == nil { m0 = &struct{}{} }\n",
			"xToShapeSquare(c.XShapeSquare, m2)",
		}},
	} {
		caps := schemaLike("")
		caps.Package, caps.Union = "example.com/gen", c.form
		caps.UnionMember = func(n *lower.Node) bool { return n.Form == lower.Unchanged || n.Form == lower.Message }
		simple := caps.Elem
		caps.Elem = func(n *lower.Node) bool { return n.Form != lower.Union && simple(n) }
		plan := lower.New(load(t, "Shape", "Message"), caps)
		text := plan.Convert("x", filepath.Base)
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: there is no %q in\n%s", c.name, want, text)
			}
		}
		complete(t, plan)
	}
}

// TestAccessors: with Caps.Accessors, fields of messages are reached only by methods, and members of unions by Which, Get and Set.
func TestAccessors(t *testing.T) {
	caps := schemaLike("")
	caps.Package, caps.Union, caps.Accessors, caps.Presence = "example.com/gen", lower.UnionOneof, true, lower.Pointer
	caps.UnionMember = func(n *lower.Node) bool { return n.Form == lower.Unchanged || n.Form == lower.Message }
	caps.Time, caps.Timestamp = lower.TimeStamp, &model.Named{Package: "example.com/stamp", Name: "Timestamp", Underlying: &model.Struct{}}
	plan := lower.New(load(t, "Basics", "Lists", "Pointers", "Elements", "Maps", "Stamps", "Shape"), caps)
	text := plan.Convert("x", filepath.Base)
	if direct := regexp.MustCompile(`.*\.X\w.*`).FindString(text); direct != "" {
		t.Errorf("a field is reached without a method: %s", direct)
	}
	for _, want := range []string{
		"case nil:\nc.ClearOneOf()\n",
		"switch c.WhichOneOf() {\n",
		"case gen.Shape_XGroup_case:\nvar x Group\n{\nf1 := c.GetXGroup()\n",
		"c.Seconds, c.Nanos = ",
		" == nil { c.ClearXInt() } else {\nvar f1 ",
		"if !c.HasXInt() { v.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
	complete(t, plan)
}

// TestUnionRoot: with Caps.Root, a union is wrapped if its carrier is an interface.
func TestUnionRoot(t *testing.T) {
	for form, want := range map[lower.UnionForm]lower.MsgKind{lower.UnionFields: lower.OfUnion, lower.UnionOneof: lower.OfUnion,
		lower.UnionPointers: lower.OfWrap, lower.UnionValues: lower.OfWrap} {
		caps := schemaLike("")
		caps.Root, caps.Union = true, form
		if kind := lower.New(load(t, "Shape"), caps).Roots[0].Node.Msg.Kind; kind != want {
			t.Errorf("form %d: the message has kind %d, want %d", form, kind, want)
		}
	}
}

// TestOmit: with Caps.Omit, a struct with unexported fields is carried as it is, but only by serializers that ignore such fields.
func TestOmit(t *testing.T) {
	for _, c := range []struct {
		name    string
		omit    bool
		ignores func(*model.Field) bool
		want    bool
	}{
		{"without Omit", false, lower.IgnoresTagged("json"), false},
		{"ignored", true, lower.IgnoresTagged("json"), true},
		{"unexported only", true, lower.IgnoresUnexported, true},
		{"each field named", true, lower.IgnoresAll, false},
		{"not ignored", true, nil, false},
	} {
		caps := lower.Caps{Own: true, Refuse: lower.RefuseUnexported, Ignores: c.ignores, Omit: c.omit, NoEmpty: true, Scalars: map[model.Kind]model.Kind{model.String: model.String}}
		plan := lower.New(load(t, "Hiding"), caps)
		if got := plan.Roots[0].Node != nil && plan.Own(0); got != c.want {
			t.Errorf("%s: carried as it is: %v, want %v", c.name, got, c.want)
		}
		if plan := lower.New(load(t, "Hidden"), caps); plan.Roots[0].Node != nil && plan.Own(0) {
			t.Errorf("%s: a struct without exported fields is carried as it is", c.name)
		}
	}
}

// TestPromoted: with Caps.Omit, the mirror of a struct embeds what the serializer promotes, by the name of the carrier.
func TestPromoted(t *testing.T) {
	for _, omit := range []bool{false, true} {
		caps := poor("")
		caps.Ignores, caps.Omit = lower.IgnoresTagged("json"), omit
		caps.Promotes = func(f *model.Field) bool { return f.Tag == "" }
		plan := lower.New(load(t, "Embedded"), caps)
		embedded := 0
		for _, f := range plan.Roots[0].Node.Msg.Fields {
			if f.Embedded {
				embedded++
			}
			if n, ok := f.Node.Go.(*model.Named); ok && f.Embedded && n.Name != f.Go {
				t.Errorf("%s is embedded as %s", n.Name, f.Go)
			}
		}
		if omit != (embedded > 0) {
			t.Errorf("omit %v: %d fields are embedded", omit, embedded)
		}
		complete(t, plan)
	}
}

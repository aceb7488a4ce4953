package proto

import (
	"strconv"
	"strings"
	"testing"

	"github.com/bufbuild/protocompile"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// TestASCII: a .proto file for names that are not ASCII compiles, and names are unique in their scope.
func TestASCII(t *testing.T) {
	str := &model.Basic{Kind: model.String}
	field := func(name string, t model.Type) *model.Field {
		return &model.Field{Name: name, Type: t, Exported: true, Package: "example.com/größe"}
	}
	record := func(name string, fields ...*model.Field) *model.Named {
		return &model.Named{Package: "example.com/größe", Name: name, Underlying: &model.Struct{Fields: fields}}
	}
	inner := record("Größe", field("Länge", str), field("Luc4nge", str), field("LÄnge", str), field("Läng_2", str))
	other := record("Gruf6udfe", field("名", str), field("U540d", str), field("F1", str), field("F_1", str), field("FooBar", str), field("Foobar", str))
	root := record("ärger", field("Größen", &model.Slice{Elem: inner}), field("Andere", other), field("Karte", &model.Map{Key: str, Elem: inner}),
		field("Listen", &model.Slice{Elem: &model.Slice{Elem: inner}}))
	text := string(Schema(emit.NewPrinter("example.com/größe"), "größe", []*model.Named{root}))

	sources := protocompile.SourceAccessorFromMap(map[string]string{"a.proto": text})
	c := protocompile.Compiler{Resolver: protocompile.WithStandardImports(&protocompile.SourceResolver{Accessor: sources})}
	if _, err := c.Compile(t.Context(), "a.proto"); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, want := range []string{
		"package gruf6udfe;\n\noption go_package = \"example.com/größe/gruf6udfepb\";\n",
		"message Gruf6udfe {\n", "message Gruf6udfe2 {\n", "message Uc4rger {\n",
		"  repeated Gruf6udfe gruf6udfen = 1;\n",
		"  string f1 = 3;\n", "  string f_1_4 = 4;\n", "  string foo_bar = 5;\n", "  string foobar_6 = 6;\n",
		"  string luc4nge = 2;\n", "  string lue4nge = 1;\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestEnumNames: a .proto file compiles if the names of enums and their constants are those of messages, or are the same in several enums.
func TestEnumNames(t *testing.T) {
	named := func(pkg, name string, kind model.Kind) *model.Named {
		return &model.Named{Package: pkg, Name: name, Underlying: &model.Basic{Kind: kind}}
	}
	own, other, größe := named("example.com/a", "Status", model.Int), named("example.com/b", "Status", model.Uint8), named("example.com/a", "Größe", model.Int16)
	field := func(name string, t model.Type) *model.Field {
		return &model.Field{Name: name, Type: t, Exported: true, Package: "example.com/a"}
	}
	root := &model.Named{Package: "example.com/a", Name: "Größe2", Underlying: &model.Struct{Fields: []*model.Field{
		field("A", own), field("B", other), field("C", größe), field("D", &model.Slice{Elem: own}),
	}}}
	complexType := &model.Named{Package: "example.com/a", Name: "Complex", Underlying: &model.Basic{Kind: model.Int8}}
	root.Underlying.(*model.Struct).Fields = append(root.Underlying.(*model.Struct).Fields, field("E", complexType), field("F", &model.Basic{Kind: model.Complex64}))
	w := emit.NewPrinter("example.com/a")
	w.Directives = plan.NewDirectives()
	constants := func(names ...string) (list []*model.Constant) {
		for i, name := range names {
			list = append(list, &model.Constant{Name: name, Value: strconv.Itoa(i)})
		}
		return list
	}
	w.Directives.Constants = map[*model.Named][]*model.Constant{
		own: constants("Open", "StatusOpen", "Öffnen", "statusopen"), other: constants("Open", "Status2Open"), größe: constants("Groß", "X_Y", "XY")[1:], complexType: constants("I", "J"),
	}
	text := string(Schema(w, "a", []*model.Named{root, own}))

	sources := protocompile.SourceAccessorFromMap(map[string]string{"a.proto": text})
	c := protocompile.Compiler{Resolver: protocompile.WithStandardImports(&protocompile.SourceResolver{Accessor: sources})}
	if _, err := c.Compile(t.Context(), "a.proto"); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, want := range []string{
		"message Status {\n", "enum Status2 {\n  STATUS2_OPEN = 0;\n", "  STATUS2_OPEN_2 = 1;\n  STATUS2_UF6FFNEN = 2;\n  STATUS2_STATUSOPEN = 3;\n", "enum BStatus {\n  B_STATUS_OPEN = 0;\n", "enum Complex2 {\n  COMPLEX2_I = 0;\n",
		"  GRUF6UDFE_UNSPECIFIED = 0;\n  GRUF6UDFE_X_Y = 1;\n  GRUF6UDFE_XY_2 = 2;\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

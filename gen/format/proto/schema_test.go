package proto

import (
	"strings"
	"testing"

	"github.com/bufbuild/protocompile"

	"bale/gen/emit"
	"bale/schema"
)

// TestASCII: a .proto file for names that are not ASCII compiles, and names are unique in their scope.
func TestASCII(t *testing.T) {
	str := &schema.Basic{Kind: schema.String}
	field := func(name string, t schema.Type) *schema.Field {
		return &schema.Field{Name: name, Type: t, Exported: true, Package: "example.com/größe"}
	}
	record := func(name string, fields ...*schema.Field) *schema.Named {
		return &schema.Named{Package: "example.com/größe", Name: name, Underlying: &schema.Struct{Fields: fields}}
	}
	inner := record("Größe", field("Länge", str), field("Luc4nge", str), field("LÄnge", str), field("Läng_2", str))
	other := record("Gruf6udfe", field("名", str), field("U540d", str), field("F1", str), field("F_1", str), field("FooBar", str), field("Foobar", str))
	root := record("ärger", field("Größen", &schema.Slice{Elem: inner}), field("Andere", other), field("Karte", &schema.Map{Key: str, Elem: inner}),
		field("Listen", &schema.Slice{Elem: &schema.Slice{Elem: inner}}))
	text := string(Schema(emit.NewPrinter("example.com/größe", false), "größe", []*schema.Named{root}))

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

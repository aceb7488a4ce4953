package adapter

import (
	"slices"

	"bale/codec"
	"bale/codec/lower"
	"bale/measure"
	"bale/schema"
)

// Classes are the classes that a variant has on a struct of a number, a text and bytes, of convert,
// native, fresh, reuse, copy and alias. One that works on the user's own types has no native: it is the
// same. A type can have fewer: where decoding would leave something of the old value, there is no reuse.
// For a variant that is for some types only, the struct has marshal methods.
func Classes(v *codec.Variant) ([]string, error) {
	plan, out, err := generatePlain(v)
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	for _, l := range loops(out.Code[0], plan.Own(0)) {
		for _, word := range l.mode.Words() {
			found[word] = true
		}
	}
	all := []string{string(measure.Convert), string(measure.Native), string(measure.Fresh), string(measure.Reuse), string(measure.Copy), string(measure.Alias)}
	return slices.DeleteFunc(all, func(word string) bool { return !found[word] }), nil
}

// NeedsCode reports whether code has to be generated or written for each type, so that a variant can carry it: by the serializer's own
// tool, or as a person writes the calls of a library.
func NeedsCode(v *codec.Variant) (bool, error) {
	plan, out, err := generatePlain(v)
	if err != nil {
		return false, err
	}
	return len(out.Steps) > 0 || len(out.Own) > 0 || plan.Own(0) && out.Code[0].Decls != "", nil
}

// generatePlain is what a variant generates for the struct of plain, which has marshal methods if it needs some.
func generatePlain(v *codec.Variant) (*lower.Plan, *codec.Output, error) {
	model := plain()
	if t := model.Roots[0].Type.(*schema.Named); !v.For(t) {
		t.Methods = schema.Methods{Binary: true, JSON: true, Gogo: true}
	}
	plan := lower.New(model, v.Caps("example.org/plain/gen"))
	out, err := v.Generate(&codec.Input{Plan: plan, Name: "plain", Gen: "example.org/plain/gen", GenName: "gen", Unique: "plain"})
	return plan, out, err
}

func plain() *schema.Model {
	field := func(name string, t schema.Type) *schema.Field {
		return &schema.Field{Name: name, Type: t, Exported: true, Package: "example.org/plain"}
	}
	fields := []*schema.Field{
		field("N", &schema.Basic{Kind: schema.Int64}),
		field("S", &schema.Basic{Kind: schema.String}),
		field("B", &schema.Slice{Elem: &schema.Basic{Kind: schema.Uint8}}),
	}
	t := &schema.Named{Package: "example.org/plain", Name: "Plain", Underlying: &schema.Struct{Fields: fields}}
	return &schema.Model{Package: "example.org/plain", Name: "plain", Roots: []*schema.Root{{Expr: "Plain", Type: t}}}
}

package emit

import (
	"testing"

	"bale/model"
)

// TestSizes checks that constants are added once. Package printer removes a variable that is only returned, and a loop that does nothing.
func TestSizes(t *testing.T) {
	union := &model.Named{Package: "example.com/own", Name: "Any", Underlying: &model.Interface{Members: []model.Type{&model.Basic{Kind: model.Bool}}}}
	for _, c := range []struct {
		name  string
		print func(p *Generator)
		want  string
	}{
		{"a constant size", func(p *Generator) { p.SizeBody(false, func() int { return 3 }) }, "n := int64(3)\nreturn n\n}\n\n"},
		{"a size", func(p *Generator) {
			p.SizeBody(false, func() int { p.Line("n += len(v.S)"); return 3 })
		}, "n := int64(3)\nn += len(v.S)\nreturn n\n}\n\n"},
		{"a recursive type", func(p *Generator) { p.SizeBody(true, func() int { return 3 }) }, "if !e.Enter() {\nreturn 0\n}\nn := int64(3)\ne.Depth--\nreturn n\n}\n\n"},
		{"elements of a constant size", func(p *Generator) { p.AddElems("(*v)", "i", func() int { return 8 }) }, "n += 8 * int64(len(*v))\nfor i := range *v {\n}\n"},
		{"elements", func(p *Generator) {
			p.AddElems("v.L", "i", func() int { p.Line("n += len(v.L[i])"); return 1 })
		}, "n += int64(len(v.L))\nfor i := range v.L {\nn += len(v.L[i])\n}\n"},
		{"a block", func(p *Generator) { p.AddBlock("if v.P != nil {", func() int { return 0 }) }, "if v.P != nil {\n}\n"},
		{"a union", func(p *Generator) {
			p.AddUnion("(*v)", union, "x", func() {}, func(number int, _ model.Type) int { return number })
		}, "switch x := (*v).(type) {\ncase nil:\ncase bool:\nn += 1\ndefault:\ne.Refuse(balecore.NotInUnion(*v, \"bool\"))\n}\n"},
		{"an error path", func(p *Generator) { p.SizeErrorReturn("0", "", "e.At(\"Fee\")") }, "if e.Err != nil {\ne.At(\"Fee\")\nreturn 0\n}\n"},
	} {
		p := testDecoder("int").Generator
		if got := p.Capture(func() { c.print(p) }); got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		}
	}
}

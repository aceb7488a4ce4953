package item

import (
	"fmt"
	"strings"

	"bale/gen/lock/layout"
	"bale/gen/plan"
	"bale/model"
)

// A Promoted describes a format whose structs have their fields by the rule of encoding/json: see [plan.Promoter].
type Promoted struct {
	Format string // its name
	Skips  func(f *model.Field) bool
	Record func(g *plan.Graph, d *plan.Directives, t model.Type) *plan.Promotion
	// Integer is the option of a tag whose name is an integer.
	Integer string
}

// graph returns the graph of types for code in package home.
func (p *Promoted) graph(home string) *plan.Graph { return &plan.Graph{Home: home, Skip: p.Skips} }

// Struct is for Wire.Struct.
func (p *Promoted) Struct(g *plan.Graph, d *plan.Directives, t model.Type) *plan.Struct {
	return p.Record(g, d, t).Struct
}

// Check returns errors for fields that cannot be encoded as other libraries encode them, and for pointer types that lead only to pointers.
func (p *Promoted) Check(root *model.Named, d *plan.Directives, home string) model.Errors {
	c := &Checker{Graph: p.graph(home), Format: p.Format}
	c.Fields = func(t model.Type, path string) []*plan.Field {
		r := p.Record(c.Graph, d, t)
		for _, x := range r.Faults {
			c.FailField(t, path, x.Field, x.Leave, x.Text)
		}
		return r.Fields
	}
	return c.Check(root)
}

// Fault returns the reason why the fields of the struct t cannot be encoded by code in package home, or "".
func (p *Promoted) Fault(t model.Type, home string) string {
	for _, x := range p.Record(p.graph(home), nil, t).Faults {
		return x.Text
	}
	return ""
}

// Layout returns what the bytes of messages depend on. A decoder of a struct that is an array skips elements without a field, and takes zeros
// for missing elements. In the lock file, a name that is an integer is in brackets.
func (p *Promoted) Layout() *layout.Rules {
	return &layout.Rules{
		Fields: func(d *plan.Directives, home string, t model.Type) []layout.Member {
			var list []layout.Member
			r := p.Record(p.graph(home), d, t)
			for _, f := range r.Fields {
				m := layout.Member{Field: f.Field, Name: f.Name}
				switch {
				case r.Array:
					m.Name = f.Path
				case f.Integer:
					m.Name = "[" + f.Name + "]"
				}
				list = append(list, m)
			}
			return list
		},
		ByName:   func(d *plan.Directives, t model.Type) bool { return !p.Record(p.graph(""), d, t).Array },
		NameTag:  p.nameTag,
		FieldTag: p.nameTag,
		Appends:  true,
		Reads:    layout.HoldsInteger,
	}
}

// nameTag returns the tag of a field for its name in the lock file.
func (p *Promoted) nameTag(name string) string {
	if x, ok := strings.CutPrefix(name, "["); ok {
		name = strings.TrimSuffix(x, "]") + "," + p.Integer
	}
	return fmt.Sprintf("%s:%q", p.Format, name)
}

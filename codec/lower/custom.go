package lower

import (
	"slices"
	"strings"

	"bale/model"
)

// BuiltIn is the result of Caps.Custom for types that the serializer encodes with its own code, without calling a method.
const BuiltIn = "built in"

// Method returns the first of the marshal methods that n has together with its counterpart, or "".
func Method(n *model.Named, methods ...string) string {
	for _, m := range methods {
		if hasPair(n, m) {
			return m
		}
	}
	return ""
}

var counterparts = strings.NewReplacer("Marshal", "Unmarshal", "Encode", "Decode", "Get", "Set")

// Counterpart returns the name of the unmarshal method for a marshal method.
func Counterpart(method string) string { return counterparts.Replace(method) }

func hasPair(n *model.Named, method string) bool {
	switch method { // the model knows the signatures of these
	case "MarshalBinary":
		return n.Methods.Binary
	case "MarshalText":
		return n.Methods.Text
	case "MarshalJSON":
		return n.Methods.JSON
	case "Marshal":
		return n.Methods.Gogo
	case "GobEncode":
		return n.Methods.Gob
	}
	return slices.Contains(n.Methods.Names, method) && slices.Contains(n.Methods.Names, Counterpart(method))
}

// marshals lists the forms of custom types and their methods, in order of preference.
var marshals = []struct {
	form   Form
	method string
}{
	{Binary, "MarshalBinary"}, {Gogo, "Marshal"}, {Text, "MarshalText"}, {JSON, "MarshalJSON"}, {Gob, "GobEncode"},
}

// Method returns the name of the marshal method of Binary, Gogo, Text, JSON and Gob, and "" for other forms.
func (f Form) Method() string {
	for _, m := range marshals {
		if m.form == f {
			return m.method
		}
	}
	return ""
}

// methodsOfWays maps the ways of directives to marshal methods.
var methodsOfWays = map[model.MarshalMethods]string{
	model.MarshalByBinary: "MarshalBinary", model.MarshalByGogo: "Marshal", model.MarshalByText: "MarshalText", model.MarshalByJSON: "MarshalJSON", model.MarshalByGob: "GobEncode",
}

// ownForm returns the form of a custom type: the way of a directive, Gob for a type whose MarshalText loses something, else the first in
// marshals, except Gob. It returns Unchanged if the type has no such methods.
func ownForm(n *model.Named) Form {
	if n.Marshal == "" && n.LosesText() {
		return Gob
	}
	for _, m := range marshals {
		if hasPair(n, m.method) && (n.Marshal == "" && m.form != Gob || m.method == methodsOfWays[n.Marshal]) {
			return m.form
		}
	}
	return Unchanged
}

// calls returns the marshal methods that encode parts of n, each once, such as "Order.MarshalBinary". custom is lowerer.custom.
func (p *Plan) calls(n *Node, custom func(*model.Named) string) []string {
	c := &caller{plan: p, custom: custom, seen: map[*Msg]bool{}}
	c.node(n)
	slices.Sort(c.list)
	return slices.Compact(c.list)
}

type caller struct {
	plan   *Plan
	custom func(*model.Named) string
	seen   map[*Msg]bool
	list   []string
}

func (c *caller) node(n *Node) {
	switch {
	case n == nil:
	case n.Form == Unchanged:
		c.own(n.Go)
	case n.Form.Method() != "":
		c.add(n.Src, n.Form.Method())
	case n.Msg != nil && !c.seen[n.Msg]:
		c.seen[n.Msg] = true
		for _, f := range n.Msg.Fields {
			c.node(f.Node)
		}
	default:
		c.node(n.Key)
		c.node(n.Elem)
	}
}

// own adds the methods that the serializer calls for t, a type of the user's, and its parts.
func (c *caller) own(t model.Type) {
	model.Walk(t, func(t model.Type) bool {
		n, ok := t.(*model.Named)
		if !ok {
			return true
		}
		method := c.custom(n)
		if method != "" && method != BuiltIn {
			c.add(n, method)
		}
		return method == ""
	})
}

func (c *caller) add(t model.Type, method string) {
	c.list = append(c.list, model.TypeText(t, c.plan.In.Path)+"."+method)
}

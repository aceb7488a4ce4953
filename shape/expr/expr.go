// Package expr is a shape that is a tree of interfaces: a formula. It imitates the syntax trees of go/ast, where a node holds other nodes as
// interfaces.
package expr

import (
	"math"
	"math/rand/v2"
)

// A Formula is a rule with its condition.
type Formula struct {
	Name string
	Expr Expr // 5 to 100 nodes in the samples
}

// An Expr is a node of the tree.
//
//bale:union Number, Name, Unary, Binary, Call
type Expr interface{ expr() }

// A Number is a constant.
type Number struct{ Value float64 }

// A Name is a variable.
type Name struct{ Text string }

// A Unary is an operator before an operand.
type Unary struct {
	Op uint8
	X  Expr
}

// A Binary is an operator between two operands.
type Binary struct {
	Op   uint8
	X, Y Expr
}

// A Call is a function with 1 to 3 arguments.
type Call struct {
	Func string
	Args []Expr
}

func (Number) expr() {}
func (Name) expr()   {}
func (Unary) expr()  {}
func (Binary) expr() {}
func (Call) expr()   {}

var (
	variables = []string{"price", "quantity", "x", "y", "discount", "customer.age", "order.total", "days_since_login", "n"}
	functions = []string{"max", "min", "abs", "round", "coalesce", "log"}
)

// BaleSamples makes n formulas from r; the same r gives the same formulas.
func BaleSamples(r *rand.Rand, n int) []Formula {
	s := make([]Formula, n)
	for i := range s {
		s[i] = Formula{Name: "rule_" + variables[r.IntN(len(variables))], Expr: node(r, 5+r.IntN(60))}
	}
	return s
}

// node returns a tree of about so many nodes.
func node(r *rand.Rand, nodes int) Expr {
	switch kind := r.IntN(8); {
	case nodes < 2 && kind < 3:
		return Number{math.Round(r.ExpFloat64()*1000) / 8}
	case nodes < 2:
		return Name{variables[r.IntN(len(variables))]}
	case nodes == 2 || kind == 0:
		return Unary{uint8(r.IntN(3)), node(r, nodes-1)}
	case kind < 3:
		args := make([]Expr, 1+r.IntN(min(3, nodes-1)))
		for i := range args {
			args[i] = node(r, (nodes-1)/len(args))
		}
		return Call{functions[r.IntN(len(functions))], args}
	}
	left := 1 + r.IntN(nodes-2)
	return Binary{uint8(r.IntN(12)), node(r, left), node(r, nodes-1-left)}
}

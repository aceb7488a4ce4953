// Package cases has types whose generated methods must have the results of encoding/json. A test has the package twice: with generated methods, and
// without them.
package cases

// A Case has values of a type, and texts that are decoded into new values and into these.
type Case struct {
	Name   string
	New    func() any // a pointer to a zero value
	Values []func() any
	Texts  []string
}

// of returns a Case.
func of[T any](name string, texts []string, values ...func(*T)) Case {
	c := Case{Name: name, New: func() any { return new(T) }, Texts: texts}
	for _, set := range values {
		c.Values = append(c.Values, func() any {
			v := new(T)
			set(v)
			return v
		})
	}
	return c
}

func p[T any](v T) *T { return &v }

// All returns all cases.
func All() []Case {
	var list []Case
	for _, cases := range [][]Case{names(), kinds(), methods(), shapes(), faces(), generics()} {
		list = append(list, cases...)
	}
	return list
}

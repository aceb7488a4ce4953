package check

import (
	"bale/gen/plan"
	"bale/model"
)

// was checks the functions of the directives was of the field at path.
func (c *checker) was(f *model.Field, path string) {
	want := plan.FullName(f.Type, c.model.Package)
	for _, w := range c.directives.Was[f] {
		if w.Func == "" {
			continue
		}
		param := plan.PlainType(w.Type)
		params, results, ok := c.model.Signature(w.Func)
		switch w.Fails = len(results) == 2; {
		case !ok:
			c.Errors.Add(f.Pos, path, "was %s: the package has no function %s: declare func %[2]s(%[3]s) %[4]s", w.Name, w.Func, param, want)
		case len(params) != 1 || plan.PlainType(params[0]) != param || len(results) == 0 || results[0] != want || w.Fails && results[1] != "error" || len(results) > 2:
			c.Errors.Add(f.Pos, path, "was %s: want func %s(%s) %s, or with an error as its second result", w.Name, w.Func, param, want)
		}
	}
}

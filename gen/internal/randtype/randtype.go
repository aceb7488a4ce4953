// Package randtype writes Go types at random, of everything that the model has: a test generates code for them, and
// sees whether their values come back.
package randtype

import (
	_ "embed"
	"fmt"
	"go/format"
	"math/rand/v2"
	"strings"
)

// A Type is the source of a type and of those that it is made of. Their names all begin with its name.
type Type struct {
	Name   string
	Seed   uint64
	Source string
	Unions bool // and interfaces of which it is said what they hold
}

// Of is the type of a seed: the same one whenever it is asked for.
func Of(seed uint64) *Type {
	w := &writer{r: rand.New(rand.NewPCG(seed, 0)), name: fmt.Sprintf("T%d", seed)}
	w.left = 1 + w.r.IntN(3)
	if w.chance(6) {
		w.left += w.r.IntN(10) // most types are small, and some are not
	}
	w.hides = w.chance(12)
	w.root()
	return &Type{Name: w.name, Seed: seed, Source: strings.Join(w.decls, "\n"), Unions: w.unions != nil}
}

var (
	//go:embed parts/parts.go
	partsText string
	//go:embed testdata/own.go
	ownText string
)

// Parts is the source of a package that the types are made of, too: File is told where it is.
func Parts() []byte { return []byte(partsText) }

// File is the source of a package with the types, where package parts has the path parts. The comment of each type is
// above it.
func File(pkg, parts string, types []*Type, comment func(*Type) string) ([]byte, error) {
	var body strings.Builder
	for _, t := range types {
		fmt.Fprintf(&body, "%s\n%s\n", comment(t), t.Source)
	}
	_, own, _ := strings.Cut(ownText, "\n") // behind its package clause
	body.WriteString(own)
	imports := ""
	for _, i := range []struct{ name, path, typ string }{
		{"big", "math/big", "Int"}, {"netip", "net/netip", "Addr"}, {"parts", parts, "Deep"}, {"time", "time", "Time"},
	} {
		if strings.Contains(body.String(), i.name+".") { // in a directive alone, perhaps
			imports += fmt.Sprintf("%s %q\n", i.name, i.path)
			fmt.Fprintf(&body, "\nvar _ %s.%s\n", i.name, i.typ)
		}
	}
	return format.Source([]byte(fmt.Sprintf("package %s\n\nimport (\n%s)\n\n%s", pkg, imports, body.String())))
}

// Package randtype writes random Go types that use everything in the model. Tests generate code for them, and check that values
// survive a round trip.
package randtype

import (
	_ "embed"
	"fmt"
	"go/format"
	"math/rand/v2"
	"strings"
)

// A Type is the source of a type, and of the types that it consists of. Their names begin with its name.
type Type struct {
	Name   string
	Seed   uint64
	Source string
	Unions bool // the type has interfaces with declared unions
}

// Of returns the type for a seed. The same seed gives the same type.
func Of(seed uint64) *Type {
	w := &writer{r: rand.New(rand.NewPCG(seed, 0)), rules: rand.New(rand.NewPCG(seed, 1)), name: fmt.Sprintf("T%d", seed)}
	w.left = 1 + w.r.IntN(3)
	if w.chance(6) {
		w.left += w.r.IntN(10) // a few types are large
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

// Parts returns the source of package parts, whose types random types use.
func Parts() []byte { return []byte(partsText) }

// File returns the source of a package with the types. parts is the import path of package parts. comment returns the comment of a
// type.
func File(pkg, parts string, types []*Type, comment func(*Type) string) ([]byte, error) {
	var body strings.Builder
	for _, t := range types {
		fmt.Fprintf(&body, "%s\n%s\n", comment(t), t.Source)
	}
	_, own, _ := strings.Cut(ownText, "\n") // without its package clause
	body.WriteString(own)
	imports := ""
	for _, i := range []struct{ name, path, typ string }{
		{"big", "math/big", "Int"}, {"netip", "net/netip", "Addr"}, {"parts", parts, "Deep"}, {"time", "time", "Time"},
	} {
		if strings.Contains(body.String(), i.name+".") { // perhaps only in a directive
			imports += fmt.Sprintf("%s %q\n", i.name, i.path)
			fmt.Fprintf(&body, "\nvar _ %s.%s\n", i.name, i.typ)
		}
	}
	return format.Source([]byte(fmt.Sprintf("package %s\n\nimport (\n%s)\n\n%s", pkg, imports, body.String())))
}

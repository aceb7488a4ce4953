package printer

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"unicode"

	"bale/gen/runtime"
	"bale/model"
)

// Standard lists the packages of the standard library that the code of formats may import. It uses their own names.
var Standard = []string{"bytes", "cmp", "encoding", "encoding/base64", "encoding/binary", "encoding/json", "errors", "fmt", "io", "math", "math/bits", "math/rand/v2", "reflect", "slices", "strconv", "strings", "sync", "sync/atomic", "time", "unicode/utf16", "unicode/utf8"}

// otherNames are the names in generated files of packages of the standard library whose own names are those of others.
var otherNames = map[string]string{"encoding/json/v2": "jsonv2"}

// reservedPackages are the names of the packages that generated code may import. No variable and no package of the user has one of them.
var reservedPackages = func() []string {
	var names []string
	for _, path := range Standard {
		names = append(names, packageName(path))
	}
	return append(names, runtimeNames()...)
}()

// Import adds an import, and returns the name of the package in the file.
func (p *Printer) Import(path string) string {
	if name, ok := p.imports[path]; ok {
		return name
	}
	name := cmp.Or(otherNames[path], packageName(path))
	if p.Reserve && (isLocal(name) || p.fieldVars[name]) {
		name += "pkg"
	}
	if base := name; !p.standard(path) || p.Taken[name] != "" {
		used := slices.Concat(slices.Collect(maps.Values(p.imports)), reservedPackages)
		for i := 2; slices.Contains(used, name) || p.Taken[name] != "" || token.IsKeyword(name) || p.fieldVars[name]; i++ {
			name = fmt.Sprintf("%s%d", base, i)
		}
	}
	p.imports[path] = name
	return name
}

// packageName returns the name of a package as its path suggests: "yaml" for gopkg.in/yaml.v3, "rand" for math/rand/v2.
func packageName(path string) string {
	parts := strings.Split(path, "/")
	last := parts[len(parts)-1]
	if len(parts) > 1 && len(last) > 1 && last[0] == 'v' && strings.Trim(last[1:], "0123456789") == "" {
		last = parts[len(parts)-2]
	}
	last, _, _ = strings.Cut(last, ".")
	name := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' {
			return r
		}
		return -1
	}, last)
	if !token.IsIdentifier(name) {
		return "p" + name
	}
	return name
}

// standard reports whether a path looks like one of the standard library, whose packages have the last element of their path as
// name.
func (p *Printer) standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	own, _, _ := strings.Cut(p.Package, "/")
	return !strings.Contains(first, ".") && first != own
}

// importLines returns the import declaration for the used packages. Packages outside the standard library may have other names than
// their paths suggest, so their imports always have a name.
func (p *Printer) importLines(used map[string]bool) string {
	p.runtimeImports(used)
	lines := "import (\n"
	for _, path := range slices.Sorted(maps.Keys(p.imports)) {
		name := p.imports[path]
		switch {
		case !used[name]:
		case (p.standard(path) || strings.Contains(path, "/"+runtime.Folder+"/")) && name == packageName(path): // its name is known
			lines += fmt.Sprintf("\t%q\n", path)
		default:
			lines += fmt.Sprintf("\t%s %q\n", name, path)
		}
	}
	return lines + ")\n"
}

// ownBuiltins are the functions of the runtime that stand for predeclared functions if the package declares their names.
var ownBuiltins = map[string]string{"min": "balecore.Min", "max": "balecore.Max"}

// rename renames identifiers in the text of formats that the package declares with another meaning: imported packages,
// min and max. It also applies the printer's prefix to the names that the file declares.
func (p *Printer) rename(text string) (string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, 0)
	if err != nil {
		return text, fmt.Errorf("generated code: %w", err)
	}
	packages, own := p.newNames(file)
	var edits []edit
	rename := func(id *ast.Ident, to string) {
		edits = append(edits, edit{int(id.Pos() - file.FileStart), int(id.End() - file.FileStart), to})
	}
	selects := map[*ast.Ident]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok {
				selects[x] = true
			}
		case *ast.Ident:
			if to := own[n.Name]; to != "" {
				rename(n, to)
			}
		}
		return true
	})
	var errs model.Errors
	for _, id := range file.Unresolved {
		to, pos := packages[id.Name], p.Taken[id.Name]
		if !selects[id] {
			to = ownBuiltins[id.Name]
		}
		switch {
		case pos == "":
		case to != "":
			rename(id, cmp.Or(own[to], to))
		case types.Universe.Lookup(id.Name) != nil:
			errs = append(errs, &model.Error{Pos: pos, Msg: fmt.Sprintf("the package declares %s, and the generated code needs the predeclared identifier of this name: rename it", id.Name)})
		}
	}
	if len(errs) > 0 {
		return text, errs.InOrder()
	}
	return applyEdits(text, edits), nil
}

// newNames returns the new names of imported packages that cannot have their own, and of declarations if the printer has a prefix.
func (p *Printer) newNames(file *ast.File) (packages, own map[string]string) {
	packages, own = map[string]string{}, map[string]string{}
	for path, name := range p.imports {
		if usual := packageName(path); p.standard(path) && usual != name && otherNames[path] == "" {
			packages[usual] = name
		}
	}
	for _, d := range file.Decls {
		names, _ := declared(d)
		for _, name := range names {
			if rest, ok := strings.CutPrefix(name, "bale"); ok && p.Prefix != "" {
				own[name] = p.Prefix + rest
			}
		}
	}
	return packages, own
}

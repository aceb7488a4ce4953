package build

import (
	"context"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"

	"bale/model"
)

// earlierModule is the path of a module with the packages of another commit. A program has one module of each path, and the user's module keeps
// its own.
const earlierModule = "balefrom"

// commitFlag is the flag of bale convert that names the commit.
const commitFlag = "-from-commit"

// loadEarlier returns the folder and the pattern of the package of the earlier type, if that is at another commit: a copy of that commit's
// module, under another path.
func (b *conversionBuild) loadEarlier(ctx context.Context) (dir, pattern string, err error) {
	tree, err := b.CheckOut(ctx, commitFlag, b.Dir, b.From.Commit)
	if err != nil {
		return "", "", err
	}
	if pattern, err = tree.Pattern(b.From.Package); err != nil {
		return "", "", err
	}
	old := from(tree.Dir(), pattern)
	if path, ok := tree.imported(pattern); ok {
		old = path
	}
	if !isFolder(old) {
		return "", "", fmt.Errorf(commitFlag+": there is no package %s at %s: name the package by its folder there, as in -from-type ./old.%s",
			b.From.Package, b.From.Commit, b.From.Type)
	}
	m, err := moduleAround(old)
	if err != nil {
		return "", "", err
	}
	dir = filepath.Join(b.Cache, "trees", digest(map[string][]byte{"earlier module": []byte(tree.Commit + m.Dir)}))
	if err := once(dir, func(tmp string) error { return copyRenamed(m, tmp) }); err != nil {
		return "", "", err
	}
	rel, err := filepath.Rel(m.Dir, old)
	if err != nil {
		return "", "", err
	}
	return dir, "./" + visible(filepath.ToSlash(rel)), nil
}

// imported returns the folder, in the checkout, of the package that a pattern names by its import path. ok is false if the package is not in the
// checkout's module that contains the working folder.
func (c *checkout) imported(pattern string) (dir string, ok bool) {
	m, err := moduleAround(c.Dir())
	if err != nil || !c.Has(m.Dir) {
		return "", false
	}
	rest, ok := strings.CutPrefix(pattern+"/", m.Path+"/")
	return filepath.Join(m.Dir, filepath.FromSlash(rest)), ok
}

// visible renames the folders internal in a path, so that the user's package can import what is below them.
func visible(slashed string) string {
	parts := strings.Split(slashed, "/")
	for i, p := range parts {
		if p == "internal" {
			parts[i] = "internal_"
		}
	}
	return strings.Join(parts, "/")
}

// copyRenamed copies a module under the path earlierModule to a folder, without its tests, and with the workspace that contains it.
func copyRenamed(m model.Module, to string) error {
	work, err := renamedWork(m)
	if err == nil && work != nil {
		err = WriteFiles(to, map[string][]byte{"go.work": work})
	}
	if err != nil {
		return err
	}
	return filepath.WalkDir(m.Dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(m.Dir, name)
		if err != nil {
			return err
		}
		if d.IsDir() {
			_, nested := os.Stat(filepath.Join(name, "go.mod"))
			if rel != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == testdata || nested == nil) {
				return filepath.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() || strings.HasSuffix(name, "_test.go") || d.Name() == "go.work" {
			return nil
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		switch {
		case rel == "go.mod":
			data, err = renamedMod(name, data)
		case strings.HasSuffix(name, ".go"):
			data, err = renamedImports(data, m.Path)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", rel, err)
		}
		return WriteFiles(to, map[string][]byte{visible(filepath.ToSlash(rel)): data})
	})
}

// renamedMod returns a go.mod with the path earlierModule. Folders that replace other modules are absolute.
func renamedMod(name string, data []byte) ([]byte, error) {
	f, err := modfile.Parse(name, data, nil)
	if err != nil {
		return nil, err
	}
	if err := f.AddModuleStmt(earlierModule); err != nil {
		return nil, err
	}
	if err := raiseGo(f, f); err != nil { // for the packages of the program
		return nil, err
	}
	for _, r := range f.Replace {
		if r.New.Version == "" {
			if err := f.AddReplace(r.Old.Path, r.Old.Version, from(filepath.Dir(name), r.New.Path), ""); err != nil {
				return nil, err
			}
		}
	}
	return f.Format()
}

// renamedWork returns a go.work for the copy of a module, which uses the copy, and the other modules of the workspace by their absolute paths. It
// returns nil if the module is in no workspace.
func renamedWork(m model.Module) ([]byte, error) {
	w, err := findWorkspace(m)
	if w == nil || err != nil {
		return nil, err
	}
	dir, text := filepath.Dir(w.path), "go "+harnessGo+"\n"
	if w.version != "" && semver.Compare("v"+w.version, "v"+harnessGo) > 0 {
		text = "go " + w.version + "\n"
	}
	for _, module := range w.modules {
		use := filepath.Dir(module.Syntax.Name)
		if module.Module.Mod.Path == m.Path {
			use = "."
		}
		text += "use " + modfile.AutoQuote(use) + "\n"
	}
	f, err := modfile.ParseWork("go.work", []byte(text), nil)
	if err != nil {
		return nil, err
	}
	for _, r := range w.replace {
		path := r.New.Path
		if r.New.Version == "" {
			path = from(dir, path)
		}
		if err := f.AddReplace(r.Old.Path, r.Old.Version, path, r.New.Version); err != nil {
			return nil, err
		}
	}
	return modfile.Format(f.Syntax), nil
}

// renamedImports returns a source file with the imports of packages of a module renamed.
func renamedImports(src []byte, module string) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.ImportsOnly)
	if err != nil {
		return src, nil // a file that is no part of a build
	}
	for i := len(file.Imports) - 1; i >= 0; i-- { // from the last one, so that offsets stay right
		im := file.Imports[i].Path
		old, err := strconv.Unquote(im.Value)
		if err != nil || old != module && !strings.HasPrefix(old, module+"/") {
			continue
		}
		renamed := strconv.Quote(path.Join(earlierModule, visible(strings.TrimPrefix(old, module))))
		if file.Imports[i].Name == nil && path.Base(old) == "internal" {
			renamed = "internal " + renamed
		}
		start, end := fset.Position(im.Pos()).Offset, fset.Position(im.End()).Offset
		src = append(src[:start:start], append([]byte(renamed), src[end:]...)...)
	}
	return src, nil
}

// addEarlier adds the module with the earlier type to the requirements of the program.
func (p *Program) addEarlier(m model.Module) error {
	f, err := modfile.Parse("runner.mod", p.mod, nil)
	if err != nil {
		return err
	}
	if err := f.AddRequire(earlierModule, "v0.0.0"); err != nil {
		return err
	}
	if err := f.AddReplace(earlierModule, "", m.Dir, ""); err != nil {
		return err
	}
	lines, err := readSums(m)
	if err != nil {
		return err
	}
	p.sum = append(p.sum, strings.Join(lines, "\n")+"\n"...)
	p.mod, err = f.Format()
	return err
}

package model

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// loadMode leaves out NeedDeps. Dependencies then come from the export data in the build cache, and are not parsed and checked again.
const loadMode = packages.NeedName | packages.NeedFiles | packages.NeedSyntax |
	packages.NeedTypes | packages.NeedImports | packages.NeedModule

// maxCompileErrors is the maximum number of errors shown for a package that does not compile.
const maxCompileErrors = 10

// buildFlags makes the go command compile the named packages without optimization. It has to compile them for their export data: a file
// with the methods of eight formats takes 2.6 s of processor time instead of 5.9 s. Dependencies come from the build cache.
var buildFlags = []string{"-gcflags=-N -l"}

// findPackages returns the packages that patterns match, with the information that mode selects.
func findPackages(ctx context.Context, dir string, patterns []string, mode packages.LoadMode, overlay map[string][]byte) ([]*packages.Package, error) {
	return loadPackages(&packages.Config{Context: ctx, Dir: dir, Mode: mode, Overlay: overlay, BuildFlags: buildFlags}, patterns)
}

// loadPackages is packages.Load with the errors of the go command.
func loadPackages(c *packages.Config, patterns []string) ([]*packages.Package, error) {
	c.Env = CompilerEnv(os.Environ())
	if tmp, err := os.MkdirTemp(goTemp(), "bale-load-"); err == nil { // else the go command reports the error
		defer os.RemoveAll(tmp)
		c.Env = append(c.Env, "GOTMPDIR="+tmp)
	}
	list, err := packages.Load(c, patterns...)
	if c.Context.Err() != nil {
		return nil, c.Context.Err()
	}
	if err != nil {
		// The error of package packages is a text in which the message of the go command is embedded.
		if other := goListError(c.Context, c.Dir, patterns); other != nil {
			return nil, other
		}
		return nil, fmt.Errorf("loading package %s: %w", strings.Join(patterns, " "), err)
	}
	return list, nil
}

// findPackage returns the one package that pattern matches, which declares the types of exprs. It is loaded together with the packages extra.
func findPackage(ctx context.Context, dir, pattern string, exprs []string, extra ...string) (*packages.Package, error) {
	list, err := findPackages(ctx, dir, append([]string{pattern}, extra...), loadMode, nil)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 && hasGoMod(dir) {
		if err := goListError(ctx, dir, []string{pattern}); err != nil {
			return nil, err
		}
	}
	return onlyPackage(without(list, extra), dir, pattern, exprs, false)
}

// goListError returns the error of the go command that lists no package for patterns, such as a folder for temporary files that it cannot
// write into, or nil. Package packages drops this error, because errors of the compilation for export data do not matter to it.
func goListError(ctx context.Context, dir string, patterns []string) error {
	cmd := Interrupted(exec.CommandContext(ctx, "go", append([]string{"list", "-e", "-export", "--"}, patterns...)...))
	cmd.Dir = dir
	_, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return oneError("loading package %s: %s", strings.Join(patterns, " "), cmp.Or(oneLine(string(exit.Stderr)), err.Error()))
	}
	return err
}

// without returns list without the packages extra.
func without(list []*packages.Package, extra []string) []*packages.Package {
	return slices.DeleteFunc(list, func(p *packages.Package) bool { return slices.Contains(extra, p.PkgPath) })
}

// onlyPackage returns the only package of list, which declares the types of exprs. It returns an error for a package that a runner cannot use or, with
// writable, that no file can be written into.
func onlyPackage(list []*packages.Package, dir, pattern string, exprs []string, writable bool) (*packages.Package, error) {
	switch {
	case len(list) == 0 && !hasGoMod(dir):
		return nil, oneError("no go.mod in %s or above it: run `go mod init`, or start in a folder of a module", dir)
	case len(list) == 0:
		return nil, oneError("pattern %s matches no package: check the path", pattern)
	case len(list) > 1:
		return nil, oneError("pattern %s matches %d packages: name one of them: %s", pattern, len(list), somePaths(list))
	}
	pkg := list[0]
	switch {
	case len(pkg.GoFiles) == 0 && len(pkg.Errors) > 0:
		return nil, oneError("pattern %s matches no package: %s", pattern, oneLine(pkg.Errors[0].Msg))
	case pkg.PkgPath == "command-line-arguments":
		return nil, filePattern(pattern)
	case pkg.Module == nil && os.Getenv("GO111MODULE") == "off":
		return nil, oneError("package %s is not in a module, because of GO111MODULE=off in the environment: remove it", pkg.PkgPath)
	case pkg.Module == nil && !hasGoMod(dir):
		return nil, oneError("no go.mod in %s or above it: run `go mod init`, or start in a folder of a module", dir)
	case (pkg.Module == nil || !pkg.Module.Main) && writable:
		return nil, oneError("package %s is not in your module: methods can be declared in your own packages only", pkg.PkgPath)
	case pkg.Module == nil || !pkg.Module.Main:
		return nil, oneError("package %s is not in your module: %s in a package of your own and name that", pkg.PkgPath, declareAlias(pkg.Name, exprs))
	}
	return pkg, nil
}

// declareAlias returns the advice to declare an alias of a type of another package.
func declareAlias(pkg string, exprs []string) string {
	if len(exprs) > 0 && token.IsIdentifier(exprs[0]) {
		return fmt.Sprintf("declare `type %s = %s.%[1]s`", exprs[0], pkg)
	}
	return fmt.Sprintf("declare an alias of the type, as in `type T = %s.T`,", pkg)
}

// filePattern returns the error for a pattern that is a file.
func filePattern(pattern string) error {
	return oneError("pattern %s names files: name the package they are in, for example ./%s", pattern, filepath.ToSlash(filepath.Dir(pattern)))
}

// namesFile reports whether the go command takes pattern for a Go file.
func namesFile(dir, pattern string) bool {
	if !strings.HasSuffix(pattern, ".go") {
		return false
	}
	if !filepath.IsAbs(pattern) {
		pattern = filepath.Join(dir, pattern)
	}
	info, err := os.Stat(pattern)
	return err == nil && !info.IsDir()
}

func oneError(format string, args ...any) error {
	return Errors{{Msg: fmt.Sprintf(format, args...)}}
}

// oneLine joins the lines of a message of the go command.
func oneLine(text string) string {
	return strings.Join(strings.Fields(text), " ")
}

// somePaths returns the import paths of list, at most eight.
func somePaths(list []*packages.Package) string {
	const maxPaths = 8
	paths := make([]string, len(list))
	for i, p := range list {
		paths[i] = p.PkgPath
	}
	slices.Sort(paths)
	if len(paths) > maxPaths {
		paths = append(paths[:maxPaths], "...")
	}
	return strings.Join(paths, ", ")
}

// hasGoMod reports whether dir is inside a module. The go command does not report this; it only matches no packages.
func hasGoMod(dir string) bool {
	for {
		_, err := os.Stat(filepath.Join(dir, "go.mod"))
		if err == nil || !errors.Is(err, os.ErrNotExist) {
			return true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return false
		}
		dir = parent
	}
}

// compileErrors returns the errors that keep pkg from compiling, or nil. Errors in its imports come first, since they are often the
// cause. hidden reports whether an error of a package, by its index, is about what another package does not let this one name.
func compileErrors(pkg *packages.Package, dir string, hidden func(p *packages.Package, i int) bool) error {
	var found Errors
	var wrong []*packages.Package // packages with errors
	packages.Visit([]*packages.Package{pkg}, nil, func(p *packages.Package) {
		for i, e := range p.Errors {
			// The type checker repeats the errors in the go command's own report ("# path\n...") with better positions. Nothing but its
			// text marks this report: go list -json has it where other errors are.
			if e.Kind == packages.ListError && strings.HasPrefix(e.Msg, "# ") {
				continue
			}
			found = append(found, &Error{Pos: relativePos(dir, e.Pos), Msg: oneLine(e.Msg), Hidden: hidden != nil && hidden(p, i)})
			wrong = append(wrong, p)
		}
	})
	if len(found) == 0 {
		return nil
	}
	if err := needsNewerGo(append(wrong, pkg), pkg.Dir); err != nil {
		return err
	}
	all := Errors{{Msg: fmt.Sprintf("package %s does not compile: fix these first", pkg.PkgPath)}}
	all = append(all, found[:min(maxCompileErrors, len(found))]...)
	if more := len(found) - maxCompileErrors; more > 0 {
		all = append(all, &Error{Msg: fmt.Sprintf("and %d more", more)})
	}
	return all
}

package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/modfile"

	"bale/runner/inspect"
	"bale/runner/sample"
)

//go:embed probe/*.go
var probeSource embed.FS

// probeFolder is the folder of the programs that record behaviour, in a module.
const probeFolder = "balecompare"

const (
	shownLines    = 5  // maximum number of printed lines for a package, without -v
	shownDetails  = 20 // maximum number of lines with many outcomes that are shown in detail, for a module
	shownOutcomes = 3  // maximum number of printed outcomes for such a line
)

// compareBehaviour compares what the code of the results does, module by module, and prints the differences.
func (c *comparison) compareBehaviour(ctx context.Context, results []*result) error {
	byModule := map[*module][]*result{}
	var modules []*module
	for _, r := range results {
		// With -tests and -proto, the code is the same.
		if strings.Contains(r.label, "-tests") || strings.Contains(r.label, "-proto") {
			continue
		}
		if packageName(r.input) == "main" {
			fmt.Fprintf(c.out, "== %v %s: behaviour is not compared, since a package main cannot be imported\n", r.input, r.label)
			continue
		}
		if byModule[r.module] == nil {
			modules = append(modules, r.module)
		}
		byModule[r.module] = append(byModule[r.module], r)
	}
	for _, m := range modules {
		if err := c.compareModule(ctx, m, byModule[m]); err != nil {
			return err
		}
	}
	return nil
}

// compareModule is compareBehaviour for the results of one module.
func (c *comparison) compareModule(ctx context.Context, m *module, results []*result) error {
	old, errOld := c.program(ctx, "old", m, results, func(r *result) string { return r.old.files["code"] })
	new, errNew := c.program(ctx, "new", m, results, func(r *result) string { return r.new.files["code"] })
	if err := errors.Join(errOld, errNew); err != nil {
		return fmt.Errorf("building the programs that record behaviour: %w", err)
	}
	was, is, err := c.runBoth(ctx, old, new)
	if err != nil {
		return err
	}
	c.count.compared += len(results)
	d := diffLines(was, is)
	different, details := map[string]int{}, []string{}
	for _, line := range d {
		name, _, _ := strings.Cut(line.key, "\t")
		if different[name]++; different[name] <= shownLines || c.verbose {
			fmt.Fprintf(c.out, "== %s\n-%s\n+%s\n", strings.ReplaceAll(line.key, "\t", ": "), line.old, line.new)
		}
		if strings.HasSuffix(line.key, "ed") && strings.Contains(line.old, "outcomes") && len(details) < shownDetails && different[name] <= shownLines {
			details = append(details, line.key)
		}
	}
	c.count.differentBehaviour += len(different)
	if len(details) == 0 {
		return nil
	}
	if was, is, err = c.runBoth(ctx, old, new, details...); err != nil {
		return err
	}
	shown := map[string]int{}
	for _, line := range diffLines(was, is) {
		key, _, _ := strings.Cut(line.key, ": ")
		if shown[key]++; shown[key] <= shownOutcomes || c.verbose {
			fmt.Fprintf(c.out, "   %s\n-%s\n+%s\n", strings.ReplaceAll(line.key, "\t", ": "), line.old, line.new)
		}
	}
	return nil
}

// runBoth runs two programs and returns their output. Names in the output of the old one are renamed.
func (c *comparison) runBoth(ctx context.Context, old, new string, keys ...string) (string, string, error) {
	was, errOld := command(ctx, c.tmp, old, keys...)
	is, errNew := command(ctx, c.tmp, new, keys...)
	return c.renames.apply(was), is, errors.Join(errOld, errNew)
}

// A changedLine is a pair of lines with the same key, from the old and the new program.
type changedLine struct{ key, old, new string }

// diffLines returns the differences of two outputs, which have lines "case, key, text" with tabs in between.
func diffLines(old, new string) []changedLine {
	split := func(line string) (key, text string) {
		i := strings.LastIndexByte(line, '\t')
		return line[:max(i, 0)], line[i+1:]
	}
	was, keys := map[string]string{}, []string{}
	for line := range strings.Lines(old) {
		key, text := split(strings.TrimSuffix(line, "\n"))
		was[key] = text
		keys = append(keys, key)
	}
	var list []changedLine
	for line := range strings.Lines(new) {
		key, text := split(strings.TrimSuffix(line, "\n"))
		before, ok := was[key]
		if !ok {
			before = "(nothing)"
		}
		if before != text {
			list = append(list, changedLine{key, before, text})
		}
		delete(was, key)
	}
	for _, key := range keys {
		if text, ok := was[key]; ok {
			list = append(list, changedLine{key, text, "(nothing)"})
		}
	}
	return list
}

// program builds a program in a copy of the module. For each result, the copy has a copy of the package with the generated code in
// it.
func (c *comparison) program(ctx context.Context, side string, m *module, results []*result, code func(*result) string) (string, error) {
	root := modfile.ModulePath(m.files["go.mod"]) + "/" + probeFolder
	files := map[string][]byte{}
	if err := errors.Join(copySource(files, probeSource, "probe", root), copySource(files, sample.Source, "sample", root), copySource(files, inspect.Source, "inspect", root)); err != nil {
		return "", err
	}
	imports := ""
	for i, r := range results {
		folder := fmt.Sprintf("%s/c%d", probeFolder, i)
		imports += fmt.Sprintf("\t_ %q\n", root+fmt.Sprintf("/c%d", i))
		files[folder+"/balecompare_code.go"] = []byte(code(r))
		files[folder+"/balecompare_cases.go"] = []byte(casesFile(root, r))
		for _, name := range r.sources() {
			files[folder+"/"+path.Base(name)] = m.files[name]
		}
	}
	files[probeFolder+"/main.go"] = fmt.Appendf(nil, "package main\n\nimport (\n\t\"bufio\"\n\t\"os\"\n\n\t%q\n%s)\n\n"+
		"func main() {\n\tout := bufio.NewWriter(os.Stdout)\n\tprobe.Main(out, os.Args[1:])\n\tout.Flush()\n}\n", root+"/probe", imports)
	maps.Copy(files, m.files)
	dir := filepath.Join(c.tmp, "behaviour", side, m.name)
	if err := (&module{files: files}).write(dir); err != nil {
		return "", err
	}
	bin := filepath.Join(c.tmp, "behaviour", side+"-"+m.name)
	_, err := command(ctx, dir, "go", "build", "-trimpath", "-o", bin, "./"+probeFolder)
	return bin, err
}

// copySource copies a package of bale into the folder of the same name below root. The package may import packages sample and inspect.
func copySource(files map[string][]byte, from fs.FS, folder, root string) error {
	var names []string
	err := fs.WalkDir(from, ".", func(name string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".go") {
			names = append(names, name)
		}
		return err
	})
	imports := strings.NewReplacer(`"bale/runner/sample"`, strconv.Quote(root+"/sample"), `"bale/runner/inspect"`, strconv.Quote(root+"/inspect"))
	for _, name := range names {
		text, errRead := fs.ReadFile(from, name)
		err = errors.Join(err, errRead)
		if strings.HasSuffix(name, "_test.go") || strings.Contains(string(text), "//go:embed") {
			continue
		}
		files[path.Join(probeFolder, folder, path.Base(name))] = []byte(imports.Replace(string(text)))
	}
	return err
}

// sources returns the names of the package's files.
func (p *input) sources() []string {
	var list []string
	for name := range p.module.files {
		if path.Dir(name) == p.folder && strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// packageName returns the name of the package.
func packageName(p *input) string {
	for _, name := range p.sources() {
		if file, err := parser.ParseFile(token.NewFileSet(), name, p.module.files[name], parser.PackageClauseOnly); err == nil {
			return file.Name.Name
		}
	}
	return ""
}

// casesFile returns the source of the file that adds the package's types to package probe.
func casesFile(root string, r *result) string {
	var body, texts strings.Builder
	unions := unionsOf(r.input)
	for _, name := range slices.Sorted(maps.Keys(unions)) {
		fmt.Fprintf(&body, "\t\t%q: {", name)
		for _, member := range unions[name] {
			fmt.Fprintf(&body, "reflect.TypeFor[%s](), ", member)
			texts.WriteString(" " + member)
		}
		body.WriteString("},\n")
	}
	imports := map[string]bool{}
	for _, name := range r.sources() {
		file, err := parser.ParseFile(token.NewFileSet(), name, r.module.files[name], parser.ImportsOnly)
		for i := 0; err == nil && i < len(file.Imports); i++ {
			s := file.Imports[i]
			used, _ := strconv.Unquote(s.Path.Value)
			used, text := path.Base(used), s.Path.Value
			if s.Name != nil {
				used, text = s.Name.Name, s.Name.Name+" "+text
			}
			imports[text] = imports[text] || strings.Contains(texts.String(), used+".")
		}
	}
	var types, list strings.Builder
	for _, name := range r.all {
		fmt.Fprintf(&types, "\t\treflect.TypeFor[%s](),\n", name)
	}
	for _, text := range slices.Sorted(maps.Keys(imports)) {
		if imports[text] {
			list.WriteString("\t" + text + "\n")
		}
	}
	return fmt.Sprintf("package %s\n\nimport (\n\t\"reflect\"\n\n\t%q\n%s)\n\nfunc init() {\n\tprobe.Add(%q, map[string][]reflect.Type{\n%s\t},\n%s\t)\n}\n",
		packageName(r.input), root+"/probe", list.String(), fmt.Sprintf("%v %s", r.input, r.label), body.String(), types.String())
}

package lab

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"embed"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/lower"
	"bale/lab/adapter"
	"bale/measure"
	"bale/schema"
)

// A Runner is the program built from one codec's adapters.
type Runner struct {
	Codec   *codec.Codec
	Path    string            // path of the binary
	Hash    string            // hash of everything that it was built from
	Modules map[string]string // versions of the linked modules, by module path
	Go      string            // Go version that built it
}

// Built is the result of building one codec: its rows, and a runner for those that can be measured.
type Built struct {
	Codec  *codec.Codec
	Runner *Runner // nil if nothing could be built
	Rows   []*measure.Row
	Shapes map[measure.Key]*Shape
}

// Build builds the runners of all choices, one per processor at a time. An error of a codec becomes the status of its rows. Build itself
// returns an error only if the sources cannot be read, the cache cannot be written or ctx is cancelled.
func (l *Lab) Build(ctx context.Context, shapes []*Shape, choices []*Choice) ([]*Built, error) {
	err := os.MkdirAll(l.Cache, 0o755)
	if err == nil {
		err = writable(l.Cache)
	}
	if err != nil {
		return nil, fmt.Errorf("no folder for the cache: %w", err)
	}
	src, err := l.sourceDigest(ctx, shapes)
	if err != nil {
		return nil, err
	}
	built := make([]*Built, len(choices))
	type event struct {
		name  string
		built int // number of codecs
	}
	events := make(chan event, len(choices))
	build := func(i int) {
		b := &builder{lab: l, src: src, shapes: shapes, choice: choices[i], tools: map[string]bool{}, note: func(text string) { events <- event{text, 0} }}
		built[i] = b.build(ctx)
		events <- event{choices[i].Codec.Name, 1}
	}
	downloaded := make(chan struct{})
	go func() {
		defer close(downloaded)
		Download(ctx, choices)
	}()
	go func() {
		defer close(events)
		// The first codec is built alone: two go commands at the same time would both compile the standard library and the harness. The other
		// builds find these in the go command's cache.
		order := simplestFirst(choices)
		if len(order) > 0 {
			build(order[0])
			inParallel(ctx, len(order)-1, func(i int) { build(order[i+1]) })
		}
	}()
	now := Step{What: building, Total: len(choices)}
	l.step(now)
	for e := range events {
		now.Now = e.name
		now.Done += e.built
		l.step(now)
	}
	<-downloaded
	return built, ctx.Err()
}

// simplestFirst returns the indexes of choices. A codec that needs only the standard library comes first, if there is one.
func simplestFirst(choices []*Choice) []int {
	order := make([]int, len(choices))
	for i := range order {
		order[i] = i
	}
	if i := slices.IndexFunc(choices, func(c *Choice) bool { return c.Codec.Module == "" }); i > 0 {
		order[0], order[i] = i, 0
	}
	return order
}

type builder struct {
	lab    *Lab
	src    string
	shapes []*Shape
	choice *Choice
	out    *Built
	tools  map[string]bool // commands that steps have run
	note   func(string)    // is called with the progress of building a tool
}

// part is one variant on the shapes of one package.
type part struct {
	model   *schema.Model // with only the roots that can be carried
	shapes  []string      // base names of the shapes
	variant *codec.Variant
	name    string // full name of the variant
	index   int    // index of the part in its package
}

func (b *builder) build(ctx context.Context) *Built {
	c := b.choice.Codec
	b.out = &Built{Codec: c, Shapes: map[measure.Key]*Shape{}}
	for _, v := range b.choice.Variants {
		for _, s := range b.shapes {
			if !v.For(s.Model.Roots[s.Root].Type) {
				continue
			}
			b.out.Rows = append(b.out.Rows, b.row(v, s))
			b.out.Shapes[measure.Key{Shape: s.Name, Codec: c.FullName(v)}] = s
		}
	}
	parts := b.parts()
	if len(parts) == 0 {
		return b.out
	}
	if b.runner(ctx, parts) == nil {
		return b.out
	}
	b.buildSeparately(ctx, parts)
	return b.out
}

// buildSeparately is called if the roots together do not build. It finds the roots that do not build, and builds the others.
func (b *builder) buildSeparately(ctx context.Context, parts []*part) {
	var good []*part
	for _, p := range parts {
		var roots []int
		for i := range p.model.Roots {
			one := p.withRoots(i)
			if err := b.runner(ctx, []*part{one}); err != nil {
				if ctx.Err() != nil {
					return
				}
				b.fail(one, measure.BuildFailed, shorten(err.Error()))
				continue
			}
			roots = append(roots, i)
		}
		if len(roots) > 0 {
			good = append(good, p.withRoots(roots...))
		}
	}
	b.out.Runner = nil
	if len(good) > 0 {
		if err := b.runner(ctx, good); err != nil {
			for _, p := range good {
				b.fail(p, measure.BuildFailed, shorten(err.Error()))
			}
		}
	}
}

// withRoots returns a copy of the part with only the given roots. They stay in one part, since the same code may be generated for several
// roots.
func (p *part) withRoots(roots ...int) *part {
	one, m := *p, *p.model
	m.Roots, one.model, one.shapes = nil, &m, nil
	for _, i := range roots {
		m.Roots, one.shapes = append(m.Roots, p.model.Roots[i]), append(one.shapes, p.shapes[i])
	}
	return &one
}

func (b *builder) row(v *codec.Variant, s *Shape) *measure.Row {
	c := b.choice.Codec
	r := &measure.Row{Shape: s.Name, Codec: c.FullName(v), Wire: v.Wire, Module: c.Module, Pin: c.Pin(), Doc: v.Doc,
		Status: measure.OK, Reference: c.Reference}
	if r.Doc == "" {
		r.Doc = c.Doc
	}
	if v.Note != "" {
		r.Warnings = append(r.Warnings, v.Note)
	}
	return r
}

// rowsOf returns the rows of a part, or all rows if p is nil.
func (b *builder) rowsOf(p *part) []*measure.Row {
	var rows []*measure.Row
	for _, r := range b.out.Rows {
		s := b.out.Shapes[measure.Key{Shape: r.Shape, Codec: r.Codec}]
		if p == nil || r.Codec == p.name && s.Model.Package == p.model.Package && slices.Contains(p.shapes, s.Base) {
			rows = append(rows, r)
		}
	}
	return rows
}

func (b *builder) fail(p *part, status measure.Status, reason string) {
	for _, r := range b.rowsOf(p) {
		r.Status, r.Reason = status, reason
	}
}

// parts plans every package for every variant. It returns the parts that can be built. Gaps and missing tools become statuses of rows.
func (b *builder) parts() []*part {
	var list []*part
	index := map[string]int{}
	for _, v := range b.choice.Variants {
		missing := missingTool(v)
		for _, m := range models(b.shapes) {
			name := b.choice.Codec.FullName(v)
			plan := lower.New(m, v.Caps(genPath(m, name, index[m.Package])))
			good := *m
			good.Roots = nil
			p := &part{model: &good, variant: v, name: name, index: index[m.Package]}
			for i, r := range plan.Roots {
				if !v.For(m.Roots[i].Type) {
					continue
				}
				base := b.baseName(m, i)
				if len(r.Gaps) == 0 && missing == "" {
					good.Roots = append(good.Roots, m.Roots[i])
					p.shapes = append(p.shapes, base)
				}
				one := &part{model: m, shapes: []string{base}, name: name}
				if missing != "" {
					b.fail(one, measure.MissingTool, missing)
				}
				b.setPlan(one, plan, i)
			}
			if len(good.Roots) > 0 {
				index[m.Package]++
				list = append(list, p)
			}
		}
	}
	return list
}

// missingTool returns which program a variant lacks, and how to install it, or "" if no program is missing.
func missingTool(v *codec.Variant) string {
	if v.CXX {
		if _, err := cxxCompiler(); err != nil {
			return err.Error()
		}
	}
	return ""
}

// setPlan sets the gaps and the other properties of root i's plan in the rows of p.
func (b *builder) setPlan(p *part, plan *lower.Plan, i int) {
	r := plan.Roots[i]
	for _, row := range b.rowsOf(p) {
		row.Gaps = append(row.Gaps, r.Gaps...)
		if len(r.Gaps) > 0 {
			row.Status, row.Reason = measure.HasGap, "cannot carry "+r.Gaps[0].Path
		} else {
			row.Own = plan.Own(i)
			row.Calls = r.Calls
		}
	}
}

// models returns the models of the shapes, each once.
func models(shapes []*Shape) []*schema.Model {
	var list []*schema.Model
	for _, s := range shapes {
		if !slices.Contains(list, s.Model) {
			list = append(list, s.Model)
		}
	}
	return list
}

// baseName returns the base name of the shape for a root of m.
func (b *builder) baseName(m *schema.Model, root int) string {
	for _, s := range b.shapes {
		if s.Model == m && s.Root == root {
			return s.Base
		}
	}
	return m.Roots[root].Expr
}

// notIdentifier matches the characters that an import path may have and an identifier may not.
var notIdentifier = regexp.MustCompile(`[^a-zA-Z0-9]`)

// genName returns the name of the package for the generated types of a variant's part.
func genName(variant string, index int) string {
	return "bale" + strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(variant)) + fmt.Sprint(index)
}

// genPath returns the import path of that package.
func genPath(m *schema.Model, variant string, index int) string {
	return m.Package + "/" + genName(variant, index)
}

// layout generates the code of the parts, and returns the layout of a program with the given packages.
func (b *builder) layout(ctx context.Context, parts []*part, packages map[string]embed.FS) (*layout, error) {
	lay, err := newLayout(parts[0].model, packages)
	if err != nil {
		return nil, err
	}
	for _, p := range parts {
		if err := b.generate(ctx, lay, p); err != nil {
			return nil, err
		}
	}
	lay.finish()
	return lay, nil
}

// runner generates and builds the runner of the parts. It stores the runner in b.out.
func (b *builder) runner(ctx context.Context, parts []*part) error {
	lay, err := b.layout(ctx, parts, inRunner)
	if err != nil {
		return err
	}
	r, err := b.lab.link(ctx, b.choice.Codec, parts[0].model, lay, b.src)
	if err != nil {
		return err
	}
	b.out.Runner = r
	version := b.version(ctx, r)
	for _, row := range b.out.Rows {
		row.Version = version
	}
	return nil
}

// version returns the linked version of the serializer's module. If nothing of the module is linked, it returns the version of the
// serializer's generator.
func (b *builder) version(ctx context.Context, r *Runner) string {
	c := b.choice.Codec
	if c.Module == "" {
		return r.Go
	}
	if v := r.Modules[c.Module]; v != "" {
		return v
	}
	for pkg := range b.tools {
		bin, err := b.lab.tool(ctx, c, pkg)
		if err != nil {
			continue
		}
		if info, err := buildinfo.ReadFile(bin); err == nil && info.Main.Path == c.Module {
			return info.Main.Version
		}
	}
	return ""
}

// generate adds one part's files to the layout.
func (b *builder) generate(ctx context.Context, lay *layout, p *part) error {
	gen := genPath(p.model, p.name, p.index)
	caps := p.variant.Caps(gen)
	caps.Mirrors = p.index
	plan := lower.New(p.model, caps)
	in := &codec.Input{Plan: plan, Name: p.model.Name, Gen: gen, GenName: genName(p.name, p.index),
		Unique: notIdentifier.ReplaceAllString(p.model.Package, "_")}
	out, err := p.variant.Generate(in)
	if err != nil {
		return err
	}
	if err := b.lab.runSteps(ctx, b.choice.Codec, out, b.note); err != nil {
		return err
	}
	for i := range out.Steps {
		if tool := out.Steps[i].Tool; tool != "" {
			b.tools[tool] = true
		}
	}
	file := &adapter.File{Model: p.model, Shapes: p.shapes, Codec: p.name, Plan: plan, Out: out,
		Harness: lay.path + "/harness", Index: p.index}
	src, err := file.Source()
	if err != nil {
		return err
	}
	lay.files[filepath.Join(p.model.Dir, fmt.Sprintf("bale_adapter%d.go", p.index))] = src
	for name, data := range out.Own {
		lay.own(p, name, data)
		lay.lines += bytes.Count(data, newline)
	}
	for name, data := range out.Gen {
		lay.lines += bytes.Count(data, newline)
		lay.files[filepath.Join(p.model.Dir, genName(p.name, p.index), name)] = data
	}
	maps.Copy(lay.files, p.model.Overlay)
	lay.add(p.model, file.Func())
	return nil
}

var newline = []byte("\n")

// link builds a runner from a layout, or takes it from the cache if it was built from the same sources.
func (l *Lab) link(ctx context.Context, c *codec.Codec, m *schema.Model, lay *layout, src string) (*Runner, error) {
	pinned, sums := c.Pins()
	mod, sum, err := mergeMod(m.Module, pinned, sums)
	if err != nil {
		return nil, err
	}
	parts := map[string][]byte{"mod": mod, "sum": sum, "src": []byte(src), "env": []byte(l.Target.key() + " " + experiments(c))}
	var flags []string
	if l.trimPath {
		flags = append(flags, trimPath)
		parts["flags"] = []byte(trimPath)
	}
	for path, data := range lay.files {
		parts["file "+path] = data
	}
	key := digest(parts)
	dir := filepath.Join(l.Cache, "runners", key)
	err = once(dir, func(tmp string) error {
		return lastingBuildError(lay.compile(ctx, l.Target, c, m, tmp, mod, sum, flags...))
	})
	if err != nil {
		return nil, err
	}
	return inspect(c, lay.binary(dir), key)
}

// experiments returns the user's GOEXPERIMENT together with the codec's.
func experiments(c *codec.Codec) string {
	return strings.Trim(goSetting("GOEXPERIMENT")+","+c.Experiment, ",")
}

// inspect reads the linked modules and the Go version from a binary.
func inspect(c *codec.Codec, path, key string) (*Runner, error) {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r := &Runner{Codec: c, Path: path, Hash: key, Modules: map[string]string{}, Go: info.GoVersion}
	for _, d := range info.Deps {
		if d.Replace != nil {
			d = d.Replace
		}
		r.Modules[d.Path] = d.Version
	}
	return r, nil
}

// sourceDigest returns a hash of the sources of the shapes' modules, of the folders that replace other modules, and of the Go versions that
// build them.
func (l *Lab) sourceDigest(ctx context.Context, shapes []*Shape) (string, error) {
	parts := map[string][]byte{}
	for _, m := range models(shapes) {
		if _, ok := parts[m.Module.Dir]; ok {
			continue
		}
		version, err := goVersion(ctx, m.Module.Dir)
		if err != nil {
			return "", err
		}
		parts["go "+m.Module.Dir] = []byte(version)
		folders, err := replacements(m.Module)
		if err != nil {
			return "", err
		}
		for _, dir := range append(folders, m.Module.Dir) {
			sum, err := digestTree(dir)
			if err != nil {
				return "", err
			}
			parts[dir] = []byte(sum)
		}
	}
	return digest(parts), nil
}

var (
	cachePath = regexp.MustCompile(`(?m)\S*/overlay/\d+_`)
	goPrefix  = regexp.MustCompile(`^go: exit status \d+: `)
)

// shorten shortens an error of the go command for a footnote: it returns the first four lines of messages, without the paths of the cache.
func shorten(text string) string {
	text = goPrefix.ReplaceAllString(cachePath.ReplaceAllString(text, ""), "")
	lines := strings.Split(strings.TrimSpace(text), "\n")
	lines = slices.DeleteFunc(lines, func(s string) bool { return strings.HasPrefix(s, "# ") || strings.HasPrefix(s, "go: downloading") })
	if len(lines) > 4 {
		lines = append(lines[:4], fmt.Sprintf("(%d more lines)", len(lines)-4))
	}
	return strings.Join(lines, "\n")
}

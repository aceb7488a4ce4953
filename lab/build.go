package lab

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"embed"
	"fmt"
	"maps"
	"os"
	"os/exec"
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
	Path    string            // of the binary
	Hash    string            // content address of everything it was built from
	Modules map[string]string // what is linked: module path to version
	Go      string            // Go version that built it
}

// Built is one codec made ready: its rows, and the runner for those that may be measured.
type Built struct {
	Codec  *codec.Codec
	Runner *Runner // nil when nothing could be built
	Rows   []*measure.Row
	Shapes map[measure.Key]*Shape
}

// Build makes the runners of all choices, as many at a time as there are cores. What goes wrong
// with one is the status of its own rows.
func (l *Lab) Build(ctx context.Context, shapes []*Shape, choices []*Choice) ([]*Built, error) {
	src, err := l.sourceDigest(ctx, shapes)
	if err != nil {
		return nil, err
	}
	built := make([]*Built, len(choices))
	done := make(chan string, len(choices))
	build := func(i int) {
		b := &builder{lab: l, src: src, shapes: shapes, choice: choices[i], tools: map[string]bool{}}
		built[i] = b.build(ctx)
		done <- choices[i].Codec.Name
	}
	downloaded := make(chan struct{})
	go func() {
		defer close(downloaded)
		Download(ctx, choices)
	}()
	go func() {
		defer close(done)
		// The first alone: two go commands at a time would both compile the standard library and the harness, which the others then find
		// in the go command's cache.
		order := simplestFirst(choices)
		if len(order) > 0 {
			build(order[0])
			each(ctx, len(order)-1, func(i int) { build(order[i+1]) })
		}
	}()
	l.step(Step{What: building, Total: len(choices)})
	n := 0
	for name := range done {
		n++
		l.step(Step{What: building, Done: n, Total: len(choices), Now: name})
	}
	<-downloaded
	return built, ctx.Err()
}

// simplestFirst are the indexes of choices, one first that needs the standard library only, if there is any.
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
	tools  map[string]bool // commands that steps ran
}

// part is one variant on the shapes of one package.
type part struct {
	model   *schema.Model // only the roots that can be carried
	shapes  []string      // their base names
	variant *codec.Variant
	name    string // full name of the variant
	index   int    // of the part in its package
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
	b.separately(ctx, parts)
	return b.out
}

// separately finds out which roots cannot be built, when all of them together cannot, and builds the rest.
func (b *builder) separately(ctx context.Context, parts []*part) {
	var good []*part
	for _, p := range parts {
		var roots []int
		for i := range p.model.Roots {
			one := p.with(i)
			if err := b.runner(ctx, []*part{one}); err != nil {
				if ctx.Err() != nil {
					return
				}
				b.fail(one, measure.BuildFailed, short(err.Error()))
				continue
			}
			roots = append(roots, i)
		}
		if len(roots) > 0 {
			good = append(good, p.with(roots...))
		}
	}
	b.out.Runner = nil
	if len(good) > 0 {
		if err := b.runner(ctx, good); err != nil {
			for _, p := range good {
				b.fail(p, measure.BuildFailed, short(err.Error()))
			}
		}
	}
}

// with is the part with these roots only. They stay together: what is generated for two roots
// may be the same.
func (p *part) with(roots ...int) *part {
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

// rowsOf are the rows of a part; of all parts, for nil.
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

// parts lowers every package for every variant; what has gaps becomes a status.
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
				base := b.base(m, i)
				if len(r.Gaps) == 0 && missing == "" {
					good.Roots = append(good.Roots, m.Roots[i])
					p.shapes = append(p.shapes, base)
				}
				one := &part{model: m, shapes: []string{base}, name: name}
				if missing != "" {
					b.fail(one, measure.MissingTool, missing)
				}
				b.describe(one, plan, i)
			}
			if len(good.Roots) > 0 {
				index[m.Package]++
				list = append(list, p)
			}
		}
	}
	return list
}

// missingTool says which program a variant needs that is not there, and how to get it.
func missingTool(v *codec.Variant) string {
	for _, n := range v.Needs {
		if _, err := exec.LookPath(n.Program); err != nil {
			return fmt.Sprintf("needs %s: %s", n.Program, n.Install)
		}
	}
	return ""
}

func (b *builder) describe(p *part, plan *lower.Plan, i int) {
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

// models are the packages of the shapes, each once.
func models(shapes []*Shape) []*schema.Model {
	var list []*schema.Model
	for _, s := range shapes {
		if !slices.Contains(list, s.Model) {
			list = append(list, s.Model)
		}
	}
	return list
}

func (b *builder) base(m *schema.Model, root int) string {
	for _, s := range b.shapes {
		if s.Model == m && s.Root == root {
			return s.Base
		}
	}
	return m.Roots[root].Expr
}

// unique is what an import path may have and an identifier may not.
var unique = regexp.MustCompile(`[^a-zA-Z0-9]`)

// genName is the name of the package that the generated types of a variant's part are in.
func genName(variant string, index int) string {
	return "bale" + strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(variant)) + fmt.Sprint(index)
}

func genPath(m *schema.Model, variant string, index int) string {
	return m.Package + "/" + genName(variant, index)
}

// layout generates and lays out a program with some packages.
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

// runner generates, lays out and builds; the result goes to b.out.
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

// version is what is linked of the serializer; where it is a generator and nothing else, what
// its tool was built from.
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
		Unique: unique.ReplaceAllString(p.model.Package, "_")}
	out, err := p.variant.Generate(in)
	if err != nil {
		return err
	}
	if err := b.lab.runSteps(ctx, b.choice.Codec, out); err != nil {
		return err
	}
	for i := range out.Steps {
		for s := &out.Steps[i]; s != nil; s = s.Pipe {
			if s.Tool != "" {
				b.tools[s.Tool] = true
			}
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

// link builds a runner from a layout, once for the same sources.
func (l *Lab) link(ctx context.Context, c *codec.Codec, m *schema.Model, lay *layout, src string) (*Runner, error) {
	pinned, sums := c.Pins()
	mod, sum, err := mergeMod(m.Module, pinned, sums)
	if err != nil {
		return nil, err
	}
	parts := map[string][]byte{"mod": mod, "sum": sum, "src": []byte(src), "env": []byte(l.Target.key() + " " + experiments(c))}
	for path, data := range lay.files {
		parts["file "+path] = data
	}
	key := digest(parts)
	dir := filepath.Join(l.Cache, "runners", key)
	err = once(dir, func(tmp string) error { return ofBuild(lay.compile(ctx, l.Target, c, m, tmp, mod, sum)) })
	if err != nil {
		return nil, err
	}
	return inspect(c, lay.binary(dir), key)
}

// experiments is the environment's GOEXPERIMENT with the codec's own.
func experiments(c *codec.Codec) string {
	return strings.Trim(os.Getenv("GOEXPERIMENT")+","+c.Experiment, ",")
}

// inspect reads what was really linked.
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

// sourceDigest is the content address of the modules that the shapes are in, and of the Go versions that build them.
func (l *Lab) sourceDigest(ctx context.Context, shapes []*Shape) (string, error) {
	parts := map[string][]byte{}
	for _, m := range models(shapes) {
		if _, ok := parts[m.Module.Dir]; ok {
			continue
		}
		sum, err := digestTree(m.Module.Dir)
		if err != nil {
			return "", err
		}
		version, err := goVersion(ctx, m.Module.Dir)
		if err != nil {
			return "", err
		}
		parts[m.Module.Dir] = []byte(sum + " " + version)
	}
	return digest(parts), nil
}

var (
	cachePath = regexp.MustCompile(`(?m)\S*/overlay/\d+_`)
	goPrefix  = regexp.MustCompile(`^go: exit status \d+: `)
)

// short makes a go command's complaint fit a table's footnote: the first lines that say
// something, without the paths of the cache.
func short(text string) string {
	text = goPrefix.ReplaceAllString(cachePath.ReplaceAllString(text, ""), "")
	lines := strings.Split(strings.TrimSpace(text), "\n")
	lines = slices.DeleteFunc(lines, func(s string) bool { return strings.HasPrefix(s, "# ") || strings.HasPrefix(s, "go: downloading") })
	if len(lines) > 4 {
		lines = append(lines[:4], fmt.Sprintf("(%d more lines)", len(lines)-4))
	}
	return strings.Join(lines, "\n")
}

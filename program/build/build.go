// Package build makes runners: it loads shapes, generates code, runs the tools of serializers, compiles with the codecs' modules, and starts the
// programs. Everything that takes long is kept in a cache.
package build

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
	"bale/program/adapter"
	"bale/runner/measure"
)

// A Runner is the program built from one codec's adapters.
type Runner struct {
	Codec   *codec.Codec
	Path    string            // path of the binary
	Hash    string            // hash of everything that it was built from
	Modules map[string]string // versions of the linked modules, by module path
	Go      string            // Go version that built it, with the experiments: "go1.26.8-X:jsonv2"
	GOOS    string
	GOARCH  string
}

// Built is the result of building one codec: its rows, and a runner for those that can be measured.
type Built struct {
	Codec  *codec.Codec
	Runner *Runner // nil if nothing could be built
	Rows   []*Row
	Code   []PartCode // of what Runner measures
}

// Row returns the row for a key, or nil.
func (b *Built) Row(k measure.Key) *Row {
	for _, r := range b.Rows {
		if r.Key() == k {
			return r
		}
	}
	return nil
}

// A Builder builds runners and starts them. It writes its files below Cache.
type Builder struct {
	Cache    string
	Target   Target // platform that runners are built for
	TrimPath bool   // build with -trimpath
	// Exec is a program with arguments that starts the runners, such as an emulator; nil for none.
	Exec []string
	// Memory is the memory limit of a runner in bytes; 0 means 6 GiB.
	Memory uint64
	// Deadline is the time that a runner may take for one request, in addition to 20 times the expected time; 0 means 2 minutes.
	Deadline time.Duration
	// Report is called with the progress of Build: the numbers of codecs, and what is built. It may be nil.
	Report func(done, total int, now string)
}

// Build builds the runners of all choices, one per processor at a time. An error of a codec becomes the status of its rows. Build itself
// returns an error only if the sources cannot be read, the cache cannot be written or ctx is cancelled.
func (b *Builder) Build(ctx context.Context, shapes []*Shape, choices []*Choice) ([]*Built, error) {
	err := os.MkdirAll(b.Cache, 0o755)
	if err == nil {
		err = Writable(b.Cache)
	}
	if err != nil {
		return nil, fmt.Errorf("no folder for the cache: %w", err)
	}
	if err := b.checkRunnable(ctx); err != nil {
		return nil, err
	}
	for _, m := range Models(shapes) {
		if err := OutsideModuleCache(m.Dir); err != nil {
			return nil, err
		}
	}
	src, err := b.SourceDigest(ctx, shapes)
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
		one := b.codec(src, shapes, choices[i])
		one.note = func(text string) { events <- event{text, 0} }
		built[i] = one.build(ctx)
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
			InParallel(ctx, len(order)-1, func(i int) { build(order[i+1]) })
		}
	}()
	done := 0
	b.report(done, len(choices), "")
	for e := range events {
		done += e.built
		b.report(done, len(choices), e.name)
	}
	<-downloaded
	return built, ctx.Err()
}

// BuildOne builds the runner of one choice. Like Build, it returns an error only if the sources cannot be read.
func (b *Builder) BuildOne(ctx context.Context, shapes []*Shape, choice *Choice) (*Built, error) {
	src, err := b.SourceDigest(ctx, shapes)
	if err != nil {
		return nil, err
	}
	return b.codec(src, shapes, choice).build(ctx), nil
}

func (b *Builder) report(done, total int, now string) {
	if b.Report != nil {
		b.Report(done, total, now)
	}
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

// A codecBuild is the build of one codec.
type codecBuild struct {
	*Builder
	src    string // hash of the sources
	shapes []*Shape
	choice *Choice
	out    *Built
	tools  map[string]bool           // commands that steps have run
	note   func(string)              // is called with the progress of building a tool
	strict bool                      // decoders refuse fields that the type does not have: see codec.Input
	found  map[string]*model.Listing // for bale gen, by import path
	own    map[ownKey]*generated
	omit   bool // types are encoded as in the user's programs: see lower.Caps
}

// codec returns the build of one codec, with a row for each variant and shape.
func (b *Builder) codec(src string, shapes []*Shape, choice *Choice) *codecBuild {
	c := choice.Codec
	one := &codecBuild{Builder: b, src: src, shapes: shapes, choice: choice, out: &Built{Codec: c}, tools: map[string]bool{}, found: map[string]*model.Listing{}, own: map[ownKey]*generated{}, note: func(string) {}}
	for _, v := range choice.Variants {
		for _, s := range shapes {
			if v.For(s.Model.Roots[s.Root].Type) {
				one.out.Rows = append(one.out.Rows, &Row{Row: newRow(c, v, s), On: s, Variant: v, Built: one.out, Tags: v.Caps("").Tags})
			}
		}
	}
	return one
}

func (b *codecBuild) build(ctx context.Context) *Built {
	parts, err := b.parts(ctx)
	if err != nil {
		b.fail(nil, measure.BuildFailed, Shorten(err.Error()))
		return b.out
	}
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
func (b *codecBuild) buildSeparately(ctx context.Context, parts []*part) {
	var good []*part
	for _, p := range parts {
		var roots []int
		for i := range p.model.Roots {
			one := p.withRoots(i)
			if err := b.runner(ctx, []*part{one}); err != nil {
				if ctx.Err() != nil {
					return
				}
				b.fail(one, measure.BuildFailed, Shorten(err.Error()))
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
				b.fail(p, measure.BuildFailed, Shorten(err.Error()))
			}
		}
	}
}

// newRow returns the row of a variant on a shape as it is in results.
func newRow(c *codec.Codec, v *codec.Variant, s *Shape) *measure.Row {
	r := &measure.Row{Shape: s.Name, Codec: c.FullName(v), Wire: v.Wire, Module: c.Module, Pin: c.Pin(), Doc: c.DocOf(v),
		Status: measure.OK, Reference: c.Reference, Traits: v.Traits, Stream: v.Stream, Next: nextCommand(c, v, s)}
	if v.Note != "" {
		r.Warnings = append(r.Warnings, v.Note)
	}
	return r
}

// rowsOf returns the rows of a part, or all rows if p is nil.
func (b *codecBuild) rowsOf(p *part) []*Row {
	var rows []*Row
	for _, r := range b.out.Rows {
		if p == nil || r.Codec == p.name && r.On.Model.Package == p.model.Package && slices.Contains(p.shapes, r.On.Base) {
			rows = append(rows, r)
		}
	}
	return rows
}

// fail sets the status of the rows of a part, or of all rows if p is nil.
func (b *codecBuild) fail(p *part, status measure.Status, reason string) {
	for _, r := range b.rowsOf(p) {
		r.Status, r.Reason = status, reason
	}
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
func genPath(m *model.Model, variant string, index int) string {
	return m.Package + "/" + genName(variant, index)
}

// program generates the code of the parts, and returns a program with the given packages.
func (b *codecBuild) program(ctx context.Context, parts []*part, packages map[string]fs.FS) (*Program, error) {
	prog, err := newProgram(b.choice.Codec, parts[0].model, packages)
	if err != nil {
		return nil, err
	}
	for _, p := range parts {
		if err := b.generate(ctx, prog, p); err != nil {
			return nil, err
		}
	}
	prog.finish()
	return prog, nil
}

// Program generates the code of a program with one variant and one shape. Packages are the packages of the program, by folder, instead of
// those of a runner.
func (b *Builder) Program(ctx context.Context, s *Shape, c *codec.Codec, v *codec.Variant, packages map[string]fs.FS) (*Program, error) {
	one := b.codec("", []*Shape{s}, &Choice{c, []*codec.Variant{v}})
	parts, err := one.parts(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range parts {
		if i := slices.Index(p.shapes, s.Base); i >= 0 {
			return one.program(ctx, []*part{p.withRoots(i)}, packages)
		}
	}
	return nil, errors.New("the program cannot be built")
}

// runner generates and builds the runner of the parts. It stores the runner in b.out.
func (b *codecBuild) runner(ctx context.Context, parts []*part) error {
	prog, err := b.program(ctx, parts, inRunner)
	if err != nil {
		return err
	}
	r, err := b.link(ctx, prog, b.src)
	if err != nil {
		return err
	}
	b.out.Runner, b.out.Code = r, prog.code
	version := b.version(ctx, r)
	for _, row := range b.out.Rows {
		row.Version = version
	}
	return nil
}

// version returns the linked version of the serializer's module. If nothing of the module is linked, it returns the version of the
// serializer's generator.
func (b *codecBuild) version(ctx context.Context, r *Runner) string {
	c := b.choice.Codec
	if c.Module == "" {
		return r.Go
	}
	if v := r.Modules[c.Module]; v != "" {
		return v
	}
	if b.tools[codec.GoCommand] { // the generator is a library, of the version in the codec's Mod
		return c.Pin()
	}
	for pkg := range b.tools {
		bin, err := b.tool(ctx, c, pkg)
		if err != nil {
			continue
		}
		if info, err := buildinfo.ReadFile(bin); err == nil && info.Main.Path == c.Module {
			return info.Main.Version
		}
	}
	return ""
}

// adapterPrefix begins the names of files with adapters, which are in the user's package.
const adapterPrefix = "bale_adapter"

// generate adds one part's files to the program.
func (b *codecBuild) generate(ctx context.Context, prog *Program, p *part) error {
	file, err := b.files(ctx, prog, p)
	if err != nil {
		return err
	}
	src, err := file.Source()
	if err != nil {
		return err
	}
	name := fmt.Sprintf(adapterPrefix+"%d.go", p.index)
	prog.files[filepath.Join(p.model.Dir, name)] = src
	prog.code = append(prog.code, PartCode{p.name, p.model.Package, p.shapes, append(schemas(file.Out.Steps), CodeFile{name, AdapterCode, src})})
	prog.add(p.model, file.Func())
	return nil
}

// files adds one part's files to the program, except for the file with the adapters, which it returns.
func (b *codecBuild) files(ctx context.Context, prog *Program, p *part) (*adapter.File, error) {
	gen := genPath(p.model, p.name, p.index)
	in := &codec.Input{Name: p.model.Name, Gen: gen, GenName: genName(p.name, p.index),
		Unique: notIdentifier.ReplaceAllString(p.model.Package, "_"), Strict: b.strict, Runtime: runtimePath(p.model.Module)}
	for _, r := range p.model.Roots {
		in.Before = append(in.Before, r.Before)
	}
	out := &codec.Output{}
	if p.generated != nil {
		in.Plan = asIs(p.model)
		out = b.generatedFiles(prog, p, in)
	} else {
		caps := p.variant.Caps(gen)
		caps.Mirrors, caps.Omit = p.index, b.omit
		in.Plan = lower.New(p.model, caps)
		var err error
		if out, err = p.variant.Generate(in); err != nil {
			return nil, err
		}
	}
	if err := b.runSteps(ctx, b.choice.Codec, out, b.note); err != nil {
		return nil, err
	}
	prog.steps = append(prog.steps, out.Steps...)
	for i := range out.Steps {
		if tool := out.Steps[i].Tool; tool != "" {
			b.tools[tool] = true
		}
	}
	for name, data := range out.Own {
		prog.own(p, name, data)
		prog.Lines += bytes.Count(data, newline)
	}
	for name, data := range out.Gen {
		prog.Lines += bytes.Count(data, newline)
		prog.files[filepath.Join(p.model.Dir, genName(p.name, p.index), name)] = data
	}
	maps.Copy(prog.files, p.overlay())
	if err := prog.runtime(p.model.Module, out.Runtime); err != nil {
		return nil, err
	}
	b.declare(p, out)
	return &adapter.File{Model: p.model, Shapes: p.shapes, Codec: p.name, Plan: in.Plan, Out: out, Harness: prog.harness(), Index: p.index}, nil
}

// declare sets the memory of the strings in the rows of p to what the codec declares.
func (b *codecBuild) declare(p *part, out *codec.Output) {
	for i := range out.Code {
		one := *p
		one.shapes = p.shapes[i : i+1]
		for _, row := range b.rowsOf(&one) {
			if row.Strings = measure.Own; out.Code[i].Shared {
				row.Strings = measure.Shared
			}
		}
	}
}

var newline = []byte("\n")

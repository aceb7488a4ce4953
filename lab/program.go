package lab

import (
	"context"
	"debug/buildinfo"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"golang.org/x/mod/modfile"

	"bale/codec"
	"bale/codec/lower"
	"bale/lab/tiny"
	"bale/result"
	"bale/schema"
)

// emptyCodec is a codec that does nothing. Its program is the baseline for the size of other programs.
var emptyCodec = &codec.Codec{Name: "nothing", Folder: "nothing", Variants: []*codec.Variant{{
	Caps: func(string) lower.Caps {
		return lower.Caps{Own: true, Custom: func(*schema.Named) string { return lower.BuiltIn }, Ignores: lower.IgnoresAll, Scalars: lower.All(),
			Bytes: true, Time: lower.TimeOwn, Arrays: true, Maps: lower.AnyMap, Pointers: true, NilElems: true, Any: true, Unions: true}
	},
	Generate: func(in *codec.Input) (*codec.Output, error) {
		return codec.SameForAll(in, codec.Code{Marshal: "return nil, nil", Unmarshal: "return nil"}), nil
	},
}}}

// program finds the size, modules, lines and build time that the row's serializer adds to a program.
func (e *examined) program(ctx context.Context, into *result.Aspects) error {
	own, err := e.buildProgram(ctx, e.built.Codec, e.variant())
	if err != nil {
		return err
	}
	base, err := e.baseline(ctx)
	if err != nil {
		return err
	}
	for path := range base.Modules {
		delete(own.Modules, path)
	}
	into.Program = &result.Program{Bytes: max(0, own.Bytes-base.Bytes), Modules: len(own.Modules), Lines: own.Lines,
		BuildSeconds: max(0, own.Seconds-base.Seconds)}
	return nil
}

// A tinyProgram describes a program with one variant and one shape, without the harness.
type tinyProgram struct {
	Bytes   int64
	Modules map[string]bool
	Lines   int     // lines of generated Go
	Seconds float64 // time to compile everything except the standard library, and to link
}

// baselineBuilds is the number of times that the baseline is built. The fastest build counts, since all rows are compared with it: of two
// builds, one took 0.71 s and the other 0.43 s.
const baselineBuilds = 3

// baseline returns the program without a serializer. It is built once for a shape, for all rows.
func (e *examined) baseline(ctx context.Context) (base *tinyProgram, err error) {
	sources, err := e.lab.sourceDigest(ctx, []*Shape{e.shape})
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(e.lab.Cache, "aspects", digest(map[string][]byte{"baseline": []byte(e.shape.Base), "sources": []byte(sources)}))
	const file = "baseline.json"
	baselines.Lock()
	defer baselines.Unlock()
	err = once(dir, func(tmp string) error {
		base, err := e.buildProgram(ctx, emptyCodec, emptyCodec.Variants[0])
		for i := 1; err == nil && i < baselineBuilds; i++ {
			var again *tinyProgram
			if again, err = e.buildProgram(ctx, emptyCodec, emptyCodec.Variants[0]); err == nil {
				base.Seconds = min(base.Seconds, again.Seconds)
			}
		}
		if err != nil {
			return err
		}
		data, err := json.Marshal(base)
		if err != nil {
			return err
		}
		return writeFiles(tmp, map[string][]byte{file: data})
	})
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		return nil, err
	}
	base = new(tinyProgram)
	return base, json.Unmarshal(data, base)
}

var (
	baselines  sync.Mutex // held by baseline, so that a second call waits for the first
	timedBuild sync.Mutex // held during timed builds, so that they run one at a time
)

// buildProgram builds a program with one variant. It compiles everything except the standard library.
func (e *examined) buildProgram(ctx context.Context, c *codec.Codec, v *codec.Variant) (*tinyProgram, error) {
	b := &builder{lab: e.lab, shapes: []*Shape{e.shape}, choice: &Choice{c, []*codec.Variant{v}}, out: &Built{Codec: c}, tools: map[string]bool{}, note: func(string) {}}
	p := b.partOf(e.shape.Base)
	if p == nil {
		return nil, errors.New("the program cannot be built")
	}
	lay, err := b.layout(ctx, []*part{p}, map[string]embed.FS{"harness": tiny.Source})
	if err != nil {
		return nil, err
	}
	pinned, sums := c.Pins()
	mod, sum, err := mergeMod(p.model.Module, pinned, sums)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "bale-program-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	flags, err := uncached(p.model.Package, pinned)
	if err != nil {
		return nil, err
	}
	timedBuild.Lock()
	defer timedBuild.Unlock()
	start := time.Now()
	if err := lay.compile(ctx, Target{}, c, p.model, dir, mod, sum, append(flags, trimPath)...); err != nil {
		return nil, errors.New(shorten(err.Error()))
	}
	made := &tinyProgram{Lines: lay.lines, Seconds: time.Since(start).Seconds(), Modules: map[string]bool{}}
	return made, made.inspect(lay.binary(dir))
}

// partOf returns the part with only the given shape, or nil if the shape cannot be carried.
func (b *builder) partOf(shape string) *part {
	for _, p := range b.parts() {
		if i := slices.Index(p.shapes, shape); i >= 0 {
			return p.withRoots(i)
		}
	}
	return nil
}

// uncached returns flags for go build that make the go command compile the user's package, the generated package and the pinned modules
// again. They set the compiler's flag -D to a new value, which has no effect on packages of modules.
func uncached(pkg, pinned string) ([]string, error) {
	f, err := modfile.ParseLax("go.mod", []byte(pinned), nil)
	if err != nil {
		return nil, err
	}
	patterns := []string{pkg + "/..."}
	for _, r := range f.Require {
		patterns = append(patterns, r.Mod.Path+"/...")
	}
	unique := fmt.Sprintf("=-D=bale%d", time.Now().UnixNano())
	for i := range patterns {
		patterns[i] = "-gcflags=" + patterns[i] + unique
	}
	return patterns, nil
}

func (p *tinyProgram) inspect(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	p.Bytes = info.Size()
	build, err := buildinfo.ReadFile(path)
	if err != nil {
		return err
	}
	for _, d := range build.Deps {
		p.Modules[d.Path] = true
	}
	return nil
}

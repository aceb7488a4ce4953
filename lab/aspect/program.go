package aspect

import (
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"

	"golang.org/x/mod/modfile"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
	"bale/program/build"
	"bale/result"
	"bale/runner/tiny"
)

// emptyCodec is a codec that does nothing. Its program is the baseline for the size of other programs.
var emptyCodec = &codec.Codec{Name: "nothing", Folder: "nothing", Variants: []*codec.Variant{{
	Caps: func(string) lower.Caps {
		return lower.Caps{Own: true, Custom: func(*model.Named) string { return lower.BuiltIn }, Ignores: lower.IgnoresAll, Scalars: lower.All(),
			Bytes: true, Time: lower.TimeOwn, Arrays: true, Maps: lower.AnyMap, Pointers: true, NilElems: true, Any: true, Unions: true}
	},
	Generate: func(in *codec.Input) (*codec.Output, error) {
		return codec.SameForAll(in, codec.Code{Marshal: "return nil, nil", Unmarshal: "return nil"}), nil
	},
}}}

// program finds the size, modules, lines and build time that the row's serializer adds to a program.
func (e *examined) program(ctx context.Context, into *result.Aspects) error {
	own, err := e.buildProgram(ctx, e.Built.Codec, e.Variant)
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
func (e *examined) baseline(ctx context.Context) (*tinyProgram, error) {
	sources, err := e.builder.SourceDigest(ctx, []*build.Shape{e.On})
	if err != nil {
		return nil, err
	}
	baselines.Lock()
	defer baselines.Unlock()
	key := build.Key{"baseline": []byte(e.On.Base), "sources": []byte(sources), "env": []byte(e.builder.Target.Key())}
	return build.Cached(e.builder, build.Programs, key, func() (*tinyProgram, error) {
		base, err := e.buildProgram(ctx, emptyCodec, emptyCodec.Variants[0])
		for i := 1; err == nil && i < baselineBuilds; i++ {
			var again *tinyProgram
			if again, err = e.buildProgram(ctx, emptyCodec, emptyCodec.Variants[0]); err == nil {
				base.Seconds = min(base.Seconds, again.Seconds)
			}
		}
		return base, err
	})
}

var (
	baselines  sync.Mutex // held by baseline, so that a second call waits for the first
	timedBuild sync.Mutex // held during timed builds, so that they run one at a time
)

// buildProgram builds a program with one variant. It compiles everything except the standard library.
func (e *examined) buildProgram(ctx context.Context, c *codec.Codec, v *codec.Variant) (*tinyProgram, error) {
	prog, err := e.builder.Program(ctx, e.On, c, v, map[string]fs.FS{"harness": tiny.Source})
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "bale-program-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	pinned, _ := c.Pins()
	flags, err := uncached(e.On.Model.Package, pinned)
	if err != nil {
		return nil, err
	}
	timedBuild.Lock()
	defer timedBuild.Unlock()
	start := time.Now()
	if err := prog.Compile(ctx, build.Target{}, dir, append(flags, build.TrimPath)...); err != nil {
		return nil, errors.New(build.Shorten(err.Error()))
	}
	made := &tinyProgram{Lines: prog.Lines, Seconds: time.Since(start).Seconds(), Modules: map[string]bool{}}
	return made, made.inspect(prog.Binary(dir))
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

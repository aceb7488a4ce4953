package build

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"bale/codec"
)

// errNoCompiler is the reason of rows whose tool cannot be built.
var errNoCompiler = errors.New("needs a C++ compiler (c++, g++ or clang++ on the PATH, or another one that CXX names): apt-get install g++")

// cxxCompiler returns the command of the C++ compiler: the one in the environment variable CXX, or else the first of the usual ones.
func cxxCompiler() ([]string, error) {
	commands := []string{"c++", "g++", "clang++"}
	if named := os.Getenv("CXX"); named != "" {
		commands = []string{named}
	}
	for _, c := range commands {
		command := strings.Fields(c)
		if len(command) == 0 {
			continue
		}
		if path, err := exec.LookPath(command[0]); err == nil {
			return append([]string{path}, command[1:]...), nil
		}
	}
	return nil, errNoCompiler
}

// cxxTool builds a tool in C++, or takes it from the cache, and returns its path. It calls note with its progress.
func (b *Builder) cxxTool(ctx context.Context, c *codec.Codec, tool *codec.CXX, note func(string)) (string, error) {
	compiler, err := cxxCompiler()
	if err != nil {
		return "", err
	}
	version, err := Run(ctx, "", os.Environ(), nil, compiler[0], append(compiler[1:], "--version")...)
	if err != nil {
		return "", err
	}
	mod, sum := c.Pins()
	key := digest(map[string][]byte{"mod": []byte(mod), "sum": []byte(sum), "tool": fmt.Appendf(nil, "%q", *tool),
		"compiler": fmt.Appendf(version, "%q", compiler)})
	dir := filepath.Join(b.Cache, "tools", key)
	return filepath.Join(dir, tool.Name), once(dir, func(tmp string) error {
		if err := WriteFiles(tmp, map[string][]byte{"go.mod": []byte(mod), "go.sum": []byte(sum)}); err != nil {
			return err
		}
		if _, err := Run(ctx, tmp, GoEnv(), nil, "go", "mod", "download", tool.Module); err != nil {
			return err
		}
		source, err := Run(ctx, tmp, GoEnv(), nil, "go", "list", "-m", "-f", "{{.Dir}}", tool.Module)
		if err != nil {
			return err
		}
		build := &cxxBuild{tool: tool, compiler: compiler, source: strings.TrimSpace(string(source)), tmp: tmp, objects: filepath.Join(tmp, "objects"), note: note}
		return lastingToolError(build.build(ctx))
	})
}

// A cxxBuild is the build of a tool in C++.
type cxxBuild struct {
	tool         *codec.CXX
	compiler     []string
	source       string // folder of the module
	tmp, objects string // folders of the program, and of everything that is not needed later
	note         func(string)
}

func (b *cxxBuild) build(ctx context.Context) error {
	files, err := b.files()
	if err != nil {
		return err
	}
	if err := os.Mkdir(b.objects, 0o755); err != nil {
		return err
	}
	var mu sync.Mutex
	compiled := 0
	progress := func() { b.note(fmt.Sprintf("%s: %d of %d C++ files", b.tool.Name, compiled, len(files))) }
	progress()
	group, groupCtx := errgroup.WithContext(ctx) // after an error, the other files are not compiled
	group.SetLimit(runtime.NumCPU())
	for i := range files {
		group.Go(func() error {
			if err := groupCtx.Err(); err != nil {
				return err
			}
			err := b.compile(groupCtx, files[i], b.object(i))
			mu.Lock()
			defer mu.Unlock()
			compiled++
			progress()
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	args := []string{"-o", filepath.Join(b.tmp, b.tool.Name)}
	for i := range files {
		args = append(args, b.object(i))
	}
	if err := b.run(ctx, args); err != nil {
		return err
	}
	return os.RemoveAll(b.objects)
}

func (b *cxxBuild) object(i int) string { return filepath.Join(b.objects, fmt.Sprint(i, ".o")) }

// files returns the source files. Each pattern must match, so that no file is missing from another version of the module.
func (b *cxxBuild) files() ([]string, error) {
	var list []string
	for _, pattern := range b.tool.Sources {
		files, err := filepath.Glob(filepath.Join(b.source, filepath.FromSlash(pattern)))
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("module %s has no file %s", b.tool.Module, pattern)
		}
		list = append(list, files...)
	}
	return list, nil
}

// compile compiles one file. It does not optimize: the tool runs for some milliseconds, and optimizing takes longer than everything else.
func (b *cxxBuild) compile(ctx context.Context, file, object string) error {
	args := []string{"-std=" + b.tool.Standard, "-O0", "-w"}
	for _, dir := range b.tool.Include {
		args = append(args, "-I"+filepath.Join(b.source, filepath.FromSlash(dir)))
	}
	return b.run(ctx, append(args, "-c", file, "-o", object))
}

// run runs the compiler. A compiler starts other programs and makes temporary files; all of them end with ctx.
func (b *cxxBuild) run(ctx context.Context, args []string) error {
	cmd := command(ctx, b.tmp, append(os.Environ(), "TMPDIR="+b.objects), nil, b.compiler[0], append(b.compiler[1:len(b.compiler):len(b.compiler)], args...)...)
	killGroup(cmd)
	_, err := output(ctx, cmd)
	return err
}

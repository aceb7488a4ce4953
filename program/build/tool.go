package build

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/pluginpb"

	"bale/codec"
)

// tools is held while a tool is built. Most tools share packages of the standard library, which two go commands at the same time would both
// compile.
var tools sync.Mutex

// tool builds a command from the codec's requirements, or takes it from the cache, and returns its path.
func (b *Builder) tool(ctx context.Context, c *codec.Codec, pkg string) (string, error) {
	mod, sum := c.Pins()
	key := digest(map[string][]byte{"mod": []byte(mod), "sum": []byte(sum), "pkg": []byte(pkg), "env": []byte(Target{}.Key())})
	dir := filepath.Join(b.Cache, "tools", key)
	bin := filepath.Join(dir, filepath.Base(pkg))
	return bin, once(dir, func(tmp string) error {
		if err := WriteFiles(tmp, map[string][]byte{"go.mod": []byte(mod), "go.sum": []byte(sum)}); err != nil {
			return err
		}
		tools.Lock()
		defer tools.Unlock()
		root, err := Run(ctx, tmp, GoEnv(), nil, "go", "env", "GOROOT")
		if err != nil {
			return err
		}
		// -trimpath in the user's GOFLAGS removes the path of the standard library, which some tools need to read its source.
		link := fmt.Sprintf("%s -X 'runtime.defaultGOROOT=%s'", withoutSymbols, strings.TrimSpace(string(root)))
		args := append([]string{"build", link, "-o", filepath.Join(tmp, filepath.Base(pkg))}, quickly(pkg)...)
		_, err = Run(ctx, tmp, GoEnv(forThisMachine()...), nil, "go", append(args, pkg)...)
		return err
	})
}

// quickly returns flags for go build that make it compile the command pkg and the packages that only generators import without optimization,
// which takes half the time. Packages that runners import, too, are compiled with the usual flags, once for both.
func quickly(pkg string) []string {
	var flags []string
	for _, pattern := range append([]string{pkg}, codec.OnlyInGenerators...) {
		flags = append(flags, "-gcflags="+pattern+"=-N -l")
	}
	return flags
}

// runSteps runs a variant's tools, and adds their files to the output. It calls note with the progress of building a tool that takes long.
func (b *Builder) runSteps(ctx context.Context, c *codec.Codec, out *codec.Output, note func(string)) error {
	for i := range out.Steps {
		s := &out.Steps[i]
		made, err := b.runStep(ctx, c, s, note)
		if err != nil {
			return fmt.Errorf("%s: %w", s.ToolName(), err)
		}
		for name, data := range made {
			if wanted(s.Own, name) {
				out.Own = put(out.Own, name, data)
			}
			if wanted(s.Gen, name) {
				out.Gen = put(out.Gen, name, data)
			}
		}
	}
	return nil
}

func put(m map[string][]byte, name string, data []byte) map[string][]byte {
	if m == nil {
		m = map[string][]byte{}
	}
	m[filepath.Base(name)] = data
	return m
}

func wanted(list []string, name string) bool {
	return slices.Contains(list, name) || slices.Contains(list, "*")
}

// runStep runs one tool in a folder of the cache, or takes the files from the cache if it was run with the same input.
func (b *Builder) runStep(ctx context.Context, c *codec.Codec, s *codec.Step, note func(string)) (map[string][]byte, error) {
	bin, err := b.command(ctx, c, s, note)
	if err != nil {
		return nil, err
	}
	parts := map[string][]byte{"command": fmt.Appendf(nil, "%q", append([]string{bin}, s.Args...)), "stdin": s.Stdin}
	for n, d := range s.Files {
		parts["file "+n] = d
	}
	if s.Tool == codec.GoCommand {
		mod, sum := c.Pins()
		parts["mod"], parts["sum"], parts["env"] = []byte(mod), []byte(sum), []byte(Target{}.Key())
	}
	dir := filepath.Join(b.Cache, "steps", digest(parts))
	if err := once(dir, func(tmp string) error { return stepIn(ctx, tmp, bin, c, s) }); err != nil {
		return nil, err
	}
	return readFiles(dir, s)
}

// command returns the path of the command that a step runs.
func (b *Builder) command(ctx context.Context, c *codec.Codec, s *codec.Step, note func(string)) (string, error) {
	switch {
	case s.CXX != nil:
		return b.cxxTool(ctx, c, s.CXX, note)
	case s.Tool == codec.GoCommand:
		return s.Tool, nil
	}
	return b.tool(ctx, c, s.Tool)
}

func stepIn(ctx context.Context, tmp string, bin string, c *codec.Codec, s *codec.Step) error {
	if err := WriteFiles(tmp, s.Files); err != nil {
		return err
	}
	if s.Module {
		mod, sum := c.Pins()
		if err := WriteFiles(tmp, map[string][]byte{"go.mod": []byte(mod), "go.sum": []byte(sum)}); err != nil {
			return err
		}
	}
	stdout, err := Run(ctx, tmp, GoEnv(append(forThisMachine(), withGofmt())...), s.Stdin, bin, s.Args...)
	if err != nil && !s.Module {
		return lastingToolError(err)
	} else if err != nil {
		return err // with Module, the tool may have run the go command, whose errors may be transient
	}
	if !s.Plugin {
		return nil
	}
	var resp pluginpb.CodeGeneratorResponse
	if err := proto.Unmarshal(stdout, &resp); err != nil {
		return err
	}
	if resp.Error != nil {
		return fmt.Errorf("%s", *resp.Error)
	}
	for _, f := range resp.File {
		if err := WriteFiles(tmp, map[string][]byte{filepath.Base(f.GetName()): []byte(f.GetContent())}); err != nil {
			return err
		}
	}
	return nil
}

// readFiles reads the files that a tool has made: those in dir that are not among its inputs.
func readFiles(dir string, s *codec.Step) (map[string][]byte, error) {
	made := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(rel)
		if _, given := s.Files[name]; given || name == "go.mod" || name == "go.sum" || name == filesList {
			return nil
		}
		made[name], err = os.ReadFile(path)
		return err
	})
	return made, err
}

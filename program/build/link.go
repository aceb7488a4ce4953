package build

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"bale/codec"
	"bale/model"
)

// link builds a runner, or takes it from the cache if it was built from the same sources.
func (b *Builder) link(ctx context.Context, prog *Program, src string) (*Runner, error) {
	c := prog.codec
	parts := map[string][]byte{"mod": prog.mod, "sum": prog.sum, "src": []byte(src), "env": []byte(b.Target.Key() + " " + experiments(c) + " " + c.Tags)}
	var flags []string
	if b.TrimPath {
		flags = append(flags, TrimPath)
		parts["flags"] = []byte(TrimPath)
	}
	for path, data := range prog.files {
		parts["file "+path] = data
	}
	key := digest(parts)
	dir := filepath.Join(b.Cache, "runners", key)
	err := once(dir, func(tmp string) error { return lastingBuildError(prog.Compile(ctx, b.Target, tmp, flags...)) })
	if err != nil {
		return nil, err
	}
	return Linked(c, prog.Binary(dir), key)
}

// experiments returns the user's GOEXPERIMENT together with the codec's.
func experiments(c *codec.Codec) string {
	return strings.Trim(GoSetting("GOEXPERIMENT")+","+c.Experiment, ",")
}

// Linked returns the runner in a file, of which it reads the linked modules, the Go version and the platform.
func Linked(c *codec.Codec, path, key string) (*Runner, error) {
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
	for _, s := range info.Settings {
		switch s.Key {
		case "GOOS":
			r.GOOS = s.Value
		case "GOARCH":
			r.GOARCH = s.Value
		}
	}
	return r, nil
}

// SourceDigest returns a hash of the sources of the shapes' modules, of the folders that replace other modules, and of the Go versions that
// build them.
func (b *Builder) SourceDigest(ctx context.Context, shapes []*Shape) (string, error) {
	var modules []model.Module
	for _, m := range Models(shapes) {
		modules = append(modules, m.Module)
	}
	return digestModules(ctx, modules)
}

// digestModules is SourceDigest for modules.
func digestModules(ctx context.Context, modules []model.Module) (string, error) {
	parts := map[string][]byte{}
	for _, m := range modules {
		if _, ok := parts[m.Dir]; ok {
			continue
		}
		version, err := goVersion(ctx, m.Dir)
		if err != nil {
			return "", err
		}
		parts["go "+m.Dir] = []byte(version)
		folders, err := replacements(m)
		if err != nil {
			return "", err
		}
		for _, dir := range append(folders, m.Dir) {
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

// Shorten shortens an error of the go command for a footnote: it returns the first four lines of messages, without the paths of the cache.
func Shorten(text string) string {
	text = goPrefix.ReplaceAllString(cachePath.ReplaceAllString(text, ""), "")
	lines := strings.Split(strings.TrimSpace(text), "\n")
	lines = slices.DeleteFunc(lines, func(s string) bool { return strings.HasPrefix(s, "# ") || strings.HasPrefix(s, "go: downloading") })
	if len(lines) > 4 {
		lines = append(lines[:4], fmt.Sprintf("(%d more lines)", len(lines)-4))
	}
	return strings.Join(lines, "\n")
}

// SameProgram reports whether two runners are equal byte for byte.
func SameProgram(a, b *Runner) (bool, error) {
	if a == nil || b == nil {
		return false, nil
	}
	one, err := os.ReadFile(a.Path)
	if err != nil {
		return false, err
	}
	other, err := os.ReadFile(b.Path)
	return err == nil && bytes.Equal(one, other), err
}

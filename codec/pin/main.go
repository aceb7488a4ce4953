// Command pin completes the pins of codecs. It runs go mod tidy on the packages that a codec's adapters and tools import, and writes
// pins.mod and pins.sum to the codec's folder.
//
//	go run ./codec/pin [-update] [name ...]
//
// Run it in the top folder of the repository, after changing a version in pins.mod or the Packages of a codec. Without names it updates
// every codec. The names beam and avro stand for the pins of runner/convert/beam and runner/convert/avro.
//
// With -update, it first brings the modules that pins.mod requires directly to the newest versions that the module proxy serves, and prints what
// changed with the rows that have it. A requirement with the comment "kept: REASON" in pins.mod stays as it is.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"bale/codec"
	"bale/codec/all"
	"bale/runner/convert/avro"
	"bale/runner/convert/beam"
)

func main() {
	p := &pinner{top: ".", out: os.Stdout}
	flag.BoolVar(&p.update, "update", false, "bring the modules to their newest versions first")
	flag.Parse()
	ofConvert := []*codec.Codec{
		{Name: "beam", Folder: "../runner/convert/beam", Mod: beam.Mod, Sum: beam.Sum, Packages: beam.Packages},
		{Name: "avro", Folder: "../runner/convert/avro", Mod: avro.Mod, Sum: avro.Sum, Packages: avro.Packages},
	}
	if err := p.pinAll(append(slices.Clip(all.Codecs), ofConvert...), flag.Args()); err != nil {
		fmt.Fprintf(os.Stderr, "pin: %v\n", err)
		os.Exit(1)
	}
}

// A pinner writes the pins of codecs.
type pinner struct {
	top    string    // the top folder of the repository
	update bool      // bring the modules to their newest versions first
	out    io.Writer // gets what the update changed
}

// pinAll completes the pins of the codecs with these names, or of all codecs if there are none.
func (p *pinner) pinAll(codecs []*codec.Codec, names []string) error {
	for _, name := range names {
		if !slices.ContainsFunc(codecs, func(c *codec.Codec) bool { return c.Name == name }) {
			return fmt.Errorf("%s: there is no such codec: add it to codec/all/all.go", name)
		}
	}
	done := map[string]bool{} // folders
	for _, c := range codecs {
		if len(names) > 0 && !slices.Contains(names, c.Name) || len(c.Pinned()) == 0 || done[c.Dir()] {
			continue
		}
		done[c.Dir()] = true
		if err := p.pin(c, rowsOf(codecs, c)); err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	return nil
}

// rowsOf returns the names of the rows that have the pins of c.
func rowsOf(codecs []*codec.Codec, c *codec.Codec) string {
	var rows []string
	for _, other := range codecs {
		if other.Dir() != c.Dir() {
			continue
		}
		if len(other.Variants) == 0 {
			rows = append(rows, other.Name)
		}
		for _, v := range other.Variants {
			rows = append(rows, other.FullName(v))
		}
	}
	return strings.Join(rows, ",")
}

// pin completes the pins in the folder of a codec. With an update, a module whose newest version is not served or does not build keeps its version.
func (p *pinner) pin(c *codec.Codec, rows string) error {
	dir, err := os.MkdirTemp("", "bale-pin-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	imports := "package pin\n\nimport (\n"
	for _, path := range c.Pinned() {
		imports += fmt.Sprintf("\t_ %q\n", path)
	}
	mod, sum := c.Pins()
	files := map[string]string{"go.mod": mod, "go.sum": sum, "pin.go": imports + ")\n"}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	if p.update {
		if err := p.updateAll(dir, mod, rows, c.Pinned()); err != nil {
			return err
		}
	}
	if err := run(dir, "mod", "tidy"); err != nil {
		return err
	}
	for from, to := range map[string]string{"go.mod": "pins.mod", "go.sum": "pins.sum"} {
		data, err := os.ReadFile(filepath.Join(dir, from))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(p.top, "codec", c.Dir(), to), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// updateAll brings the direct requirements in a folder to their newest versions, one by one.
func (p *pinner) updateAll(dir, mod, rows string, packages []string) error {
	before, err := modfile.Parse("pins.mod", []byte(mod), nil)
	if err != nil {
		return err
	}
	for _, r := range before.Require {
		if r.Indirect || kept(r) {
			continue
		}
		if err := updateOne(dir, r.Mod.Path, packages); err != nil {
			fmt.Fprintf(p.out, "%s stays at %s (rows %s): %v\n", r.Mod.Path, r.Mod.Version, rows, err)
		}
	}
	data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return err
	}
	after, err := modfile.Parse("go.mod", data, nil)
	if err != nil {
		return err
	}
	for _, r := range before.Require {
		i := slices.IndexFunc(after.Require, func(now *modfile.Require) bool { return now.Mod.Path == r.Mod.Path })
		if i >= 0 && !r.Indirect && after.Require[i].Mod.Version != r.Mod.Version {
			fmt.Fprintf(p.out, "%s %s -> %s (rows %s)\n", r.Mod.Path, r.Mod.Version, after.Require[i].Mod.Version, rows)
		}
	}
	return nil
}

// kept reports whether a requirement has a comment that says why it keeps its version.
func kept(r *modfile.Require) bool {
	return slices.ContainsFunc(r.Syntax.Suffix, func(c modfile.Comment) bool { return strings.Contains(c.Token, "kept:") })
}

// updateOne brings a module to its newest version, and compiles the packages with it. If that fails, the files are as before.
func updateOne(dir, path string, packages []string) error {
	old := map[string][]byte{}
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		old[name] = data
	}
	err := run(dir, "get", path+"@upgrade")
	if err == nil {
		err = run(dir, "mod", "tidy")
	}
	if err == nil {
		now, readErr := os.ReadFile(filepath.Join(dir, "go.mod"))
		if readErr != nil || bytes.Equal(now, old["go.mod"]) {
			return readErr
		}
		err = run(dir, append([]string{"build"}, packages...)...)
	}
	if err == nil {
		return nil
	}
	for name, data := range old {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return err
		}
	}
	return err
}

// run runs the go command in a folder. The error has the first line of what it prints.
func run(dir string, args ...string) error {
	cmd := exec.Command("go", args...)
	var out bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &out
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	if err := cmd.Run(); err != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(out.String()), "\n")
		return fmt.Errorf("go %s: %w: %s", strings.Join(args, " "), err, first)
	}
	return nil
}

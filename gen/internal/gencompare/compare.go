package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/txtar"

	"bale/gen/emit"
	"bale/gen/format/all"
)

// A comparison runs two bale commands on the same packages.
type comparison struct {
	*options
	tmp      string
	old, new string // paths of the commands
	out, log io.Writer
	seen     map[string]bool // hunks that have been printed
	count    counts
}

// A call is one run of bale gen.
type call struct {
	*input
	label string // "compact -tests"
	args  []string
	types []string // the requested types, or those with //bale:gen
}

// An output is the result of a call: files, or the reason why there are none.
type output struct {
	files   map[string]string
	refusal string
}

// A result is the output of both commands for a call.
type result struct {
	call
	old, new output
}

// compare prints the differences. It returns errDiffers if there are any.
func (c *comparison) compare(ctx context.Context, modules []*module) error {
	if err := c.prepare(modules); err != nil {
		return err
	}
	var calls []call
	for _, m := range modules {
		for _, p := range m.packages {
			if c.only == nil || c.only.MatchString(p.String()) {
				calls = append(calls, c.calls(p)...)
			}
		}
	}
	results := make([][]*result, len(calls))
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.NumCPU() {
		workers.Go(func() {
			for i := range next {
				results[i] = c.run(ctx, calls[i])
			}
		})
	}
	for i := range calls {
		next <- i
	}
	close(next)
	workers.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return c.report(ctx, slices.Concat(results...))
}

// prepare writes the modules.
func (c *comparison) prepare(modules []*module) error {
	for _, m := range modules {
		if err := m.write(c.folder(m)); err != nil {
			return err
		}
	}
	return nil
}

// folder returns the folder of a module.
func (c *comparison) folder(m *module) string { return filepath.Join(c.tmp, "modules", m.name) }

// calls returns the calls for a package: each format alone, all formats together, and without -wire.
// Packages of random types have fewer calls.
func (c *comparison) calls(p *input) []call {
	var types []string
	if !p.marked && len(p.types) > 0 {
		types = []string{"-type", strings.Join(p.types, ",")}
	}
	var calls []call
	add := func(label string, args ...string) {
		args = slices.Concat([]string{"gen", "-n"}, args, types, []string{"./" + p.folder})
		calls = append(calls, call{p, label, args, p.types})
	}
	if !p.random {
		add("as it stands")
		add("all", "-wire", strings.Join(c.formats, ","))
	}
	for _, f := range c.formats {
		add(f, "-wire", f)
		if p.tests {
			add(f+" -tests", "-wire", f, "-tests")
		}
		if hasSchema(f) {
			add(f+" -proto", "-wire", f, "-proto", "x.proto")
		}
	}
	return calls
}

// hasSchema reports whether bale gen writes a .proto file for the format with a name.
func hasSchema(name string) bool {
	return slices.ContainsFunc(all.Formats, func(f *emit.Format) bool { return f.Name == name && f.Print.Schema != nil })
}

// run runs both commands. If one refuses some of the types, it runs both again for the other types.
func (c *comparison) run(ctx context.Context, x call) []*result {
	r := &result{x, c.runCommand(ctx, c.old, x), c.runCommand(ctx, c.new, x)}
	if c.verbose {
		fmt.Fprintf(c.log, "%v %s\n", x.input, x.label)
	}
	list := []*result{r}
	errs := r.old.refusal + r.new.refusal
	rest := slices.DeleteFunc(slices.Clone(x.types), func(name string) bool {
		return regexp.MustCompile(`: ` + name + `\b`).MatchString(errs)
	})
	if errs == "" || len(rest) == 0 || len(rest) == len(x.types) {
		return list
	}
	x.label, x.types = x.label+", the rest", rest
	// The last -type replaces earlier ones.
	x.args = slices.Insert(slices.Clone(x.args), len(x.args)-1, "-type", strings.Join(rest, ","))
	return append(list, &result{x, c.runCommand(ctx, c.old, x), c.runCommand(ctx, c.new, x)})
}

// overlayFolder matches the name of a temporary folder in errors, which differs between runs.
var overlayFolder = regexp.MustCompile(`gocommand-\d+`)

// runCommand runs one of the commands.
func (c *comparison) runCommand(ctx context.Context, bin string, x call) output {
	cmd := exec.CommandContext(ctx, bin, x.args...)
	cmd.Dir = c.folder(x.module)
	cmd.Env = append(os.Environ(), "PWD="+cmd.Dir, "GOFLAGS=", "GOWORK=off", "GOPROXY=off", "GOTOOLCHAIN=local", "GOMAXPROCS=2")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	o := output{files: filesOf(stdout.Bytes())}
	if err != nil {
		o.refusal = fmt.Sprintf("%s%v\n", overlayFolder.ReplaceAllString(stderr.String(), "gocommand"), err)
	}
	return o
}

// filesOf splits the output of bale gen -n into files. The first file is called code in the result.
func filesOf(text []byte) map[string]string {
	files := map[string]string{}
	if !bytes.HasPrefix(text, []byte("-- ")) {
		if len(text) > 0 {
			files["code"] = string(text)
		}
		return files
	}
	for i, f := range txtar.Parse(text).Files {
		name := f.Name
		if i == 0 {
			name = "code"
		}
		files[name] = string(f.Data)
	}
	return files
}

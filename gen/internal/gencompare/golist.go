package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// bale gen runs "go list" three to six times: for the package, for what it imports, and to check that the generated code compiles.
// These calls take most of the time. gencompare therefore puts itself on the PATH as the command go. It caches answers, which are
// the same for all formats and both versions, and adds the files of an overlay to them. Calls that it cannot answer exactly go to
// the real go command.
const (
	envGo     = "BALE_GENCOMPARE_GO"     // the real go command
	envAnswer = "BALE_GENCOMPARE_ANSWER" // the folder of answers
)

// actAsGo acts as the go command. It returns the exit status.
func actAsGo(args []string) int {
	if i := slices.IndexFunc(args, func(a string) bool { return strings.HasPrefix(a, "-overlay=") }); i >= 0 && args[0] == "list" {
		if out, err := withOverlay(strings.TrimPrefix(args[i], "-overlay="), slices.Delete(slices.Clone(args), i, i+1)); err == nil {
			os.Stdout.Write(out)
			return 0
		}
	} else if slices.Contains([]string{"list", "env", "version"}, args[0]) {
		if out, err := cachedAnswer(args); err == nil {
			os.Stdout.Write(out)
			return 0
		}
	}
	cmd := exec.Command(os.Getenv(envGo), args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		return max(exit.ExitCode(), 1)
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// errAskGo is the error for calls that the real go command has to answer.
var errAskGo = errors.New("the real go command has to answer")

// cachedAnswer returns what the go command prints for args in this folder. It returns an error if the command fails or prints
// anything on standard error.
func cachedAnswer(args []string) ([]byte, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	key := sha256.Sum256(fmt.Appendf(nil, "%q %q %q", dir, os.Getenv("GO111MODULE"), args))
	file := filepath.Join(os.Getenv(envAnswer), fmt.Sprintf("%x", key))
	if out, err := os.ReadFile(file); err == nil {
		return out, nil
	}
	cmd := exec.Command(os.Getenv(envGo), args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		return nil, errAskGo
	}
	unfinished := fmt.Sprintf("%s-%d", file, os.Getpid())
	if err := os.WriteFile(unfinished, out, 0o666); err != nil {
		return nil, err
	}
	return out, os.Rename(unfinished, file)
}

// A listed is a package in the output of go list -json: the fields that an overlay changes, and all fields as text.
type listed struct {
	Dir, ImportPath          string
	DepOnly                  bool
	GoFiles, CompiledGoFiles []string
	Imports                  []string
	Error                    *json.RawMessage
	all                      map[string]json.RawMessage
}

// list returns the packages in the cached answer to args.
func list(args []string) ([]*listed, error) {
	out, err := cachedAnswer(args)
	if err != nil {
		return nil, err
	}
	var packages []*listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var text json.RawMessage
		if err := d.Decode(&text); err == io.EOF {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		p := &listed{}
		if err := errors.Join(json.Unmarshal(text, p), json.Unmarshal(text, &p.all)); err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
}

// set sets a field in the output.
func (p *listed) set(field string, value any) error {
	text, err := json.Marshal(value)
	p.all[field] = text
	return err
}

// withOverlay returns the answer to args with the files of an overlay. These must be new files of a package that is listed by name.
func withOverlay(overlay string, args []string) ([]byte, error) {
	text, err := os.ReadFile(overlay)
	if err != nil {
		return nil, err
	}
	var files struct{ Replace map[string]string }
	if err := json.Unmarshal(text, &files); err != nil {
		return nil, err
	}
	packages, err := list(args)
	if err != nil {
		return nil, err
	}
	for path, file := range files.Replace {
		i := slices.IndexFunc(packages, func(p *listed) bool { return p.Dir == filepath.Dir(path) && !p.DepOnly })
		if i < 0 {
			return nil, errAskGo
		}
		more, err := packages[i].add(path, file)
		if err != nil {
			return nil, err
		}
		if packages, err = withImports(packages, args, more); err != nil {
			return nil, err
		}
	}
	var out bytes.Buffer
	for _, p := range packages {
		if err := json.NewEncoder(&out).Encode(p.all); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}

// add adds a file to a package, and returns its imports. content is the path of the file's content.
func (p *listed) add(path, content string) ([]string, error) {
	name := filepath.Base(path)
	parsed, err := parser.ParseFile(token.NewFileSet(), content, nil, parser.ImportsOnly|parser.ParseComments)
	if err != nil || p.Error != nil || slices.Contains(p.GoFiles, name) {
		return nil, errAskGo
	}
	for _, group := range parsed.Comments {
		for _, c := range group.List {
			if constraint.IsGoBuild(c.Text) {
				return nil, errAskGo
			}
		}
	}
	sorted := func(list []string, more ...string) []string {
		list = append(list, more...)
		slices.Sort(list)
		return slices.Compact(list)
	}
	var imports []string
	for _, spec := range parsed.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		imports = append(imports, path)
	}
	if len(p.CompiledGoFiles) > 0 {
		err = p.set("CompiledGoFiles", sorted(p.CompiledGoFiles, name))
	}
	return imports, errors.Join(err, p.set("GoFiles", sorted(p.GoFiles, name)), p.set("Imports", sorted(p.Imports, imports...)))
}

// withImports adds the packages that an added file imports, and their dependencies, if args ask for dependencies.
func withImports(packages []*listed, args, imports []string) ([]*listed, error) {
	dashes := slices.Index(args, "--")
	if dashes < 0 {
		return nil, errAskGo
	}
	has := map[string]bool{}
	for _, p := range packages {
		has[p.ImportPath] = true
	}
	for _, path := range imports {
		if has[path] || !slices.Contains(args, "-deps=true") {
			continue
		}
		more, err := list(append(slices.Clone(args[:dashes+1]), path))
		if err != nil {
			return nil, err
		}
		for _, p := range more {
			if p.Error != nil {
				return nil, errAskGo
			}
			if !has[p.ImportPath] {
				has[p.ImportPath] = true
				if err := p.set("DepOnly", true); err != nil {
					return nil, err
				}
				packages = append(packages, p)
			}
		}
	}
	return packages, nil
}

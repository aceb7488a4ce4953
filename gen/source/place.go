package source

import (
	"os"
	"path/filepath"
	"strings"

	"bale/model"
)

// Place sets Out to the path that -o names, or to the usual one if out is "". dir is the folder that out is relative to, and existing means that a
// generated file that the package has is used instead of the usual path.
func (p *Package) Place(out, dir string, existing bool) model.Errors {
	p.Out = filepath.Join(p.Dir, p.Name+"_bale.go")
	switch {
	case out != "":
		p.Out = filepath.Join(p.Dir, out)
		if filepath.Base(out) != out {
			p.Out = out
			if !filepath.IsAbs(p.Out) {
				p.Out = filepath.Join(dir, out)
			}
		}
	case existing:
		p.Out = p.existingFile()
	}
	switch name := filepath.Base(p.Out); {
	case !SameFolder(filepath.Dir(p.Out), p.Dir):
		return OneError("-o %s is not in %s: methods must be in the package of their type", out, p.Dir)
	case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
		return OneError("-o %s: want a name that ends in .go and not in _test.go", out)
	case out == "" && strings.HasPrefix(name, "_"):
		return OneError("%s: the go command ignores files whose names begin with _: name another file with -o", name)
	case strings.HasPrefix(name, "_") || strings.HasPrefix(name, "."):
		return OneError("-o %s: the go command ignores files whose names begin with _ or .: take another name", out)
	}
	p.Out = filepath.Join(p.Dir, filepath.Base(p.Out)) // the folder as the go command spells it
	return nil
}

// existingFile returns the generated file that the package has, or else the default path.
func (p *Package) existingFile() string {
	for _, file := range p.Files {
		if text, err := os.ReadFile(file); err == nil && model.Generated(text) {
			return file
		}
	}
	return p.Out
}

// PluginEnding is the end of the name of a file that the plugin of protoc has written.
const PluginEnding = ".pb.go"

// TestFile returns the path of the generated tests.
func (p *Package) TestFile() string { return strings.TrimSuffix(p.Out, ".go") + "_test.go" }

// OldFile returns the path of the file with the functions for earlier layouts.
func (p *Package) OldFile() string {
	return strings.TrimSuffix(p.Out, ".go") + "_" + model.Old + ".go"
}

// SameFolder reports whether two paths are the same folder on disk.
func SameFolder(a, b string) bool {
	x, errA := os.Stat(a)
	y, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(x, y)
}

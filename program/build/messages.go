package build

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"

	"bale/codec"
	"bale/gen"
	"bale/gen/emit"
	"bale/gen/lock"
	"bale/internal/version"
	"bale/model"
	"bale/program/adapter"
	"bale/runner/show"
)

// A MessageProgram is a program with package show that reads and writes the messages of a package's types.
type MessageProgram struct {
	Path  string // path of the binary; "" if there are no types
	Types []MessageType
}

// A MessageType is a type in one format.
type MessageType struct{ Name, Wire string }

// Formats returns the names of the formats that a type has in the program.
func (p *MessageProgram) Formats(name string) []string {
	var list []string
	for _, t := range p.Types {
		if t.Name == name {
			list = append(list, t.Wire)
		}
	}
	return list
}

// messageCodec stands for a serializer in programs with messages: they need the standard library only.
var messageCodec = &codec.Codec{Name: "messages", Mod: codec.StdMod}

// Messages returns the program for the package in a folder. It has the types and formats that bale gen generates code for, and the one in more,
// unless more is empty. It is built with that code as it would be now, whatever files are on disk. If it is not in the cache, Messages calls note
// before it builds the program.
func (b *Builder) Messages(ctx context.Context, dir string, more MessageType, known []*emit.Format, note func()) (*MessageProgram, error) {
	if err := b.checkRunnable(ctx); err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if err := OutsideModuleCache(dir); err != nil {
		return nil, err
	}
	src, err := messageSources(ctx, dir)
	if err != nil {
		return nil, err
	}
	find := func() (*MessageProgram, error) {
		note()
		return b.makeMessages(ctx, dir, src, more, known)
	}
	key := Key{"source": []byte(src), "folder": []byte(dir), "type": []byte(more.Name + ":" + more.Wire), "env": []byte(b.Target.Key())}
	p, err := Cached(b, messages, key, find)
	if err != nil || p.Path == "" {
		return p, err
	}
	if _, err := os.Stat(p.Path); errors.Is(err, fs.ErrNotExist) {
		return find() // only the binary has been removed
	}
	return p, nil
}

// messageSources returns a hash of what the program for the package in dir depends on: the sources of its module, bale.lock, and bale itself.
func messageSources(ctx context.Context, dir string) (string, error) {
	m, err := moduleAround(dir)
	if err != nil {
		return "", err
	}
	src, err := digestModules(ctx, []model.Module{m})
	if err != nil {
		return "", err
	}
	lock, err := os.ReadFile(filepath.Join(dir, lock.FileName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	self := version.Number
	if path, err := os.Executable(); err == nil {
		if info, err := os.Stat(path); err == nil {
			self += fmt.Sprint(info.Size(), info.ModTime())
		}
	}
	return digest(map[string][]byte{"source": []byte(src), "lock": lock, "bale": []byte(self)}), nil
}

// moduleAround returns the module that contains a folder.
func moduleAround(dir string) (model.Module, error) {
	for at := dir; ; at = filepath.Dir(at) {
		path := filepath.Join(at, "go.mod")
		if data, err := os.ReadFile(path); err == nil {
			return model.Module{Path: modfile.ModulePath(data), Dir: at, GoMod: path}, nil
		}
		if filepath.Dir(at) == at {
			return model.Module{}, fmt.Errorf("%s is not in a Go module: name the folder of the type's package as the last argument", dir)
		}
	}
}

// makeMessages generates the code for a package and builds the program.
func (b *Builder) makeMessages(ctx context.Context, dir, src string, more MessageType, known []*emit.Format) (*MessageProgram, error) {
	r := &gen.Request{Dir: dir, Pattern: ".", Known: known, Program: true}
	if more.Name != "" {
		r.Types = []string{more.Name}
		r.Formats, _ = emit.Choose(known, []string{more.Wire})
	}
	outputs, err := gen.Generate(ctx, r)
	if err != nil || len(outputs) == 0 {
		return &MessageProgram{}, err
	}
	out := outputs[0]
	if out.Err != nil {
		return nil, out.Err
	}
	prog, err := messageSource(out)
	if err != nil {
		return nil, err
	}
	built, err := b.link(ctx, prog, src)
	if err != nil {
		return nil, errors.New(Shorten(err.Error()))
	}
	p := &MessageProgram{Path: built.Path}
	for _, t := range out.Program.Types {
		p.Types = append(p.Types, MessageType{out.Program.Model.Roots[t.Root].Expr, t.Methods.Name})
	}
	return p, nil
}

// messageSource returns the source of the program with the generated files of a package.
func messageSource(out *gen.Output) (*Program, error) {
	m := out.Program.Model
	if err := m.Importable(); err != nil {
		return nil, err
	}
	prog, err := newProgram(messageCodec, m, map[string]fs.FS{"harness": show.Source})
	if err != nil {
		return nil, err
	}
	src, err := adapter.Messages(out.Program, prog.harness())
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{filepath.Join(m.Dir, "bale_messages.go"): src}
	for _, f := range out.Files {
		if strings.HasSuffix(f.Path, ".go") {
			files[f.Path] = f.Data
		}
	}
	m.Replace(files)
	maps.Copy(prog.files, m.Overlay)
	if err := prog.runtime(m.Module, out.Imports); err != nil {
		return nil, err
	}
	prog.add(m, adapter.MessagesFunc)
	prog.finish()
	return prog, nil
}

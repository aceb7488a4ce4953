package protogen

import (
	"fmt"
	"slices"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

// files holds the .proto files of the user's package and all their imports, in an order in which imports come first.
type files struct {
	own    []string // names of the package's files
	list   []*descriptorpb.FileDescriptorProto
	params []string // the Go package of each file, as plugin parameters
}

// HasFiles reports whether the .proto files of n and all their imports are known, and code can be added to its package.
func HasFiles(n *model.Named, in *lower.Package) bool { return len(Files(n, in)) > 0 }

// Files returns the .proto files from which the package of n was generated, or none if HasFiles is false.
func Files(n *model.Named, in *lower.Package) []*descriptorpb.FileDescriptorProto {
	if n.Message != model.MessageV2 || n.Package != in.Path {
		return nil
	}
	f, err := filesOf(in, "")
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(f.list, func(d *descriptorpb.FileDescriptorProto) bool { return !slices.Contains(f.own, d.GetName()) })
}

// Imports returns the Go packages of the files that f imports, without the user's package.
func Imports(f *descriptorpb.FileDescriptorProto, in *lower.Package) []string {
	var list []string
	for _, p := range in.Protos {
		d := &descriptorpb.FileDescriptorProto{}
		if proto.Unmarshal(p.Raw, d) == nil && p.Package != in.Path && slices.Contains(f.GetDependency(), d.GetName()) {
			list = append(list, p.Package)
		}
	}
	return list
}

// filesOf returns the files of a package with this Go name.
func filesOf(in *lower.Package, name string) (*files, error) {
	type known struct {
		*descriptorpb.FileDescriptorProto
		pkg string
	}
	byName := map[string]known{}
	f := &files{}
	for _, p := range in.Protos {
		d := &descriptorpb.FileDescriptorProto{}
		if err := proto.Unmarshal(p.Raw, d); err != nil {
			return nil, fmt.Errorf("the descriptor of a file of package %s: %w", p.Package, err)
		}
		byName[d.GetName()] = known{d, p.Package}
		if p.Package == in.Path {
			f.own = append(f.own, d.GetName())
		}
	}
	added := map[string]bool{}
	var add func(file string) error
	add = func(file string) error {
		if added[file] {
			return nil
		}
		added[file] = true
		d, ok := byName[file]
		if !ok {
			return fmt.Errorf("no package that %s imports was generated from %s", in.Path, file)
		}
		for _, dep := range d.GetDependency() {
			if err := add(dep); err != nil {
				return err
			}
		}
		param := "M" + file + "=" + d.pkg
		if d.pkg == in.Path {
			param += ";" + name
		}
		f.list, f.params = append(f.list, d.FileDescriptorProto), append(f.params, param)
		return nil
	}
	for _, file := range f.own {
		if err := add(file); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// AsIs returns the user's messages that are encoded without conversion.
func AsIs(in *codec.Input) []*model.Named {
	var list []*model.Named
	for _, r := range in.Plan.Roots {
		if n, ok := r.Node.Src.(*model.Named); ok && r.Node.Form == lower.Unchanged && n.Message != model.NoMessage {
			list = append(list, n)
		}
	}
	return list
}

// OwnStep returns a step that runs a protoc plugin on the .proto files with messages from which the user's package was generated. Its
// output is for that package.
func OwnStep(in *codec.Input, run Run) (codec.Step, error) {
	f, err := filesOf(in.Plan.In, in.Name)
	if err != nil {
		return codec.Step{}, err
	}
	var names []string
	for _, d := range f.list {
		if slices.Contains(f.own, d.GetName()) && len(d.GetMessageType()) > 0 {
			names = append(names, d.GetName())
		}
	}
	step, err := pluginStep(run.Plugin, names, f.list, slices.Concat(run.Options, []string{"paths=source_relative"}, f.params))
	step.Own = []string{"*"}
	return step, err
}

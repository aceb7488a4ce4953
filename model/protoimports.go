package model

import (
	"go/types"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
)

// ready reports whether no file that f needs is still to be added to files. The path of an import can be another one than that of the file in its package, as
// in etcd, which runs protoc in several folders. If byName is true, f also needs the files that declare its types.
func (f rawFile) ready(files *protoregistry.Files, later []rawFile, byName bool) bool {
	for _, path := range f.file.Dependency {
		if _, err := files.FindFileByPath(path); err == nil {
			continue
		}
		for _, other := range later {
			if other.file.GetName() == path && other.file != f.file {
				return false
			}
		}
	}
	return !byName || !slices.ContainsFunc(f.refers, func(name string) bool {
		if _, err := files.FindDescriptorByName(protoreflect.FullName(name)); err == nil || f.declares[name] {
			return false
		}
		return slices.ContainsFunc(later, func(other rawFile) bool { return other.declares[name] })
	})
}

// withImports returns the file with imports of the files that declare its types.
func (f rawFile) withImports(files *protoregistry.Files) *descriptorpb.FileDescriptorProto {
	file := proto.CloneOf(f.file)
	for _, name := range f.refers {
		d, err := files.FindDescriptorByName(protoreflect.FullName(name))
		if err != nil || f.declares[name] {
			continue
		}
		if path := d.ParentFile().Path(); !slices.Contains(file.Dependency, path) {
			file.Dependency = append(file.Dependency, path)
		}
	}
	return file
}

// newRawFile returns a file of a package with the names in it.
func newRawFile(pkg *types.Package, file *descriptorpb.FileDescriptorProto) rawFile {
	f := rawFile{pkg: pkg, file: file, declares: map[string]bool{}}
	f.fields(file.Extension)
	f.types(file.GetPackage(), file.MessageType, file.EnumType)
	for _, s := range file.Service {
		for _, m := range s.Method {
			f.refer(m.GetInputType(), m.GetOutputType())
		}
	}
	return f
}

// types adds the names of messages and enums, and the types of their fields.
func (f *rawFile) types(scope string, messages []*descriptorpb.DescriptorProto, enums []*descriptorpb.EnumDescriptorProto) {
	join := func(name string) string { return strings.TrimPrefix(scope+"."+name, ".") }
	for _, e := range enums {
		f.declares[join(e.GetName())] = true
	}
	for _, m := range messages {
		f.declares[join(m.GetName())] = true
		f.fields(m.Field)
		f.fields(m.Extension)
		f.types(join(m.GetName()), m.NestedType, m.EnumType)
	}
}

// fields adds the types of fields.
func (f *rawFile) fields(list []*descriptorpb.FieldDescriptorProto) {
	for _, field := range list {
		f.refer(field.GetTypeName(), field.GetExtendee())
	}
}

// refer adds full names, which begin with a period.
func (f *rawFile) refer(names ...string) {
	for _, name := range names {
		if name = strings.TrimPrefix(name, "."); name != "" && !slices.Contains(f.refers, name) {
			f.refers = append(f.refers, name)
		}
	}
}

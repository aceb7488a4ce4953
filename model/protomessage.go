package model

import (
	"go/constant"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/packages"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
)

// A ProtoMessage is the protobuf message from which protoc-gen-go or gogo generated a struct.
type ProtoMessage struct {
	Package, Name string // of the generated Go type
	// Descriptor describes the message, with all features of its edition resolved. It is nil if Gogo is not.
	Descriptor protoreflect.MessageDescriptor
	// Gogo is set if gogo has generated the methods Marshal and Unmarshal. The tags of the fields describe the message.
	Gogo *GogoMessage
}

// protoMessages finds the messages that structs were generated from.
type protoMessages struct {
	byStruct map[*types.Struct]*ProtoMessage
	// find returns the .proto files of packages that are not loaded from source; nil if all are.
	find  func() ([]Proto, error)
	found []Proto
	err   error
	gogo  gogoMessages
}

// of returns the message of a struct, or nil. A defined type such as type Order pb.Order has the struct of the message.
func (p *protoMessages) of(s *types.Struct, pkg *packages.Package) *ProtoMessage {
	if !hasState(s) && !hasOldState(s) {
		return p.gogo.of(s, pkg.Types)
	}
	if m := p.gogo.of(s, pkg.Types); m != nil {
		return m
	}
	if p.byStruct == nil {
		p.byStruct = map[*types.Struct]*ProtoMessage{}
		p.read(pkg)
	}
	return p.byStruct[s]
}

// hasState reports whether s has the state that protoc-gen-go adds to messages.
func hasState(s *types.Struct) bool {
	for f := range s.Fields() {
		if isState(f) {
			return true
		}
	}
	return false
}

// hasOldState reports whether s has a field with a tag as golang/protobuf before version 1.4 writes it, or one that it adds to messages.
func hasOldState(s *types.Struct) bool {
	for i := range s.NumFields() {
		if MessageV1.internal(s.Field(i)) || strings.Contains(reflect.StructTag(s.Tag(i)).Get("protobuf"), ",name=") {
			return true
		}
	}
	return false
}

// read reads the descriptors of a package and of all that it imports.
func (p *protoMessages) read(pkg *packages.Package) {
	var list []rawFile
	add := func(pkg *types.Package, raw []byte) {
		if file := (&descriptorpb.FileDescriptorProto{}); proto.Unmarshal(raw, file) == nil {
			NoMessageSets(file.MessageType)
			list = append(list, newRawFile(pkg, file))
		}
	}
	if p.find == nil {
		packages.Visit([]*packages.Package{pkg}, nil, func(pkg *packages.Package) {
			if pkg.Types == nil {
				return
			}
			for _, d := range descriptorsOf(pkg) {
				add(pkg.Types, d.raw)
			}
		})
	} else if p.found, p.err = p.find(); p.err == nil {
		known := map[string]*types.Package{}
		collectPackages(pkg.Types, known)
		for _, f := range p.found {
			if known[f.Package] != nil {
				add(known[f.Package], f.Raw)
			}
		}
	}
	p.addAll(list)
}

// collectPackages adds a package and all that it imports to known, by import path.
func collectPackages(pkg *types.Package, known map[string]*types.Package) {
	if known[pkg.Path()] == nil {
		known[pkg.Path()] = pkg
		for _, part := range pkg.Imports() {
			collectPackages(part, known)
		}
	}
}

// addAll adds the messages of files, of each after the files that it imports. A file whose imports are not there is read without them.
func (p *protoMessages) addAll(later []rawFile) {
	files := &protoregistry.Files{}
	byName := true
	for len(later) > 0 {
		var rest []rawFile
		for _, f := range later {
			if !f.ready(files, later, byName) {
				rest = append(rest, f)
				continue
			}
			p.add(files, f)
		}
		if len(rest) == len(later) {
			if !byName { // a cycle, which protoc refuses
				return
			}
			byName = false // two packages have types of the same names
		}
		later = rest
	}
}

// NoMessageSets makes the message sets among messages ordinary messages. Package protodesc refuses files with message sets, a feature of
// protobuf before proto2.
func NoMessageSets(messages []*descriptorpb.DescriptorProto) {
	for _, m := range messages {
		if m.GetOptions().GetMessageSetWireFormat() {
			m.Options.MessageSetWireFormat = nil
			for _, r := range m.ExtensionRange {
				r.End = proto.Int32(min(r.GetEnd(), int32(protowire.MaxValidNumber)+1))
			}
		}
		NoMessageSets(m.NestedType)
	}
}

// A rawFile is a .proto file from which a part of a package was generated.
type rawFile struct {
	pkg      *types.Package
	file     *descriptorpb.FileDescriptorProto
	declares map[string]bool // full names of the messages and enums
	refers   []string        // full names of the types of fields and methods
}

// add adds the messages of a file.
func (p *protoMessages) add(files *protoregistry.Files, f rawFile) {
	options := protodesc.FileOptions{AllowUnresolvable: true}
	d, err := options.New(f.file, files)
	if err != nil {
		d, err = options.New(f.withImports(files), files)
	}
	if err != nil {
		return
	}
	_ = files.RegisterFile(d) // a second file of the same path and name: both packages have their messages
	var walk func(list protoreflect.MessageDescriptors)
	walk = func(list protoreflect.MessageDescriptors) {
		for i := range list.Len() {
			m := list.Get(i)
			name := goName(strings.TrimPrefix(string(m.FullName()), string(d.Package())+"."))
			if obj, ok := f.pkg.Scope().Lookup(name).(*types.TypeName); ok {
				if s, ok := obj.Type().Underlying().(*types.Struct); ok {
					p.byStruct[s] = &ProtoMessage{Package: f.pkg.Path(), Name: name, Descriptor: m}
				}
			}
			walk(m.Messages())
		}
	}
	walk(d.Messages())
}

// descriptorsOf returns the descriptors in the source of a package: constants, or variables in code of older versions, with names such as
// file_order_proto_rawDesc, or compressed ones with names such as fileDescriptor_cd1d9c8b25e2a3b4.
func descriptorsOf(pkg *packages.Package) []rawDescriptor {
	var list []rawDescriptor
	variables := false
	for _, name := range pkg.Types.Scope().Names() {
		if !isDescriptor(name) {
			continue
		}
		c, ok := pkg.Types.Scope().Lookup(name).(*types.Const)
		if ok && c.Val().Kind() == constant.String {
			list = append(list, rawDescriptor{raw: []byte(constant.StringVal(c.Val()))})
		}
		variables = variables || !ok
	}
	for i := 0; variables && i < len(pkg.Syntax); i++ {
		list = append(list, rawDescriptors(pkg.Syntax[i])...)
	}
	return list
}

// goName returns the name of the Go type of a message with the given name in its package, such as Order.Line. protoc-gen-go writes a
// lower-case letter that follows no letter in upper case, and the separator before it is dropped. Others become underscores, except that an
// underscore at the beginning of a name becomes X.
func goName(name string) string {
	lower := func(i int) bool { return i < len(name) && 'a' <= name[i] && name[i] <= 'z' }
	letter := func(i int) bool { return i >= 0 && (lower(i) || 'A' <= name[i] && name[i] <= 'Z') }
	var text strings.Builder
	for i := range len(name) {
		switch c := name[i]; {
		case c == '_' && (i == 0 || name[i-1] == '.'):
			text.WriteByte('X')
		case (c == '_' || c == '.') && lower(i+1):
		case c == '.':
			text.WriteByte('_')
		case lower(i) && !letter(i-1):
			text.WriteByte(c - 'a' + 'A')
		default:
			text.WriteByte(c)
		}
	}
	return text.String()
}

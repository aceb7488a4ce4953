package csproto

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"google.golang.org/protobuf/types/descriptorpb"

	"bale/codec"
	"bale/codec/internal/protogen"
	"bale/codec/internal/source"
	"bale/codec/lower"
	"bale/model"
)

// methods lists the methods that the plugin adds to a message.
var methods = []string{"Marshal", "MarshalTo", "Size", "Unmarshal"}

func has(n *model.Named) bool {
	return !slices.ContainsFunc(methods, func(m string) bool { return !slices.Contains(n.Methods.Names, m) })
}

func hasAny(n *model.Named) bool {
	return slices.ContainsFunc(methods, func(m string) bool { return slices.Contains(n.Methods.Names, m) })
}

// messages returns n and the messages in it that belong to its package, and the first messages of other packages on each path.
func messages(n *model.Named) (own, others []*model.Named) {
	model.Walk(n, func(t model.Type) bool {
		m, ok := t.(*model.Named)
		if !ok || m.Message == model.NoMessage {
			return true
		}
		if m.Package == n.Package {
			own = append(own, m)
			return true
		}
		others = append(others, m)
		return false
	})
	return own, others
}

// takesMessage reports whether the user's message is encoded without conversion: it has the methods, or the plugin can add them.
// Messages of other packages in it must not have the methods, because the sizes that they cache cannot be cleared here; proto.Marshal
// encodes them.
func takesMessage(n *model.Named, in *lower.Package) bool {
	if n.Message != model.MessageV2 || n.Package != in.Path {
		return false
	}
	own, others := messages(n)
	if slices.ContainsFunc(others, hasAny) || slices.ContainsFunc(own, func(m *model.Named) bool { return m.Message != model.MessageV2 }) {
		return false
	}
	if has(n) {
		return !slices.ContainsFunc(own, func(m *model.Named) bool { return !has(m) })
	}
	files := protogen.Files(n, in)
	return len(files) > 0 && !slices.ContainsFunc(own, hasAny) && !slices.ContainsFunc(files, func(f *descriptorpb.FileDescriptorProto) bool {
		return !compiles(f, in)
	})
}

// needsMethods reports whether the plugin has to add the methods to the user's messages.
func needsMethods(in *codec.Input) bool {
	return slices.ContainsFunc(protogen.AsIs(in), func(n *model.Named) bool { return !has(n) })
}

// compiles reports whether the plugin's code (v0.35.0) for a file compiles and encodes all fields.
func compiles(f *descriptorpb.FileDescriptorProto, in *lower.Package) bool {
	if s := f.GetSyntax(); s != "" && s != "proto2" && s != "proto3" {
		return false // the plugin treats fields of editions as those of proto3
	}
	// The plugin names the packages of imported files by the last element of their paths.
	names := map[string]string{"fmt": "fmt", "strings": "strings", "atomic": "sync/atomic", "csproto": module}
	for _, pkg := range protogen.Imports(f, in) {
		name := path.Base(pkg)
		if known := names[name]; known != "" && known != pkg {
			return false
		}
		names[name] = pkg
	}
	return !slices.ContainsFunc(f.GetMessageType(), func(m *descriptorpb.DescriptorProto) bool { return !allowed(m) })
}

func allowed(m *descriptorpb.DescriptorProto) bool {
	for _, f := range m.GetField() {
		name := strings.ToLower(strings.ReplaceAll(f.GetName(), "_", ""))
		switch {
		case slices.ContainsFunc(methods, func(method string) bool { return strings.ToLower(method) == name }),
			f.GetType() == descriptorpb.FieldDescriptorProto_TYPE_GROUP,
			m.GetOptions().GetMapEntry() && f.GetNumber() == 1 && f.GetType() == descriptorpb.FieldDescriptorProto_TYPE_BOOL:
			return false
		}
	}
	return len(m.GetExtension()) == 0 && !slices.ContainsFunc(m.GetNestedType(), func(m *descriptorpb.DescriptorProto) bool { return !allowed(m) })
}

// clearSizes adds code to c that clears the cached sizes of a message before it is encoded. Sample values are encoded repeatedly, and
// would have their sizes already, while a program encodes most messages once.
func clearSizes(in *codec.Input, root *model.Named, c *codec.Code) {
	p := &printer{source.New(in), root.Package}
	call := p.clear("c", root)
	p.Each(p.message)
	c.Decls += "\n" + p.String()
	c.Marshal = call + "\n" + c.Marshal
	c.MarshalReuse = call + "\n" + c.MarshalReuse
}

type printer struct {
	*source.Writer
	pkg string
}

// clear returns a call that clears the sizes in x, a pointer to t, or "" if t is not a message of the package.
func (p *printer) clear(x string, t model.Type) string {
	n, ok := t.(*model.Named)
	if !ok || n.Message != model.MessageV2 || n.Package != p.pkg {
		return ""
	}
	return fmt.Sprintf("$Aclear%d(%s)", p.Number(n), x)
}

func (p *printer) message(i int, t model.Type) {
	p.Line("// $Aclear%d forgets the sizes of a message. Goroutines of a parallel block share values, and all store the same.", i)
	p.Line("func $Aclear%d(c *%s) {\nif c == nil {\nreturn\n}\nc.sizeCache = 0", i, p.Type(t))
	for _, f := range model.Underlying(t).(*model.Struct).Fields {
		p.field("c."+f.Name, f.Type)
	}
	p.Line("}\n")
}

// field prints code that clears the sizes in a field, or in the value of a oneof's struct.
func (p *printer) field(x string, t model.Type) {
	switch t := model.Underlying(t).(type) {
	case *model.Pointer:
		if call := p.clear(x, t.Elem); call != "" {
			p.Line("%s", call)
		}
	case *model.Slice:
		p.loop(x, t.Elem)
	case *model.Map:
		p.loop(x, t.Elem)
	case *model.Interface:
		cases := p.Capture(func() {
			for _, m := range t.Members {
				ptr, ok := m.(*model.Pointer)
				if !ok {
					continue
				}
				wrapper, ok := model.Underlying(ptr.Elem).(*model.Struct)
				if !ok || len(wrapper.Fields) != 1 {
					continue
				}
				if text := p.Capture(func() { p.field("o."+wrapper.Fields[0].Name, wrapper.Fields[0].Type) }); text != "" {
					p.Line("case %s:\n%s", p.Type(m), text)
				}
			}
		})
		if cases != "" {
			p.Line("switch o := %s.(type) {\n%s}", x, cases)
		}
	}
}

// loop prints code that clears the sizes in the elements of a slice or a map.
func (p *printer) loop(x string, elem model.Type) {
	if ptr, ok := elem.(*model.Pointer); ok {
		if call := p.clear("e", ptr.Elem); call != "" {
			p.Line("for _, e := range %s {\n%s\n}", x, call)
		}
	}
}

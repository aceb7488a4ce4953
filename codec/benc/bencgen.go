package benc

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

const (
	tool    = module + "/cmd/bencgen"
	genDoc  = "https://github.com/deneonet/benc/blob/v1.1.8/cmd/bencgen/README.md"
	genNote = "an int is an int64, since the code for a list of ints does not compile; elements of lists and maps have no field numbers; " + listsNote
)

// Generated is the code that bencgen generates for containers. It is a codec of its own, because its users write a schema.
var Generated = &codec.Codec{
	Name: "bencgen", Folder: "benc", Module: module,
	Doc:      genDoc + "#go-usage-example",
	Packages: packages,
	Variants: []*codec.Variant{
		{Wire: "benc gen", Numbered: true, Caps: containers, Generate: generate("string", "rcopy bytes"), Note: "rcopy bytes; " + genNote},
		{Name: "unsafe", Wire: "benc gen", Numbered: true, Doc: genDoc + "#type-attributes", Caps: containers, Generate: generate("unsafe string", "bytes"),
			Note: "unsafe string, and bytes without rcopy: both point into the message, of which copy takes a copy first; " + genNote},
	},
}

// containers returns the capabilities of bencgen. It has no type for int8, which is carried as a byte, and refuses empty containers.
func containers(pkg string) lower.Caps {
	return lower.Caps{
		Scalars: lower.With(lower.Widen(), model.Int8, model.Uint8),
		Bytes:   true, Root: true, NoEmpty: true,
		Maps: func(key, _ *lower.Node) bool {
			_, ok := key.Go.(*model.Basic)
			return ok
		},
		Package: pkg, Message: containerName,
		Reserved: []string{"Size", "NestedSize", "SizePlain", "Marshal", "NestedMarshal", "MarshalPlain", "Unmarshal", "NestedUnmarshal", "UnmarshalPlain"},
	}
}

// taken lists the names in the generated methods that a receiver with the same name would hide.
var taken = []string{"b", "err", "id", "n", "ok", "r", "s", "tn", "bstd", "bgenimpl"}

// containerName returns the name of a container. The receiver of its methods has the same name, except that the first letter is in lower case, so a
// name that is a keyword, is predeclared or has another meaning in the methods gets an underscore.
func containerName(name string) string {
	receiver := strings.ToLower(name[:1]) + name[1:]
	if token.IsKeyword(receiver) || slices.Contains(taken, receiver) || types.Universe.Lookup(receiver) != nil {
		return name + "_"
	}
	return name
}

// generate returns a codec.Variant.Generate with these types of the schema for strings and byte strings.
func generate(str, bytes string) func(*codec.Input) (*codec.Output, error) {
	return func(in *codec.Input) (*codec.Output, error) {
		out := codec.SameForAll(in, codec.Code{
			Marshal: "b := make([]byte, c.Size())\nc.Marshal(b)\nreturn b, nil",
			MarshalReuse: `n := c.Size()
				if cap(buf) < n {
					buf = make([]byte, n)
				}
				c.Marshal(buf[:n])
				return buf[:n], nil`,
			Unmarshal:      "return c.Unmarshal(b)",
			UnmarshalReuse: "return c.Unmarshal(b)",
		})
		for i := range out.Code {
			if bytes == "bytes" && in.Plan.Reaches(i, func(t model.Type) bool { return model.IsKind(t, model.String) || model.IsBytes(t) }) {
				out.Code[i].ShareMemory()
			}
		}
		s := schema{str, bytes}
		out.Steps = []codec.Step{{
			Tool:  tool,
			Args:  []string{"-in", "bale.benc", "-lang", "go", "-out", ".", "-file", "benc"},
			Files: map[string][]byte{"bale.benc": []byte(s.text(in))},
			Gen:   []string{"benc.go"},
		}}
		return out, nil
	}
}

// A schema has the types for strings and byte strings.
type schema struct{ str, bytes string }

func (s schema) text(in *codec.Input) string {
	var b strings.Builder
	fmt.Fprintf(&b, "define bale;\n\nvar go_package = %q;\n", in.Gen)
	for _, m := range in.Plan.Msgs {
		fmt.Fprintf(&b, "\nctr %s {\n", m.Go.Name)
		for i, f := range m.Fields {
			fmt.Fprintf(&b, "\t%s %s = %d;\n", s.typ(f.Node.Go), f.Go, i+1)
		}
		b.WriteString("}\n")
	}
	return b.String()
}

func (s schema) typ(t model.Type) string {
	switch t := t.(type) {
	case *model.Basic:
		switch t.Kind {
		case model.String:
			return s.str
		case model.Uint8:
			return "byte"
		}
		return t.Kind.String()
	case *model.Named:
		return t.Name
	case *model.Slice:
		if model.IsByte(t.Elem) {
			return s.bytes
		}
		return "[]" + s.typ(t.Elem)
	case *model.Map:
		return "<" + s.typ(t.Key) + ", " + s.typ(t.Elem) + ">"
	}
	panic(fmt.Sprintf("bencgen: lowered to %T", t))
}

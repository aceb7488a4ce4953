// Package floor describes the cost that nobody can go under: to allocate the same objects and to
// copy the same bytes.
package floor

import (
	"embed"
	"path"
	"strings"

	"bale/codec"
	"bale/codec/internal/source"
	"bale/codec/lower"
	"bale/schema"
)

// Codec is the floor. What there is to copy is prepared by package memory: encoding makes as many bytes as a message of the
// value has to have at least, and copies as many. Decoding copies an image of the value's memory and makes its addresses
// those of the copies. There are two ways to take memory for it, and which takes less time depends on the shape: the
// cheaper one is the floor of a cell.
var Codec = &codec.Codec{
	Name: "floor", Reference: true,
	Variants: []*codec.Variant{
		{Wire: "none", Caps: caps, Generate: generate(slabs), Note: "one piece of memory for each element type, and one for all text"},
		{Name: "each", Wire: "none", Caps: caps, Generate: generate(each), Note: "one piece of memory for each object and string"},
	},
}

// caps has everything; what has closed insides is copied as it stands and shares what it points to.
func caps(pkg string) lower.Caps {
	return lower.Caps{
		Own: true, Scalars: lower.All(), Bytes: true, Time: lower.TimeOwn, Arrays: true, NilElems: true, Pointers: true,
		Maps: lower.AnyMap, Custom: func(n *schema.Named) bool { return closed(n, path.Dir(pkg)) },
	}
}

// closed reports whether there are fields that package home cannot name.
func closed(t schema.Type, home string) bool {
	if s, ok := schema.Underlying(t).(*schema.Struct); ok {
		for _, f := range s.Fields {
			if !f.Exported && f.Package != home {
				return true
			}
		}
	}
	return false
}

//go:embed memory/*.go
var memory embed.FS

//go:embed floor.txt
var common string

// generate describes the floor with one way of taking memory: print declares how a value is copied out of its message, and
// adds the decoders.
func generate(print func(p *printer, t schema.Type, code *codec.Code)) func(*codec.Input) (*codec.Output, error) {
	return func(in *codec.Input) (*codec.Output, error) {
		out := &codec.Output{Gen: map[string][]byte{}}
		entries, err := memory.ReadDir("memory")
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			text, err := memory.ReadFile("memory/" + e.Name())
			if err != nil {
				return nil, err
			}
			out.Gen[e.Name()] = []byte(strings.Replace(string(text), "package memory\n", "package "+in.GenName+"\n", 1))
		}
		for _, r := range in.Plan.Roots {
			imports := append(codec.Std("reflect", "unsafe"), codec.Import{Name: "balememory", Path: in.Gen})
			p := &printer{Writer: source.New(in, imports...), home: in.Plan.In.Path, slabs: map[string]int{}, maps: map[string]int{}}
			code := codec.Code{
				Addresses: true, // of what is shared: locations of times, and types that cannot be looked into
				State:     "images balememory.Images[$C]\n",
				Setup:     "a.images, _ = balememory.Prepare(&$Alayout, s.Values) // the error comes again where it can be returned\n",
				Marshal: `image, err := a.image(c)
					b := make([]byte, len(image))
					copy(b, image)
					return b, err`,
				MarshalReuse: `image, err := a.image(c)
					return append(buf, image...), err`,
			}
			p.layout(r.Node.Go)
			print(p, r.Node.Go, &code)
			code.Decls = p.String() + strings.ReplaceAll(common, "$HOME", in.Plan.In.Path)
			code.Imports = p.Used(code.Decls)
			out.Code = append(out.Code, code)
		}
		return out, nil
	}
}

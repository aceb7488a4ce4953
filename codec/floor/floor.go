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

// Codec is the floor. What there is to copy is prepared by package memory: encoding makes the bytes
// and copies as many; decoding makes one slab for each element type and one for the bytes of all
// strings, copies the slabs, and turns each pointer in them to the copy.
var Codec = &codec.Codec{
	Name: "floor", Reference: true,
	Variants: []*codec.Variant{{
		Wire: "none", Caps: caps, Generate: generate,
		Note: "a message is as long as all scalars at their width and all strings, and stands for a value that was packed beforehand",
	}},
}

// caps has everything; what has closed insides is copied as it stands and shares what it points to.
func caps(pkg string) lower.Caps {
	return lower.Caps{
		Own: true, Scalars: lower.All(), Bytes: true, Time: lower.TimeOwn, Arrays: true, NilElems: true, Pointers: true,
		Maps: lower.AnyMap, Opaque: func(n *schema.Named) bool { return closed(n, path.Dir(pkg)) },
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

func generate(in *codec.Input) (*codec.Output, error) {
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
		imports := append(codec.Std("encoding/binary", "reflect", "unsafe"), codec.Import{Name: "balememory", Path: in.Gen})
		p := &printer{Writer: source.New(in, imports...), home: in.Plan.In.Path, slabs: map[string]int{}, maps: map[string]int{}}
		decls := p.all(r.Node.Go) + strings.ReplaceAll(common, "$HOME", in.Plan.In.Path)
		out.Code = append(out.Code, codec.Code{
			Imports: p.Used(decls), Decls: decls,
			State: "images balememory.Images[$C]\nknown balememory.Known[$C, $Aslabs]\nkept $Aslabs\nmoves $Amoves",
			Setup: `a.images, _ = balememory.Prepare(&$Alayout, s.Values) // the error comes again where it can be returned
				a.moves.keep = true`,
			Marshal: `image, err := a.image(c)
				b := make([]byte, len(image))
				copy(b, image)
				return b, err`,
			MarshalReuse: `image, err := a.image(c)
				return append(buf, image...), err`,
			Unmarshal: `s, err := a.source(b)
				if err == nil {
					a.fresh(s, c, new($Amoves))
				}
				return err`,
			UnmarshalReuse: `s, err := a.source(b)
				if err == nil {
					a.reuse(s, c, &a.moves)
				}
				return err`,
		})
	}
	return out, nil
}

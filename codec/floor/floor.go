// Package floor describes the lower bound of the cost: allocating the same objects and copying the same bytes.
package floor

import (
	"embed"
	"path"
	"strings"

	"bale/codec"
	"bale/codec/internal/source"
	"bale/codec/lower"
	"bale/model"
)

// Codec is the floor. Package memory prepares the data to copy. Encoding allocates and copies as many bytes as a message of the value
// must have at least. Decoding copies an image of the value's memory and replaces its addresses with those of the copies, or decodes a
// message without checks. Which variant is the fastest depends on the shape; that one is the floor of a cell.
var Codec = &codec.Codec{
	Name: "floor", Reference: true,
	Variants: []*codec.Variant{
		{Wire: "none", Caps: imageCaps, Generate: generate(images(slabs)), Note: "one piece of memory for each element type with pointers, and one for all others and all text"},
		{Name: "each", Wire: "none", Caps: imageCaps, Generate: generate(images(each)), Note: "one piece of memory for each object and string"},
		{Name: "stream", Wire: "none", Caps: caps, Generate: generate(stream), Note: "numbers in full width from start to end, unchecked, and one piece of memory for all text"},
	},
}

// caps supports everything. Types with hidden fields are copied as they are, and share the memory that they point to.
func caps(pkg string) lower.Caps {
	return lower.Caps{
		Own: true, Ignores: lower.IgnoresAll, Scalars: lower.All(), Bytes: true, Time: lower.TimeOwn, Arrays: true, NilElems: true, Pointers: true,
		NoUnions: true, Maps: lower.AnyMap, Custom: func(n *model.Named) string { return known(n, path.Dir(pkg)) },
	}
}

// imageCaps is caps without bytes, so that no type is converted by its own marshal methods: messages are images of the values.
func imageCaps(pkg string) lower.Caps {
	c := caps(pkg)
	c.Bytes = false
	return c
}

// known returns lower.Built for types that are copied as they are.
func known(n *model.Named, home string) string {
	if hasHidden(n, home) {
		return lower.BuiltIn
	}
	return ""
}

// hasHidden reports whether t has fields that package home cannot name.
func hasHidden(t model.Type, home string) bool {
	if s, ok := model.Underlying(t).(*model.Struct); ok {
		for _, f := range s.Fields {
			if !f.Exported && f.Package != home {
				return true
			}
		}
	}
	return false
}

// shares reports whether a message of t contains addresses of memory of the value: locations of times, and types with hidden fields.
func shares(t model.Type, home string) (found bool) {
	model.Walk(t, func(t model.Type) bool {
		switch u := model.Underlying(t).(type) {
		case *model.Time, *model.Interface:
			found = true
		case *model.Struct:
			found = found || hasHidden(t, home) || len(u.Internal)+len(u.Skipped)+len(u.Unsupported) > 0
		}
		return !found
	})
	return found
}

//go:embed memory/*.go
var memory embed.FS

//go:embed floor.tmpl
var common string

// generate returns a codec.Variant.Generate for a variant of the floor. print prints declarations and sets the code.
func generate(print func(p *printer, t model.Type, code *codec.Code)) func(*codec.Input) (*codec.Output, error) {
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
			imports := append(codec.StdImports("reflect", "strings", "unsafe"), codec.Import{Name: "balememory", Path: in.Gen})
			p := &printer{Writer: source.New(in, imports...), home: in.Plan.In.Path, slabs: map[string]int{}, maps: map[string]int{}}
			code := codec.Code{HoldsAddresses: shares(r.Node.Go, p.home)}
			print(p, r.Node.Go, &code)
			code.Decls = p.String()
			code.Imports = p.Used(code.Decls)
			out.Code = append(out.Code, code)
		}
		return out, nil
	}
}

// images returns the print function of a variant whose messages are images of memory. decoders prints how they are copied, and may
// remove code that the variant does not support.
func images(decoders func(p *printer, t model.Type, code *codec.Code)) func(*printer, model.Type, *codec.Code) {
	return func(p *printer, t model.Type, code *codec.Code) {
		code.State = "images balememory.Images[$C]\n"
		code.Setup = "a.images, _ = balememory.Prepare(&$Alayout, s.Values) // the error comes again where it can be returned\n"
		code.Marshal = `image, err := a.image(c)
			b := make([]byte, len(image))
			copy(b, image)
			return b, err`
		code.MarshalReuse = `image, err := a.image(c)
			return append(buf, image...), err`
		p.layout(t)
		decoders(p, t, code)
		p.Line("%s", strings.ReplaceAll(common, "$HOME", p.home))
	}
}

package build

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"bale/codec"
	"bale/convert"
	"bale/convert/container"
	"bale/convert/zstd"
	"bale/gen/emit"
	"bale/inspect"
	"bale/lab/adapter"
	"bale/loss"
	"bale/sample"
	"bale/schema"
	"bale/schema/directive"
)

// A Conversion describes a program of bale convert.
type Conversion struct {
	Dir, Package, Type string
	Source, Target     End
	Zstd               bool           // the program reads or writes files that are compressed by zstd
	Codecs             []*codec.Codec // all that exist
	Formats            []*emit.Format // all formats of bale gen
}

// An End is the codec at one end of a conversion.
type End struct {
	Codec   *codec.Codec
	Variant *codec.Variant
}

// Name returns the full name of the variant.
func (e End) Name() string { return e.Codec.FullName(e.Variant) }

// FindEnd returns the variant with a name, which is that of a codec if that has only one.
func FindEnd(codecs []*codec.Codec, name string) (End, error) {
	choices, err := Choose(codecs, []string{name})
	if err != nil {
		return End{}, err
	}
	if len(choices) > 1 || len(choices[0].Variants) > 1 {
		var names []string
		for _, c := range choices {
			for _, v := range c.Variants {
				names = append(names, c.Codec.FullName(v))
			}
		}
		return End{}, fmt.Errorf("%q are several codecs: name one of %s", name, strings.Join(names, ", "))
	}
	return End{choices[0].Codec, choices[0].Variants[0]}, nil
}

// generated reports whether bale gen generates the code.
func (e End) generated() bool { return e.Codec.Name == "bale" }

// inConvert holds the packages of a program of bale convert, by folder.
var inConvert = map[string]embed.FS{
	"convert": convert.Source, "convert/container": container.Source, "loss": loss.Source, "sample": sample.Source, "inspect": inspect.Source,
}

// zstdPins has the requirements of package convert/zstd.
var zstdPins = &codec.Codec{Name: "zstd", Mod: zstd.Mod, Sum: zstd.Sum}

// Convert builds the program of a conversion, or takes it from the cache.
func (b *Builder) Convert(ctx context.Context, c *Conversion) (*Runner, error) {
	m, err := c.load(ctx)
	if err != nil {
		return nil, err
	}
	src, err := digestModules(ctx, []schema.Module{m.Module})
	if err != nil {
		return nil, err
	}
	joined, err := joinPins(c.Source.Codec, c.Target.Codec)
	packages := maps.Clone(inConvert)
	if c.Zstd && err == nil {
		packages["convert/zstd"] = zstd.Source
		joined, err = joinPins(joined, zstdPins)
	}
	if err != nil {
		return nil, err
	}
	prog, err := newProgram(joined, m, packages)
	if err != nil {
		return nil, err
	}
	prog.main = "convert"
	file := &adapter.Conversion{Model: m, Root: m.Roots[0], Convert: prog.harness(), Zstd: c.Zstd}
	generated, err := c.addGenerated(ctx, prog, m)
	if err != nil {
		return nil, err
	}
	ends := []*adapter.End{&file.Source, &file.Target}
	for i, e := range []End{c.Source, c.Target} {
		if e.generated() {
			*ends[i], err = c.addGeneratedEnd(prog, m, generated, e, i)
		} else {
			*ends[i], err = b.addEnd(ctx, prog, c, m, e, i)
		}
		if err != nil {
			return nil, err
		}
	}
	text, err := file.SourceFile()
	if err != nil {
		return nil, err
	}
	prog.files[filepath.Join(m.Dir, "bale_convert.go")] = text
	prog.add(m, adapter.ConvertFunc)
	prog.finish()
	r, err := b.link(ctx, prog, src)
	if err != nil {
		return nil, errors.New(Shorten(err.Error()))
	}
	return r, nil
}

// load loads the type, without the code that bale gen has generated.
func (c *Conversion) load(ctx context.Context) (*schema.Model, error) {
	m, err := directive.Load(ctx, c.Dir, c.Package, []string{c.Type})
	if err != nil {
		return nil, err
	}
	m.Roots[0].Samples = nil // they may need that code
	if err := leaveOut(m); err != nil {
		return nil, err
	}
	return m, m.Importable()
}

// addEnd adds the code of one end of a conversion to the program.
func (b *Builder) addEnd(ctx context.Context, prog *Program, c *Conversion, m *schema.Model, e End, index int) (end adapter.End, err error) {
	one, p := b.endPart(c, m, e)
	if p == nil {
		return end, fmt.Errorf("%s: %s", e.Name(), refusal(one.out.Rows))
	}
	if fast, ok := c.likeJSON(e); ok {
		if other, q := b.endPart(c, m, fast); q != nil && one.out.Rows[0].Own && other.out.Rows[0].Own {
			one, p = other, q
		}
	}
	p.index = index
	file, err := one.files(ctx, prog, p)
	if err != nil {
		return end, err
	}
	isGob := e.Codec.Name == "gob"
	if isGob {
		streamGob(&file.Out.Code[0])
	}
	text, err := file.CodecSource()
	if err != nil {
		return end, err
	}
	prog.files[filepath.Join(m.Dir, fmt.Sprintf("bale_codec%d.go", index))] = text
	return adapter.End{Codec: e.Name(), Func: file.CodecFunc(), Stateful: isGob}, nil
}

// endPart returns the build of one end with its only part, which is nil if the codec cannot carry the type.
func (b *Builder) endPart(c *Conversion, m *schema.Model, e End) (*codecBuild, *part) {
	one := b.codec("", []*Shape{{Name: c.Type, Base: c.Type, Model: m}}, &Choice{e.Codec, []*codec.Variant{e.Variant}})
	if parts := one.parts(); len(parts) > 0 {
		return one, parts[0]
	}
	return one, nil
}

// likeJSON returns the end that does what encoding/json does, if e is that of encoding/json: the code that bale gen generates without
// directives, which is faster.
func (c *Conversion) likeJSON(e End) (End, bool) {
	if e.Codec.Name != "json" {
		return End{}, false
	}
	fast, err := FindEnd(c.Codecs, "bale/json")
	return fast, err == nil
}

// streamGob makes the code of encoding/gob one for streams that begin alike: see convert.Gob.
func streamGob(code *codec.Code) {
	code.State = "gob baleharness.Gob"
	code.Marshal, code.MarshalReuse = "", "return a.gob.Encode(c)"
	code.Unmarshal = "return a.gob.Decode(b, c)"
	code.Imports = slices.DeleteFunc(slices.Clone(code.Imports), func(im codec.Import) bool { return !strings.Contains(code.Decls, im.Name+".") })
}

// refusal returns why a codec has no row that could be built.
func refusal(rows []*Row) string {
	if len(rows) == 0 {
		return "it is not for this type"
	}
	return rows[0].Reason
}

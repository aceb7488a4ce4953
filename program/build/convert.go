package build

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bale/codec"
	"bale/gen/emit"
	"bale/model"
	"bale/model/directive"
	"bale/program/adapter"
	"bale/runner/convert"
	"bale/runner/convert/avro"
	"bale/runner/convert/beam"
	"bale/runner/convert/container"
	"bale/runner/convert/zstd"
	"bale/runner/inspect"
	"bale/runner/loss"
	"bale/runner/sample"
)

// A Conversion describes a program of bale convert.
type Conversion struct {
	Dir, Package, Type string
	Source, Target     End
	From               *Earlier       // the type of the records, or nil if it is that of the messages
	Allow              []string       // names of what may have no counterpart
	Zstd               bool           // the program reads or writes files that are compressed by zstd
	Avro               [2]bool        // the files at an end are Avro object container files
	Beam               *Beam          // the program is a pipeline of Apache Beam; nil: it is not
	Codecs             []*codec.Codec // all that exist
	Formats            []*emit.Format // all formats of bale gen
}

// An Earlier is an earlier version of the type.
type Earlier struct {
	Package, Type string
	Commit        string // at which the package is, or "" for the working tree
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
	for _, c := range codecs {
		for _, v := range c.Variants {
			if c.FullName(v) == name {
				return End{c, v}, nil
			}
		}
	}
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
func (e End) generated() bool { return e.Variant.Format != nil }

// inConvert holds the packages of a program of bale convert, by folder.
var inConvert = map[string]fs.FS{
	"convert": convert.Source, "convert/container": container.Source, "loss": loss.Source, "sample": sample.Source, "inspect": inspect.Source,
}

// zstdPins has the requirements of package runner/convert/zstd.
var zstdPins = &codec.Codec{Name: "zstd", Mod: zstd.Mod, Sum: zstd.Sum}

// avroPins has the requirements of package avrofile.
var avroPins = &codec.Codec{Name: "avro", Mod: avro.Mod, Sum: avro.Sum}

// A conversionBuild is the build of the program of a conversion.
type conversionBuild struct {
	*Builder
	*Conversion
	prog   *Program
	models [2]*model.Model // of the source and the target; the same if the type is
}

// ends returns the two ends.
func (c *Conversion) ends() [2]End { return [2]End{c.Source, c.Target} }

// A ConvertProgram is a program of bale convert.
type ConvertProgram struct {
	Path    string            // of the binary
	Hash    string            // of everything that it was built from
	Modules map[string]string // versions of the linked modules, by module path
	Go      string            // Go version that built it
}

// Convert returns the program of a conversion. If it is not in the cache, Convert calls note before it builds the program.
func (b *Builder) Convert(ctx context.Context, c *Conversion, note func()) (*ConvertProgram, error) {
	if err := b.checkRunnable(ctx); err != nil {
		return nil, err
	}
	if c.From != nil && c.From.Commit != "" {
		tree, err := b.CheckOut(ctx, commitFlag, c.Dir, c.From.Commit)
		if err != nil {
			return nil, err
		}
		c.From.Commit = tree.Commit // a branch may have another commit the next time
	}
	key, err := c.key(ctx, b.Target)
	if err != nil {
		return nil, err
	}
	find := func() (*ConvertProgram, error) {
		note()
		return b.makeConvert(ctx, c)
	}
	p, err := Cached(b, conversions, key, find)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(p.Path); errors.Is(err, fs.ErrNotExist) {
		return find() // only the binary has been removed
	}
	return p, nil
}

// key returns the key of the program in the cache.
func (c *Conversion) key(ctx context.Context, to Target) (Key, error) {
	key := Key{"ends": fmt.Appendf(nil, "%s %s %s %v %v %q", c.Type, c.Source.Name(), c.Target.Name(), c.Zstd, c.Avro, c.Allow), "env": []byte(to.Key())}
	packages := []string{c.Package}
	if c.From != nil {
		packages = append(packages, c.From.Package)
		key["from"] = []byte(c.From.Type + " at " + c.From.Commit)
	}
	if c.Beam != nil {
		key["beam"] = c.Beam.imports()
	}
	for i, pkg := range packages {
		dir, err := filepath.Abs(c.Dir)
		if err != nil {
			return nil, err
		}
		if path := from(dir, pkg); isFolder(path) {
			dir = path
		}
		src, err := messageSources(ctx, dir)
		if err != nil {
			return nil, err
		}
		key[fmt.Sprintf("package %d", i)] = []byte(pkg + " in " + dir)
		key[fmt.Sprintf("source %d", i)] = []byte(src)
	}
	return key, nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// makeConvert builds the program of a conversion.
func (b *Builder) makeConvert(ctx context.Context, c *Conversion) (*ConvertProgram, error) {
	one := &conversionBuild{Builder: b, Conversion: c}
	if err := one.load(ctx); err != nil {
		return nil, err
	}
	for _, m := range one.models {
		if err := OutsideModuleCache(m.Dir); err != nil {
			return nil, err
		}
	}
	src, err := digestModules(ctx, []model.Module{one.models[1].Module})
	if err != nil {
		return nil, err
	}
	if err := one.program(ctx); err != nil {
		return nil, err
	}
	r, err := b.link(ctx, one.prog, src)
	if err != nil {
		return nil, one.explain(err)
	}
	return &ConvertProgram{r.Path, r.Hash, r.Modules, r.Go}, nil
}

// program generates the source of the program.
func (b *conversionBuild) program(ctx context.Context) (err error) {
	if b.prog, err = b.newProgram(); err != nil {
		return err
	}
	m := b.models[1]
	file := &adapter.Conversion{Model: m, Root: m.Roots[0], Convert: b.prog.harness(), Zstd: b.Zstd, Avro: b.hasAvro()}
	if b.From != nil {
		file.From = b.models[0].Roots[0]
		if file.Constants, err = b.constants(ctx); err != nil {
			return err
		}
	}
	for i, end := range []*adapter.End{&file.Source, &file.Target} {
		if *end, err = b.addEnd(ctx, i); err != nil {
			return err
		}
	}
	text, changes, err := file.SourceFile()
	if err != nil {
		return err
	}
	if err := b.unallowed(changes); err != nil {
		return err
	}
	m.Replace(map[string][]byte{filepath.Join(m.Dir, "bale_convert.go"): text})
	for _, m := range b.models {
		maps.Copy(b.prog.files, m.Overlay)
	}
	b.prog.add(m, adapter.ConvertFunc)
	if b.Beam != nil {
		b.prog.main = "convert/pipeline" // has the function Main
	}
	b.prog.finish()
	return nil
}

// strict reports whether records with fields that the type does not have are refused, by source codecs that can do so.
func (c *Conversion) strict() bool { return !slices.Contains(c.Allow, convert.AllowUnknown) }

// hasAvro reports whether the program reads or writes Avro object container files.
func (c *Conversion) hasAvro() bool { return c.Avro[0] || c.Avro[1] }

// newProgram returns the program without the code for the type.
func (b *conversionBuild) newProgram() (*Program, error) {
	joined, err := JoinPins(b.Source.Codec, b.Conversion.Target.Codec)
	packages := maps.Clone(inConvert)
	if b.Zstd && err == nil {
		packages["convert/zstd"] = zstd.Source
		joined, err = JoinPins(joined, zstdPins)
	}
	if b.hasAvro() && err == nil {
		if packages["convert/avrofile"], err = fs.Sub(avro.Source, avro.Folder); err == nil {
			joined, err = JoinPins(joined, avroPins)
		}
	}
	if b.Beam != nil && err == nil {
		if packages["convert/pipeline"], err = fs.Sub(beam.Source, beam.Folder); err == nil {
			joined, err = JoinPins(joined, beamPins)
		}
	}
	if err != nil {
		return nil, err
	}
	prog, err := newProgram(joined, b.models[1], nil)
	if err != nil {
		return nil, err
	}
	prog.main = "convert"
	if b.Beam != nil {
		prog.files[filepath.Join(prog.root, "beam.go")] = b.Beam.imports()
	}
	if b.From != nil && b.From.Commit != "" {
		if err := prog.addEarlier(b.models[0].Module); err != nil {
			return nil, err
		}
	}
	// In the package of the earlier type: another module cannot import what is inside an internal package of the user's.
	return prog, prog.embed(b.models[0], packages)
}

// explain returns an error of the compiler with what the user can do about it.
func (b *conversionBuild) explain(err error) error {
	text := Shorten(err.Error())
	if strings.Contains(text, "redeclared") || strings.Contains(text, "already declared") {
		return fmt.Errorf("%s and %s generate code with the same names for the type, so no program can have both: convert to bale/compact first, and from that to %[2]s:\n%[3]s",
			b.Source.Name(), b.Conversion.Target.Name(), text)
	}
	return errors.New(text)
}

// load loads the types.
func (b *conversionBuild) load(ctx context.Context) error {
	m, err := loadType(ctx, b.Dir, b.Package, b.Type)
	if err != nil {
		return err
	}
	b.models = [2]*model.Model{m, m}
	if b.From == nil {
		return nil
	}
	if b.From.Commit != "" {
		dir, pattern, err := b.loadEarlier(ctx)
		if err != nil {
			return err
		}
		if b.models[0], err = loadType(ctx, dir, pattern, b.From.Type); err != nil {
			return errors.New("at " + b.From.Commit + ": " + strings.ReplaceAll(err.Error(), earlierModule+"/", "./"))
		}
	} else if b.models[0], err = loadType(ctx, b.Dir, b.From.Package, b.From.Type); err != nil {
		return fmt.Errorf("-from-type: %w", err)
	}
	if err := b.checkEarlier(); err != nil {
		return fmt.Errorf("-from-type: %w", err)
	}
	return nil
}

// loadType loads a type, without the code that bale gen has generated.
func loadType(ctx context.Context, dir, pkg, typ string) (*model.Model, error) {
	m, err := directive.Load(ctx, dir, pkg, []string{typ})
	if err != nil {
		return nil, err
	}
	m.Roots[0].Samples = nil // they may need that code
	if err := leaveOut(m); err != nil {
		return nil, err
	}
	return m, m.Importable()
}

// checkEarlier returns an error if the program cannot have an earlier type together with the type.
func (b *conversionBuild) checkEarlier() error {
	earlier, m := b.models[0], b.models[1]
	typ, ok := m.Roots[0].Type.(*model.Named)
	old, isNamed := earlier.Roots[0].Type.(*model.Named)
	switch {
	case !ok || !isNamed:
		return errors.New("fields go over by name, so both types must have names")
	case model.Key(typ) == model.Key(old):
		return fmt.Errorf("%s is the type itself: leave out the flag", old.Name)
	case m.Module.Dir != earlier.Module.Dir && b.From.Commit == "":
		return fmt.Errorf("%s is in another module: copy the type into this one", earlier.Package)
	case m.Package != earlier.Package && !token.IsExported(old.Name):
		return fmt.Errorf("%s is not exported from its package: export it, or copy it into the package of %s", old.Name, typ.Name)
	}
	return nil
}

// unallowed returns an error that lists what has no counterpart and is not allowed.
func (c *Conversion) unallowed(changes []adapter.Change) error {
	var names []string
	var lines strings.Builder
	for _, change := range changes {
		if !slices.Contains(c.Allow, change.Name) {
			names = append(names, change.Name)
			fmt.Fprintf(&lines, "\n  %s: %s", change.Name, change.Text)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return fmt.Errorf("%s differs from its earlier version:%s\nallow the changes with -allow '%s'", c.Type, lines.String(), strings.Join(names, ","))
}

// addEnd adds the code of an end to the program.
func (b *conversionBuild) addEnd(ctx context.Context, index int) (adapter.End, error) {
	e, m := b.ends()[index], b.models[index]
	end := adapter.End{Codec: e.Name(), Package: m.Package, Func: (&adapter.File{Index: index}).CodecFunc(), Stateful: e.Codec.Name == "gob", Text: index == 0 && e.Variant.Wire == "JSON"}
	var text []byte
	var err error
	if e.generated() {
		text, err = b.generatedEnd(ctx, index)
	} else {
		text, end.Avro, err = b.derivedEnd(ctx, index)
	}
	if err == nil && b.Avro[index] && end.Avro == "" {
		err = fmt.Errorf("%s: its messages are not of Avro, so they cannot be in an Avro object container file: name another container with %s-container",
			e.Name(), []string{"-in", "-out"}[index])
	}
	m.Replace(map[string][]byte{filepath.Join(m.Dir, fmt.Sprintf("bale_codec%d.go", index)): text})
	return end, err
}

// derivedEnd returns the file with the codec of an end whose code is derived as for a comparison, and the Avro schema of its messages. It adds what
// the codec needs to the program.
func (b *conversionBuild) derivedEnd(ctx context.Context, index int) (text []byte, avro string, err error) {
	e, m := b.ends()[index], b.models[index]
	one, p, err := b.endPart(ctx, m, e)
	if err != nil {
		return nil, "", err
	}
	if p == nil {
		return nil, "", fmt.Errorf("%s: %s", e.Name(), refusal(one.out.Rows))
	}
	p.index, one.strict = index, index == 0 && b.strict()
	file, err := one.files(ctx, b.prog, p)

	if err != nil {
		return nil, "", err
	}
	if one.strict && !file.Out.Strict && e.Variant.Wire == "JSON" {
		return nil, "", fmt.Errorf("-from %s: it leaves out members that the type does not have, without an error: use -from json, or allow the loss with -allow %s", e.Name(), convert.AllowUnknown)
	}
	code := &file.Out.Code[0]
	if e.Codec.Name == "gob" {
		streamGob(code)
	}
	switch {
	case code.HoldsAddresses:
		return nil, "", fmt.Errorf("%s: its messages hold addresses of memory, so they cannot be stored", e.Name())
	case e.Variant.Stream:
		return nil, "", fmt.Errorf("%s: its messages cannot be decoded without the beginning of their stream: use gob", e.Name())
	case index == 1 && code.Marshal == "" && code.MarshalReuse == "":
		return nil, "", fmt.Errorf("-to %s: it only decodes: name a codec that encodes the same format", e.Name())
	case index == 0 && e.Variant.Wire == "JSON" && code.Marshal == "" && code.MarshalReuse == "" && !slices.Contains(b.Allow, convert.AllowText):
		return nil, "", fmt.Errorf("-from %s: it only decodes, so what a text loses is not noticed: use -from json, or allow the loss with -allow %s", e.Name(), convert.AllowText)
	case !decodes(code):
		return nil, "", fmt.Errorf("%s: it only encodes: name a codec that also decodes the same format", e.Name())
	}
	text, err = file.CodecSource()
	return text, code.Avro, err
}

// decodes reports whether a codec decodes.
func decodes(c *codec.Code) bool {
	return c.Unmarshal != "" || c.UnmarshalReuse != "" || c.UnmarshalAlias != ""
}

// endPart returns the build of one end with its only part, which is nil if the codec cannot carry the type.
func (b *Builder) endPart(ctx context.Context, m *model.Model, e End) (*codecBuild, *part, error) {
	one := b.codec("", []*Shape{{Name: m.Roots[0].Expr, Base: m.Roots[0].Expr, Model: m}}, &Choice{e.Codec, []*codec.Variant{e.Variant}})
	one.omit = true // as in the records that the user's programs have written
	parts, err := one.parts(ctx)
	if err != nil || len(parts) == 0 {
		return one, nil, err
	}
	return one, parts[0], nil
}

// streamGob makes the code of encoding/gob one for streams that begin alike: see convert.Gob.
func streamGob(code *codec.Code) {
	code.State = "gob baleharness.Gob"
	code.Marshal, code.MarshalReuse = "", "return a.gob.Encode(c)"
	code.Unmarshal = "return a.gob.Decode(b, c)"
	code.Imports = slices.DeleteFunc(slices.Clone(code.Imports), func(im codec.Import) bool { return !strings.Contains(code.Decls, im.Name+".") })
}

// refusal returns why a codec has no row that could be built, and what to do about it in a conversion.
func refusal(rows []*Row) string {
	text := whyNoRow(rows)
	if len(rows) > 0 && len(rows[0].Gaps) > 0 {
		text += "\nname another codec, or leave the fields out with the tag `bale:\"skip\"`; records that have them also need -allow " + convert.AllowUnknown
	}
	return text
}

// whyNoRow returns why a codec has no row that could be built.
func whyNoRow(rows []*Row) string {
	if len(rows) == 0 {
		return "it is not for this type"
	}
	if len(rows[0].Gaps) == 0 {
		return rows[0].Reason
	}
	text := "it cannot carry all of the type:"
	for _, g := range rows[0].Gaps {
		text += "\n  " + g.Path + ": " + g.Reason
	}
	return text
}

package adapter

import (
	"cmp"
	"fmt"
	"go/format"
	"strings"

	"bale/codec"
	"bale/gen"
	"bale/gen/emit"
	"bale/model"
)

// ConvertFunc is the name of the function in the source that [Conversion.Source] returns.
const ConvertFunc = "BaleConvert"

// CodecFunc returns the name of the function in the source that [File.CodecSource] returns.
func (f *File) CodecFunc() string { return fmt.Sprintf("BaleCodec%d", f.Index) }

// CodecSource returns the source of a file with one end of a conversion: the codec of the only root. The harness of the file is package convert.
func (f *File) CodecSource() ([]byte, error) {
	w := &writer{file: f, prefix: fmt.Sprintf("bale%d", f.Index), imports: map[string]string{f.Harness: "baleharness"}}
	body := f.Plan.Convert(w.prefix, w.use)
	text, err := w.codec()
	if err != nil {
		return nil, err
	}
	return formatted(f.Model, w.importBlock()+body+text)
}

// codec returns the scratch type, the codec's calls, and the function that returns the codec.
func (w *writer) codec() (string, error) {
	f, code := w.file, w.file.Out.Code[0]
	if err := w.addImports(code); err != nil {
		return "", err
	}
	own := f.Plan.Own(0)
	carrier, from := f.Plan.CarrierType(0, w.use), "FromRoot"
	if code.View != "" {
		carrier, from = code.View, "FromView"
	}
	r := strings.NewReplacer( // $TO has to come before $T, which is a prefix of it
		"$TO", w.prefix+"ToRoot0", "$FROM", w.prefix+from+"0", "$A", w.prefix+"Scratch", "$T", f.Plan.SourceType(0, w.use), "$C", carrier,
	)
	var b strings.Builder
	b.WriteString(code.Decls + "\n")
	b.WriteString("type $A struct {\n\ts *baleharness.State[$T, $C]\n\tenc, dec $C\n\tbuf0 []byte\n" + code.State + "\n}\n\n")
	for _, m := range methods(code) {
		b.WriteString(m)
	}
	fmt.Fprintf(&b, "// %s returns a codec with a new state.\nfunc %[1]s() baleharness.Codec[$T] {\n\ta := &$A{s: new(baleharness.State[$T, $C])}\n%s\n\treturn baleharness.Codec[$T]{\n", f.CodecFunc(), code.Setup)
	if body := decodeInto(code, own); body != "" {
		b.WriteString("\t\tDecode: func(b []byte, v *$T) error {\n" + body + "\n\t\t},\n")
	}
	if body := encodeFrom(code, own); body != "" {
		b.WriteString("\t\tEncode: func(v *$T) ([]byte, error) {\n" + body + "\n\t\t},\n")
	}
	b.WriteString("\t}\n}\n")
	return r.Replace(b.String()), nil
}

// decodeInto returns the body of a function that decodes b into v, or "" if the codec does not decode. The result may share memory with b.
func decodeInto(c codec.Code, own bool) string {
	call := func(name, carrier string) string {
		text := "c := " + carrier + "\nif err := a." + name + "(b, c); err != nil {\nreturn err\n}\n"
		if !own {
			text += "$FROM(c, v)\n"
		} else if carrier != "v" {
			text += "*v = *c\n"
		}
		return text + "return nil"
	}
	fresh := cmp.Or(c.Carriers.DecodeFresh, "new($C)")
	clear := ""
	if own {
		fresh, clear = "v", "*v = *new($T)\n"
	}
	switch {
	case c.UnmarshalAlias != "":
		return clear + call("unmarshalAlias", fresh)
	case c.Unmarshal != "":
		return clear + call("unmarshal", fresh)
	case c.UnmarshalReuse != "":
		return call("unmarshalReuse", cmp.Or(c.Carriers.DecodeReuse, "&a.dec"))
	}
	return ""
}

// encodeFrom returns the body of a function that encodes v, or "" if the codec does not encode. The result is valid until the next call.
func encodeFrom(c codec.Code, own bool) string {
	convert := func(carrier string) string {
		if own {
			return "c := v\n"
		}
		return "c := " + carrier + "\n$TO(c, v)\n"
	}
	switch {
	case c.MarshalReuse != "":
		return convert(cmp.Or(c.Carriers.EncodeReuse, "&a.enc")) + "b, err := a.marshalReuse(c, a.buf0[:0])\na.buf0 = b\nreturn b, err"
	case c.Marshal != "":
		return convert("new($C)") + "return a.marshal(c)"
	}
	return ""
}

// GeneratedSource returns the source of a file with one end of a conversion: the code of bale gen for a type. prefix is what the names of functions
// begin with. The other arguments are as in File.
func GeneratedSource(m *model.Model, t *gen.ProgramType, prefix, harness string, index int) ([]byte, error) {
	s, isJSON := t.Methods, t.Methods.View.Kind == emit.LikeJSON
	f := &File{Model: m, Out: &codec.Output{}, Index: index}
	w := &writer{file: f, imports: map[string]string{harness: "baleharness", "fmt": "balefmt"}}
	decode := "n, err := baleFDecodeNAME(b, v, true)\nif err == nil && n < len(b) {\nerr = balefmt.Errorf(\"offset %d: bytes left over after the message\", n)\n}\nreturn err"
	if isJSON {
		delete(w.imports, "fmt")
		decode = "_, err := baleFDecodeNAME(b, v, true, true)\nreturn err"
	}
	if isJSON || t.Facts.NilIsEmpty {
		// encoding/json keeps what a text does not have, and other formats make an empty list of the memory of a used one where they have no nil.
		decode = "*v = *new($T)\n" + decode
	}
	text := "// $F returns a codec with a new state.\nfunc $F() baleharness.Codec[$T] {\nvar buf []byte\nreturn baleharness.Codec[$T]{\n" +
		"Decode: func(b []byte, v *$T) error {\n" + decode + "\n},\n" +
		"Encode: func(v *$T) (_ []byte, err error) {\nbuf, err = baleFAppendNAME(buf[:0], v)\nreturn buf, err\n},\n}\n}\n"
	text = strings.NewReplacer("$F", f.CodecFunc(), "$T", w.spell(m.Roots[0].Type), "bale"+s.Title, prefix+s.Title).Replace(s.Fill(text, "", t.Function))
	return formatted(m, w.importBlock()+text)
}

// A Conversion describes the file that joins the two ends of a conversion, which are in the same package.
type Conversion struct {
	Model          *model.Model
	Root           *model.Root
	Convert        string // import path of package convert in the program
	Zstd           bool   // files may be compressed by zstd
	Avro           bool   // files may be Avro object container files
	Source, Target End
	From           *model.Root // the type of the records, or nil if it is that of the messages
	// Constants has the constants of the types inside both types, if these are not the same.
	Constants map[*model.Named][]*model.Constant
}

// An End is one end of a conversion.
type End struct {
	Codec    string // full name of the variant
	Package  string // import path of the package with Func
	Func     string // name of the function that returns a codec
	Stateful bool   // see convert.Side
	Avro     string // schema of the messages; "" if they are not of Avro
	Text     bool   // see convert.Side
}

// SourceFile returns the source of the file, and what has no counterpart in the type of the messages.
func (c *Conversion) SourceFile() ([]byte, []Change, error) {
	w := &writer{file: &File{Model: c.Model, Out: &codec.Output{}}, imports: map[string]string{c.Convert: "baleharness"}}
	typ := w.spell(c.Root.Type)
	from, functions, tables := typ, "", w.unions(c.Root.Type)+w.skipped(c.Root.Type)
	var changes []Change
	if c.From != nil {
		var carry string
		functions, carry, changes = w.carry(c.Root.Type.(*model.Named), c.From.Type.(*model.Named), c.Constants)
		from = w.spell(c.From.Type)
		tables += "Carry: " + carry + ",\n"
		if unions := w.unions(c.From.Type); unions != "" {
			tables += "From" + unions
		}
		if skipped := w.skipped(c.From.Type); skipped != "" {
			tables += "From" + skipped
		}
	}
	if n, ok := c.Root.Type.(*model.Named); ok {
		equal, name := w.equal(n)
		functions += equal
		tables += "Equal: " + name + ",\n"
	}
	if c.Zstd {
		container, zstd := w.use(c.Convert+"/container"), w.use(c.Convert+"/zstd")
		tables += fmt.Sprintf("Compressions: []*%s.Compression{%s.Compression},\n", container, zstd)
	}
	if c.Avro {
		tables += fmt.Sprintf("Containers: %s.Formats(%q, %q),\n", w.use(c.Convert+"/avrofile"), c.Source.Avro, c.Target.Avro)
	}
	end := func(e End, typ string) string {
		f := e.Func
		if e.Package != c.Model.Package {
			f = w.use(e.Package) + "." + f
		}
		return fmt.Sprintf("baleharness.Side[%s]{Codec: %q, New: %s, Stateful: %v, Text: %v}", typ, e.Codec, f, e.Stateful, e.Text)
	}
	functions += fmt.Sprintf(`// %s returns the conversion.
func %[1]s() *baleharness.Program {
	return baleharness.Make(baleharness.Spec[%s, %s]{
		Type: %q, Home: %q,
		Source: %s,
		Target: %s,
		%s
	})
}
`, ConvertFunc, from, typ, c.Root.Expr, c.Model.Package, end(c.Source, from), end(c.Target, typ), tables)
	src, err := formatted(c.Model, w.importBlock()+functions)
	return src, changes, err
}

// formatted returns the source of a generated file of the package of m. If it does not parse, it is returned unformatted, with an error.
func formatted(m *model.Model, body string) ([]byte, error) {
	text := "// Code generated by bale; DO NOT EDIT.\n\npackage " + m.Name + "\n\n" + body
	src, err := format.Source([]byte(text))
	if err != nil {
		return []byte(text), fmt.Errorf("conversion of %s: %w", m.Package, err)
	}
	return src, nil
}

// addImports adds the imports of a codec's code.
func (w *writer) addImports(code codec.Code) error {
	for _, im := range code.Imports {
		if !strings.HasPrefix(im.Name, "bale") {
			return fmt.Errorf("%s imports %q as %q: the name has to start with bale", w.file.Codec, im.Path, im.Name)
		}
		w.imports[im.Path] = im.Name
	}
	return nil
}

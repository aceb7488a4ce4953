// Package bale describes the code that bale itself generates.
package bale

import (
	"path"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/internal/likejson"
	"bale/codec/lower"
	"bale/gen/emit"
	"bale/gen/format/cbor"
	"bale/gen/format/compact"
	"bale/gen/format/fixed"
	"bale/gen/format/json"
	"bale/gen/format/msgpack"
	"bale/gen/format/proto"
	"bale/gen/format/sproto"
	"bale/gen/format/varint"
	"bale/gen/format/xdr"
	"bale/gen/lock"
	"bale/gen/plan"
	"bale/model"
	"bale/runner/measure"
)

// Codec encodes the user's own types with the code of bale gen.
var Codec = &codec.Codec{
	Name: "bale", Doc: "docs/gen.md", Mod: codec.StdMod,
	Variants: []*codec.Variant{
		&compactRow,
		with(compactRow, codec.GenFlags{Evolve: true}, "docs/compact.md", "with //bale:evolve all: fields of structs can be appended, and removed while bale.lock keeps their places"),
		with(compactRow, codec.GenFlags{Own: true}, ownDoc, ownNote),
		{Name: "fixed", Wire: "Skycoin", Traits: measure.Traits{FixedWidth: 3}, Caps: fixedCaps, Format: fixed.Format, Generate: generate(fixed.Format), Note: "an empty slice or map is decoded as nil"},
		{Name: "varint", Wire: "varint", Traits: measure.Traits{Branching: 1}, Caps: customCaps, Format: varint.Format, Generate: generate(varint.Format)},
		&msgpackRow,
		with(msgpackRow, codec.GenFlags{Own: true}, ownDoc, ownNote),
		{Name: "cbor", Wire: "CBOR", Caps: cborCaps, Format: cbor.Format, Generate: generate(cbor.Format), Note: "deterministic; structs as maps of their fields' names; times come back in UTC"},
		{Name: "json", Wire: "JSON", Caps: jsonCaps, Format: json.Format, Adapt: adaptJSON, Generate: generateJSON, Note: "the same bytes, values and errors as encoding/json; json.Marshal and json.Unmarshal, which call the methods, take the time of bale/json-marshal"},
		{Name: "json-marshal", Wire: "JSON", Doc: "docs/json.md", Caps: jsonCaps, Format: json.Format, Adapt: adaptMarshal, Generate: generateMarshal, Note: "json.Marshal and json.Unmarshal of encoding/json, which call the methods of bale/json: what a program has after bale gen if its calls stay as they are"},
		{Name: "xdr", Wire: "XDR", Caps: customCaps, Format: xdr.Format, Generate: generate(xdr.Format), Note: "an empty slice or map is decoded as nil"},
		{Name: "sproto", Wire: "sproto", Numbered: true, Caps: customCaps, Format: sproto.Format, Generate: generate(sproto.Format)},
		{Name: "sproto-packed", Wire: "sproto packed", Numbered: true, Caps: customCaps, Format: sproto.Packed, Generate: generate(sproto.Packed)},
		&protoRow,
		with(protoRow, codec.GenFlags{Own: true}, ownDoc, ownNote),
	},
}

// Purego is the same code, compiled with the build tag purego.
var Purego = &codec.Codec{
	Name: "bale-purego", Folder: "bale", Doc: "docs/gen.md#files", Mod: codec.StdMod, Tags: "purego",
	Variants: []*codec.Variant{
		{Name: "compact", Wire: "bale compact", Caps: customCaps, Format: compact.Format, Generate: generate(compact.Format), Note: "built with -tags purego: no package unsafe"},
	},
}

// The rows from which others are made by flags of bale gen.
var (
	compactRow = codec.Variant{Name: "compact", Wire: "bale compact", Caps: customCaps, Format: compact.Format, Generate: generate(compact.Format)}
	msgpackRow = codec.Variant{Name: "msgpack", Wire: "MessagePack", Caps: msgpackCaps, Format: msgpack.Format, Generate: generate(msgpack.Format), Note: "structs as maps of their fields' names; times come back in UTC"}
	protoRow   = codec.Variant{Name: "proto", Wire: "protobuf", Numbered: true, Caps: customCaps, Format: proto.Format, Generate: generate(proto.Format), Note: "an empty slice or map is decoded as nil, a time in UTC"}
)

const (
	ownDoc  = "docs/types.md#strings"
	ownNote = "with //bale:own at all strings and byte slices, as bale gen -own does"
)

// with returns the row of a format with flags of bale gen, whose words are added to its name. doc and note are those of the flags.
func with(row codec.Variant, flags codec.GenFlags, doc, note string) *codec.Variant {
	row.Name += "-" + strings.Join(flags.Words(), "-")
	row.Doc, row.Flags, row.Locked = doc, flags, flags.Evolve
	if row.Note != "" {
		note = row.Note + "; " + note
	}
	row.Note = note
	if flags.Own {
		row.Applies = ownable
	}
	row.Generate = (&printing{format: row.Format, flags: flags}).generate
	return &row
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Ignores: lower.IgnoresAll,
		Scalars: lower.All(), Bytes: true, Time: lower.TimeOwn, Arrays: true, Maps: lower.AnyMap, Pointers: true, NilElems: true,
		Root: true, RootType: func(*model.Named) bool { return true }, RootFields: true, Unions: true, Refuse: refuseHidden(nil),
	}
}

// customCaps returns the capabilities of formats that contain the output of custom types.
func customCaps(pkg string) lower.Caps {
	c := caps(pkg)
	c.Custom = func(n *model.Named) string {
		if method := plan.MethodSuffix(n, path.Dir(pkg)); method != "" {
			return plan.MarshalMethod(method)
		}
		return ""
	}
	return c
}

// msgpackCaps and cborCaps refuse structs with fields that a tag leaves out, so that they are lowered and not lost, and structs with names or
// tags that the format refuses.
func msgpackCaps(pkg string) lower.Caps {
	return taggedCaps(pkg, []string{"msgpack"}, msgpack.Skips, msgpack.Fault)
}

func cborCaps(pkg string) lower.Caps {
	return taggedCaps(pkg, []string{"cbor", "json"}, cbor.Skips, cbor.Fault)
}

func taggedCaps(pkg string, tags []string, skips func(*model.Field) bool, fault func(t model.Type, home string) string) lower.Caps {
	c := customCaps(pkg)
	c.Tags = tags
	c.Refuse = refuseHidden(func(t model.Type, _ *lower.Package) string {
		s, _ := model.Underlying(t).(*model.Struct)
		for i := 0; s != nil && i < len(s.Fields); i++ {
			if skips(s.Fields[i]) {
				return "a field that a tag leaves out"
			}
		}
		if s == nil {
			return ""
		}
		return fault(t, path.Dir(pkg))
	})
	return c
}

// fixedCaps refuses structs with fields that Skycoin's encoder would leave out, so that they are lowered and not lost.
func fixedCaps(pkg string) lower.Caps {
	c := customCaps(pkg)
	c.Tags, c.Refuse = []string{"enc"}, refuseHidden(refuseFixed)
	return c
}

// refuseFixed refuses fields with omitempty, which can be decoded only at the end of a message, and unexported fields.
func refuseFixed(t model.Type, in *lower.Package) string {
	s, _ := model.Underlying(t).(*model.Struct)
	for i := 0; s != nil && i < len(s.Fields); i++ {
		if strings.Contains(s.Fields[i].Tag, ",omitempty") && strings.Contains(s.Fields[i].Tag, "enc:") {
			return "omitempty"
		}
	}
	return lower.RefuseUnexported(t, in)
}

// jsonCaps returns the capabilities of encoding/json for an outermost type with a name, since it gets methods.
func jsonCaps(pkg string) lower.Caps {
	c := likejson.Caps(pkg)
	c.Root, c.RootType = true, func(*model.Named) bool { return true }
	return c
}

// generate returns a codec.Variant.Generate that prints the code of one format for the roots.
func generate(f *emit.Format) func(*codec.Input) (*codec.Output, error) {
	return (&printing{format: f}).generate
}

// ownable reports whether fields hold all strings and byte slices in values of t, so that the directive own reaches them. It reaches neither those of
// a list of strings that is no field, nor a string that is a member of a union.
func ownable(t model.Type) bool {
	ok := !plan.AnyPart(t, plan.IsText)
	model.Walk(t, func(t model.Type) bool {
		if i, union := t.(*model.Interface); union {
			ok = ok && !slices.ContainsFunc(i.Members, func(m model.Type) bool { return plan.AnyPart(m, plan.IsText) })
		}
		return ok
	})
	return ok
}

// A printing is how the code of a variant is printed.
type printing struct {
	format *emit.Format
	flags  codec.GenFlags
}

// generate is a codec.Variant.Generate. The file and the names in it differ from those of other variants, and of code that bale gen generated in the
// package.
func (g *printing) generate(in *codec.Input) (*codec.Output, error) {
	f, file := g.format, strings.Join(append([]string{g.format.Name}, g.flags.Words()...), "-")
	prefix := "baleLab" + f.Title + g.flags.Title()
	var roots []*model.Named
	for _, r := range in.Plan.Roots {
		roots = append(roots, r.Node.Go.(*model.Named))
	}
	types, unions := named(roots, in.Plan.In.Path, prefix)
	directives := plan.NewDirectives()
	for _, r := range roots {
		directives.Strict[r] = in.Strict
	}
	for _, t := range types {
		if g.flags.Evolve {
			for _, n := range plan.NamedStructs(t, in.Plan.In.Path) {
				directives.Evolving[n] = file
			}
		}
		if g.flags.Own {
			ownFields(t, directives)
		}
	}
	for i, t := range types {
		lock.SetStamp(f, directives, in.Plan.In.Path, t)
		if i < len(in.Before) {
			readBefore(f, directives, prefix, t, in.Before[i])
		}
	}
	p := emit.PrintFile(in.Plan.In.Path, func(p *emit.Printer) {
		p.Runtime = in.Runtime
		p.Prefix, p.Taken, p.Directives = prefix, in.Plan.In.Names, directives
		p.Formats([]*emit.Format{f}, func(*emit.Format) []*model.Named { return types })
		unions.declare(p)
	})
	var src []byte
	if !in.Outline {
		var err error
		if src, err = p.File(in.Name); err != nil {
			return nil, err
		}
	}
	out := &codec.Output{Own: map[string][]byte{file + ".go": src}, Runtime: p.RuntimeFolders()}
	more := ""
	if f.View.Kind == emit.LikeJSON {
		more = ", true"
	}
	for _, r := range roots {
		c := code(prefix+f.Title, p.Name(r), more, g.flags.Own)
		if s, ok := r.Underlying.(*model.Struct); ok && f.View.Kind == emit.LikeProto && s.Proto != nil {
			resetFirst(&c, prefix+f.Title+"Clear"+p.Name(r))
		}
		out.Code = append(out.Code, c)
	}
	return out, nil
}

// readBefore has the code decode messages of an earlier version of the root t, which was the type before, as after a run of bale gen for both versions.
func readBefore(f *emit.Format, d *plan.Directives, prefix string, t *model.Named, before model.Type) {
	if was, ok := before.(*model.Named); ok {
		list, _ := named([]*model.Named{was}, was.Package, prefix)
		lock.AddEarlier(f, d, t, list[0])
	}
}

// ownFields gives the directive own to all fields with strings and byte slices.
func ownFields(t model.Type, directives *plan.Directives) {
	model.Walk(t, func(t model.Type) bool {
		if s, ok := t.(*model.Struct); ok {
			for _, f := range s.Fields {
				directives.Fields[f] = plan.Rules{Own: plan.AnyPart(f.Type, plan.IsText)}
			}
		}
		return true
	})
}

// adaptJSON reuses what encoding/json reuses.
func adaptJSON(in *codec.Input, out *codec.Output) { likejson.Trim(in, out) }

// adaptMarshal calls encoding/json instead of the methods, which encoding/json calls.
func adaptMarshal(in *codec.Input, out *codec.Output) {
	for i, pointer := range in.Receivers {
		out.Code[i] = likejson.Std(pointer)
		out.Code[i].Shared = true // as the methods' strings do
	}
	likejson.Trim(in, out)
}

// generateMarshal is generateJSON for adaptMarshal.
func generateMarshal(in *codec.Input) (*codec.Output, error) {
	out, err := generateJSON(in)
	if err == nil {
		in.Receivers = slices.Repeat([]string{"c"}, len(out.Code))
		adaptMarshal(in, out)
	}
	return out, err
}

// generateJSON is generate for the format json, which reuses what encoding/json reuses.
func generateJSON(in *codec.Input) (*codec.Output, error) {
	out, err := generate(json.Format)(in)
	if err == nil {
		out.Strict = in.Strict
		likejson.Trim(in, out)
	}
	return out, err
}

// resetFirst makes the decoders that use memory again call clear first. This is what ResetProto calls before a message goes back to a pool;
// without it, UnmarshalProto drops all that the message refers to, since programs share messages.
func resetFirst(c *codec.Code, clear string) {
	for _, d := range []*string{&c.UnmarshalReuse, &c.UnmarshalAliasReuse} {
		*d = clear + "(c)\n" + *d
	}
}

// code returns the calls of the functions for a type. With own, its strings have their own memory.
func code(prefix, name, more string, own bool) codec.Code {
	decode := func(alias string) string {
		return "_, err := " + prefix + "Decode" + name + "(b, c, " + alias + more + ")\nreturn err"
	}
	c := codec.Code{
		Marshal:             "return " + prefix + "Append" + name + "(nil, c)",
		MarshalReuse:        "if buf == nil { // as the method Append does\nbuf = []byte{}\n}\nreturn " + prefix + "Append" + name + "(buf, c)",
		Unmarshal:           decode("false"),
		UnmarshalReuse:      decode("false"),
		UnmarshalAlias:      decode("true"),
		UnmarshalAliasReuse: decode("true"),
		Shared:              true,
	}
	if own {
		c.KeepOwn()
	}
	return c
}

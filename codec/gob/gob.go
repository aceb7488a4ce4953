// Package gob describes encoding/gob.
package gob

import (
	"errors"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/internal/source"
	"bale/codec/lower"
	"bale/model"
	"bale/runner/measure"
)

// Codec encodes the user's own types with encoding/gob, with a new stream for each message.
var Codec = &codec.Codec{
	Name: "gob",
	Doc:  "https://pkg.go.dev/encoding/gob",
	Variants: []*codec.Variant{{
		Wire: "gob", Traits: measure.Traits{Steady: 2}, Caps: caps, Generate: generate,
		Note: "every message is a stream of its own, and carries the description of its types; what interfaces hold is registered",
	}},
}

// Stream encodes the user's own types with one stream for many messages. It is a codec of its own, because the messages of one stream are useless
// in another.
var Stream = &codec.Codec{
	Name: "gob/stream", Folder: "gob",
	Doc: "https://pkg.go.dev/encoding/gob#hdr-Basics",
	Variants: []*codec.Variant{{
		Wire: "gob stream", Stream: true, Caps: streamCaps, Generate: stream,
		Note: "one stream for all messages: its beginning, which describes the types, is not part of the messages, and no other decoder can decode them without it",
	}},
}

// streamCaps returns the capabilities without interfaces: a stream describes what they hold when it first occurs, in the middle of the stream.
func streamCaps(pkg string) lower.Caps {
	c := caps(pkg)
	c.Any, c.Unions = false, false
	return c
}

// stream returns code that keeps an Encoder and a Decoder: gob "is most efficient when a single Encoder is used to transmit a stream of values,
// amortizing the cost of compilation" (encoding/gob/doc.go). The zero value at the beginning describes the types. Package gob numbers types in the order
// in which a process encodes them. Decls encodes each type before main, so that all processes of a program have the same numbers.
func stream(in *codec.Input) (*codec.Output, error) {
	return codec.SameForAll(in, codec.Code{
		Imports: codec.StdImports("bytes", "encoding/gob"),
		State:   "out balebytes.Buffer\nin balebytes.Reader\nencoder *balegob.Encoder\ndecoder *balegob.Decoder",
		Setup: `a.encoder, a.decoder = balegob.NewEncoder(&a.out), balegob.NewDecoder(&a.in)
			if err := a.encoder.Encode(new($C)); err != nil {
				panic(err)
			}
			a.in.Reset(balebytes.Clone(a.out.Bytes()))
			if err := a.decoder.Decode(new($C)); err != nil {
				panic(err)
			}`,
		Marshal:      "a.out.Reset()\nerr := a.encoder.Encode(c)\nreturn balebytes.Clone(a.out.Bytes()), err",
		MarshalReuse: "a.out.Reset()\nerr := a.encoder.Encode(c)\nreturn a.out.Bytes(), err",
		Unmarshal:    "a.in.Reset(b)\nreturn a.decoder.Decode(c)",
		Decls:        "func init() {\nif err := balegob.NewEncoder(new(balebytes.Buffer)).Encode(new($C)); err != nil {\npanic(err)\n}\n}\n",
	}), nil
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Ignores: lower.IgnoresUnexported,
		Custom:  custom,
		Scalars: lower.All(), Bytes: true, Time: lower.TimeOwn, Arrays: true, Maps: lower.MapsWithout(custom), Pointers: true, NilElems: true,
		Any: true, Unions: true, NilValues: true,
	}
}

func custom(n *model.Named) string { return lower.Method(n, "GobEncode", "MarshalBinary") }

// refuse refuses structs without exported fields, for which gob returns an error, and unexported fields, which it omits. It also refuses
// interfaces that hold a type and a pointer to it, because gob registers both under the same name.
func refuse(t model.Type, in *lower.Package) string {
	if s, ok := model.Underlying(t).(*model.Struct); ok && !slices.ContainsFunc(s.Fields, func(f *model.Field) bool { return f.Exported }) {
		return "a struct without exported fields"
	}
	if i, ok := model.Underlying(t).(*model.Interface); ok {
		if clash := addMembers(i.Members, map[string]string{}); clash != "" {
			return clash
		}
	}
	return lower.RefuseUnexported(t, in)
}

func generate(in *codec.Input) (*codec.Output, error) {
	out := codec.SameForAll(in, codec.Code{
		Imports: codec.StdImports("bytes", "encoding/gob"),
		State:   "buf balebytes.Buffer\nreader balebytes.Reader",
		Marshal: `var buf balebytes.Buffer
			err := balegob.NewEncoder(&buf).Encode(c)
			return buf.Bytes(), err`,
		MarshalReuse: `a.buf.Reset()
			err := balegob.NewEncoder(&a.buf).Encode(c)
			return a.buf.Bytes(), err`,
		Unmarshal: "return balegob.NewDecoder(balebytes.NewReader(b)).Decode(c)",
	})
	known := map[string]string{}
	for i := range out.Code {
		if err := register(in, i, &out.Code[i], known); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// addMembers adds members of unions to the known types, keyed by the type without pointers. It returns an error text if a key is
// already used by another type.
func addMembers(members []model.Type, known map[string]string) (clash string) {
	everywhere := func(path string) string { return path }
	for _, m := range members {
		text := model.GoType(m, everywhere)
		base := strings.TrimLeft(text, "*")
		if p, ok := m.(*model.Pointer); ok && predeclared(p.Elem) {
			known[base] = base
		}
		if other := known[base]; other != "" && other != text {
			clash = "interfaces hold " + other + " and " + text + ", and gob can register only one of them"
		}
		known[base] = text
	}
	return clash
}

// predeclared reports whether gob registers t itself: predeclared types and slices of them.
func predeclared(t model.Type) bool {
	if s, ok := t.(*model.Slice); ok {
		t = s.Elem
	}
	_, ok := t.(*model.Basic)
	return ok
}

// register adds code that registers the types in interfaces. gob registers predeclared types itself.
func register(in *codec.Input, root int, c *codec.Code, known map[string]string) error {
	clash := ""
	w := source.New(in, c.Imports...)
	w.Line("func init() {")
	in.Plan.Walk(root, func(t model.Type) {
		if lower.IsAny(t) {
			w.Line("balegob.Register([]any(nil))\nbalegob.Register(map[string]any(nil))")
		} else if i, ok := model.Underlying(t).(*model.Interface); ok {
			if c := addMembers(i.Members, known); c != "" {
				clash = c
			}
			for _, m := range i.Members {
				w.Line("balegob.Register(*new(%s))", w.Type(m))
			}
		}
	})
	w.Line("}")
	if clash != "" {
		return errors.New(clash)
	}
	if text := w.String(); strings.Contains(text, "Register") {
		c.Decls = text
		c.Imports = append(c.Imports, slices.DeleteFunc(w.Used(text), func(im codec.Import) bool { return slices.Contains(c.Imports, im) })...)
	}
	return nil
}

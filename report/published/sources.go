package published

import (
	"cmp"
	"fmt"
	"slices"

	"bale/runner/measure"
)

// A source is one of the five published benchmarks.
type source struct {
	name      string
	reference string                 // serializer that the ratios refer to
	note      string                 // difference between the published measurement and bale's; may be ""
	codecs    map[string]counterpart // by the author's name of the serializer
}

// A counterpart is the codec and form that bale measures for a published serializer.
type counterpart struct {
	codec string
	form  measure.Form // "" for the form of the default mode
}

// native is the form for authors who prepared generated types outside the timing.
const native = measure.Native

// sources lists the published benchmarks in the order in which they are printed. The names of 2016 were looked up in the repositories of that
// time: alecthomas's XDR2 is calmh's XDR, and his Protobuf is that of DeDiS.
var sources = []source{
	{"hrbrain-2021", "gob", "", map[string]counterpart{
		"json": {"json", ""}, "gob": {"gob", ""}, "self": {"handwritten/self", ""}, "selftime": {"handwritten/selftime", ""},
		"protobuf": {"gogofaster", ""},
	}},
	{"skycoin-2019", "Sky", "", map[string]counterpart{
		"Sky": {"skycoin", ""}, "Skyencoder": {"skyencoder", ""}, "XDR2": {"xdr2", ""}, "JSON": {"json", ""},
		"Gotiny": {"gotiny", ""}, "Colfer": {"colfer", ""}, "Gencode": {"gencode/fixed", ""}, "GencodeVarint": {"gencode/varint", ""},
	}},
	{"tonybai-2020", "goproto", "", map[string]counterpart{
		"goproto": {"golang-protobuf", native}, "gogoprotofast": {"gogofast", native}, "gogoprotofaster": {"gogofaster", native},
		"gogoprotoslick": {"gogoslick", native}, "goprotov2": {"protobuf", native},
	}},
	{"alecthomas-2016", "Gob", gobStreamNote, map[string]counterpart{
		"Msgp": {"msgp", ""}, "VmihailencoMsgpack": {"vmihailenco-msgpack", ""}, "Json": {"json", ""}, "EasyJson": {"easyjson", ""},
		"Bson": {"mgo-bson", ""}, "Gob": {"gob", ""}, "Xdr": {"xdr", ""}, "UgorjiCodecMsgpack": {"ugorji/msgpack", ""},
		"UgorjiCodecBinc": {"ugorji/binc", ""}, "Sereal": {"sereal/v2", ""}, "Binary": {"alecthomas-binary", ""},
		"FlatBuffers": {"flatbuffers/builder", ""}, "CapNProto": {"capnp-v1", ""}, "CapNProto2": {"capnp-v2", ""},
		"Hprose": {"hprose", ""}, "Protobuf": {"dedis-protobuf", ""}, "Goprotobuf": {"golang-protobuf", native},
		"Gogoprotobuf": {"gogofaster", native}, "Colfer": {"colfer", native}, "Gencode": {"gencode/fixed", native},
		"GencodeUnsafe": {"gencode/unsafe", native}, "XDR2": {"calmh-xdr", ""},
	}},
	{"szyhf-2018", "gob", gobStreamNote, map[string]counterpart{
		"go_sproto": {"sproto", native}, "gosproto": {"sproto", native}, "gob": {"gob", ""}, "json": {"json", ""},
		"json_iterator": {"jsoniter/std", ""}, "msgp": {"msgp", ""}, "proto3": {"golang-protobuf", native},
	}},
}

const gobStreamNote = "the author measured gob on one stream, which describes each type once; here every message is complete, " +
	"so gob takes longer, and the ratios of the other serializers to gob are smaller"

// cell returns the cell that corresponds to a figure. If the figure is a size, only the cell's shape and codec have a meaning.
func (s *source) cell(f Figure) measure.Cell {
	t := s.codecs[f.Serializer]
	c := measure.Cell{Shape: f.Shape, Codec: t.codec, Op: measure.Op(f.Op), Mode: known()} // each author measured one value or a few
	if f.Length > 0 {
		c.Shape = fmt.Sprintf("%s-%d", f.Shape, f.Length)
	}
	c.Mode.Form = cmp.Or(t.form, c.Mode.Form)
	switch f.Variant {
	case "native":
		c.Mode.Form = measure.Native
	case "parallel":
		c.Mode.Procs = measure.Par
	case "packed":
		c.Codec += "/packed"
	}
	// The published tables show no allocations for these serializers, so they reused a buffer.
	if f.Op == "encode" && f.Variant == "" && (f.Serializer == "Skyencoder" || f.Serializer == "FlatBuffers") {
		c.Mode.Memory = measure.Reuse
	}
	return c
}

// Corresponds reports whether a cell corresponds to a published figure, or to a published benchmark without figures. own means that the cell's codec works on the user's types, so that native
// and convert are the same and only convert is measured.
func Corresponds(c measure.Cell, own bool) bool {
	if slices.Contains(withoutFigures, c.Shape) {
		return c.Mode == known()
	}
	return slices.ContainsFunc(wanted(), func(w measure.Cell) bool { return c == cellFor(w, own) })
}

// known returns the default mode with few values.
func known() measure.Mode {
	m := measure.DefaultMode
	m.Values = measure.Known
	return m
}

// cellFor returns c with the form that is measured for a codec with the given own.
func cellFor(c measure.Cell, own bool) measure.Cell {
	if own {
		c.Mode.Form = measure.Convert
	}
	return c
}

// wanted returns the cells of all figures except sizes.
func wanted() []measure.Cell {
	var list []measure.Cell
	for _, f := range figures {
		if f.Op != "size" {
			list = append(list, sourceOf(f).cell(f))
		}
	}
	return list
}

func sourceOf(f Figure) *source {
	return &sources[slices.IndexFunc(sources, func(s source) bool { return s.name == f.Source })]
}

// Codecs returns the codecs that correspond to published figures.
func Codecs() []string { return collect(func(c measure.Cell) string { return c.Codec }) }

// withoutFigures lists the built-in shapes, with the lengths, of two benchmarks whose figures are not comparable: ymz-ncnk's times are those of an
// encoding and a decoding together, and rust_serialization_benchmark is about Rust.
var withoutFigures = []string{"ymz", "log-10000", "mesh-10000", "minecraft-500", "mk48-1000"}

// Shapes returns the built-in shapes of the published benchmarks.
func Shapes() []string {
	list := slices.Clone(withoutFigures)
	for _, f := range figures {
		if !slices.Contains(list, f.Shape) {
			list = append(list, f.Shape)
		}
	}
	return list
}

// Modes returns the modes that correspond to published figures.
func Modes() []measure.Mode { return collect(func(c measure.Cell) measure.Mode { return c.Mode }) }

// Lengths returns the lengths of slices in the published figures.
func Lengths() []int {
	var list []int
	for _, f := range figures {
		if f.Length > 0 && !slices.Contains(list, f.Length) {
			list = append(list, f.Length)
		}
	}
	return list
}

// collect returns the distinct values of get for the wanted cells.
func collect[T comparable](get func(measure.Cell) T) []T {
	var list []T
	for _, c := range wanted() {
		if v := get(c); !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

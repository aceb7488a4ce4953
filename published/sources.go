package published

import (
	"cmp"
	"fmt"
	"slices"

	"bale/measure"
)

// A source is one of the five write-ups: which row its ratios are taken to, and which codec of ours stands
// for each of its serializers.
type source struct {
	name      string
	reference string // serializer
	note      string // why the two are not quite the same thing
	codecs    map[string]counterpart
}

// A counterpart is what we measure where a table has a serializer.
type counterpart struct {
	codec string
	form  measure.Form // "" is that of the default mode
}

// native is the form where the author prepared generated types outside the timing.
const native = measure.Native

// sources are in the order in which they are printed. What a name of 2016 stands for was looked up in the
// repositories of the time: alecthomas's XDR2 is calmh's, and his Protobuf is that of DeDiS.
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
	{"alecthomas-2016", "Gob", streamed, map[string]counterpart{
		"Msgp": {"msgp", ""}, "VmihailencoMsgpack": {"vmihailenco-msgpack", ""}, "Json": {"json", ""}, "EasyJson": {"easyjson", ""},
		"Bson": {"mgo-bson", ""}, "Gob": {"gob", ""}, "Xdr": {"xdr", ""}, "UgorjiCodecMsgpack": {"ugorji/msgpack", ""},
		"UgorjiCodecBinc": {"ugorji/binc", ""}, "Sereal": {"sereal/v2", ""}, "Binary": {"alecthomas-binary", ""},
		"FlatBuffers": {"flatbuffers/builder", ""}, "CapNProto": {"capnp-v1", ""}, "CapNProto2": {"capnp-v2", ""},
		"Hprose": {"hprose", ""}, "Protobuf": {"dedis-protobuf", ""}, "Goprotobuf": {"golang-protobuf", native},
		"Gogoprotobuf": {"gogofaster", native}, "Colfer": {"colfer", native}, "Gencode": {"gencode/fixed", native},
		"GencodeUnsafe": {"gencode/unsafe", native}, "XDR2": {"calmh-xdr", ""},
	}},
	{"szyhf-2018", "gob", streamed, map[string]counterpart{
		"go_sproto": {"sproto", native}, "gosproto": {"sproto", native}, "gob": {"gob", ""}, "json": {"json", ""},
		"json_iterator": {"jsoniter/std", ""}, "msgp": {"msgp", ""}, "proto3": {"golang-protobuf", native},
	}},
}

const streamed = "the published gob went on with one stream, in which types are described once; here every message is complete, " +
	"so gob takes longer, and all else less when compared with it"

// ours is the cell that stands for a figure; of "size", only its shape and codec count.
func (s *source) ours(f Figure) measure.Cell {
	t := s.codecs[f.Serializer]
	c := measure.Cell{Shape: f.Shape, Codec: t.codec, Op: measure.Op(f.Op), Mode: measure.DefaultMode}
	if f.Length > 0 {
		c.Shape = fmt.Sprintf("%s-%d", f.Shape, f.Length)
	}
	c.Mode.Form = cmp.Or(t.form, c.Mode.Form)
	c.Mode.Values = measure.Known // each author measured one value or a few
	switch f.Variant {
	case "native":
		c.Mode.Form = measure.Native
	case "parallel":
		c.Mode.Procs = measure.Par
	case "packed":
		c.Codec += "/packed"
	}
	// Those whose table shows no allocation kept their buffer.
	if f.Op == "encode" && f.Variant == "" && (f.Serializer == "Skyencoder" || f.Serializer == "FlatBuffers") {
		c.Mode.Memory = measure.Reuse
	}
	return c
}

// Wants says whether a cell stands for a published figure. Own says that its codec works on the user's
// types, so that native and convert are the same and only convert is measured.
func Wants(c measure.Cell, own bool) bool {
	return slices.ContainsFunc(wanted(), func(w measure.Cell) bool { return c == cellFor(w, own) })
}

func cellFor(c measure.Cell, own bool) measure.Cell {
	if own {
		c.Mode.Form = measure.Convert
	}
	return c
}

// wanted are the cells of all figures but sizes.
func wanted() []measure.Cell {
	var list []measure.Cell
	for _, f := range figures {
		if f.Op != "size" {
			list = append(list, sourceOf(f).ours(f))
		}
	}
	return list
}

func sourceOf(f Figure) *source {
	return &sources[slices.IndexFunc(sources, func(s source) bool { return s.name == f.Source })]
}

// Codecs, Modes and Lengths are what a run has to have for Wants to be met.
func Codecs() []string { return collect(func(c measure.Cell) string { return c.Codec }) }

// Modes are those of the published figures.
func Modes() []measure.Mode { return collect(func(c measure.Cell) measure.Mode { return c.Mode }) }

// Lengths are those of the slice that was published.
func Lengths() []int {
	var list []int
	for _, f := range figures {
		if f.Length > 0 && !slices.Contains(list, f.Length) {
			list = append(list, f.Length)
		}
	}
	return list
}

func collect[T comparable](of func(measure.Cell) T) []T {
	var list []T
	for _, c := range wanted() {
		if v := of(c); !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// Package capnpv1 describes github.com/glycerine/go-capnproto.
package capnpv1

import (
	"bale/codec"
	"bale/codec/internal/capnpgen"
)

const (
	module = "github.com/glycerine/go-capnproto"
	plugin = module + "/capnpc-go"
)

// Codec is the first Cap'n Proto for Go: the user's own types through the generated accessors.
var Codec = &codec.Codec{
	Name: "capnp-v1", Module: module,
	Doc:      "https://pkg.go.dev/" + module,
	Packages: []string{module, plugin},
	Variants: []*codec.Variant{
		{Wire: "Cap'n Proto", Needs: needs, Caps: capnpgen.Caps, Generate: capnpgen.First.Generate(plain, plugin)},
		{Name: "packed", Wire: "Cap'n Proto packed", Needs: needs, Caps: capnpgen.Caps, Generate: capnpgen.First.Generate(packed, plugin),
			Doc: "https://pkg.go.dev/" + module + "#Segment.WriteToPacked"},
	},
}

// needs: the plugin formats its output by gofmt, which comes with Go but is not always on the PATH.
var needs = append(capnpgen.Needs, codec.Need{Program: "gofmt", Install: `PATH=$PATH:$(go env GOROOT)/bin`})

const (
	fresh = `seg := balecapnp.NewBuffer(nil)
		$Aput(seg, c)
		var out balebytes.Buffer
		`
	reuse = `seg := balecapnp.NewBuffer(a.arena[:0])
		$Aput(seg, c)
		a.arena = seg.Data
		a.out.Reset()
		`
	freshBytes = "\nreturn out.Bytes(), err"
	reuseBytes = "\nreturn a.out.Bytes(), err"
	check      = "\nif err != nil {\nreturn err\n}\n"
	get        = "$Aget(msg, c)\nreturn nil"
	shared     = "$Ashared(msg, c)\nreturn nil"
)

var imports = append(codec.Std("bytes"), codec.Import{Name: "balecapnp", Path: module})

// plain reads where the message lies.
var plain = codec.Code{
	Imports: imports,
	State:   "arena []byte\nout balebytes.Buffer\nsegments *balecapnp.MultiBuffer",
	Setup:   "a.segments = balecapnp.NewSingleSegmentMultiBuffer()",

	Marshal:             fresh + "_, err := seg.WriteTo(&out)" + freshBytes,
	MarshalReuse:        reuse + "_, err := seg.WriteTo(&a.out)" + reuseBytes,
	Unmarshal:           open + get,
	UnmarshalAlias:      open + shared,
	UnmarshalReuse:      reopen + get,
	UnmarshalAliasReuse: reopen + shared,
}

const (
	open   = "msg, _, err := balecapnp.ReadFromMemoryZeroCopy(b)" + check
	reopen = "_, err := balecapnp.ReadFromMemoryZeroCopyNoAlloc(b, a.segments)" + check + "msg := a.segments.Segments[0]\n"
)

// packed reads from memory of its own: what is fresh may keep it.
var packed = codec.Code{
	Imports: imports,
	State:   "arena []byte\nin balebytes.Reader\nout, unpacked balebytes.Buffer",

	Marshal:      fresh + "_, err := seg.WriteToPacked(&out)" + freshBytes,
	MarshalReuse: reuse + "_, err := seg.WriteToPacked(&a.out)" + reuseBytes,
	Unmarshal:    "msg, err := balecapnp.ReadFromPackedStream(balebytes.NewReader(b), nil)" + check + shared,
	UnmarshalReuse: `a.in.Reset(b)
		msg, err := balecapnp.ReadFromPackedStream(&a.in, &a.unpacked)` + check + get,
}

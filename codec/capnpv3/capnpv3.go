// Package capnpv3 describes capnproto.org/go/capnp/v3.
package capnpv3

import (
	"fmt"

	"bale/codec"
	"bale/codec/internal/capnpgen"
)

const (
	module = "capnproto.org/go/capnp/v3"
	plugin = module + "/capnpc-go"
	docs   = "https://github.com/capnproto/go-capnp/blob/v3.1.0-alpha.2/docs/Working-with-Capn-Proto-Types.md"
	note   = "read limits raised from 64 MiB and a depth of 64"
)

// Codec is the third Cap'n Proto for Go: the user's own types through the generated accessors.
var Codec = &codec.Codec{
	Name: "capnp-v3", Module: module,
	Doc:      "https://pkg.go.dev/" + module,
	Packages: []string{module, plugin},
	Variants: []*codec.Variant{
		{Wire: "Cap'n Proto", Note: note, Needs: capnpgen.Needs, Caps: capnpgen.Caps, Generate: generate(plain)},
		{Name: "packed", Wire: "Cap'n Proto packed", Note: note, Needs: capnpgen.Needs, Caps: capnpgen.Caps, Generate: generate(packed),
			Doc: docs + "#using-the-packed-encoding"},
		{Name: "lowlevel", Wire: "Cap'n Proto", Caps: capnpgen.Caps, Generate: capnpgen.Lowlevel.Generate(plain),
			Doc: "https://pkg.go.dev/" + module + "#Struct", Note: "without generated code: capnp is not needed; " + note},
	},
}

// generate leaves out what only programs use that talk by remote procedure calls or print messages.
func generate(code codec.Code) func(*codec.Input) (*codec.Output, error) {
	return capnpgen.Later.Generate(code, plugin, "-promises=false", "-schemas=false", "-structstrings=false")
}

// fill makes a message from seg.
const fill = `
	if err != nil {
		return nil, err
	}
	if err := $Aput(seg, c); err != nil {
		return nil, err
	}
	`

const open = `msg, err := balecapnp.%s(b)
	if err != nil {
		return err
	}
	msg.TraverseLimit, msg.DepthLimit = balemath.MaxUint64, balemath.MaxUint
	err = %s
	msg.Release()
	return err`

var (
	imports = append(codec.Std("bytes", "math"), codec.Import{Name: "balecapnp", Path: module})
	plain   = code("NewEncoder", "Marshal", "Unmarshal", "$Aget(msg, c)")
	packed  = code("NewPackedEncoder", "MarshalPacked", "UnmarshalPacked", "$Ashared(msg, c)")
)

// code releases every message, which lets the library use its memory again. What was packed is
// unpacked into memory of its own, which the value may keep.
func code(encoder, marshal, unmarshal, get string) codec.Code {
	read := fmt.Sprintf(open, unmarshal, get)
	c := codec.Code{
		Imports: imports,
		State:   "msg balecapnp.Message\nout balebytes.Buffer\nencoder *balecapnp.Encoder",
		Setup:   "a.encoder = balecapnp." + encoder + "(&a.out)",

		Marshal: "msg, seg, err := balecapnp.NewMessage(balecapnp.SingleSegment(nil))" + fill + "b, err := msg." + marshal + `()
			msg.Release()
			return b, err`,
		MarshalReuse: "seg, err := a.msg.Reset(balecapnp.SingleSegment(nil))" + fill + `a.out.Reset()
			err = a.encoder.Encode(&a.msg)
			return a.out.Bytes(), err`,
		Unmarshal: read, UnmarshalReuse: read,
	}
	if unmarshal == "Unmarshal" {
		c.UnmarshalAlias = fmt.Sprintf(open, unmarshal, "$Ashared(msg, c)")
		c.UnmarshalAliasReuse = c.UnmarshalAlias
	}
	return c
}

// Package capnpv2 describes zombiezen.com/go/capnproto2.
package capnpv2

import (
	"fmt"

	"bale/codec"
	"bale/codec/internal/capnpgen"
)

const (
	module = "zombiezen.com/go/capnproto2"
	plugin = module + "/capnpc-go"
	note   = "read limits raised from 64 MiB and a depth of 64"
)

// Codec is the second Cap'n Proto for Go: the user's own types through the generated accessors.
var Codec = &codec.Codec{
	Name: "capnp-v2", Module: module,
	Doc:      "https://pkg.go.dev/" + module,
	Packages: []string{module, plugin},
	Variants: []*codec.Variant{
		{Wire: "Cap'n Proto", Note: note, Needs: capnpgen.Needs, Caps: capnpgen.Caps, Generate: generate(plain)},
		{Name: "packed", Wire: "Cap'n Proto packed", Note: note, Needs: capnpgen.Needs, Caps: capnpgen.Caps, Generate: generate(packed),
			Doc: "https://pkg.go.dev/" + module + "#Message.MarshalPacked"},
	},
}

// generate leaves out what only programs use that talk by remote procedure calls or print messages.
func generate(code codec.Code) func(*codec.Input) (*codec.Output, error) {
	return capnpgen.Later.Generate(code, plugin, "-promises=false", "-schemas=false", "-structstrings=false")
}

// fill makes a message in the given memory.
const fill = `msg, seg, err := balecapnp.NewMessage(balecapnp.SingleSegment(%s))
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
	return `

var (
	imports = append(codec.Std("bytes", "math"), codec.Import{Name: "balecapnp", Path: module})
	plain   = code("NewEncoder", "Marshal", "Unmarshal", "$Aget(msg, c)")
	packed  = code("NewPackedEncoder", "MarshalPacked", "UnmarshalPacked", "$Ashared(msg, c)")
)

// code: what was packed is unpacked into memory of its own, which the value may keep.
func code(encoder, marshal, unmarshal, get string) codec.Code {
	open := fmt.Sprintf(open, unmarshal)
	c := codec.Code{
		Imports: imports,
		State:   "arena []byte\nout balebytes.Buffer\nencoder *balecapnp.Encoder",
		Setup:   "a.encoder = balecapnp." + encoder + "(&a.out)",

		Marshal: fmt.Sprintf(fill, "nil") + "return msg." + marshal + "()",
		MarshalReuse: fmt.Sprintf(fill, "a.arena[:0]") + `a.arena = seg.Data()
			a.out.Reset()
			err = a.encoder.Encode(msg)
			return a.out.Bytes(), err`,
		Unmarshal: open + get, UnmarshalReuse: open + get,
	}
	if unmarshal == "Unmarshal" {
		c.UnmarshalAlias = open + "$Ashared(msg, c)"
		c.UnmarshalAliasReuse = c.UnmarshalAlias
	}
	return c
}

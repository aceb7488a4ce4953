// Package skyencoder describes github.com/skycoin/skyencoder.
package skyencoder

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/internal/owntypes"
	"bale/codec/lower"
	"bale/schema"
)

const (
	module  = "github.com/skycoin/skyencoder"
	tool    = module + "/cmd/skyencoder"
	encoder = "github.com/skycoin/skycoin/src/cipher/encoder"
)

// Codec is the code that skyencoder generates: functions beside the type, not methods.
var Codec = &codec.Codec{
	Name: "skyencoder", Module: module,
	Doc:      "https://github.com/skycoin/skyencoder",
	Packages: []string{tool, encoder},
	Variants: []*codec.Variant{{Wire: "Skycoin", Caps: caps, Generate: generate}},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse,
		Scalars: lower.Widen(), Bytes: true, Arrays: true, Elem: elem, Maps: lower.AnyMap,
		Root: true, Flat: true,
	}
}

// refuse: beside what has no name here, the generator makes code that does not compile of strings
// and floats with a name, and of lists of named bytes.
func refuse(t schema.Type, in *lower.Package) string {
	n, named := t.(*schema.Named)
	s, _ := schema.Underlying(t).(*schema.Struct)
	switch {
	case named && (schema.IsKind(n, schema.String) || schema.IsKind(n, schema.Float32) || schema.IsKind(n, schema.Float64)):
		return "a named string or float"
	case s != nil && !named && len(s.Fields) > 0:
		return "a struct without a name"
	}
	if elem := schema.ListElem(t); elem != nil && namedByte(elem) {
		return "a list of named bytes"
	}
	if reason := lower.RefuseUnexported(t, in); reason != "" {
		return reason
	}
	return owntypes.Refuse()(t, in)
}

func elem(n *lower.Node) bool { return !namedByte(n.Go) }

func namedByte(t schema.Type) bool {
	_, named := t.(*schema.Named)
	return named && schema.IsKind(t, schema.Uint8)
}

// refs is a second file of the package: goimports takes the import of a name that it does not
// know from the files beside it, and would else go and look for one.
const refs = `package %s

import "` + encoder + `"

var (
	_ encoder.Encoder
	_ encoder.Decoder
	_ = []error{encoder.ErrBufferUnderflow, encoder.ErrRemainingBytes, encoder.ErrMaxLenExceeded, encoder.ErrMapDuplicateKeys}
)
`

// generate runs the generator once for each root. It calls the functions after the type, so it
// is given a type of another name, which is the carrier's alias where the functions are compiled:
// the user's package may have functions of those names.
func generate(in *codec.Input) (*codec.Output, error) {
	out := codec.Each(in, codec.Code{})
	types := owntypes.Source(in, owntypes.Options{Tag: encTag})
	for i, r := range in.Plan.Roots {
		carrier := r.Node.Go.(*schema.Named).Name
		name := "BaleSky" + carrier
		sub := strings.NewReplacer("NAME", name, "CARRIER", carrier)
		out.Code[i] = codec.Code{
			Decls:   sub.Replace("type NAME = CARRIER"),
			Marshal: sub.Replace("return EncodeNAME(c)"),
			MarshalReuse: sub.Replace(`n := int(EncodeSizeNAME(c))
				if cap(buf) < n {
					buf = make([]byte, n)
				}
				return buf[:n], EncodeNAMEToBuffer(buf[:n], c)`),
			Unmarshal: sub.Replace("return DecodeNAMEExact(b, c)"),
			// What is empty on the wire is left as it was.
			UnmarshalReuse: sub.Replace("*c = $C{}\nreturn DecodeNAMEExact(b, c)"),
		}
		file := strings.ToLower(name) + "_sky.go"
		out.Steps = append(out.Steps, codec.Step{
			Tool: tool, Module: true,
			Args: []string{"-struct", name, "-no-test", "-silent", "-output-file", file, "types.go"},
			Files: map[string][]byte{
				"types.go": slices.Concat(types, []byte(sub.Replace("type NAME CARRIER\n"))),
				"refs.go":  []byte(fmt.Sprintf(refs, in.Name)),
			},
			Own: []string{file},
		})
	}
	return out, nil
}

// encTag is the tag that the generator reads; it fails on others that are not of the usual form.
func encTag(tag string) string {
	if enc, ok := reflect.StructTag(tag).Lookup("enc"); ok {
		return fmt.Sprintf("enc:%q", enc)
	}
	return ""
}

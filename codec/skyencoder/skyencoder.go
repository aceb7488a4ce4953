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
	"bale/model"
)

const (
	module  = "github.com/skycoin/skyencoder"
	tool    = module + "/cmd/skyencoder"
	encoder = "github.com/skycoin/skycoin/src/cipher/encoder"
)

// Codec is the code that skyencoder generates: functions for the type, not methods.
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

// refuse refuses types for which the generated code does not compile: defined strings and floats, and lists of defined bytes. It also
// refuses unnamed structs and the types that owntypes refuses.
func refuse(t model.Type, in *lower.Package) string {
	n, named := t.(*model.Named)
	s, _ := model.Underlying(t).(*model.Struct)
	switch {
	case named && (model.IsKind(n, model.String) || model.IsKind(n, model.Float32) || model.IsKind(n, model.Float64)):
		return "a defined string or float type"
	case s != nil && !named && len(s.Fields) > 0:
		return "an unnamed struct"
	}
	if elem := model.ListElem(t); elem != nil && namedByte(elem) {
		return "a list of a defined byte type"
	}
	if reason := lower.RefuseUnexported(t, in); reason != "" {
		return reason
	}
	return owntypes.Refuse()(t, in)
}

func elem(n *lower.Node) bool { return !namedByte(n.Go) }

func namedByte(t model.Type) bool {
	_, named := t.(*model.Named)
	return named && model.IsKind(t, model.Uint8)
}

// refs is a second file of the package. goimports resolves the import of an unknown name from other files in the folder, and would
// otherwise search for a package.
const refs = `package %s

import "` + encoder + `"

var (
	_ encoder.Encoder
	_ encoder.Decoder
	_ = []error{encoder.ErrBufferUnderflow, encoder.ErrRemainingBytes, encoder.ErrMaxLenExceeded, encoder.ErrMapDuplicateKeys}
)
`

// generate runs the generator once for each root. It derives function names from the type, so the type has another name, which is an
// alias of the carrier where the functions are compiled: the user's package may have functions with the carrier's name.
func generate(in *codec.Input) (*codec.Output, error) {
	out := codec.SameForAll(in, codec.Code{})
	types := owntypes.Source(in, owntypes.Options{Tag: encTag})
	for i, r := range in.Plan.Roots {
		carrier := r.Node.Go.(*model.Named).Name
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
			// Decoding does not change empty values.
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

// encTag returns the tag that the generator reads. The generator fails for other tags that do not have the conventional form.
func encTag(tag string) string {
	if enc, ok := reflect.StructTag(tag).Lookup("enc"); ok {
		return fmt.Sprintf("enc:%q", enc)
	}
	return ""
}

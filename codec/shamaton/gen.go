package shamaton

import (
	"reflect"
	"strings"

	"bale/codec"
	"bale/codec/internal/owntypes"
	"bale/codec/lower"
	"bale/model"
)

// GenMap and GenArray are separate codecs because one resolver has both forms: as variants of one codec, the code would be in a package
// twice.
var (
	// GenMap is msgpackgen's code that encodes structs as maps.
	GenMap = generated("map", "", "Map")
	// GenArray is msgpackgen's code that encodes structs as arrays.
	GenArray = generated("array", "structs as arrays, without field names; ", "Array")
)

func generated(name, note, as string) *codec.Codec {
	return &codec.Codec{
		Name: "shamaton-gen/" + name, Folder: "shamaton", Module: generator,
		Doc:      "https://pkg.go.dev/" + generator,
		Packages: packages,
		Variants: []*codec.Variant{{
			Wire: "MessagePack", Caps: genCaps,
			Note: note + "generated with -strict; calls what RegisterGeneratedResolver registers, since there is one resolver to a process; " +
				"times come back in the local zone",
			Generate: func(in *codec.Input) (*codec.Output, error) { return genCode(in, as), nil },
		}},
	}
}

func genCaps(string) lower.Caps {
	c := caps("")
	c.Refuse, c.Maps, c.Root, c.Any = genRefuse, genKeys, true, false // the generator leaves interfaces to reflection
	return c
}

// genKeys reports whether a map's key is supported: the code for a key that is an array does not compile.
func genKeys(key, _ *lower.Node) bool {
	_, array := model.Underlying(key.Go).(*model.Array)
	return !array
}

// genRefuse refuses types that the generator silently leaves to reflection: it supports no defined types but structs, and treats every
// type named Time as time.Time.
func genRefuse(t model.Type, in *lower.Package) string {
	if n, ok := t.(*model.Named); ok {
		if _, isStruct := n.Underlying.(*model.Struct); !isStruct {
			return "a defined type other than a struct"
		}
		if n.Name == "Time" {
			return "a type named Time"
		}
	}
	if _, ok := t.(*model.Struct); ok {
		return "an unnamed struct"
	}
	if reason := lower.RefuseUnexported(t, in); reason != "" {
		return reason
	}
	return owntypes.Refuse()(t, in)
}

// genCode returns code that calls the resolver as msgpack.MarshalAsMap and similar functions do, without their fallback to reflection.
// Encoding has no reuse: the resolver makes an enc.Encoder for each message, and its method MakeBytes always allocates.
func genCode(in *codec.Input, as string) *codec.Output {
	decode := "_, err := ___decodeAs" + as + "(b, c)\nreturn err"
	out := codec.SameForAll(in, codec.Code{
		Marshal:   "return ___encodeAs" + as + "(c)",
		Unmarshal: decode,
	})
	for i := range out.Code {
		if !in.Plan.Reaches(i, keepsOld) {
			out.Code[i].UnmarshalReuse = decode
		}
	}
	out.Steps = []codec.Step{{
		Tool:   generator,
		Args:   []string{"-strict", "-input-file", "types.go", "-output-file", "msgpackgen.go"},
		Files:  map[string][]byte{"types.go": owntypes.Source(in, owntypes.Options{Tag: name})},
		Module: true,
		Own:    []string{"msgpackgen.go"},
	}}
	return out
}

// name returns a tag with only the parts that the generator can read: it would use omitempty as a name.
func name(tag string) string {
	name, _, _ := strings.Cut(reflect.StructTag(tag).Get("msgpack"), ",")
	if name == "" {
		return ""
	}
	return `msgpack:"` + name + `"`
}

package shamaton

import (
	"reflect"
	"strings"

	"bale/codec"
	"bale/codec/internal/owntypes"
	"bale/codec/lower"
	"bale/schema"
)

// One resolver has both forms, so they are codecs of their own: as variants of one, the code would be in a package twice.
var (
	// GenMap is msgpackgen's code that writes structs as maps.
	GenMap = generated("map", "", "Map")
	// GenArray is msgpackgen's code that writes structs as arrays.
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
	c.Refuse, c.Maps, c.Root, c.Any = genRefuse, genKeys, true, false // it leaves an interface to reflection
	return c
}

// genKeys: the code for a key that is an array does not compile.
func genKeys(key, _ *lower.Node) bool {
	_, array := schema.Underlying(key.Go).(*schema.Array)
	return !array
}

// genRefuse refuses what the generator leaves to reflection without a word: of the types with names, it knows structs.
// It takes every Time for that of package time.
func genRefuse(t schema.Type, in *lower.Package) string {
	if n, ok := t.(*schema.Named); ok {
		if _, isStruct := n.Underlying.(*schema.Struct); !isStruct {
			return "a type that is no struct"
		}
		if n.Name == "Time" {
			return "called Time"
		}
	}
	if _, ok := t.(*schema.Struct); ok {
		return "a struct without a name"
	}
	if reason := lower.RefuseUnexported(t, in); reason != "" {
		return reason
	}
	return owntypes.Refuse()(t, in)
}

// genCode calls the resolver as msgpack.MarshalAsMap and its like do, after which they would try reflection.
func genCode(in *codec.Input, as string) *codec.Output {
	decode := "_, err := ___decodeAs" + as + "(b, c)\nreturn err"
	out := codec.Each(in, codec.Code{
		Marshal:   "return ___encodeAs" + as + "(c)",
		Unmarshal: decode,
	})
	for i := range out.Code {
		if !in.Plan.Reaches(i, stays) {
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

// name keeps of a tag what the generator can read: it would take omitempty for a name.
func name(tag string) string {
	name, _, _ := strings.Cut(reflect.StructTag(tag).Get("msgpack"), ",")
	if name == "" {
		return ""
	}
	return `msgpack:"` + name + `"`
}

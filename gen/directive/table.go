package directive

import (
	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// listed returns the support of a directive that formats list by its word.
func listed(word string, rest Support) *Support {
	rest.Has = func(f *emit.Format) bool { return f.Has(word) }
	return &rest
}

// notJSON is the support of a directive that has no effect in code with the results of encoding/json.
var notJSON = &Support{Has: func(f *emit.Format) bool { return f.View.Kind != emit.LikeJSON }}

// noEncodings is the error about directives that only formats with numbers have.
const noEncodings = "numbers, sint, fixed and unknown have no effect in the formats of this package: remove them, or add a format that has them, such as proto"

// everywhere is the effect of the directives of fields that can be above a type.
const everywhere = "as at a field, wherever the type is used"

// Specs are the directives, in the order in which lists have them.
var Specs = []*Spec{
	{
		Word: "gen", Where: AtType, Parse: parseGen, // the //bale:gen of a package has the directives AtPackage as arguments
		Doc: []Row{{AtType, "//bale:gen [wire=LIST] [methods=ENDING] [lock=off]", "", "generates code for the type; `lock=off` keeps its layout out of [`bale.lock`](lock.md)"}},
	},
	{
		Word: "wire", Form: "wire=LIST", Where: AtPackage,
		Doc: []Row{{AtPackage, "wire=LIST", "", "the formats of the types that name none in their own `//bale:gen`, as in `wire=proto,compact`"}},
	},
	{
		Word: "methods", Form: "methods=ENDING", Where: AtPackage,
		Doc: []Row{{AtPackage, "methods=ENDING", "", "[the ending of the methods](gen.md#effects-on-other-libraries) of compact, for the types that name none"}},
	},
	{
		Word: "evolve", Where: AtType | AtPackage, Apply: evolve,
		Usage:   "evolve takes no argument but all, as in //bale:evolve all",
		Formats: listed("evolve", Support{None: "DIRECTIVE has no effect in the formats of the type: remove it, or add the format FORMATS"}),
		Doc: []Row{
			{AtType, "//bale:evolve", "", "fields can be appended to the struct and removed from it later, in [compact](evolve.md#evolving-structs)"},
			{AtPackage, "evolve", "", "`//bale:evolve all` for all types"},
		},
	},
	{
		Word: "evolve all", Where: AtType, Apply: evolve,
		Formats: listed("evolve", Support{None: "DIRECTIVE has no effect in the formats of the type: remove it, or add the format FORMATS"}),
		Doc:     []Row{{AtType, "//bale:evolve all", "", "the same for all structs in values of the type"}},
	},
	{
		Word: "stamp", Where: AtType, Methods: true, Apply: mark,
		Usage:   "stamp takes no argument but off, as in //bale:stamp=off",
		Formats: listed("stamp", Support{Every: true, None: "DIRECTIVE has no effect in the format FORMAT: remove the directive or the format"}),
		Doc:     []Row{{AtType, "//bale:stamp", "", "messages begin with [four bytes that identify their layout](evolve.md#stamps), in fixed, varint and xdr, as those of compact do without it"}},
	},
	{
		Word: plan.Unstamped, Where: AtType | AtPackage, Methods: true, Apply: mark,
		Formats:  listed(plan.Unstamped, Support{None: "DIRECTIVE has no effect in the formats of the type: remove it, or add the format FORMATS"}),
		Excludes: &Exclusion{[]string{"stamp"}, "stamp and stamp=off exclude each other: remove one"},
		Doc: []Row{
			{AtType, "//bale:stamp=off", "", "messages of compact have no stamp: a program with another version of the type [misreads them](lock.md#messages-without-a-stamp)"},
			{AtPackage, "stamp=off", "", "`//bale:stamp=off` for all types"},
		},
	},
	{
		Word: "stream", Where: AtType | AtPackage, Methods: true,
		Doc: []Row{
			{AtType, "//bale:stream", "", "functions that write and read [streams](streams.md) of messages"},
			{AtPackage, "stream", "", "`//bale:stream` for all types"},
		},
	},
	{
		Word: "memory", Form: "memory=N", Where: AtType, Methods: true, Parse: parseMemory, Apply: limitMemory,
		Doc: []Row{{AtType, "//bale:memory=N", "", "a decoded value may take N bytes, as in `memory=100000`, `memory=64MiB` or `memory=1GiB`, [independent of MaxMemory](safety.md#limits-of-decoding)"}},
	},
	{
		Word: "strict", Where: AtType, Methods: true,
		Formats: listed("strict", Support{AtName: true, None: "strict is for the format json, in which unknown names are an error then: add it with wire=json, or leave out the directive"}),
		Apply:   func(s *Site, _ any) { s.Plan.Strict[s.Name] = true },
		Doc:     []Row{{AtType, "//bale:strict", "", "unknown names are an error, in [json](json.md#what-differs)"}},
	},
	{
		Word: "json v2", Where: AtType, Methods: true, Usage: "json takes the argument v2, as in //bale:json v2",
		Formats: listed("json v2", Support{AtName: true, None: "json v2 is for the format json: add it with wire=json, or leave out the directive"}),
		Doc:     []Row{{AtType, "//bale:json v2", "", "the semantics of encoding/json/v2, in [json](json.md#semantics-of-encodingjsonv2)"}},
	},
	{
		Word: "array", Where: AtType, Apply: array,
		Formats: listed("array", Support{Every: true, None: "array has no effect in the format FORMAT: remove it"}),
		Doc:     []Row{{AtType, "//bale:array", "", "the struct is written as an array, in [msgpack](msgpack.md#types) and [cbor](cbor.md#types)"}},
	},
	{
		Word: "value", Where: AtType, Methods: true,
		Doc: []Row{{AtType, "//bale:value", "", "the methods that encode have [a value receiver](gen.md#methods-on-values)"}},
	},
	{
		Word: "read", Form: "read NAME=PATHS", Where: AtType, Methods: true, Parse: parsePart,
		Formats: listed("read", Support{None: "read has no effect in the formats of the type: remove the directive, or add a format that has parts, such as proto"}),
		Doc:     []Row{{AtType, "//bale:read NAME=PATHS", "", "a method that decodes [some fields](gen.md#reading-a-part), in proto, msgpack, cbor, json and compact"}},
	},
	{
		Word: "skip", Where: AtField,
		Excludes: &Exclusion{nil, "skip excludes other directives: keep one of them"},
		Doc:      []Row{{AtField, "skip", "any field", "not written; left alone when decoding"}},
	},
	{
		Word: "max", Form: "max=N", Where: AtField, Parse: parseMax,
		Fits: func(t model.Type) string {
			if hasLength(t) {
				return ""
			}
			return "max is for strings, slices and maps"
		},
		Apply: func(s *Site, value any) { s.Rules.Max = value.(int) },
		Doc:   []Row{{AtField, "max=N", "strings, slices, maps", "encoding or decoding more than N bytes, elements or entries is an error, in JSON by the generated methods"}},
	},
	{
		Word: "intern", Where: AtField, Formats: notJSON,
		Fits:     fits(isString, "intern is for strings, and for lists, maps and pointers of strings"),
		Excludes: &Exclusion{[]string{"own"}, "intern and own exclude each other: remove own, since an interned string has memory of its own"},
		Apply:    func(s *Site, _ any) { s.Rules.Intern = true },
		Doc:      []Row{{AtField, "intern", "strings", "equal strings share memory: for low-cardinality strings; no effect in json"}},
	},
	{
		Word: "own", Where: AtField | AtPackage,
		Fits:  fits(plan.IsText, "own is for strings and byte slices, and for lists, maps and pointers of them"),
		Apply: func(s *Site, _ any) { s.Rules.Own = true },
		Doc: []Row{
			{AtField, "own", "strings, byte slices", "own memory: for a short string that outlives the rest of the message"},
			{AtPackage, "own", "", "`own` for all fields to which it applies; strings of a type that is itself a list share memory"},
		},
	},
	{
		Word: "sorted", Where: AtField | AtType | AtPackage, Formats: notJSON, Apply: sortMaps,
		Doc: []Row{
			{AtField, "sorted", "maps", "entries are written in ascending order of their keys, so equal values give equal bytes"},
			{AtType, "//bale:sorted", "", everywhere},
			{AtPackage, "sorted", "", "`sorted` for all maps, except for those with keys without an order, such as times"},
		},
	},
	{
		Word: "was", Form: "was NAME TYPE FUNC", Where: AtField, Alone: true, Several: true, Parse: parseWas,
		Formats: listed("was", Support{None: "was has no effect in the formats of this package: remove it, or add a format that has it, such as compact"}),
		Apply:   func(s *Site, value any) { s.Plan.AddWas(s.Field, *value.(*plan.Was)) },
		Doc: []Row{
			{AtField, "was NAME", "any field", "the field had this name in earlier layouts, in [compact](evolve.md#a-field-that-was-another-one); stands alone in its comment"},
			{AtField, "was NAME TYPE FUNC", "any field", "it also had this type, whose values the function FUNC of the package converts, in [compact](evolve.md#a-field-that-was-another-one)"},
		},
	},
	{
		Word: "union", Form: "union T, *U", Where: AtField | AtType, Parse: func(string) (any, string) { return nil, "" }, // the loader parses it
		Doc: []Row{
			{AtField, "union T, *U", "interfaces", "the types that the interface may hold, see [interfaces](types.md#interfaces); must come last"},
			{AtType, "//bale:union T, *U", "", everywhere},
		},
	},
	{
		Word: "json union", Form: "json union=FORM", Where: AtField | AtType, Alone: true, Parse: parseJSONUnion,
		Formats: listed("json union", Support{Nowhere: "json is for the format json, in which unions have a form of their own then: add it with wire=json, or leave out the directive"}),
		Doc: []Row{
			{AtField, "json union=FORM", "interfaces with a union in the same place", "the form of the union in [json](json.md#unions); stands alone in its comment"},
			{AtType, "//bale:json union=FORM", "", everywhere},
		},
	},
	{
		Word: "", Form: "a number", Where: AtField,
		Formats: &Support{Has: func(f *emit.Format) bool { return f.Lock.Numbers != nil }, None: noEncodings},
		Apply:   func(s *Site, value any) { s.Rules.Numbered, s.Rules.Number = true, value.(int) },
		Doc:     []Row{{AtField, "3", "any field", "the field's number, in [proto](proto.md#numbers) and [sproto](formats.md#sproto-tags)"}},
	},
	{
		Word: "sint", Where: AtField, Formats: listed("sint", Support{None: noEncodings}),
		Fits:     fits(isSigned, "sint is for signed integers, and for lists, maps and pointers of them"),
		Excludes: &Exclusion{[]string{"fixed"}, "sint and fixed exclude each other: take sint for small numbers of either sign, fixed for large ones"},
		Apply:    func(s *Site, _ any) { s.Rules.Sint = true },
		Doc:      []Row{{AtField, "sint", "signed integers", "zigzag encoding, in [proto](proto.md#types)"}},
	},
	{
		Word: "fixed", Where: AtField, Formats: listed("fixed", Support{None: noEncodings}),
		Fits:  fits(isWide, "fixed is for integers of 32 bits and more, and for lists, maps and pointers of them"),
		Apply: func(s *Site, _ any) { s.Rules.Fixed = true },
		Doc:   []Row{{AtField, "fixed", "integers of 32 bits and more", "full width, in [proto](proto.md#types)"}},
	},
	{
		Word: "unknown", Where: AtField, Formats: listed("unknown", Support{None: noEncodings}),
		Fits: func(t model.Type) string {
			if model.IsBytes(t) {
				return ""
			}
			return "unknown is for a slice of bytes"
		},
		Excludes: &Exclusion{nil, "unknown excludes other directives: remove them, since the field has no number and no limit"},
		Apply:    func(s *Site, _ any) { s.Rules.Unknown = true },
		Doc:      []Row{{AtField, "unknown", "a `[]byte`", "holds unknown fields, in [proto](proto.md#decoding)"}},
	},
	{
		Word: "messages", Where: AtPackage,
		Doc: []Row{{AtPackage, "messages", "", "code in the format proto for all messages of protoc-gen-go and gogo"}},
	},
	{
		Word: "custom", Where: Anywhere, // the loader parses it
		Doc: []Row{
			{Anywhere, "//bale:custom path/of/package.Type WAY", "anywhere in a file of the package", "the type is encoded with the methods WAY: `binary`, `text`, `json`, or `gob` for `GobEncode` and `GobDecode`"},
			{Anywhere, "//bale:custom WAY", "at a field", "the same for the type in the field, or in its lists, maps and pointers"},
			{Anywhere, "//bale:custom path/of/package.Type skip", "anywhere", "all fields of the type, and of lists, maps and pointers of it, are skipped; `error` is a type, too"},
			{Anywhere, "//bale:custom path/of/package.Type.Field skip", "anywhere", "the field of a struct in another package is skipped"},
		},
	},
}

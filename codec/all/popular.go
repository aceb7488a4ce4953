package all

import (
	"slices"
	"strings"
)

// Words that stand for several codecs in lists of codec names.
const (
	PopularWord = "popular" // the variants in Popular
	OthersWord  = "others"  // those that are not bale's
	AllWord     = "all"     // all codecs
)

// A Reason is the reason why a variant is popular.
type Reason string

// The reasons. A wire format for which a variant is Known or Fast has no Rival, and of bale's variants there are at most four.
const (
	// Known is for what most Go programs use for a format that they share with programs in other languages, and for gob: one for each format.
	Known Reason = "known"
	// Fast is for what most Go programs use for such a format because it is fast: one for each format.
	Fast Reason = "fast"
	// Rival is for the fastest variant of any other wire format that is not bale's and not written by hand, one for each library, if its mean over all shapes is at most 2.5
	// times that of the fastest codec. The means are those of the reference run, of all codecs on all built-in shapes. In that of 2026-12-01, dynssz-gen had
	// 2.3, and takes 15 s to build, which is as long as all others take; bencgen/unsafe had 2.5, and is of the library of benc/unsafe.
	Rival Reason = "rival"
	// OfBale is for the formats of bale gen between which its users choose: the default one, the same for types that change, and the fastest of the
	// two formats of other languages that most programs use.
	OfBale Reason = "bale"
	// Baseline is for what the others are compared with: the methods that a type has, and the least time that any codec needs.
	Baseline Reason = "baseline"
)

// Preset lists the popular variants, which are compared by default, with their reasons. They need no program except Go, and the list is short. A codec
// whose modules take long to build is left out or gives way to the next by the same rule: easyjson and apache/thrift would add net/http and crypto/tls, and goccy-json
// takes as long to build as all of protobuf.
var Preset = []struct {
	Name string
	Why  Reason
}{
	{"json", Known},
	{"gob", Known},
	{"protobuf", Known},
	{"vmihailenco-msgpack", Known},
	{"cbor/map", Known},
	{"mongo-bson-v2", Known},
	{"hamba-avro", Known},
	{"flatbuffers/builder", Known},
	{"sonic/std", Fast},
	{"vtprotobuf", Fast},
	{"msgp", Fast},
	{"frugal", Fast},
	{"benc/unsafe", Rival},
	{"gencode/unsafe", Rival},
	{"skyencoder", Rival},
	{"mus/unsafe", Rival},
	{"bebop/shared", Rival},
	{"idr/fixed", Rival},
	{"bale/compact", OfBale},
	{"bale/compact-evolve", OfBale},
	{"bale/proto", OfBale},
	{"bale/msgpack", OfBale},
	{"own", Baseline},
	{"floor", Baseline},
}

// Popular lists the names of the popular variants.
var Popular = popularNames()

func popularNames() (names []string) {
	for _, p := range Preset {
		names = append(names, p.Name)
	}
	return names
}

// OfBaleItself reports whether a variant is one of bale's formats, given its name.
func OfBaleItself(name string) bool {
	return strings.HasPrefix(name, "bale/") || strings.HasPrefix(name, "bale-")
}

// Expand replaces the words that stand for several codecs with patterns.
func Expand(patterns []string) []string {
	var list []string
	for _, p := range patterns {
		switch p {
		case PopularWord:
			list = append(list, Popular...)
		case OthersWord:
			list = append(list, slices.DeleteFunc(slices.Clone(Popular), OfBaleItself)...)
		case AllWord:
			list = append(list, "*", "*/*") // * does not match a slash
		default:
			list = append(list, p)
		}
	}
	return list
}

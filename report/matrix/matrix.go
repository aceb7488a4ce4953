// Package matrix has what serializers carry (support.tsv) and what comparisons found out about them in addition to times (aspects.tsv). It writes the page
// docs/serializers.html.
package matrix

import "bale/codec/facts"

// An Entry describes one codec variant.
type Entry struct {
	Name, Wire      string
	Module, Version string // version is "" for the standard library
	Doc, Note       string
	Code            string     // "generated" if code is generated or written for each type, "reflection" if not
	Unsafe          string     // see facts.UnsafeWord
	Types           string     // "own" if it works on the user's types, "generated" if it needs generated types
	Classes         string     // "convert native fresh copy"
	Needs           string     // "go, capnp"
	Codec           string     // name of the codec, which variants share
	Facts           facts.Fact // zero for references
}

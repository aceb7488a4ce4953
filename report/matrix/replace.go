package matrix

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bale/codec/facts"
)

// maxShown is the maximum number of replacements that the page lists.
const maxShown = 5

// Replacements returns the entries that can replace those to which a fact belongs. Those in same have one of their wire formats, so they read
// their messages, and those with a newer release come first; those without a module are released with Go or bale. Those in like have other wire
// formats, and need a schema if and only if the replaced ones need one. Those that lack the fewest of their languages come first. None is for Go
// only, unless the replaced ones are.
func Replacements(entries []Entry, fact facts.Fact) (same, like []Entry) {
	var own []Entry
	for _, e := range entries {
		if e.Facts == fact {
			own = append(own, e)
		}
	}
	for _, e := range entries {
		if e.Facts == fact || !e.replaces() {
			continue
		}
		switch {
		case slices.ContainsFunc(own, func(o Entry) bool { return o.Wire == e.Wire }):
			same = append(same, e)
		case fact.Schema == e.Facts.Schema && (e.Facts.Languages != goOnly || fact.Languages == goOnly):
			like = append(like, e)
		}
	}
	slices.SortStableFunc(same, newer)
	slices.SortStableFunc(like, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Facts.Lacks(fact), b.Facts.Lacks(fact)), newer(a, b))
	})
	return same, like
}

// goOnly is the languages of a wire format that exists for Go only.
const goOnly = "Go"

// replaces reports whether an entry is a serializer for any type: not a reference, and not the user's own methods.
func (e Entry) replaces() bool {
	return e.Facts.Codec != "" && e.Facts.Languages != facts.OwnLanguages
}

// newer compares two entries by the date of the last release, the newer one first.
func newer(a, b Entry) int {
	date := func(e Entry) string { return cmp.Or(e.Facts.Released, "9999") }
	return cmp.Compare(date(b), date(a))
}

// Names returns the names of entries. Entries with a common fact have one name, that of the fact, if all of those in all are in list.
func Names(list, all []Entry) []string {
	count := func(entries []Entry, of Entry) (n int) {
		for _, e := range entries {
			if e.unit() == of.unit() {
				n++
			}
		}
		return n
	}
	var names []string
	for _, e := range list {
		name := e.Name
		if count(list, e) == count(all, e) {
			name = e.unit()
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// unit returns the name that entries with a common fact share.
func (e Entry) unit() string { return cmp.Or(e.Facts.Codec, e.Codec) }

// Named returns the entries that Names gives a name.
func Named(list []Entry, name string) []Entry {
	return slices.DeleteFunc(slices.Clone(list), func(e Entry) bool { return e.Name != name && e.unit() != name })
}

// firstNames returns the first names of entries as text, and the number of the others.
func firstNames(list, all []Entry) string {
	names := Names(list, all)
	if more := len(names) - maxShown; more > 0 {
		names = append(names[:maxShown:maxShown], fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

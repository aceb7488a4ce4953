package main

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"bale/codec"
	"bale/codec/all"
	"bale/model"
)

// wordHint returns a suggestion for the words of a list, separated by commas or spaces, that are not among the known words: "; did you mean
// json?". It returns "" if there is none.
func wordHint(list string, known []string) string {
	var near []string
	for _, word := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' }) {
		if !slices.Contains(known, word) {
			near = append(near, model.Nearest(word, known)...)
		}
	}
	if len(near) == 0 {
		return ""
	}
	return "; did you mean " + orList(near) + "?"
}

// maxMeant is the maximum number of codecs that an error suggests.
const maxMeant = 8

// codecHint returns a suggestion for a pattern that matches no codec: "did you mean msgp or shamaton? ". It returns "" if there is none. Only
// variants that offered accepts are suggested.
func codecHint(pattern string, offered func(name string) bool) string {
	names := meantCodecs(pattern, offered)
	if len(names) == 0 {
		return ""
	}
	return "did you mean " + orList(names) + "? "
}

// orList joins names with "or". It gives the number of those after the first maxMeant.
func orList(names []string) string {
	last := len(names) - 1
	switch {
	case len(names) > maxMeant:
		return fmt.Sprintf("%s, or one of %d more", strings.Join(names[:maxMeant], ", "), len(names)-maxMeant)
	case last < 1:
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// meantCodecs returns the names of the codecs and variants that a pattern without matches may stand for, the popular ones first. Those whose
// name, wire format or module contains the pattern take precedence over those with a similar name.
func meantCodecs(pattern string, offered func(name string) bool) []string {
	names := matchedCodecs(offered, func(c *codec.Codec, v *codec.Variant) bool { return containsPattern(pattern, c, v) })
	if len(names) > 0 {
		return names
	}
	var words []string
	for _, c := range all.Codecs {
		for _, v := range c.Variants {
			words = append(words, codecWords(c, v)...)
		}
	}
	slices.Sort(words)
	near := model.Nearest(strings.ToLower(pattern), slices.Compact(words))
	return matchedCodecs(offered, func(c *codec.Codec, v *codec.Variant) bool {
		return slices.ContainsFunc(codecWords(c, v), func(word string) bool { return slices.Contains(near, word) })
	})
}

// matchedCodecs returns the names of the offered variants that match, or the name of a codec if all of its variants do.
func matchedCodecs(offered func(name string) bool, match func(*codec.Codec, *codec.Variant) bool) []string {
	var names []string
	for _, c := range all.Codecs {
		var matched []string
		for _, v := range c.Variants {
			if name := c.FullName(v); offered(name) && v.Wire != "none" && match(c, v) {
				matched = append(matched, name)
			}
		}
		if len(matched) > 1 && len(matched) == len(c.Variants) && offered(c.Name) {
			matched = []string{c.Name}
		}
		names = append(names, matched...)
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(popularity(a), popularity(b)) })
	return names
}

// popularity returns the position of a variant, or of the first variant of a codec, in the list of popular variants. Others come last.
func popularity(name string) int {
	i := slices.IndexFunc(all.Popular, func(p string) bool { return p == name || strings.HasPrefix(p, name+"/") })
	if i < 0 {
		return len(all.Popular)
	}
	return i
}

// containsPattern reports whether the name, the wire format or the module of a variant contains the pattern, or a word of the pattern is the
// name of the codec. A wire format also matches its abbreviations, such as msgpack for MessagePack.
func containsPattern(pattern string, c *codec.Codec, v *codec.Variant) bool {
	word, wire := letters(pattern), letters(v.Wire)
	if len(word) < 3 {
		return false
	}
	for _, text := range []string{letters(c.FullName(v)), wire, letters(c.Module)} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return len(word) > 3 && abbreviates(word, wire) || slices.Contains(nameWords(strings.ToLower(pattern)), c.Name)
}

// codecWords returns the words for which a pattern may be a typing mistake: the names of the codec and the variant and their words, the wire
// format, and the elements of the module's path.
func codecWords(c *codec.Codec, v *codec.Variant) []string {
	name := c.FullName(v)
	return slices.Concat([]string{c.Name, name, letters(v.Wire)}, nameWords(name), nameWords(c.Module))
}

// letters returns the letters and digits of a name, in lower case.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// nameWords splits a name or path into its words.
func nameWords(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// abbreviates reports whether short begins like long and has only letters of it, in their order.
func abbreviates(short, long string) bool {
	if long == "" || short[0] != long[0] {
		return false
	}
	i := 0
	for k := 0; k < len(long) && i < len(short); k++ {
		if long[k] == short[i] {
			i++
		}
	}
	return i == len(short)
}

// noCodec returns the usage error for a pattern that matches no codec.
func noCodec(pattern string) error {
	if _, err := path.Match(pattern, ""); err != nil {
		return badUsage("no codec matches %q: it is not a valid glob; 'bale list' lists all codecs", pattern)
	}
	return badUsage("no codec matches %q: %s'bale list' lists all codecs", pattern, codecHint(pattern, func(string) bool { return true }))
}

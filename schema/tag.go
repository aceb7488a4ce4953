package schema

import (
	"regexp"
	"strings"
)

var (
	tagPair = regexp.MustCompile(`^ *([^\x00- ":\x7f]+):"((?:[^"\\]|\\.)*)"`)
	baleKey = regexp.MustCompile(`\bbale:`)
)

// tagFault returns an error text if reflect would not read a directive in a field's tag, else "". reflect stops at the first text that
// is not a key with a quoted value, and reads the first of several equal keys.
func tagFault(tag string) string {
	keys := 0
	for {
		m := tagPair.FindStringSubmatch(tag)
		if m == nil {
			break
		}
		if m[1] == "bale" {
			keys++
		}
		tag = tag[len(m[0]):]
	}
	switch {
	case keys > 1:
		return "the tag has the key bale twice: write one, as in `bale:\"max=64,intern\"`"
	case baleKey.MatchString(tag):
		return "the tag is malformed at " + strings.TrimSpace(tag) + ": write keys with quoted values and spaces between them, as in `json:\"id\" bale:\"skip\"`"
	}
	return ""
}

package schema

import (
	"regexp"
	"strings"
)

var (
	tagPair = regexp.MustCompile(`^ *([^\x00- ":\x7f]+):"((?:[^"\\]|\\.)*)"`)
	baleKey = regexp.MustCompile(`\bbale:`)
)

// tagFault says why a directive in a field's tag would not be read, "" if there is none: reflect stops at the first text that is no
// key with a value, and takes the first of several equal keys.
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

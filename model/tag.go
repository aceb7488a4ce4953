package model

import (
	"fmt"
	"regexp"
	"strings"
)

var tagPair = regexp.MustCompile(`^ *([^\x00- ":\x7f]+):"((?:[^"\\]|\\.)*)"`)

// TagFault returns an error text if reflect would not read the value of a key in a field's tag, else "". reflect stops at the first text
// that is not a key with a quoted value, and reads the first of several equal keys. example is a value of the key.
func TagFault(tag, key, example string) string {
	keys := 0
	for {
		m := tagPair.FindStringSubmatch(tag)
		if m == nil {
			break
		}
		switch {
		case m[1] == key:
			keys++
		case strings.TrimLeft(m[1], ",;") == key: // reflect takes `json:"id",bale:"skip"` for the keys json and ,bale
			return malformed(tag, key, example)
		}
		tag = tag[len(m[0]):]
	}
	switch {
	case keys > 1:
		return fmt.Sprintf("the tag has the key %s twice: write one, as in `%[1]s:%[2]q`", key, example)
	case regexp.MustCompile(`\b` + key + `:`).MatchString(tag):
		return malformed(tag, key, example)
	}
	return ""
}

// malformed returns the error text for a tag whose rest is malformed.
func malformed(rest, key, example string) string {
	return fmt.Sprintf("the tag is malformed at %s: write keys with quoted values and spaces between them, as in `json:\"id\" %s:%q`", strings.TrimSpace(rest), key, example)
}

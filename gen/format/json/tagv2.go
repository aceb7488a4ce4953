package json

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"bale/model"
)

// A tagV2 is what the tag of a field says by the rules of encoding/json/v2.
type tagV2 struct {
	name                        string // "" if it gives none
	named                       bool
	omitZero, omitEmpty, quoted bool
	embed                       bool
	ignoreCase                  bool
	fault                       string // why encoding/json/v2 refuses the struct, or ""
}

// tagV2Of returns what the tag of f says. The options are those of Go 1.27.
func tagV2Of(f *model.Field) (t tagV2) {
	tag := f.JSONTag()
	t.name = tag.Name
	switch t.named = t.name != ""; {
	case strings.ContainsAny(t.name, "\\'\"`"):
		t.fault = fmt.Sprintf("the name %s in the tag has a quote or a backslash", t.name)
	case !utf8.ValidString(t.name):
		t.fault = "the name in the tag is not UTF-8"
	}
	if tag.Text == tag.Name {
		return t
	}
	seen := map[string]bool{}
	for option := range strings.SplitSeq(tag.Options, ",") {
		if fault := t.option(option); t.fault == "" {
			t.fault = fault
		}
		if name, _, _ := strings.Cut(option, ":"); seen[name] && t.fault == "" {
			t.fault = fmt.Sprintf("the tag has the option %s twice", name)
		} else {
			seen[name] = true
		}
	}
	return t
}

// option notes an option, and returns what is wrong with it.
func (t *tagV2) option(text string) string {
	word, value, valued := strings.Cut(text, ":")
	if text == "" || strings.TrimFunc(word, func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) }) != "" || unicode.IsNumber([]rune(word)[0]) {
		return fmt.Sprintf("the tag has the option %q, which is not a word", text)
	}
	switch word {
	case "omitzero":
		t.omitZero = true
	case "omitempty":
		t.omitEmpty = true
	case "string":
		t.quoted = true
	case "embed":
		t.embed = true
	case "case":
		if value != "ignore" && value != "strict" {
			return "the option case has the values ignore and strict, as in case:ignore"
		}
		t.ignoreCase = value == "ignore"
		return ""
	case "format":
		return "encoding/json/v2 of Go 1.27 does not support the option format"
	default:
		for _, known := range []string{"omitzero", "omitempty", "string", "embed", "case", "format"} {
			if strings.ReplaceAll(strings.ToLower(word), "_", "") == known {
				return fmt.Sprintf("the option %s is spelled %s", known, word)
			}
		}
	}
	if valued {
		return fmt.Sprintf("the option %s takes no value", word)
	}
	return ""
}

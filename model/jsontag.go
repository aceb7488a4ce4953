package model

import (
	"reflect"
	"slices"
	"strings"
)

// A JSONTag is the part of a struct tag that is for encoding/json.
type JSONTag struct {
	Text    string // "" without a tag
	Name    string // the text before the first comma, even if encoding/json does not take it as a name
	Options string // the text after it
}

// JSONTagOf returns the part of a struct tag that is for encoding/json. ok is false if there is none.
func JSONTagOf(tag string) (t JSONTag, ok bool) {
	t.Text, ok = reflect.StructTag(tag).Lookup("json")
	t.Name, t.Options, _ = strings.Cut(t.Text, ",")
	return t, ok
}

// JSONTag returns the part of the tag of f that is for encoding/json.
func (f *Field) JSONTag() JSONTag {
	t, _ := JSONTagOf(f.Tag)
	return t
}

// Skips reports whether encoding/json leaves out the field.
func (t JSONTag) Skips() bool { return t.Text == "-" }

// Has reports whether the tag has an option.
func (t JSONTag) Has(option string) bool {
	return slices.Contains(strings.Split(t.Options, ","), option)
}

// JSONIgnores reports whether encoding/json ignores a field: it has the tag "-", or is not visible. Visible are exported fields and embedded
// structs.
func JSONIgnores(tag string, visible bool) bool {
	t, _ := JSONTagOf(tag)
	return !visible || t.Skips()
}

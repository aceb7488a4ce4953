package loss

import (
	"reflect"
	"slices"
	"strings"
)

// IgnoreRefused is the name by which losses of values that a serializer refuses are ignored.
const IgnoreRefused = "refused"

// kindNames lists the names by which kinds of difference are ignored, and the kinds of each name.
var kindNames = []struct {
	name  string
	kinds []string
}{
	{"nil", []string{KindNilEmpty, KindEmptyNil}},
	{"pointer", []string{KindNilZero, KindNilValue, KindValueNil}},
	{"zone", []string{KindZone}},
	{"precision", []string{KindPrecision}},
	{"time", []string{KindTime}},
	{"nan", []string{KindNaN}},
	{"negative-zero", []string{KindNegativeZero}},
	{"type", []string{KindType}},
	{"length", []string{KindLength}},
	{"entry", []string{KindEntryLost, KindEntryAdded}},
	{"bool", []string{KindBool}},
	{"integer", []string{KindInteger}},
	{"float", []string{KindFloat}},
	{"string", []string{KindString}},
	{"bytes", []string{KindBytes}},
	{"value", []string{KindValue}},
	{IgnoreRefused, nil},
}

// Kinds returns the names of the kinds of difference that can be ignored.
func Kinds() []string {
	var names []string
	for _, k := range kindNames {
		names = append(names, k.name)
	}
	return names
}

// KindName returns the name by which a kind of difference is ignored, or "" for a kind that does not exist.
func KindName(kind string) string {
	if strings.HasPrefix(kind, KindPrecision) {
		kind = KindPrecision
	}
	for _, k := range kindNames {
		if slices.Contains(k.kinds, kind) {
			return k.name
		}
	}
	return ""
}

// ignored holds the kinds and fields that a comparison ignores. Fields have the form "Type.Field".
type ignored struct {
	kinds  map[string]bool
	fields map[string]bool
}

// ignoring parses names. A name with a dot is a field.
func ignoring(names []string) ignored {
	if len(names) == 0 {
		return ignored{}
	}
	g := ignored{map[string]bool{}, map[string]bool{}}
	for _, name := range names {
		if strings.Contains(name, ".") {
			g.fields[name] = true
		}
		for _, k := range kindNames {
			for _, kind := range k.kinds {
				if k.name == name {
					g.kinds[kind] = true
				}
			}
		}
	}
	return g
}

// kind reports whether a kind of difference is ignored.
func (g ignored) kind(kind string) bool {
	if g.kinds == nil {
		return false
	}
	if strings.HasPrefix(kind, KindPrecision) {
		kind = KindPrecision
	}
	return g.kinds[kind]
}

// field reports whether a field of a struct type is ignored.
func (g ignored) field(t reflect.Type, name string) bool {
	if len(g.fields) == 0 {
		return false
	}
	stem, _, _ := strings.Cut(t.Name(), "[")
	return g.fields[stem+"."+name]
}

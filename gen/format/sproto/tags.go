package sproto

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"bale/gen/plan"
	"bale/schema"
)

// maxTag keeps what a word can leave out above any gap.
const maxTag = 1<<15 - 1

// numbering reads gosproto's tags.
var numbering = &plan.Numbering{
	Name: "sproto", Max: maxTag, Reads: reads,
	Tag: func(f *schema.Field) (n int, ok bool, wrong string) {
		words, ok := tag(f)
		if !ok {
			return 0, false, ""
		}
		if len(words) < 2 {
			return 0, false, "a tag of sproto has a kind and a number, as in `sproto:\"integer,0\"`"
		}
		n, err := strconv.Atoi(words[1])
		if err != nil {
			return 0, false, fmt.Sprintf("%s is no number: a tag of sproto has a kind and a number, as in `sproto:\"integer,0\"`", words[1])
		}
		return n, true, ""
	},
	Form: func(f *schema.Field, _ plan.Rules, home string) string {
		if asNumbers(f) {
			return "*integer"
		}
		return kind(f.Type, home)
	},
	Member: func(t schema.Type, home string) string { return kindInside(t, home, nil) },
}

// tag is what stands in gosproto's tag of a field.
func tag(f *schema.Field) (words []string, ok bool) {
	text := reflect.StructTag(f.Tag).Get("sproto")
	return strings.Split(text, ","), text != ""
}

// asNumbers reports whether the tag of a slice of bytes says that it is a list of integers.
func asNumbers(f *schema.Field) bool {
	words, ok := tag(f)
	return ok && words[0] == "integer" && slices.Contains(words, "array") && schema.IsBytes(f.Type)
}

// kind is what sproto calls what is written for a t: "*integer" is a list.
func kind(t schema.Type, home string) string { return kindIn(t, home, nil) }

// kindIn is kind inside of types, which may hold themselves.
func kindIn(t schema.Type, home string, around []*schema.Named) string {
	if n, ok := t.(*schema.Named); ok {
		if slices.Contains(around, n) {
			return n.Name
		}
		around = append(around, n)
	}
	kind := func(t schema.Type, home string) string { return kindIn(t, home, around) }
	switch graph(home).Kind(t, false) {
	case plan.Integer:
		return "integer"
	case plan.Bool:
		return "boolean"
	case plan.Float:
		return "double"
	case plan.String:
		return "string"
	case plan.Bytes, plan.ByteArray, plan.Custom:
		return "binary"
	case plan.Complex:
		return "*double"
	case plan.Map:
		return "*struct of pairs"
	case plan.Union:
		return "struct of a union"
	case plan.Pointer:
		switch e := plan.Elem(t); graph(home).Kind(e, false) {
		case plan.Bytes, plan.List, plan.Map, plan.Pointer:
			return "struct of " + kind(e, home)
		default:
			return kind(e, home)
		}
	case plan.List, plan.Array:
		if e := plan.Elem(t); graph(home).Kind(e, false) == plan.Complex {
			return "*struct of " + kind(e, home)
		}
		return "*" + kindInside(plan.Elem(t), home, around)
	}
	return "struct"
}

// kindInside is kindIn for an element of a list, or a member of a union.
func kindInside(t schema.Type, home string, around []*schema.Named) string {
	switch graph(home).Kind(t, false) {
	case plan.List, plan.Array, plan.Map:
		return "struct of " + kindIn(t, home, around)
	case plan.Pointer:
		if e := plan.Elem(t); !structural(graph(home).Kind(e, false)) {
			return "struct of " + kindIn(e, home, around)
		}
	}
	return kindIn(t, home, around)
}

// reads reports whether what was of one kind can be read as another: strings and binaries are the same bytes.
func reads(from, to string) bool {
	text := func(kind string) string { return strings.ReplaceAll(kind, "binary", "string") }
	return text(from) == text(to)
}

// check holds the kinds of gosproto's tags against the types.
func check(root *schema.Named, home string) schema.Errors {
	var errs schema.Errors
	plan.EachStruct(root, home, func(path string, s *schema.Struct) {
		for _, f := range s.Fields {
			words, ok := tag(f)
			if !ok || len(words) < 2 {
				continue
			}
			said := words[0]
			if slices.Contains(words, "array") {
				said = "*" + said
			}
			is := kind(f.Type, home)
			if asNumbers(f) {
				is = "*integer"
			}
			if base, _, _ := strings.Cut(is, " "); !reads(said, base) {
				errs = append(errs, &schema.Error{Pos: f.Pos, Path: path + "." + f.Name,
					Msg: fmt.Sprintf("the tag says %s, and the type is written as %s: change one of them, or take the tag away", said, is)})
			}
		}
	})
	return errs
}

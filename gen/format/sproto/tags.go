package sproto

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"bale/gen/plan"
	"bale/model"
)

// maxTag is the highest tag. A header word can skip up to 1<<15 tags, so one word is enough for any gap.
const maxTag = 1<<15 - 1

// numbering takes field numbers from gosproto's struct tags.
var numbering = &plan.Numbering{
	Name: "sproto", Max: maxTag, Reads: reads,
	Tag: func(f *model.Field) (n int, ok bool, wrong string) {
		words, ok := tag(f)
		if !ok {
			return 0, false, ""
		}
		if len(words) < 2 {
			return 0, false, "a tag of sproto has a kind and a number, as in `sproto:\"integer,0\"`"
		}
		n, err := strconv.Atoi(words[1])
		if err != nil {
			return 0, false, fmt.Sprintf("%s is not a number: a tag of sproto has a kind and a number, as in `sproto:\"integer,0\"`", words[1])
		}
		return n, true, ""
	},
	Form: func(f *model.Field, _ plan.Rules, home string) string {
		if asNumbers(f) {
			return "*integer"
		}
		return kind(f.Type, home)
	},
	Member: func(t model.Type, home string) string { return kindInside(t, home, nil) },
}

// tag returns the parts of gosproto's struct tag of a field.
func tag(f *model.Field) (words []string, ok bool) {
	text := reflect.StructTag(f.Tag).Get("sproto")
	return strings.Split(text, ","), text != ""
}

// asNumbers reports whether f is a byte slice that its struct tag makes a list of integers.
func asNumbers(f *model.Field) bool {
	words, ok := tag(f)
	return ok && words[0] == "integer" && slices.Contains(words, "array") && model.IsBytes(f.Type)
}

// kind returns the sproto type that t is encoded as: "*integer" is a list of integers.
func kind(t model.Type, home string) string { return kindWithin(t, home, nil) }

// kindWithin is kind for a type within other types, which ends the recursion.
func kindWithin(t model.Type, home string, enclosing []*model.Named) string {
	if n, ok := t.(*model.Named); ok {
		if slices.Contains(enclosing, n) {
			return n.Name
		}
		enclosing = append(enclosing, n)
	}
	kind := func(t model.Type, home string) string { return kindWithin(t, home, enclosing) }
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
		return "*" + kindInside(plan.Elem(t), home, enclosing)
	}
	return "struct"
}

// kindInside is kindWithin for a list element or a union member.
func kindInside(t model.Type, home string, enclosing []*model.Named) string {
	switch graph(home).Kind(t, false) {
	case plan.List, plan.Array, plan.Map:
		return "struct of " + kindWithin(t, home, enclosing)
	case plan.Pointer:
		if e := plan.Elem(t); !isStruct(graph(home).Kind(e, false)) {
			return "struct of " + kindWithin(e, home, enclosing)
		}
	}
	return kindWithin(t, home, enclosing)
}

// reads reports whether values of one kind can be decoded as another: strings and binaries have the same bytes.
func reads(from, to string) bool {
	text := func(kind string) string { return strings.ReplaceAll(kind, "binary", "string") }
	return text(from) == text(to)
}

// check compares the kinds in gosproto's struct tags with the types.
func check(root *model.Named, _ *plan.Directives, home string) model.Errors {
	var errs model.Errors
	plan.EachStruct(root, home, func(path string, t model.Type) {
		for _, f := range model.Underlying(t).(*model.Struct).Fields {
			words, ok := tag(f)
			if !ok || len(words) < 2 {
				continue
			}
			tagged := words[0]
			if slices.Contains(words, "array") {
				tagged = "*" + tagged
			}
			actual := kind(f.Type, home)
			if asNumbers(f) {
				actual = "*integer"
			}
			if base, _, _ := strings.Cut(actual, " "); !reads(tagged, base) {
				errs = append(errs, &model.Error{Pos: f.Pos, Path: path + "." + f.Name,
					Msg: fmt.Sprintf("the tag says %s, but the type is encoded as %s: change one of them, or remove the tag%s", tagged, actual, plan.LeaveOut(t, f, f.Name, home))})
			}
		}
	})
	return errs
}

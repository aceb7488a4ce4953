package sproto

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"bale/gen/layout"
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
			return "*integer (uint8)"
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

// kind is what sproto calls what is written for a t: "*integer" is a list. In parentheses are the types that the numbers in the
// lock file depend on: "*struct (Line)".
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
		return "integer (" + schema.Underlying(t).(*schema.Basic).Kind.String() + ")"
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
		m := schema.Underlying(t).(*schema.Map)
		return "*struct of pairs (" + kind(m.Key, home) + ", " + kind(m.Elem, home) + ")"
	case plan.Union:
		return "struct of a union" + typeName(t, home)
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
	return "struct" + typeName(t, home)
}

// typeName is the name of a type in parentheses, "" if it has none.
func typeName(t schema.Type, home string) string {
	if _, ok := t.(*schema.Named); !ok {
		return ""
	}
	return " (" + plan.FullName(t, home) + ")"
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

// integers are those in a kind.
var integers = regexp.MustCompile(`integer \((\w+)\)`)

// reads reports whether what was of one kind can be read as another: strings and binaries are the same bytes, and an integer is read
// as a wider one. Lock files once had no types.
func reads(from, to string) bool {
	if !strings.Contains(from, "(") {
		to = untyped(to)
	}
	was, is := integers.FindAllStringSubmatch(from, -1), integers.FindAllStringSubmatch(to, -1)
	same := func(kind string) string {
		return strings.ReplaceAll(integers.ReplaceAllString(kind, "integer"), "binary", "string")
	}
	if same(from) != same(to) || len(was) != len(is) {
		return false
	}
	for i := range was {
		if was[i][1] != is[i][1] && !layout.Wider(layout.KindOf(was[i][1]), layout.KindOf(is[i][1])) {
			return false
		}
	}
	return true
}

// untyped is a kind without what is in parentheses.
func untyped(kind string) string {
	var b strings.Builder
	depth := 0
	for _, c := range strings.ReplaceAll(kind, " (", "(") {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case depth == 0:
			b.WriteRune(c)
		}
	}
	return b.String()
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
			is := untyped(kind(f.Type, home))
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

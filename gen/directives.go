package gen

import (
	"fmt"
	"strconv"
	"strings"

	"bale/gen/plan"
	"bale/model"
	"bale/model/directive"
)

// The directives that exist, as error messages list them.
const (
	fieldDirectives = "skip, max=N, intern, own, sorted, union T, *U, json union=FORM, a number, sint, fixed, unknown"
	typeDirectives  = "gen, evolve, evolve all, stamp, stream, memory=N, strict, json v2, array, value, read NAME=PATHS, sorted, union T, *U, json union=FORM"
)

// fieldRules are the directives of a field, before they are checked against its type.
type fieldRules struct {
	plan.Rules
	skip     bool
	sorted   bool
	problems []directive.Directive // unknown directives, and directives that a field cannot have
}

// fieldRulesAt parses the directives of a field: those in its tag and those in comments.
func fieldRulesAt(n *directive.Directives, f *model.Field) *fieldRules {
	a := &fieldRules{}
	seen := map[string]bool{}
	for _, x := range n.Field(f) {
		if model.IsPackageDirective(x.Text) && x.Pos != f.Pos { // in a comment; the loader reads it
			continue
		}
		if strings.HasPrefix(x.Text, "json ") {
			if problem := jsonProblem(n.Field(f), x); problem != "" {
				a.fail(x.Pos, "%s", problem)
			}
			continue
		}
		if isPart(x.Text) {
			a.add(x.Pos, readWord, "", false)
			continue
		}
		_, _, union := directive.CutUnion(x.Text)
		words := directive.Words(x.Text)
		if x.Text == evolveAll {
			words = []string{"evolve"}
		}
		if union {
			seen["union"] = true
		} else if len(words) == 0 {
			a.fail(x.Pos, "a directive without words: remove it, or write one that a field can have: %s", fieldDirectives)
		}
		for _, w := range words {
			name, value, valued := strings.Cut(w, "=")
			if seen[name] {
				a.fail(x.Pos, "%s appears twice: remove one", name)
			}
			seen[name] = true
			a.add(x.Pos, name, value, valued)
		}
	}
	switch {
	case a.skip && len(seen) > 1:
		a.fail(f.Pos, "skip excludes other directives: keep one of them")
	case a.Sint && a.Fixed:
		a.fail(f.Pos, "sint and fixed exclude each other: take sint for small numbers of either sign, fixed for large ones")
	case a.Unknown && len(seen) > 1:
		a.fail(f.Pos, "unknown excludes other directives: remove them, since the field has no number and no limit")
	case a.Intern && a.Own:
		a.fail(f.Pos, "intern and own exclude each other: remove own, since an interned string has memory of its own")
	}
	return a
}

// fail records a problem with a directive at pos.
func (a *fieldRules) fail(pos, format string, args ...any) {
	a.problems = append(a.problems, directive.Directive{Text: fmt.Sprintf(format, args...), Pos: pos})
}

// add parses one directive, and records a problem if it is wrong.
func (a *fieldRules) add(pos, name, value string, valued bool) {
	switch name {
	case "max":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 {
			a.fail(pos, "max=%s: want a whole number from 1, as in max=64", value)
		}
		a.Max = n
		return
	case "skip":
		a.skip = true
	case "intern":
		a.Intern = true
	case "own":
		a.Own = true
	case "sorted":
		a.sorted = true
	case "sint":
		a.Sint = true
	case "fixed":
		a.Fixed = true
	case "unknown":
		a.Unknown = true
	case "gen", "evolve", "stamp", "stream", "memory", "strict", "json", "array", "value", readWord:
		a.fail(pos, "%s is for types: put it above the declaration of one; a field can have %s", name, fieldDirectives)
	default:
		if n, err := strconv.ParseUint(name, 10, 31); err == nil && !valued {
			if a.Numbered {
				a.fail(pos, "a field can have one number, not both %d and %d: remove one", a.Number, n)
			}
			a.Numbered, a.Number = true, int(n)
			return
		}
		a.fail(pos, "unknown directive %q: a field can have %s", name, fieldDirectives)
		return
	}
	if valued {
		a.fail(pos, "%s takes no value: write %[1]s alone", name)
	}
}

// misuse returns the reason why the directives r have no effect on a field of type t, or "" if they have one.
func misuse(r plan.Rules, t model.Type) string {
	switch {
	case r.Max > 0 && !hasLength(t):
		return "max is for strings, slices and maps"
	case r.Intern && !plan.AnyPart(t, func(t model.Type) bool { return model.IsKind(t, model.String) }):
		return "intern is for strings, and for lists, maps and pointers of strings"
	case r.Own && !plan.AnyPart(t, plan.IsText):
		return "own is for strings and byte slices, and for lists, maps and pointers of them"
	case r.Sint && !plan.AnyPart(t, func(t model.Type) bool { return isInteger(t, false) }):
		return "sint is for signed integers, and for lists, maps and pointers of them"
	case r.Fixed && !plan.AnyPart(t, func(t model.Type) bool { return isInteger(t, true) }):
		return "fixed is for integers of 32 bits and more, and for lists, maps and pointers of them"
	case r.Unknown && !model.IsBytes(t):
		return "unknown is for a slice of bytes"
	}
	return ""
}

// canOwn reports whether the flag -own gives a field of type t with the directives r the directive own.
func canOwn(r plan.Rules, t model.Type) bool {
	return !r.Intern && !r.Unknown && plan.AnyPart(t, plan.IsText)
}

// isInteger reports whether t is a signed integer, or, if wide is set, any integer of at least 32 bits.
func isInteger(t model.Type, wide bool) bool {
	b, ok := model.Underlying(t).(*model.Basic)
	if wide {
		return ok && (b.Kind.Signed() || b.Kind.Unsigned()) && b.Kind.Bits() >= 32
	}
	return ok && b.Kind.Signed()
}

// hasLength reports whether t is a string, a slice or a map.
func hasLength(t model.Type) bool {
	switch model.Underlying(t).(type) {
	case *model.Slice, *model.Map:
		return true
	}
	return model.IsKind(t, model.String)
}

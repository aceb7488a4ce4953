package directive

import (
	"bale/gen/plan"
	"bale/model"
)

// fits returns a function for Spec.Fits: t, or a part of its lists, maps and pointers, has to be what is says. why is the reason if it is not.
func fits(is func(model.Type) bool, why string) func(model.Type) string {
	return func(t model.Type) string {
		if plan.AnyPart(t, is) {
			return ""
		}
		return why
	}
}

// hasLength reports whether t is a string, a slice or a map.
func hasLength(t model.Type) bool {
	switch model.Underlying(t).(type) {
	case *model.Slice, *model.Map:
		return true
	}
	return isString(t)
}

func isString(t model.Type) bool { return model.IsKind(t, model.String) }

// isSigned reports whether t is a signed integer.
func isSigned(t model.Type) bool {
	b, ok := model.Underlying(t).(*model.Basic)
	return ok && b.Kind.Signed()
}

// isWide reports whether t is an integer of at least 32 bits.
func isWide(t model.Type) bool {
	b, ok := model.Underlying(t).(*model.Basic)
	return ok && (b.Kind.Signed() || b.Kind.Unsigned()) && b.Kind.Bits() >= 32
}

// OwnsAll reports whether the directive own of the package gives a field of type t with the rules r memory of its own.
func OwnsAll(r plan.Rules, t model.Type) bool {
	return !r.Intern && !r.Unknown && plan.AnyPart(t, plan.IsText)
}

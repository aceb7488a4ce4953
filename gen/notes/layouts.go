package notes

import (
	"slices"

	"bale/gen/emit"
	"bale/gen/lock"
	"bale/gen/plan"
	"bale/gen/root"
	"bale/model"
)

// LostLayouts returns the names of the roots with code in the generated file old of which the lock file has no line.
func LostLayouts(roots root.List, old []byte, l *lock.File, d *plan.Directives) []string {
	lost := func(r *root.Root, f *emit.Format) bool {
		s, ok := r.Node.Underlying.(*model.Struct)
		if ok && s.Proto != nil && f.View.Kind == emit.LikeProto {
			return false
		}
		if ok && f.Lock.Numbers != nil && !slices.ContainsFunc(s.Fields, func(f *model.Field) bool { return !d.Field(f).Unknown }) {
			return false // there are no fields with numbers
		}
		return r.MethodIn(old, "Marshal"+r.Methods(f).Suffix()) && !l.Has(f, r.Name)
	}
	var names []string
	for _, r := range roots {
		if !r.Unlocked && slices.ContainsFunc(r.Formats, func(f *emit.Format) bool { return lost(r, f) }) {
			names = append(names, r.Name)
		}
	}
	return names
}

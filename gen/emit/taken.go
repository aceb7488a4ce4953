package emit

import (
	"fmt"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// Places of a used value may share memory: the elements of s[1] and s[2] after append(s[:1], s[2:]...), a struct and its shallow copy, or a
// pointer to another part of the value. Decoding reuses memory for the first place that it comes to. The functions of this file print code
// that drops the memory of the others: see [bale/internal/bale/core.Taken]. Places that cannot share memory need no code: see
// [bale/gen/plan.Sharing].

// FindSharing finds the places of the roots that can share memory. It is called before code for them is printed.
func (p *Generator) FindSharing(roots []*model.Named) {
	p.sharing = p.NewSharing(roots, p.isGuest, p.usesSharedSlab)
}

// isGuest reports whether the methods of a custom type reuse the memory of its values.
func (p *Generator) isGuest(n *model.Named) bool {
	return p.MethodSuffix(n) == "Binary" && IsGenerated(n)
}

// TakenFields returns the fields of the decoder that record which memory has been taken.
func (p *Generator) TakenFields() []string {
	if p.sharing.Groups == 0 {
		return nil
	}
	return []string{"balecore.Taken", fmt.Sprintf("runs [%d]balecore.Run", p.sharing.Groups)}
}

// Own prints code that sets x to nil if its memory may belong to another place, too, or is [plan.Graph.Renewed]. x is a slice, pointer or map of type t. The
// other is a place that has been decoded before, or, with the build tag purego, any other place.
func (d *Decoder) Own(x string, t model.Type) {
	bare, group := printer.Unparen(x), d.sharing.Group(t)
	switch {
	case d.Renewed(t):
		d.Line("%s = nil", bare)
		return
	case group < 0:
		return
	}
	memory := ""
	switch model.Underlying(t).(type) {
	case *model.Pointer:
		memory = "PointerMemory(" + bare + ")"
	case *model.Slice:
		memory = "SliceMemory(" + bare + ")"
	case *model.Map:
		memory = "MapMemory(" + printer.Addr(x) + ")"
	}
	d.Line("if memory, size := balecore.%s; memory != nil && !balecore.Extends(&d.runs[%d], memory, size) && !d.Take(d.runs[:], %[2]d, memory, size, %[4]d) {\n%[3]s = nil\n}", memory, group, bare, d.nearLimit(t))
}

// nearLimit returns the size below which the memory of a slice or pointer of type t is dropped, too, if it is far from the memory that was taken before. New memory
// for it comes from one slab for all of the message, so it costs less than a search: with a limit of 1024, lists of 10 to 99 floats take 1.4 times as long as with 256. New memory of elements
// with pointers saves the searches for these as well: with a limit of 512, minecraft takes 1.3 times as long as with 1024. The limit is 0 for memory with fields
// that decoding does not set.
func (d *Decoder) nearLimit(t model.Type) int {
	if _, ok := model.Underlying(t).(*model.Map); ok || !d.Counted || d.Slab(plan.Elem(t)) < 0 || d.Contains(plan.Elem(t), d.keepsFields) {
		return 0
	}
	if plan.SharesMemory(plan.Elem(t), d.Package) {
		return 256
	}
	return 1024
}

// keepsFields reports whether decoding a value of type t leaves fields as they are.
func (d *Decoder) keepsFields(t model.Type) bool {
	if n, ok := t.(*model.Named); ok && d.isGuest(n) { // its package decides
		return true
	}
	s, ok := model.Underlying(t).(*model.Struct)
	return ok && (s.Part != nil || len(s.Skipped)+len(s.Unsupported)+len(s.Internal) > 0 || len(d.Fields(s)) < len(s.Fields))
}

// TakeRoot prints code that records the memory of the root v itself, if other places may refer to it.
func (p *Generator) TakeRoot(t *model.Named) {
	if group := p.sharing.RootGroup(t); group >= 0 {
		p.Line("balecore.BeginRun(&d.runs[%d], v)", group)
	}
}

// ReleaseTaken prints code that ends the recording.
func (p *Generator) ReleaseTaken() {
	if len(p.TakenFields()) > 0 {
		p.Line("d.Release()")
	}
}

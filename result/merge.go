package result

import "cmp"

// Merge adds the aspects in part to a. If both have an aspect, a's takes precedence; for Memory, each figure of a that is not 0.
func (a *Aspects) Merge(part Aspects) {
	a.Hostile = cmp.Or(a.Hostile, part.Hostile)
	a.Deterministic = cmp.Or(a.Deterministic, part.Deterministic)
	a.FirstCall = cmp.Or(a.FirstCall, part.FirstCall)
	a.Program = cmp.Or(a.Program, part.Program)
	if a.Memory != nil && part.Memory != nil {
		a.Memory = &Memory{cmp.Or(a.Memory.Bytes, part.Memory.Bytes), cmp.Or(a.Memory.Objects, part.Memory.Objects),
			cmp.Or(a.Memory.LiveHeapNs, part.Memory.LiveHeapNs)}
	} else {
		a.Memory = cmp.Or(a.Memory, part.Memory)
	}
	a.Evolution = append(a.Evolution, part.Evolution...)
	a.Compressed = append(a.Compressed, part.Compressed...)
	a.Failed = append(a.Failed, part.Failed...)
}

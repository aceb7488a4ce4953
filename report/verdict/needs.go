package verdict

import (
	"fmt"
	"slices"

	"bale/codec/facts"
	"bale/result"
)

// FactOf returns the fact about a codec or one of its variants. Tests replace it.
var FactOf = facts.Of

// An Answer tells whether a codec meets a Need.
type Answer struct {
	Known bool
	Met   bool
	Why   string // reason as a clause: "panics: index out of range"; "" if the answer is not known because its aspect was not examined
}

// Answer returns whether the line's codec meets a need.
func (l *Line) Answer(n Need) Answer {
	switch n {
	case Hostile:
		return l.Hostile()
	case Evolution:
		return l.Evolution()
	case Languages:
		return l.languages()
	}
	return l.NoCode()
}

// isAspect reports whether the need is that of an aspect, which an examination of the row finds.
func (n Need) isAspect() bool { return n == Hostile || n == Evolution }

// notFound returns the answer for a missing aspect, with the reason if there is one.
func (l *Line) notFound(aspect string) Answer {
	if l.Aspects != nil {
		for _, f := range l.Aspects.Failed {
			if f.Aspect == aspect {
				return Answer{Why: f.Reason}
			}
		}
	}
	return Answer{}
}

// Hostile returns the answer for damaged messages.
func (l *Line) Hostile() Answer {
	if l.Aspects == nil || l.Aspects.Hostile == nil {
		return l.notFound(string(Hostile))
	}
	h := l.Aspects.Hostile
	if h.Inputs == 0 {
		return Answer{Why: "no damaged message was decoded"}
	}
	inputs := result.Count(float64(h.Inputs)) + " damaged messages"
	if h.Worst == "" {
		return Answer{true, true, fmt.Sprintf("%s: %s refused, %s accepted", inputs, result.Count(float64(h.Refused)), result.Count(float64(h.Accepted)))}
	}
	why := h.Worst
	if harmful := h.Panicked + h.Crashed + h.Hung + h.OutOfMemory; harmful > 0 {
		why += fmt.Sprintf(" (%s of %s)", result.Count(float64(harmful)), inputs)
	}
	return Answer{true, false, why}
}

// decidingChanges lists the changes that decide whether Evolution is met: every stored type goes through them. Cards show the other
// changes, too.
var decidingChanges = []string{"appended", "removed"}

// Evolution returns the answer for a changed type.
func (l *Line) Evolution() Answer {
	if l.Aspects == nil {
		return Answer{}
	}
	examined, gap := 0, ""
	for _, c := range l.Aspects.Evolution {
		switch {
		case !slices.Contains(decidingChanges, c.Change):
			continue
		case c.Forward == result.Wrong || c.Backward == result.Wrong:
			return Answer{true, false, "decodes wrong values without an error after a field is " + c.Change}
		case c.Forward == result.NotCarried && c.Backward == result.NotCarried:
			gap = "it cannot carry the type after a field is " + c.Change
		}
		examined++
	}
	switch {
	case gap != "":
		return Answer{Why: gap}
	case examined == 0:
		return l.notFound(string(Evolution))
	}
	return Answer{true, true, "after a field is appended or removed, messages are decoded correctly or refused"}
}

func (l *Line) languages() Answer {
	f, ok := FactOf(l.Row.Codec)
	switch {
	case !ok:
		return Answer{Why: "bale has no facts about it"}
	case f.Languages == facts.OwnLanguages:
		return Answer{Why: "the type's own methods decide"}
	case f.Languages == "Go":
		return Answer{true, false, "exists for Go only"}
	}
	return Answer{true, true, f.Languages}
}

// NoCode returns the answer for the need of that name.
func (l *Line) NoCode() Answer {
	needs, known := l.Code, l.CodeKnown
	if l.Aspects != nil && l.Aspects.Program != nil && l.Aspects.Program.Lines > 0 {
		needs, known = true, true
	}
	switch {
	case !known:
		return Answer{Why: "bale does not have this codec"}
	case needs:
		return Answer{true, false, "code is generated or written for each type"}
	}
	return Answer{true, true, "works on the type as it is"}
}

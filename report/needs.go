package report

import (
	"fmt"
	"slices"

	"bale/codec/facts"
	"bale/result"
)

// factOf returns the fact about a codec or one of its variants. Tests replace it.
var factOf = facts.Of

// An answer tells whether a codec meets a Need.
type answer struct {
	Known bool
	Met   bool
	Why   string // reason as a clause: "panics: index out of range"; "" if the answer is not known because its aspect was not examined
}

// answer returns whether the line's codec meets a need.
func (l *line) answer(n Need) answer {
	switch n {
	case Hostile:
		return l.hostile()
	case Evolution:
		return l.evolution()
	case Languages:
		return l.languages()
	}
	return l.noCode()
}

// aspect reports whether the need is that of an aspect, which an examination of the row finds.
func (n Need) aspect() bool { return n == Hostile || n == Evolution }

// notFound returns the answer for a missing aspect, with the reason if there is one.
func (l *line) notFound(aspect string) answer {
	if l.Aspects != nil {
		for _, f := range l.Aspects.Failed {
			if f.Aspect == aspect {
				return answer{Why: f.Reason}
			}
		}
	}
	return answer{}
}

func (l *line) hostile() answer {
	if l.Aspects == nil || l.Aspects.Hostile == nil {
		return l.notFound(string(Hostile))
	}
	h := l.Aspects.Hostile
	if h.Inputs == 0 {
		return answer{Why: "no damaged message was decoded"}
	}
	inputs := count(float64(h.Inputs)) + " damaged messages"
	if h.Worst == "" {
		return answer{true, true, fmt.Sprintf("%s: %s refused, %s accepted", inputs, count(float64(h.Refused)), count(float64(h.Accepted)))}
	}
	why := h.Worst
	if harmful := h.Panicked + h.Crashed + h.Hung + h.OutOfMemory; harmful > 0 {
		why += fmt.Sprintf(" (%s of %s)", count(float64(harmful)), inputs)
	}
	return answer{true, false, why}
}

// decidingChanges lists the changes that decide whether Evolution is met: every stored type goes through them. Cards show the other
// changes, too.
var decidingChanges = []string{"appended", "removed"}

func (l *line) evolution() answer {
	if l.Aspects == nil {
		return answer{}
	}
	examined, gap := 0, ""
	for _, c := range l.Aspects.Evolution {
		switch {
		case !slices.Contains(decidingChanges, c.Change):
			continue
		case c.Forward == result.Wrong || c.Backward == result.Wrong:
			return answer{true, false, "decodes wrong values without an error after a field is " + c.Change}
		case c.Forward == result.NotCarried && c.Backward == result.NotCarried:
			gap = "it cannot carry the type after a field is " + c.Change
		}
		examined++
	}
	switch {
	case gap != "":
		return answer{Why: gap}
	case examined == 0:
		return l.notFound(string(Evolution))
	}
	return answer{true, true, "after a field is appended or removed, messages are decoded correctly or refused"}
}

func (l *line) languages() answer {
	f, ok := factOf(l.Row.Codec)
	switch {
	case !ok:
		return answer{Why: "bale has no facts about it"}
	case f.Languages == facts.OwnLanguages:
		return answer{Why: "the type's own methods decide"}
	case f.Languages == "Go":
		return answer{true, false, "exists for Go only"}
	}
	return answer{true, true, f.Languages}
}

func (l *line) noCode() answer {
	needs, known := l.code, l.codeKnown
	if l.Aspects != nil && l.Aspects.Program != nil && l.Aspects.Program.Lines > 0 {
		needs, known = true, true
	}
	switch {
	case !known:
		return answer{Why: "bale does not have this codec"}
	case needs:
		return answer{true, false, "code is generated or written for each type"}
	}
	return answer{true, true, "works on the type as it is"}
}

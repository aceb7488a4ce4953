package verdict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

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
	case Evolution, Stored, Deployed:
		return l.changes(n)
	case Languages:
		return l.languages()
	case Hidden:
		return l.hidden()
	}
	return l.NoCode()
}

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

// decidingChanges lists the changes that decide the needs about changed types, with clauses for use after "after". Cards show the other changes, too: an
// earlier program cannot decode most new values of a widened field.
var decidingChanges = []struct{ change, clause string }{
	{"appended", "a field is appended"},
	{"removed", "a field is removed"},
	{"renamed", "a field is renamed that has no name in its tag"}, // the aspect keeps its tag, which may have a name
	{"moved", "two fields of different types change places"},
	{"swapped", "two fields of the same type change places"},
}

// changedHow returns the clause of a deciding change for use after "after", or "" for another change.
func changedHow(change string) string {
	for _, c := range decidingChanges {
		if c.change == change {
			return c.clause
		}
	}
	return ""
}

// Evolution returns the answer for that need, about changed types.
func (l *Line) Evolution() Answer { return l.changes(Evolution) }

// changes returns the answer for a need about changed types. In a change, messages of the earlier type go forward, and those of the later one backward.
func (l *Line) changes(n Need) Answer {
	if l.Aspects == nil {
		return Answer{}
	}
	gap, refused := "", ""
	var examined []string
	for _, c := range l.Aspects.Evolution {
		how := changedHow(c.Change)
		if how == "" {
			continue
		}
		examined = append(examined, c.Change)
		after := " after " + how
		switch {
		case c.Forward == result.Wrong:
			return Answer{true, false, "decodes wrong values from earlier messages, without an error," + after}
		case c.Backward == result.Wrong:
			return Answer{true, false, "an earlier program decodes wrong values from new messages, without an error," + after}
		case c.Forward == result.NotCarried || c.Backward == result.NotCarried:
			gap = "it cannot carry the type" + after
		case n != Evolution && c.Forward == result.Refused:
			refused = cmp.Or(refused, "refuses earlier messages"+after)
		case n == Deployed && c.Backward == result.Refused:
			refused = cmp.Or(refused, "an earlier program refuses new messages"+after)
		}
	}
	switch {
	case refused != "":
		return Answer{true, false, refused}
	case gap != "":
		return Answer{Why: gap}
	case len(examined) == 0:
		return l.notFound(string(Evolution))
	}
	what := map[Need]string{
		Evolution: "messages are decoded correctly or refused", Stored: "earlier messages are decoded correctly", Deployed: "messages are decoded correctly in both directions",
	}
	return Answer{true, true, "after " + changesText(examined) + ", " + what[n]}
}

// changesText returns a clause about the changes that were examined: "a field is appended, removed, renamed or moved".
func changesText(examined []string) string {
	var words []string
	for _, c := range examined {
		if c == "swapped" {
			c = "moved"
		}
		if !slices.Contains(words, c) {
			words = append(words, c)
		}
	}
	last := len(words) - 1
	if last == 0 {
		return "a field is " + words[0]
	}
	return "a field is " + strings.Join(words[:last], ", ") + " or " + words[last]
}

// hidden returns the answer for fields that a tag hides.
func (l *Line) hidden() Answer {
	if len(l.Row.Sends) > 0 {
		return Answer{true, false, "sends " + strings.Join(l.Row.Sends, " and ") + ", which a tag hides from other serializers"}
	}
	return Answer{true, true, "no message has a hidden field"}
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

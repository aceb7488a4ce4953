package report

import (
	"fmt"
	"slices"
	"strings"

	"bale/result"
)

// A Fact is what is known of a codec without running it.
type Fact struct {
	Languages   []string // that have an implementation of the wire format, Go included
	Schema      bool     // a schema has to be written
	Licence     string
	LastRelease string // date of the last release
	Source      string // where the fact was found
	Date        string // when it was found
}

// factOf is the fact of a codec.
var factOf = func(string) (Fact, bool) { return Fact{}, false }

// An answer says whether a codec has what a Need asks for.
type answer struct {
	Known bool
	Met   bool
	Why   string // a clause: "panics: index out of range"; "" where nothing is known
}

// answer says whether the line's codec has what a need asks for.
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

// notFound is the answer where an aspect is missing, with the reason if there is one.
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

// A decoder may allocate this much for an input: what code of bale gen allows itself.
const (
	allowedBytes   = 64 << 20
	allowedPerByte = 64
)

func (l *line) hostile() answer {
	if l.Aspects == nil || l.Aspects.Hostile == nil {
		return l.notFound(string(Hostile))
	}
	h := l.Aspects.Hostile
	var parts []string
	harmful := 0
	for _, c := range []struct {
		n    int
		what string
	}{{h.Panicked, "panic"}, {h.Crashed, "crash the process"}, {h.Hung, "hang"}, {h.OutOfMemory, "go over the memory limit"}} {
		if harmful += c.n; c.n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", count(float64(c.n)), c.what))
		}
	}
	huge := h.MaxBytes > allowedBytes+allowedPerByte*float64(h.MaxInput)
	inputs := count(float64(h.Inputs)) + " damaged messages"
	switch {
	case len(parts) == 0 && !huge:
		return answer{true, true, fmt.Sprintf("%s: %s refused, %s accepted", inputs, count(float64(h.Refused)), count(float64(h.Accepted)))}
	case len(parts) == 0:
		return answer{true, false, fmt.Sprintf("allocates %s for a message of %s", memory(h.MaxBytes), memory(float64(h.MaxInput)))}
	case h.Worst != "":
		return answer{true, false, fmt.Sprintf("%s (%s of %s)", h.Worst, count(float64(harmful)), inputs)}
	}
	return answer{true, false, "of " + inputs + ", " + strings.Join(parts, ", ")}
}

// decidingChanges are the changes that every stored type goes through. Of the others, a card says what becomes of messages.
var decidingChanges = []string{"appended", "removed"}

func (l *line) evolution() answer {
	if l.Aspects == nil {
		return answer{}
	}
	known := false
	for _, c := range l.Aspects.Evolution {
		if !slices.Contains(decidingChanges, c.Change) || c.Forward == result.NotCarried && c.Backward == result.NotCarried {
			continue
		}
		if c.Forward == result.Wrong || c.Backward == result.Wrong {
			return answer{true, false, "decodes other values, without an error, after a field is " + c.Change}
		}
		known = true
	}
	if !known {
		return l.notFound(string(Evolution))
	}
	return answer{true, true, "after a field is appended or removed, messages are decoded right or refused"}
}

func (l *line) languages() answer {
	f, ok := factOf(l.Row.Codec)
	if !ok {
		return answer{}
	}
	others := slices.DeleteFunc(slices.Clone(f.Languages), func(name string) bool { return name == "Go" })
	if len(others) == 0 {
		return answer{true, false, "exists for Go only"}
	}
	return answer{true, true, someOf(others, 6)}
}

func (l *line) noCode() answer {
	needs, known := l.code, l.codeKnown
	if l.Aspects != nil && l.Aspects.Program != nil && l.Aspects.Program.Lines > 0 {
		needs, known = true, true
	}
	switch {
	case !known:
		return answer{}
	case needs:
		return answer{true, false, "code is generated or written for each type"}
	}
	return answer{true, true, "works on the type as it is"}
}

// memory writes bytes in the unit that suits: "512 B", "1.5 MB".
func memory(bytes float64) string {
	unit := "B"
	for _, u := range []string{"kB", "MB", "GB", "TB"} {
		if bytes < 999.5 {
			break
		}
		bytes /= 1000
		unit = u
	}
	if unit == "B" {
		return count(bytes) + " B"
	}
	return threeDigits(bytes) + " " + unit
}

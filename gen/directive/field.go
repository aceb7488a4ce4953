package directive

import (
	"fmt"
	"strconv"
	"strings"

	"bale/model"
	source "bale/model/directive"
)

// A Field has the directives of a field, before they are applied.
type Field struct {
	Uses
	Problems []Note // unknown directives, and those that a field cannot have
	pos      string // of the field
}

// ParseField parses the directives of a field: those in its tag, and those in comments.
func ParseField(notes []Note, f *model.Field) *Field {
	a := &Field{pos: f.Pos}
	for _, x := range notes {
		if model.IsPackageDirective(x.Text) && x.Pos != f.Pos { // in a comment; the loader reads it
			continue
		}
		a.note(x)
	}
	if x := a.Excluded(); x != nil {
		a.fail(f.Pos, "%s", x.Excludes.Problem)
	}
	return a
}

// note parses a tag or a comment.
func (a *Field) note(x Note) {
	first := firstWord(x.Text)
	own := withFirst(AtField, first)
	switch {
	case own != nil && own.Alone:
		a.alone(own, x)
		return
	case own == nil && withFirst(AtType, first) != nil && strings.Contains(x.Text, " "): // what follows are its arguments
		a.word(x.Pos, first)
		return
	}
	words := source.Words(x.Text)
	if _, _, union := source.CutUnion(x.Text); union {
		a.Uses = append(a.Uses, Use{Spec: withFirst(AtField, "union"), Text: x.Text, Pos: x.Pos})
	} else if len(words) == 0 {
		a.fail(x.Pos, "a directive without words: remove it, or write one that a field can have: %s", List(AtField))
	}
	for _, w := range words {
		a.word(x.Pos, w)
	}
}

// alone parses a directive that has a tag or comment of its own.
func (a *Field) alone(s *Spec, x Note) {
	value, problem := s.Parse(x.Text)
	switch {
	case problem != "":
		a.fail(x.Pos, "%s", problem)
	case a.Has(s.Word) && !s.Several:
		a.fail(x.Pos, "%s appears twice: remove one", s.Word)
	default:
		a.Uses = append(a.Uses, Use{s, x.Text, x.Pos, value})
	}
}

// word parses a directive without spaces, and records a problem if it is wrong.
func (a *Field) word(pos, text string) {
	name, _, valued := strings.Cut(text, "=")
	s := withFirst(AtField, name)
	n, err := strconv.ParseUint(name, 10, 31)
	switch {
	case s != nil:
		if a.Has(name) {
			a.fail(pos, "%s appears twice: remove one", name)
		}
		a.add(s, pos, text, valued)
	case withFirst(AtType, name) != nil:
		a.fail(pos, "%s is for types: put it above the declaration of one; a field can have %s", name, List(AtField))
	case err == nil && !valued:
		a.number(pos, text, int(n))
	default:
		a.fail(pos, "unknown directive %q: a field can have %s", name, List(AtField))
	}
}

// add adds a directive that a field can have.
func (a *Field) add(s *Spec, pos, text string, valued bool) {
	x := Use{Spec: s, Text: text, Pos: pos}
	problem := ""
	switch {
	case s.Parse != nil:
		x.Value, problem = s.Parse(text)
	case valued:
		problem = fmt.Sprintf("%s takes no value: write %[1]s alone", s.Word)
	}
	if problem != "" {
		a.fail(pos, "%s", problem)
	}
	a.Uses = append(a.Uses, x)
}

// number adds the number of the field.
func (a *Field) number(pos, text string, n int) {
	for _, x := range a.All("") {
		if x.Value == n {
			a.fail(pos, "%s appears twice: remove one", text)
		} else {
			a.fail(pos, "a field can have one number, not both %d and %d: remove one", x.Value, n)
		}
	}
	for _, s := range Specs {
		if s.Word == "" {
			a.Uses = append(a.Uses, Use{s, text, pos, n})
		}
	}
}

// fail records a problem with a directive at pos.
func (a *Field) fail(pos, format string, args ...any) {
	a.Problems = append(a.Problems, Note{Text: fmt.Sprintf(format, args...), Pos: pos})
}

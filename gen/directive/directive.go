// Package directive has the table of the directives of bale gen. The parser, the checks, the lists in errors, the text of bale help gen and the tables in
// docs/directives.md come from it. A new directive is an entry in [Specs], and what the formats print for it.
package directive

import (
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
	source "bale/model/directive"
)

// A Note is the text of directives at one place in the source, which may be several: "max=64,intern".
type Note = source.Directive

// A Place is one of the places in the source where directives can be, or several.
type Place uint8

// The places of directives.
const (
	AtField   Place = 1 << iota
	AtType          // above the declaration of a type
	AtPackage       // an argument of //bale:gen in the comment of the package
	Anywhere        // in any comment
)

// A Spec describes one directive.
type Spec struct {
	// Word is what the directive begins with: "max", "json v2". "" stands for a number.
	Word string
	// Form is the directive with its value, as lists of directives have it: "max=N". "" stands for Word.
	Form  string
	Where Place
	// Methods means that the directive of a type is about its methods, and so only for types that get methods.
	Methods bool
	// Alone means that the directive has a comment or tag of its own: its value has spaces.
	Alone bool
	// Several means that a field can have the directive several times.
	Several bool
	// Parse returns the value of a directive, or what is wrong with its text. A nil function means that the directive is its word alone.
	Parse func(text string) (value any, problem string)
	// Usage is the error about a type's directive with an argument that it does not take. "" is that it takes none.
	Usage string
	// Fits returns the reason why the directive has no effect on a field of type t, or "". A nil function means that it is for all types.
	Fits func(t model.Type) string
	// Formats says which formats have the directive. Nil means all.
	Formats *Support
	// Excludes has the directives that cannot be at the same field or type.
	Excludes *Exclusion
	// Apply records the directive for the formats. It is nil if package gen itself, or the model, follows the directive.
	Apply func(s *Site, value any)
	// Doc has the lines of the tables in docs/directives.md.
	Doc []Row
}

// A Support says which formats have a directive.
type Support struct {
	Has func(*emit.Format) bool
	// Every means that all formats of the type have to have it, and not only one.
	Every bool
	// AtName means that the error is at the name of the type, and not at the directive.
	AtName bool
	// None is the error about a directive without effect: DIRECTIVE stands for it, FORMAT for a format that does not have it, and FORMATS for
	// those that have it. "" means that there is no error.
	None string
	// Nowhere is the error about a directive above a type of a package in which no type has a format with the directive. "" means that there is no
	// error.
	Nowhere string
}

// Error returns the error about a directive that a format does not have.
func (s *Support) Error(text, format string, known []*emit.Format) string {
	return strings.NewReplacer("DIRECTIVE", text, "FORMATS", s.Names(known), "FORMAT", format).Replace(s.None)
}

// Names returns the names of the known formats that have the directive.
func (s *Support) Names(known []*emit.Format) string {
	var names []string
	for _, f := range known {
		if s.Has(f) {
			names = append(names, f.Name)
		}
	}
	return strings.Join(names, ", ")
}

// In reports whether a format has the directive.
func (s *Spec) In(f *emit.Format) bool { return s.Formats == nil || s.Formats.Has(f) }

// An Exclusion lists directives that exclude another one.
type Exclusion struct {
	Words   []string // none: all others
	Problem string
}

// A Site is what a directive is applied to: a type or a field of the model.
type Site struct {
	Plan  *plan.Directives
	Home  string       // the package that the code is for
	Uses  Uses         // all directives there
	Word  string       // of the directive that is applied
	Name  *model.Named // the type with the directive; nil for a field
	Type  model.Type   // the type, or that of the field
	Field *model.Field // nil for a type
	// Rules has the rules of the field. It is nil for a type.
	Rules *plan.Rules
	Fail  func(format string, args ...any) // reports what is wrong
}

// A Use is a directive in the source.
type Use struct {
	*Spec
	Text, Pos string
	Value     any // what Parse has returned
}

// Uses are the directives at one place.
type Uses []Use

// All returns the directives with the given word.
func (u Uses) All(word string) (list Uses) {
	for _, x := range u {
		if x.Word == word {
			list = append(list, x)
		}
	}
	return list
}

// Has reports whether one of the directives has one of the given words.
func (u Uses) Has(words ...string) bool {
	return slices.ContainsFunc(u, func(x Use) bool { return slices.Contains(words, x.Word) })
}

// Excluded returns the first directive that excludes another one.
func (u Uses) Excluded() *Use {
	for _, s := range Specs { // in the order of the table
		for i := range u {
			if x := &u[i]; x.Spec == s && s.Excludes != nil && u.excludes(s) {
				return x
			}
		}
	}
	return nil
}

// excludes reports whether s excludes another one of the directives.
func (u Uses) excludes(s *Spec) bool {
	return slices.ContainsFunc(u, func(x Use) bool {
		return x.Spec != s && (len(s.Excludes.Words) == 0 || slices.Contains(s.Excludes.Words, x.Word))
	})
}

// Unfit returns the reason why one of the directives has no effect on a field of type t in the formats for which in returns true, or "".
func (u Uses) Unfit(t model.Type, in func(*Spec) bool) string {
	for _, s := range Specs {
		if s.Fits == nil || !in(s) || !slices.ContainsFunc(u, func(x Use) bool { return x.Spec == s }) {
			continue
		}
		if why := s.Fits(t); why != "" {
			return why
		}
	}
	return ""
}

// form returns the directive as lists have it.
func (s *Spec) form() string {
	if s.Form != "" {
		return s.Form
	}
	return s.Word
}

// first returns the first word of the directive.
func (s *Spec) first() string {
	return firstWord(s.Word)
}

// starts reports whether a text begins with the words of the directive.
func (s *Spec) starts(text string) bool {
	rest, ok := strings.CutPrefix(text, s.Word)
	return ok && (rest == "" || rest[0] == ' ' || rest[0] == '=')
}

// List lists the directives of a place.
func List(where Place) string {
	var list []string
	for _, s := range Specs {
		if s.Where&where != 0 {
			list = append(list, s.form())
		}
	}
	return strings.Join(list, ", ")
}

// withFirst returns a directive of a place with the first word, or nil.
func withFirst(where Place, word string) *Spec {
	i := slices.IndexFunc(Specs, func(s *Spec) bool { return s.Where&where != 0 && s.first() == word && word != "" })
	if i < 0 {
		return nil
	}
	return Specs[i]
}

// firstWord returns the part of a text before a space, "=" or ",".
func firstWord(text string) string {
	if i := strings.IndexAny(text, " =,"); i >= 0 {
		return text[:i]
	}
	return text
}

package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"bale/codec"
	"bale/codec/all"
	"bale/codec/facts"
	"bale/program/build"
	"bale/report"
	"bale/report/matrix"
)

// A search is what bale list looks for.
type search struct {
	wires   []string
	carries []string
	words   []string
	table   matrix.Table // what serializers carry, if carries is not empty
	untried []string     // the variants that the table does not have
}

// find returns the chosen variants that match all parts of the search. It returns an error if a part has an unknown name, or if nothing matches.
func (s *search) find(choices []*build.Choice) ([]*build.Choice, error) {
	wires, err := matchedWires(s.wires)
	if err != nil {
		return nil, err
	}
	kinds, err := knownKinds(s.carries)
	if err != nil {
		return nil, err
	}
	if len(kinds) > 0 {
		if s.table, err = matrix.Tested(); err != nil {
			return nil, err
		}
	}
	var found []*build.Choice
	for _, choice := range choices {
		c, one := choice.Codec, *choice
		one.Variants = slices.DeleteFunc(slices.Clone(choice.Variants), func(v *codec.Variant) bool {
			return len(wires) > 0 && !slices.Contains(wires, v.Wire) || !hasWords(s.words, c, v) || !s.carriesAll(c, v, kinds)
		})
		if len(one.Variants) > 0 {
			found = append(found, &one)
		}
	}
	return found, nil
}

// hasWords reports whether the name, the wire format or the module of a variant contains all words.
func hasWords(words []string, c *codec.Codec, v *codec.Variant) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !containsPattern(word, c, v) })
}

// carriesAll reports whether a variant carries all kinds. References are not for sending anything, and the user's own methods carry what they
// carry.
func (s *search) carriesAll(c *codec.Codec, v *codec.Variant, kinds []matrix.Kind) bool {
	if fact, _ := facts.Of(c.FullName(v)); len(kinds) > 0 && (c.Reference || fact.Languages == facts.OwnLanguages) {
		return false
	}
	for _, k := range kinds {
		carried, _, tried := k.Of(s.table, c.FullName(v))
		if !tried {
			s.untried = append(s.untried, c.FullName(v))
		}
		if !carried {
			return false
		}
	}
	return true
}

// matchedWires returns the wire formats that names stand for: those with the same letters in upper or lower case, or else that of the format of bale
// gen with this name, or else those that contain the letters or are abbreviated by them.
func matchedWires(names []string) ([]string, error) {
	known := wireFormats()
	var list []string
	for _, name := range names {
		word := letters(name)
		matched := selected(known, func(wire string) bool { return letters(wire) == word })
		if len(matched) == 0 {
			matched = formatWire(name)
		}
		if len(matched) == 0 && word != "" {
			matched = selected(known, func(wire string) bool {
				return strings.Contains(letters(wire), word) || len(word) > 3 && abbreviates(word, letters(wire))
			})
		}
		if len(matched) == 0 {
			return nil, badUsage("no serializer has the wire format %q%s; the wire formats are %s", name, wordHint(word, lowerLetters(known)), strings.Join(known, ", "))
		}
		list = append(list, matched...)
	}
	return list, nil
}

// formatWire returns the wire format of a format of bale gen, such as protobuf for proto, or nil.
func formatWire(format string) []string {
	for _, c := range all.Codecs {
		for _, v := range c.Variants {
			if c.FullName(v) == "bale/"+format {
				return []string{v.Wire}
			}
		}
	}
	return nil
}

// wireFormats returns the wire formats of all codecs, sorted.
func wireFormats() []string {
	var list []string
	for _, c := range all.Codecs {
		for _, v := range c.Variants {
			if !c.Reference {
				list = append(list, v.Wire)
			}
		}
	}
	slices.SortFunc(list, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
	return slices.Compact(list)
}

// lowerLetters returns the letters of each name, in lower case.
func lowerLetters(names []string) []string {
	var list []string
	for _, name := range names {
		list = append(list, letters(name))
	}
	return list
}

// selected returns the elements for which keep returns true.
func selected(list []string, keep func(string) bool) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return !keep(s) })
}

// kindWords returns the words of all kinds.
func kindWords() []string {
	var list []string
	for _, k := range matrix.Kinds() {
		list = append(list, k.Word)
	}
	return list
}

// knownKinds returns the kinds with the given words.
func knownKinds(words []string) ([]matrix.Kind, error) {
	kinds, known := matrix.Kinds(), kindWords()
	var list []matrix.Kind
	for _, word := range words {
		i := slices.Index(known, strings.ToLower(word))
		if i < 0 {
			return nil, badUsage("-carries: there is no kind %q%s; the kinds are %s", word, wordHint(word, known), strings.Join(known, ", "))
		}
		list = append(list, kinds[i])
	}
	return list, nil
}

// print prints the entries that the search has found, and the serializers without a row whose names have its words. With popular, it also prints
// the popular variants if nothing is searched for.
func (s *search) print(io streams, list []matrix.Entry, popular bool) error {
	absent := s.absent()
	if len(s.untried) > 0 {
		fmt.Fprintf(io.err, "it has not been tried whether these carry all of %s: %s\n", strings.Join(s.carries, ", "), strings.Join(s.untried, ", "))
	}
	if len(list) == 0 && len(absent) == 0 {
		return s.nothing()
	}
	if len(list) > 0 {
		if err := s.printTable(io, list); err != nil {
			return err
		}
	}
	for _, a := range absent {
		printAbsence(io, a)
	}
	switch {
	case len(s.carries) > 0 && len(list) > 0:
		_, err := fmt.Fprintf(io.out, "\nTried with this version of bale: see docs/serializers.html. To try it again: bale list -features -codecs %s\n", list[0].Name)
		return err
	case popular && len(s.wires)+len(s.words) == 0:
		return printPreset(io)
	}
	return nil
}

// printTable prints a table of entries that are sorted by wire format.
func (s *search) printTable(io streams, list []matrix.Entry) error {
	w := tabwriter.NewWriter(io.out, 0, 8, 2, ' ', 0)
	fmt.Fprint(w, "WIRE\tCODEC\tVERSION\tMODULE\tTYPES\tCODE\tUNSAFE\tCLASSES\tNEEDS")
	if s.table != nil {
		fmt.Fprint(w, "\tLOSES")
	}
	fmt.Fprintln(w)
	wire := ""
	for _, e := range list {
		first := e.Wire
		if e.Wire == wire {
			first = ""
		}
		wire = e.Wire
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s", first, e.Name, report.ShortVersion(e.Version), e.Module, e.Types, e.Code, e.Unsafe, e.Classes, e.Needs)
		if s.table != nil {
			fmt.Fprintf(w, "\t%s", strings.Join(s.losses(e.Name), ", "))
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

// losses returns what comes back different in the kinds of fields that are searched for.
func (s *search) losses(name string) []string {
	var list []string
	kinds, _ := knownKinds(s.carries) // find has returned the error
	for _, k := range kinds {
		_, losses, _ := k.Of(s.table, name)
		list = append(list, losses...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// absent returns the serializers without a row whose name or module contains all words of a search by words alone.
func (s *search) absent() []facts.Absence {
	if len(s.words) == 0 || len(s.wires)+len(s.carries) > 0 {
		return nil
	}
	return slices.DeleteFunc(facts.Absent(), func(a facts.Absence) bool {
		text := letters(a.Name + a.Module)
		return slices.ContainsFunc(s.words, func(word string) bool { return !strings.Contains(text, letters(word)) })
	})
}

// printAbsence prints why a serializer has no row.
func printAbsence(io streams, a facts.Absence) {
	fmt.Fprintf(io.out, "%s (%s) has no row: %s (%s). To check: %s\n", a.Name, a.Module, a.Reason, a.Date, a.Command)
}

// nothing returns the error for a search that finds nothing.
func (s *search) nothing() error {
	for _, word := range s.words {
		if !slices.ContainsFunc(all.Codecs, func(c *codec.Codec) bool {
			return slices.ContainsFunc(c.Variants, func(v *codec.Variant) bool { return containsPattern(word, c, v) })
		}) {
			return noCodec(word)
		}
	}
	return fmt.Errorf("no serializer has all of this: search for less, or filter docs/serializers.html")
}

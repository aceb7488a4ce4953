package main

import (
	"cmp"
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

// listReplacements prints what can replace a serializer: the entries in everything that are also among the found variants.
func listReplacements(io streams, name string, everything []matrix.Entry, found []*build.Choice) error {
	fact, absence, err := replaced(name)
	if err != nil {
		return err
	}
	if absence != nil {
		printAbsence(io, *absence)
	}
	if fact.Codec == "" {
		return nil
	}
	fmt.Fprintln(io.out, aboutReplaced(fact, everything))
	same, like := matrix.Replacements(everything, fact)
	names := variantNames(found)
	missing := func(e matrix.Entry) bool { return !slices.Contains(names, e.Name) }
	same, like = slices.DeleteFunc(same, missing), slices.DeleteFunc(like, missing)
	if err := printReplacements(io, "The same wire format:", same, everything); err != nil {
		return err
	}
	return printReplacements(io, "Other wire formats "+schemaWords[fact.Schema]+", those for most of its languages first:", like, everything)
}

// schemaWords are the words for the values of facts.Fact.Schema.
var schemaWords = map[string]string{"yes": "with a schema", "no": "without a schema"}

// replaced returns the fact of the serializer with the name of a codec or variant, in upper or lower case, or with a module path. For a serializer without a row, it returns the reason, and the
// fact of a codec whose name or wire format is a word of its name, if there is one.
func replaced(name string) (facts.Fact, *facts.Absence, error) {
	for _, c := range all.Codecs {
		for _, v := range c.Variants {
			switch full := c.FullName(v); {
			case strings.EqualFold(full, name):
				return factOf(c, full)
			case strings.EqualFold(c.Name, name), c.Module == name && name != "":
				return factOf(c, c.Name)
			}
		}
	}
	for _, a := range facts.Absent() {
		module, _, _ := strings.Cut(a.Module, "@")
		if letters(a.Name) == letters(name) || module == name {
			return factNamedIn(a.Name), &a, nil
		}
	}
	return facts.Fact{}, nil, noCodec(name)
}

// factOf returns the fact of a codec or of one of its variants. It returns an error if there is none: the variants of the codec have facts of
// their own, or the codec is no serializer for any type.
func factOf(c *codec.Codec, name string) (facts.Fact, *facts.Absence, error) {
	fact, ok := facts.Of(name)
	switch {
	case c.Reference || fact.Languages == facts.OwnLanguages:
		return fact, nil, badUsage("-replaces: %s is not a serializer that others could replace; 'bale list' lists all", name)
	case !ok:
		var names []string
		for _, v := range c.Variants {
			names = append(names, c.FullName(v))
		}
		return fact, nil, badUsage("-replaces: the variants of %s differ: name one of %s", name, strings.Join(names, ", "))
	}
	return fact, nil, nil
}

// factNamedIn returns the fact of the first codec whose name or wire format is a word of text, or none.
func factNamedIn(text string) facts.Fact {
	words := nameWords(strings.ToLower(text))
	for _, c := range all.Codecs {
		for _, v := range c.Variants {
			if slices.Contains(words, c.Name) || slices.Contains(words, letters(v.Wire)) {
				fact, _ := facts.Of(c.FullName(v))
				return fact
			}
		}
	}
	return facts.Fact{}
}

// aboutReplaced returns a line about the serializer to replace.
func aboutReplaced(fact facts.Fact, everything []matrix.Entry) string {
	release := ""
	if fact.Released != "" {
		release = fmt.Sprintf("; last release %s of %s", report.ShortVersion(fact.Release), fact.Released)
	}
	return fmt.Sprintf("%s: wire format %s, %s, languages: %s%s (as of %s)", fact.Codec, strings.Join(wires(matrix.Named(everything, fact.Codec)), ", "), schemaWords[fact.Schema],
		fact.Languages, release, fact.Date)
}

// wires returns the wire formats of entries.
func wires(entries []matrix.Entry) []string {
	var list []string
	for _, e := range entries {
		if !slices.Contains(list, e.Wire) {
			list = append(list, e.Wire)
		}
	}
	return list
}

// printReplacements prints a table of replacements, with one line for variants with the same facts.
func printReplacements(io streams, title string, list, everything []matrix.Entry) error {
	fmt.Fprintf(io.out, "\n%s\n", title)
	if len(list) == 0 {
		_, err := fmt.Fprintln(io.out, "none")
		return err
	}
	w := tabwriter.NewWriter(io.out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "CODEC\tWIRE\tRELEASED\tMODULE\tLANGUAGES")
	for _, name := range matrix.Names(list, everything) {
		entries := matrix.Named(list, name)
		e := entries[0]
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", name, strings.Join(wires(entries), ", "), cmp.Or(e.Facts.Released, e.Facts.Release), e.Module, e.Facts.Languages)
	}
	return w.Flush()
}

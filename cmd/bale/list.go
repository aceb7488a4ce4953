package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"bale/codec/facts"
	"bale/lab"
	"bale/lab/adapter"
	"bale/lab/build"
	"bale/measure"
	"bale/report"
	"bale/report/matrix"
)

const listUsage = `usage: bale list [-features] [-codecs LIST]

List the serializers by wire format. The columns are the name, the pinned version, the module, whether it works on
your own types or on generated ones, the classes it can be measured in, and the programs that must be installed.
The last line lists the popular serializers, which 'bale compare' measures by default on a package.

  -codecs LIST   names or globs, e.g. 'json,gogo*,gencode/*', popular, or all (default all)
  -features      print docs/serializers.md: the list, and the kinds of fields that each serializer can carry. Each
                 serializer is built for a type of every kind and its round trips are checked, which takes a few
                 minutes the first time
`

func listCommand(ctx context.Context, io streams, args []string) error {
	f := newFlags("list")
	codecs, features := f.String("codecs", "", ""), f.Bool("features", false, "")
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		return badUsage("unexpected argument %q", f.Arg(0))
	}
	choices, err := choose(splitTypes(*codecs))
	if err != nil {
		return err
	}
	entries, err := entries(choices)
	if err != nil {
		return err
	}
	if *features {
		rows, err := probe(ctx, io, choices)
		if err != nil {
			return err
		}
		var absent []facts.Absence
		if *codecs == "" {
			absent = facts.Absent()
		}
		return matrix.Write(io.out, entries, rows, absent)
	}
	w := tabwriter.NewWriter(io.out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "WIRE\tCODEC\tVERSION\tMODULE\tTYPES\tCLASSES\tNEEDS")
	wire := ""
	for _, e := range entries {
		first := e.Wire
		if e.Wire == wire {
			first = ""
		}
		wire = e.Wire
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", first, e.Name, report.ShortVersion(e.Version), e.Module, e.Types, e.Classes, e.Needs)
	}
	if err := w.Flush(); err != nil || *codecs != "" {
		return err
	}
	return printPreset(io)
}

// entries returns a description of each chosen variant, sorted by wire format.
func entries(choices []*build.Choice) ([]matrix.Entry, error) {
	var list []matrix.Entry
	for _, choice := range choices {
		c := choice.Codec
		for _, v := range choice.Variants {
			classes, err := adapter.Classes(v)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.FullName(v), err)
			}
			e := matrix.Entry{
				Name: c.FullName(v), Wire: v.Wire, Module: cmp.Or(c.Module, "std"), Version: c.Pin(), Doc: cmp.Or(v.Doc, c.Doc),
				Note: v.Note, Types: "generated", Classes: strings.Join(classes, " "), Needs: "go",
			}
			if v.Caps("").Own {
				e.Types = "own"
			}
			if v.CXX {
				e.Needs += ", c++"
			}
			list = append(list, e)
		}
	}
	slices.SortStableFunc(list, func(a, b matrix.Entry) int {
		return strings.Compare(strings.ToLower(a.Wire), strings.ToLower(b.Wire))
	})
	return list, nil
}

// probe builds the chosen variants for a type of every kind and checks their round trips.
func probe(ctx context.Context, io streams, choices []*build.Choice) ([]*measure.Row, error) {
	cache, err := build.DefaultCache()
	if err != nil {
		return nil, err
	}
	prog := newProgress(io.err)
	defer prog.end()
	return (&lab.Lab{Cache: cache, Progress: prog}).Probe(ctx, choices)
}

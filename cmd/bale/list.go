package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"bale/codec/facts"
	"bale/lab"
	"bale/program/adapter"
	"bale/program/build"
	"bale/report/matrix"
	"bale/runner/measure"
)

const listUsage = `usage: bale list [-wire LIST] [-carries LIST] [-codecs LIST] [-features] [WORD ...]
       bale list -replaces NAME [-wire LIST] [-carries LIST]
       bale list -code NAME [-all] [-type T package]

List the serializers by wire format. The columns are the name, the pinned version, the module, whether it works on
your own types or on generated ones, by generated code or by reflection, with package unsafe or without, the classes
it can be measured in, and the programs that must be installed.
The last line lists the popular serializers, which 'bale compare' measures by default.

With words, list only those whose name, wire format or module contains all of the words, e.g. 'bale list msgpack'.
With -replaces, list what can replace a serializer: first those with its wire format, which read its messages, then
those that need a schema if and only if it does, ordered by how many of its languages they exist for.
With -code, print the code that measures a serializer, as it is compiled, and the schema that bale derives.

  -wire LIST     wire formats, e.g. protobuf,msgpack, or the names that 'bale gen' has for them
  -carries LIST  kinds of fields and of values that a serializer has to carry, e.g. maps,unions,zones: see
                 docs/serializers.html. The last column lists what comes back different
  -replaces NAME a serializer, e.g. colfer
  -code NAME     a serializer, e.g. vtprotobuf or gencode/unsafe
  -all           with -code: also generated files
  -type T        with -code and a package: a type of it, as written in its source (default: its only exported struct;
                 without a package, the built-in shape small)
  -codecs LIST   names or globs, e.g. 'json,gogo*,gencode/*', popular, or all (default all)
  -features      print the kinds of fields that each serializer can carry, and what comes back different, as lines with
                 tabs. Each serializer is built for a type of every kind and its round trips are checked, which takes
                 a few minutes the first time
`

func listCommand(ctx context.Context, io streams, args []string) error {
	f := newFlags("list")
	codecs, features, replaces := f.String("codecs", "", ""), f.Bool("features", false, ""), f.String("replaces", "", "")
	wire, carries := f.String("wire", "", ""), f.String("carries", "", "")
	code, all, typ := f.String("code", "", ""), f.Bool("all", false, ""), f.String("type", "", "")
	if err := parse(f, args); err != nil {
		return err
	}
	switch {
	case *code == "" && (*all || *typ != ""):
		return badUsage("-all and -type are for -code, which names a serializer")
	case *code != "" && (*features || *codecs != "" || *replaces != "" || *wire != "" || *carries != ""):
		return badUsage("-code prints the code of one serializer: use it without flags that search")
	case *code != "" && f.NArg() > 1:
		return badUsage("want one package, have %d", f.NArg())
	case *code != "":
		return listCode(ctx, io, codeOf{*code, *typ, f.Arg(0), *all})
	}
	s := search{wires: splitTypes(*wire), carries: splitTypes(*carries), words: f.Args()}
	if *replaces != "" && (*features || *codecs != "" || len(s.words) > 0) {
		return badUsage("-replaces searches all serializers: use it without -features, -codecs and words")
	}
	choices, err := choose(splitTypes(*codecs))
	if err != nil {
		return err
	}
	found, err := s.find(choices)
	if err != nil {
		return err
	}
	if *replaces != "" {
		everything, err := entries(choices)
		if err != nil {
			return err
		}
		return listReplacements(io, *replaces, everything, found)
	}
	if *features {
		rows, err := probe(ctx, io, found)
		if err != nil {
			return err
		}
		return matrix.Supports(rows).WriteData(io.out)
	}
	list, err := entries(found)
	if err != nil {
		return err
	}
	return s.print(io, list, *codecs == "")
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
			fact, _ := facts.Of(c.FullName(v))
			e := matrix.Entry{
				Codec: c.Name, Facts: fact, Name: c.FullName(v), Wire: v.Wire, Module: cmp.Or(c.Module, "std"), Version: c.Pin(), Doc: c.DocOf(v),
				Note: v.Note, Types: "generated", Classes: strings.Join(classes, " "), Needs: "go",
			}
			code, err := adapter.NeedsCode(v)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.FullName(v), err)
			}
			if e.Code, e.Unsafe = "reflection", facts.UnsafeWord(e.Name); code {
				e.Code = "generated"
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

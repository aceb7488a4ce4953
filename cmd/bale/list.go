package main

import (
	"context"
	"fmt"
	"path"
	"text/tabwriter"

	"bale/codec"
	"bale/codec/all"
	"bale/lab"
)

const listUsage = `usage: bale list [-codecs LIST]

List the codecs: name, wire format, module with its pinned version, the classes it has, and what it needs installed.

  -codecs LIST   names or globs, e.g. 'json,gogo*,gencode/*' (default all)
`

func listCommand(_ context.Context, io streams, args []string) error {
	f := newFlags("list")
	codecs := f.String("codecs", "", "")
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
	w := tabwriter.NewWriter(io.out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "CODEC\tWIRE\tMODULE\tPIN\tCLASS\tNEEDS")
	for _, c := range choices {
		for _, v := range c.Variants {
			needs := "go"
			for _, n := range v.Needs {
				needs += ", " + n.Program
			}
			module := c.Codec.Module
			if module == "" {
				module = "std"
			}
			carries := "generated types"
			if v.Caps("").Own {
				carries = "own types"
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", c.Codec.FullName(v), v.Wire, module, c.Codec.Pin(), carries, needs)
		}
	}
	return w.Flush()
}

// choose picks codec variants by name or glob; a codec's name stands for all of its variants.
func choose(patterns []string) ([]*lab.Choice, error) {
	used := map[string]bool{}
	var choices []*lab.Choice
	for _, c := range all.Codecs {
		choice := &lab.Choice{Codec: c}
		for _, v := range c.Variants {
			if len(patterns) == 0 || matches(patterns, c, v, used) {
				choice.Variants = append(choice.Variants, v)
			}
		}
		if len(choice.Variants) > 0 {
			choices = append(choices, choice)
		}
	}
	for _, p := range patterns {
		if !used[p] {
			return nil, badUsage("no codec matches %q: see 'bale list'", p)
		}
	}
	return choices, nil
}

func matches(patterns []string, c *codec.Codec, v *codec.Variant, used map[string]bool) bool {
	found := false
	for _, p := range patterns {
		for _, name := range []string{c.Name, c.FullName(v)} {
			if ok, err := path.Match(p, name); ok && err == nil {
				used[p], found = true, true
			}
		}
	}
	return found
}

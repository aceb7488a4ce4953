package main

import (
	"context"
	"os"
	"strings"

	"bale/model/directive"
)

const modelUsage = `usage: bale model [-type T,U] package

Print bale's model of types of a package as JSON. Every node has its position in the source.

  -type T,U   types of the package, as written in its source (default: its only exported struct)

examples:
  bale model -type Order ./internal/shop
  bale model -type 'Pair[int,string]' .
`

func modelCommand(ctx context.Context, io streams, args []string) error {
	f := newFlags("model")
	types := f.String("type", "", "")
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return badUsage("want one package, have %d", f.NArg())
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	m, err := directive.Load(ctx, dir, f.Arg(0), splitTypes(*types))
	if err != nil {
		return err
	}
	text, err := m.JSON()
	if err != nil {
		return err
	}
	_, err = io.out.Write(append(text, '\n'))
	return err
}

// splitTypes splits a list at the commas that are outside of brackets, and trims spaces. It leaves out empty elements.
func splitTypes(list string) []string {
	var types []string
	depth, start := 0, 0
	for i, r := range list + "," {
		switch r {
		case '[', '(', '{':
			depth++
		case ']', ')', '}':
			depth--
		case ',':
			if t := strings.TrimSpace((list + ",")[start:i]); depth == 0 {
				if t != "" {
					types = append(types, t)
				}
				start = i + 1
			}
		}
	}
	if rest := strings.TrimSpace(list[min(start, len(list)):]); rest != "" {
		types = append(types, rest) // its brackets do not match: Go's parser reports that
	}
	return types
}

package main

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"bale/codec/facts"
	"bale/gen/runtime"
	"bale/program/build"
)

// codeFile has what code the variants run, relative to this folder.
const codeFile = "../../codec/facts/code.tsv"

// TestUnsafe checks which variants run code with package unsafe, for those in -probe. With -update, it writes code.tsv.
func TestUnsafe(t *testing.T) {
	if *probed == "" {
		t.Skip("no -probe given: it runs generators and the go command")
	}
	choices, err := choose(splitTypes(*probed))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(codeFile)
	if err != nil {
		t.Fatal(err)
	}
	table, err := facts.ParseCode(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if *update && *probed == "all" {
		table = nil
	}
	for name, packages := range unsafePackages(t, choices) {
		i := slices.IndexFunc(table, func(c facts.Code) bool { return c.Codec == name })
		switch {
		case !*update && (i < 0 || !slices.Equal(table[i].Unsafe, packages)):
			t.Errorf("%s: unsafe is in %s, and %s differs: go test ./cmd/bale -run '^TestUnsafe$' -update -probe %s", name, packages, codeFile, name)
		case i < 0:
			table = append(table, facts.Code{Codec: name, Unsafe: packages})
		default:
			table[i].Unsafe = packages
		}
	}
	if *update {
		slices.SortFunc(table, func(a, b facts.Code) int { return strings.Compare(a.Codec, b.Codec) })
		if err := os.WriteFile(codeFile, []byte(facts.FormatCode(table)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// unsafePackages returns the packages with package unsafe that each variant runs for a type that it carries. Generated code, and the packages of bale that it imports, are called facts.GeneratedCode.
func unsafePackages(t *testing.T, choices []*build.Choice) map[string][]string {
	cache, err := build.DefaultCache()
	if err != nil {
		t.Fatal(err)
	}
	b := &build.Builder{Cache: cache}
	shapes, err := b.Builtin(t.Context(), []string{"small", "submit", "nested"}, []int{1})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	for _, choice := range choices {
		for _, v := range choice.Variants {
			name := choice.Codec.FullName(v)
			var errs []error
			for _, s := range shapes {
				paths, err := b.Unsafe(t.Context(), s, choice.Codec, v)
				if errs = append(errs, err); err != nil {
					continue
				}
				for i, path := range paths {
					if path == s.Model.Package || strings.HasPrefix(path, s.Model.Package+"/") || strings.Contains(path, "/"+runtime.ProgramFolder+"/") {
						paths[i] = facts.GeneratedCode
					}
				}
				slices.Sort(paths)
				found[name] = slices.Compact(paths)
				break
			}
			if len(errs) == len(shapes) && errs[len(errs)-1] != nil {
				t.Logf("%s: %v", name, errors.Join(errs...))
			}
		}
	}
	return found
}

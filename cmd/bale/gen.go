package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/all"
	"bale/schema"
)

var genUsage = `usage: bale gen [flags] [package]

Generate marshaling code for types of a package, and write it into the package. The code imports only the standard
library. The default package is the one in the current folder.

  -type T,U        types of the package, in addition to those that carry a //bale:gen comment and to those that the
                   file already has; T:compact+proto is T in these formats
  -wire LIST       wire formats: ` + gen.Names(all.Formats) + ` (default: what the comment says, else ` + emit.Default + `);
                   with -type, those of the types named there
  -methods ENDING  what the names of the methods for ` + emit.Default + ` end with, instead of Binary:
                   Compact gives MarshalCompact; with -type, those of the types named there
  -o FILE          file to write (default <package>_bale.go beside the types)
  -tests           also write tests, fuzz targets and benchmarks, to <package>_bale_test.go; a file that is there is
                   updated without the flag, too. The tests keep a few messages of each layout in testdata/bale
  -proto FILE      also write a .proto file of the types in the proto format
  -safe            write code without package unsafe
  -accept          write bale.lock for the types as they are, whatever messages exist: for messages that nobody keeps
  -check           write nothing; exit status 1 if the files on disk differ from what would be written
  -n               print the files instead of writing them

The first line of the file lists the types that were named with -type. They stay in the file when another run names
other types. To remove one, delete the file and generate the types that stay. A type with a //bale:gen comment is
removed by removing the comment.

A pattern such as ./... stands for all packages that have types with //bale:gen, or a generated file. Each file keeps
the flags in its first line. An error in one package does not stop the others.

bale.lock beside the package keeps what messages look like: commit it. A change of a type that would make existing
messages unreadable is an error.

examples:
  bale gen -type Order ./internal/shop
  bale gen -check -tests ./internal/shop
  bale gen -check ./...
  //go:generate go tool bale gen -tests

exit status: 0 done, 1 something failed or, with -check, differs, 2 bad usage. docs/gen.md describes the directives in
comments and tags: skip, max=N, intern, own, sorted, parallel, union, a number, sint, fixed, unknown;
evolve, stamp, memory=N, array, value.
`

func genCommand(ctx context.Context, io streams, args []string) error {
	f := newFlags("gen")
	types, wires, out := f.String("type", "", ""), f.String("wire", "", ""), f.String("o", "", "")
	tests, safe := f.Bool("tests", false, ""), f.Bool("safe", false, "")
	proto, methods := f.String("proto", "", ""), f.String("methods", "", "")
	accept := f.Bool("accept", false, "")
	check, dry := f.Bool("check", false, ""), f.Bool("n", false, "")
	if err := parse(f, args); err != nil {
		return err
	}
	r := &gen.Request{Pattern: ".", Types: splitTypes(*types), Methods: *methods, Known: all.Formats, Out: *out, Safe: *safe, Tests: *tests, Accept: *accept, Proto: *proto}
	if f.NArg() == 1 {
		r.Pattern = f.Arg(0)
	}
	switch {
	case f.NArg() > 1:
		return badUsage("want one package, have %d: %s", f.NArg(), strings.Join(f.Args(), " "))
	case *check && *dry:
		return badUsage("-check and -n exclude each other")
	case *accept && *check:
		return badUsage("-accept changes bale.lock, and -check writes nothing: take one")
	case schema.Several(r.Pattern) && cmp.Or(*types, *out, *proto) != "":
		return badUsage("-type, -o and -proto are for one package, and %s may be several: name one", r.Pattern)
	case *methods != "" && gen.CheckEnding(*methods) != "":
		return badUsage("-%s", gen.CheckEnding(*methods))
	}
	var unknown []string
	if r.Wires, unknown = gen.Choose(all.Formats, splitTypes(*wires)); len(unknown) > 0 {
		return badUsage("no wire is called %q: there is %s", unknown[0], gen.Names(all.Formats))
	}
	var err error
	if r.Dir, err = os.Getwd(); err != nil {
		return err
	}
	outputs, err := gen.Generate(ctx, r)
	if err != nil {
		return err
	}
	var binary []string // types that get MarshalBinary
	finish := func(out *gen.Output) error {
		switch {
		case *dry: // what does not compile can be looked at
			return cmp.Or(show(io, r.Dir, out.Files), out.Err)
		case out.Err != nil:
			return out.Err
		case *check:
			return upToDate(io, r.Dir, out.Files)
		}
		if err := write(io, r.Dir, out.Files); err != nil {
			return err
		}
		if out.LockLost {
			fmt.Fprint(io.err, gen.EffectsOfNoLock)
		}
		for _, line := range out.LeftOut {
			fmt.Fprintln(io.err, line)
		}
		binary = append(binary, shownTypes(r.Pattern, out)...)
		return remove(io, r.Dir, out.Stale)
	}
	if !schema.Several(r.Pattern) {
		err = finish(outputs[0])
	} else {
		err = each(io, outputs, finish)
	}
	fmt.Fprint(io.err, gen.EffectsOfBinary(binary))
	return err
}

// shownTypes returns the types that get MarshalBinary, with the package where there may be several.
func shownTypes(pattern string, out *gen.Output) []string {
	if !schema.Several(pattern) {
		return out.Binary
	}
	list := make([]string, len(out.Binary))
	for i, name := range out.Binary {
		list[i] = path.Base(out.Package) + "." + name
	}
	return list
}

// each finishes all packages: an error of one does not stop the others.
func each(io streams, outputs []*gen.Output, finish func(*gen.Output) error) error {
	if len(outputs) == 0 {
		fmt.Fprintln(io.err, "no package has types with //bale:gen or a file of bale gen: there is nothing to do")
	}
	failed := false
	for _, out := range outputs {
		err := finish(out)
		if err != nil && !errors.Is(err, errDiffers) {
			fmt.Fprintf(io.err, "bale gen: package %s: %v\n", out.Package, err)
		}
		failed = failed || err != nil
	}
	if failed {
		return errDiffers
	}
	return nil
}

// upToDate says which files are not what they should be.
func upToDate(io streams, dir string, files []gen.File) error {
	var err error
	for _, f := range files {
		what := "is not what bale gen writes"
		switch same, read := f.OnDisk(); {
		case os.IsNotExist(read):
			what = "is missing"
		case read != nil:
			return read
		case same:
			continue
		}
		fmt.Fprintf(io.err, "%s %s: run bale gen again\n", nearby(dir, f.Path), what)
		err = errDiffers
	}
	return err
}

// show prints the files: each behind its name, as in a txtar archive, where there are several.
func show(io streams, dir string, files []gen.File) error {
	for _, f := range files {
		if len(files) > 1 {
			fmt.Fprintf(io.out, "-- %s --\n", nearby(dir, f.Path))
		}
		if _, err := io.out.Write(f.Data); err != nil {
			return err
		}
	}
	return nil
}

func write(io streams, dir string, files []gen.File) error {
	for _, f := range files {
		if same, _ := f.OnDisk(); same {
			fmt.Fprintf(io.err, "%s is up to date\n", nearby(dir, f.Path))
			continue
		}
		if err := os.WriteFile(f.Path, f.Data, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(io.err, "wrote %s\n", nearby(dir, f.Path))
	}
	return nil
}

// remove deletes files.
func remove(io streams, dir string, files []string) error {
	for _, f := range files {
		if err := os.Remove(f); err != nil {
			return err
		}
		fmt.Fprintf(io.err, "removed %s\n", nearby(dir, f))
	}
	return nil
}

// nearby is a file as it is seen from the working folder.
func nearby(dir, file string) string {
	if rel, err := filepath.Rel(dir, file); err == nil {
		return filepath.ToSlash(rel)
	}
	return file
}

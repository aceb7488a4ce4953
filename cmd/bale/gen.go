package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bale/gen"
	"bale/gen/directive"
	"bale/gen/emit"
	"bale/gen/format/all"
	"bale/gen/format/json"
	"bale/gen/lock"
	"bale/gen/notes"
	"bale/gen/source"
	"bale/internal/wholefile"
	"bale/model"
	"bale/program/build"
)

var genUsage = `usage: bale gen [flags] [package]

Generate marshaling code for types of a package, and write it into the package. The code imports the standard library and
packages that bale gen writes into internal/bale in the module's folder. Built with -tags purego, none of it uses
package unsafe. The default package is the one in the current folder.

  -type T,U        types of the package, in addition to types with a //bale:gen comment and types that are already in
                   the file; T:compact+proto is T in these formats
  -wire LIST       wire formats: ` + emit.Names(all.Formats) + ` (default: those in the comment, else ` + emit.Names(all.Formats[:1]) + `);
                   with -type, the formats of the types named there
  -methods ENDING  ending of the method names for ` + emit.Names(all.Formats[:1]) + `, instead of Binary: Compact gives MarshalCompact;
                   with -type, only for the types named there
  -o FILE          file to write (default <package>_bale.go in the package's folder)
  -tests           also write tests, fuzz targets and benchmarks to <package>_bale_test.go. If this file exists, it is
                   updated without the flag, too. The tests keep a few messages of each layout in testdata/bale
  -proto FILE      also write a .proto file of the types in the proto format
  -messages        generate code in the proto format for all messages of protoc-gen-go in the packages
  -sorted          encode the entries of all maps in the order of their keys, except for keys without an order, such
                   as times
  -own             give each decoded string and byte slice of a field its own memory, instead of a part of a copy of the
                   message
  -stream          also write readers and writers of streams of messages, for all types
  -grpc            also write a codec for gRPC to <package>_bale_grpc.go, which calls the methods of the proto format. If
                   this file exists, it is updated without the flag, too
  -connect         the same for Connect, in <package>_bale_connect.go
  -beam            also write <package>_bale_beam.go, which registers coders with Apache Beam that call the methods
  -evolve          let earlier programs read messages after fields were appended to structs or removed from them, in ` + emit.FormatsWith(all.Formats, "evolve") + `
  -accept          accept all changes that are refused, and print them: bale.lock has the new layouts afterwards, and code
                   for them cannot decode existing messages: for messages that nobody stores
  -accept=NAMES    accept the refused changes of these types or fields only: -accept=Order.Total,Status
  -forget LAYOUTS  drop earlier layouts from bale.lock, such as Order@1,Order@2: code then refuses their messages
  -check           write nothing; exit status 1 if the files on disk differ from the files that would be written
  -diff            as -check, and print how the files on disk differ from the files that would be written
  -base REF        with -check or -diff: also fail for changes with which messages of the bale.lock of that commit would be
                   misread, even if they have been accepted since then
  -n               print the files instead of writing them

The first line of the file lists the types that were named with -type. They stay in the file when another run names
other types. To remove one, delete the file and generate the other types again. To remove a type with a //bale:gen
comment, remove the comment.

The flags -evolve, -stream, -own, -sorted and -messages hold for one run, as -wire and -methods do without -type.
In the comment of a package, for example in its doc.go, //bale:gen evolve sorted is the same as the flags -evolve -sorted
in each run, and //bale:gen wire=proto methods=Compact is for the types that name no formats and no ending.

A pattern such as ./... selects all packages that have types with //bale:gen or a generated file. An error in one package
does not stop the others.

bale.lock in the package's folder records the layouts of messages: commit it. A change of a type that would make
existing messages unreadable is an error.

examples:
  bale gen -type Order ./internal/shop
  bale gen -tests ./internal/shop
  bale gen -check -tests ./internal/shop
  bale gen -check ./...
  bale gen -check -base main ./...
  //go:generate bale gen -tests

exit status: 0 done, 1 something failed or, with -check or -diff, differs, 2 bad usage. docs/directives.md describes the directives
in comments and tags:
` + directive.Usage()

func genCommand(ctx context.Context, io streams, args []string) error {
	f := newFlags("gen")
	types, wires, out := f.String("type", "", ""), f.String("wire", "", ""), f.String("o", "", "")
	tests := f.Bool("tests", false, "")
	evolve, messages := f.Bool("evolve", false, ""), f.Bool("messages", false, "")
	sorted, stream := f.Bool("sorted", false, ""), f.Bool("stream", false, "")
	own := f.Bool("own", false, "")
	proto, methods := f.String("proto", "", ""), f.String("methods", "", "")
	grpc, connect := f.Bool("grpc", false, ""), f.Bool("connect", false, "")
	beam := f.Bool("beam", false, "")
	accept, base := &acceptFlag{}, f.String("base", "", "")
	f.Var(accept, "accept", "")
	forget := f.String("forget", "", "")
	check, diffs, dry := f.Bool("check", false, ""), f.Bool("diff", false, ""), f.Bool("n", false, "")
	if slices.Contains(args, "-safe") || slices.Contains(args, "--safe") {
		return badUsage("-safe is gone: leave it out, and build with -tags purego for a program without package unsafe")
	}
	if err := parse(f, args); err != nil {
		return err
	}
	r := &gen.Request{Pattern: ".", Types: splitTypes(*types), Methods: *methods, Known: all.Formats, Out: *out, Evolve: *evolve, Messages: *messages, Sorted: *sorted, Stream: *stream, Own: *own, Tests: *tests, Accept: accept.all, AcceptNames: accept.names, Forget: strings.FieldsFunc(*forget, func(r rune) bool { return r == ',' }), Base: newBase(*base), Proto: *proto, GRPC: *grpc, Connect: *connect, Beam: *beam}
	if f.NArg() == 1 {
		r.Pattern = f.Arg(0)
	}
	checkFlag := "-check"
	if *diffs {
		checkFlag = "-diff"
	}
	switch {
	case accept.check(f.Args()) != nil:
		return accept.check(f.Args())
	case f.NArg() > 1:
		return badUsage("want one package, have %d (%s): name one, or a pattern that matches all of them, such as ./...", f.NArg(), strings.Join(f.Args(), " "))
	case (*check || *diffs) && *dry:
		return badUsage("%s and -n exclude each other: leave out one of them", checkFlag)
	case *base != "" && !*check && !*diffs:
		return badUsage("-base compares, and writes nothing: add -check")
	case (accept.all || len(accept.names) > 0 || *forget != "") && (*check || *diffs):
		return badUsage("-%s changes bale.lock, and %s writes nothing: leave out one of them", map[bool]string{true: "forget", false: "accept"}[*forget != ""], checkFlag)
	case model.MatchesMany(r.Pattern) && (cmp.Or(*types, *out, *proto) != "" || *grpc || *connect || *beam):
		return badUsage("-type, -o, -proto, -grpc, -connect and -beam are for one package, and %s may be several: name one", r.Pattern)
	case *methods != "" && source.WrongEnding(*methods) != "":
		return badUsage("-%s", source.WrongEnding(*methods))
	}
	var unknown []string
	if r.Formats, unknown = emit.Choose(all.Formats, splitTypes(*wires)); len(unknown) > 0 {
		return badUsage("unknown format %q: want one of %s%s", unknown[0], emit.Names(all.Formats), wordHint(unknown[0], strings.Split(emit.Names(all.Formats), ", ")))
	}
	var err error
	if r.Dir, err = os.Getwd(); err != nil {
		return err
	}
	outputs, err := gen.Generate(ctx, r)
	if err != nil {
		return err
	}
	gone := gonePackages(ctx, io, r, outputs)
	var ready []*gen.Output // to write
	finish := func(out *gen.Output) error {
		for _, line := range out.Renamed {
			fmt.Fprintln(io.err, line)
		}
		switch {
		case *dry: // code that does not compile is printed, too
			return cmp.Or(printFiles(io, r.Dir, out.Files), out.Err)
		case out.Err != nil:
			return out.Err
		case *check || *diffs:
			return cmp.Or(out.Base, upToDate(io, r.Dir, out.Files, out.Stale, *diffs))
		}
		if err := build.OutsideModuleCache(filepath.Dir(out.Files[0].Path)); err != nil {
			return err
		}
		if err := confirm(io, out); err != nil {
			return err
		}
		ready = append(ready, out)
		return nil
	}
	switch {
	case !model.MatchesMany(r.Pattern):
		err = finish(outputs[0])
	case len(outputs) == 0 && (*check || *diffs) && gone == nil:
		return fmt.Errorf("there is nothing to check: no package that %s matches has types with //bale:gen or a generated file: name packages that have some", r.Pattern)
	default:
		err = finishAll(io, outputs, finish)
	}
	if *check || *diffs {
		return cmp.Or(err, runtimesUpToDate(io, r.Dir, outputs, *diffs), gone)
	}
	return cmp.Or(writeAll(ctx, io, r, ready), err, gone)
}

// writeAll writes the files of outputs, prints notes about them, and removes stale files.
func writeAll(ctx context.Context, io streams, r *gen.Request, outputs []*gen.Output) error {
	written, err := write(outputs)
	if err != nil {
		return err
	}
	var binary []notes.BinaryType
	var inJSON []model.TypeName
	module := "" // of the types in inJSON
	for _, out := range outputs {
		for _, f := range out.Files {
			if written[f.Path] {
				fmt.Fprintf(io.err, "wrote %s\n", relPath(r.Dir, f.Path))
			} else {
				fmt.Fprintf(io.err, "%s is up to date\n", relPath(r.Dir, f.Path))
			}
		}
		fmt.Fprint(io.err, lock.Note(out.LockLost))
		for _, line := range slices.Concat(out.Layouts, out.Accepted, out.LeftOut, out.Notes) {
			fmt.Fprintln(io.err, line)
		}
		for _, x := range out.NewBinary {
			x.Name = shownType(r.Pattern, out, x.Name)
			binary = append(binary, x)
		}
		if len(out.NewJSON) > 0 {
			inJSON, module = append(inJSON, out.NewJSON...), out.Module
		}
		if err := remove(io, r.Dir, out.Stale); err != nil {
			return err
		}
	}
	if err := finishRuntimes(io, r.Dir, outputs, written); err != nil {
		return err
	}
	fmt.Fprint(io.err, notes.Binary(binary), json.CallersNote(ctx, r.Dir, module, inJSON))
	return nil
}

// shownType returns the name of a type in a note. It has the package in front if the pattern may match several packages.
func shownType(pattern string, out *gen.Output, name string) string {
	if !model.MatchesMany(pattern) {
		return name
	}
	return out.Name + "." + name
}

// finishAll calls finish for all packages. It prints the errors, and goes on after an error.
func finishAll(io streams, outputs []*gen.Output, finish func(*gen.Output) error) error {
	if len(outputs) == 0 {
		fmt.Fprintln(io.err, "no package has types with //bale:gen or a generated file: there is nothing to do")
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

// printFiles prints the files. If there are several, it prints them as a txtar archive: each after a line with its name.
func printFiles(io streams, dir string, files []gen.File) error {
	for _, f := range files {
		if len(files) > 1 {
			fmt.Fprintf(io.out, "-- %s --\n", relPath(dir, f.Path))
		}
		if _, err := io.out.Write(f.Data); err != nil {
			return err
		}
	}
	return nil
}

// write writes the files of all outputs that differ from those on disk, and returns their paths. An error of writing one of them leaves all as they
// were.
func write(outputs []*gen.Output) (written map[string]bool, err error) {
	var files []wholefile.File
	written = map[string]bool{}
	for _, out := range outputs {
		for _, f := range out.All() {
			if !written[f.Path] && f.Differs() {
				if err := os.MkdirAll(filepath.Dir(f.Path), 0o777); err != nil {
					return nil, err
				}
				files = append(files, wholefile.Text(f.Path, f.Data, 0o644))
				written[f.Path] = true
			}
		}
	}
	return written, wholefile.Write(files...)
}

// remove deletes files.
func remove(io streams, dir string, files []string) error {
	for _, f := range files {
		if err := os.Remove(f); err != nil {
			return err
		}
		fmt.Fprintf(io.err, "removed %s\n", relPath(dir, f))
	}
	return nil
}

// relPath returns the path of a file relative to the working folder dir, with slashes.
func relPath(dir, file string) string {
	if rel, err := filepath.Rel(dir, file); err == nil {
		return filepath.ToSlash(rel)
	}
	return file
}

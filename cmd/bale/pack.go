package main

import (
	root "bale"
	"context"
	"fmt"
	"os"
	"runtime"

	"bale/lab"
	"bale/program/build"
	"bale/runner/measure"
)

const packUsage = `usage: bale pack -o FILE [flags] [package]

Build the programs of a comparison for another machine, and write them into a tar.gz file, together with the
program bale-run, which checks and measures them there. That machine needs no Go and no other software.

  -o FILE          the archive, such as order.tar.gz
  -goos OS         operating system of the other machine (default: that of this machine)
  -goarch ARCH     processor of the other machine: amd64, arm64, ... (default: that of this machine)

These flags are the same as in 'bale compare':

  -type T,U        types of the package
  -shape LIST      built-in shapes
  -data FILE       sample values
  -codecs LIST     names or globs, popular, or all
  -modes LIST      classes
  -ignore LIST     differences to ignore after a round trip
  -lengths LIST    lengths of a slice shape
  -seed N          seed of the sample values and of the order of the rounds
  -values N        number of varied sample values
  -quick           6 rounds of 5 ms blocks
  -thorough        40 rounds of 50 ms blocks
  -rounds N        number of rounds

on the other machine:
  tar xf order.tar.gz && ./bale-run -o results
on this machine, after copying the folder results:
  bale report results

exit status: 0 done, 1 something failed, 2 bad usage. A codec that fails to build is left out with the reason.
`

func packCommand(ctx context.Context, io streams, args []string) error {
	o := &compareFlags{}
	f := newFlags("pack")
	o.setChoice(f)
	target := build.Target{}
	f.StringVar(&target.GOOS, "goos", runtime.GOOS, "")
	f.StringVar(&target.GOARCH, "goarch", runtime.GOARCH, "")
	if err := parse(f, args); err != nil {
		return err
	}
	if o.out == "" {
		return badUsage("-o is missing: name the archive, such as -o order.tar.gz")
	}
	if info, err := os.Stat(o.out); err == nil && info.IsDir() {
		return badUsage("-o: %s is a folder: name a file", o.out)
	}
	c, err := o.comparison(f.Args())
	if err != nil {
		return err
	}
	cache, err := build.DefaultCache()
	if err != nil {
		return err
	}
	prog := newProgress(io.err)
	c.Lab = &lab.Lab{Cache: cache, Progress: prog}
	c.Note = func(line string) { fmt.Fprintln(io.err, line) }
	source, err := root.Source()
	if err != nil {
		return err
	}
	rows, err := c.Pack(ctx, target, source, o.out)
	prog.end()
	if err != nil {
		return err
	}
	return printPacked(io, o.out, rows)
}

// printPacked prints how many rows of a pack can be measured, and which rows were left out. It returns an error if there are none.
func printPacked(io streams, file string, rows []*measure.Row) error {
	n, codecs := 0, 0
	for _, r := range rows {
		if r.Measured() {
			n++
			if !r.Reference {
				codecs++
			}
		} else {
			fmt.Fprintf(io.err, "left out: %s %s: %s: %s\n", r.Shape, r.Codec, r.Status, r.Reason)
		}
	}
	if codecs == 0 {
		return fmt.Errorf("%s holds no codec that can be measured", file)
	}
	_, err := fmt.Fprintf(io.out, "wrote %s: %d of %d rows can be measured\n", file, n, len(rows))
	return err
}

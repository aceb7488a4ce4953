package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"bale/lab"
	"bale/lab/aspect"
	"bale/program/build"
	"bale/report"
	"bale/report/published"
	"bale/result"
	"bale/runner/loss"
	"bale/runner/measure"
	"bale/shape"
)

const compareUsage = `usage: bale compare [flags] [package]

Measure serializers on types of a package, or on the built-in shapes if no package is given, and recommend
one. Nothing is written into the package's tree.

  -type T,U        types of the package, as written in its source (default: its only exported struct)
  -shape LIST      built-in shapes: small, nested, block, submit, valmsg, mixed, wide, maps, words, optional, candles,
                   matrix, tree, expr, logs, otel, github, ymz, log, mesh, minecraft, mk48; a list may have a length,
                   such as nested-100; or all, or tuned, the first six
                   (default small,nested-100,submit,mixed,wide,maps,candles-1000,github)
  -data FILE       sample values: a JSON array or JSON Lines of the type (default: generated from -seed)
  -codecs LIST     names or globs; popular, others (popular without bale's) or all (default popular; see 'bale list')
  -modes LIST      default, all, or a list of classes: convert native fresh reuse copy alias seq par varied known; own or
                   shared is copy, with only the codecs whose decoded strings have their own memory or share it
  -ignore LIST     differences to ignore after a round trip: kinds such as nil and zone, and fields such as Order.Cache
  -lengths LIST    lengths of a slice shape (default 1,100,10000; those of built-in shapes are in docs/compare.md)
  -seed N          seed of the sample values and of the order of the rounds (default 1)
  -values N        number of varied sample values (default: too many for the branch predictor to learn)
  -quick           6 rounds of 5 ms blocks
  -thorough        40 rounds of 50 ms blocks
  -rounds N        number of rounds of 10 ms blocks (default 24, and 12 for the built-in shapes)
  -aspects LIST    what to find out in addition to times: hostile, evolution, determinism, compressed, memory, first,
                   program, heap; or all, none, default, which includes those that the use of -for needs (default: default
                   for types of a package, those that the use needs for built-in shapes and with -base; see docs/aspects.md)
  -published       measure what published benchmarks measured, and print the figures of five next to the new ones
  -base REF        compare the working tree with another commit: build each codec from both, print what changed
  -fail N%         with -base: exit status 1 if something is significantly worse by more than N %
  -o DIR           results folder (default: a new one, bale-results/<date-time>)
  -resume DIR      resume an interrupted run; with -for or -aspects, find out more about a complete run
  -for USE         the use that the verdict is for: speed, service, storage, cache or api (default speed)
  -now CODEC       the codec in use now: the verdict gives the cost of keeping it
  -top N           rows of each table, in addition to json, gob, protobuf and codecs named in -codecs (default 15)
  -json            print results.json instead of the table
  -raw             show the times as measured, without the correction for the machine's speed

examples:
  bale compare -type Order ./internal/shop
  bale compare -quick -shape small -codecs json,gob,msgp
  bale compare -type 'Pair[int,string]' -data orders.jsonl -modes fresh,reuse .
  bale compare -base main -fail 3% -type Order -codecs own,json ./internal/shop

exit status: 0 done, 1 something failed or nothing was measured, 2 bad usage. A codec that fails or cannot carry
a type gets a row with the reason; the run does not fail as long as another codec is measured.
`

func compareCommand(ctx context.Context, io streams, args []string) error {
	c, show, err := parseCompare(args)
	if err != nil {
		return err
	}
	preset := slices.Equal(c.Run.Config.Request.Codecs, defaultCodecs)
	cache, err := build.DefaultCache()
	if err != nil {
		return err
	}
	prog := newProgress(io.err)
	first := build.IsNew(cache)
	prog.ranks.reader = show.reader
	c.Lab = &lab.Lab{Cache: cache, Progress: prog}
	c.Note = func(line string) { fmt.Fprintln(io.err, line) }
	if c.Run.Config.Request.Published {
		c.Filter, show.published = published.Corresponds, true
	}
	err = c.Measure(ctx)
	prog.end()
	if errors.Is(err, context.Canceled) {
		return interrupted(io, c, show)
	}
	if err == nil {
		err = publish(io, c.Dir, show)
	}
	if errors.Is(err, syscall.ENOSPC) && c.Stage() != lab.NotBegun {
		return fmt.Errorf("%w: when there is space again, resume with '%s'", err, report.ResumeCommand(c.Dir, &show.reader))
	}
	if err != nil {
		return err
	}
	if preset {
		fmt.Fprintln(io.err, presetHint(c.Choices))
	}
	if first {
		fmt.Fprintln(io.err, cacheSizes(cache))
	}
	if err := build.Trim(cache, time.Now()); err != nil { // the comparison is complete without it
		fmt.Fprintf(io.err, "old entries of the cache are still there: %v\n", err)
	}
	if limit := c.Run.Config.Request.Fail; limit != nil {
		return checkLimit(c.Dir, *limit)
	}
	return nil
}

// interrupted publishes the results of an interrupted run, and returns an error that tells how to resume it.
func interrupted(io streams, c *lab.Comparison, show view) error {
	if c.Stage() == lab.NotBegun {
		return errors.New("interrupted before the first round: there are no results; the programs that were built are kept for the next run")
	}
	var nothing nothingError
	if err := publish(io, c.Dir, show); err != nil && !errors.As(err, &nothing) {
		return err
	}
	return fmt.Errorf("interrupted: resume with '%s'", report.ResumeCommand(c.Dir, &show.reader))
}

// compareFlags holds the flags of compare.
type compareFlags struct {
	types, shapes, data, codecs, modes, lengths, ignore, out, resume string
	base, fail, aspects                                              string
	seed                                                             uint64
	rounds, values                                                   int
	quick, thorough, published                                       bool
	show                                                             view
}

func (o *compareFlags) set() *flag.FlagSet {
	f := newFlags("compare")
	o.setChoice(f)
	for name, to := range map[string]*string{"resume": &o.resume, "aspects": &o.aspects, "base": &o.base, "fail": &o.fail} {
		f.StringVar(to, name, "", "")
	}
	f.BoolVar(&o.published, "published", false, "")
	o.show.set(f)
	return f
}

// setChoice adds the flags that select what is measured and for how long.
func (o *compareFlags) setChoice(f *flag.FlagSet) {
	for name, to := range map[string]*string{"type": &o.types, "shape": &o.shapes, "data": &o.data, "codecs": &o.codecs,
		"lengths": &o.lengths, "ignore": &o.ignore, "o": &o.out} {
		f.StringVar(to, name, "", "")
	}
	f.BoolVar(&o.quick, "quick", false, "")
	f.BoolVar(&o.thorough, "thorough", false, "")
	f.StringVar(&o.modes, "modes", "default", "")
	f.Uint64Var(&o.seed, "seed", 1, "")
	f.Func("rounds", "", count(&o.rounds))
	f.Func("values", "", count(&o.values))
}

// count returns a flag function that stores a number of at least 1 in to. Without the flag, to stays 0.
func count(to *int) func(string) error {
	return func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return errors.New("want a whole number from 1")
		}
		*to = n
		return nil
	}
}

// parseCompare returns the comparison that the arguments describe, and the view to show it with.
func parseCompare(args []string) (*lab.Comparison, view, error) {
	o := &compareFlags{}
	f := o.set()
	if err := parse(f, args); err != nil {
		return nil, view{}, err
	}
	if err := o.show.check(); err != nil {
		return nil, o.show, err
	}
	if o.resume != "" {
		if f.NFlag() > 1+resumeFlags(f) || f.NArg() > 0 {
			return nil, o.show, badUsage("-resume continues a run with its own flags: leave out other flags and the package")
		}
		c, err := loadInterrupted(o.resume)
		if err == nil {
			err = o.addAspects(&c.Run.Config.Request)
		}
		if err == nil {
			err = o.show.checkNow(variantNames(c.Choices))
		}
		return c, o.show, err
	}
	c, err := o.comparison(f.Args())
	if err != nil {
		return nil, o.show, err
	}
	if err := o.show.checkNow(variantNames(c.Choices)); err != nil {
		return nil, o.show, err
	}
	if c.Dir = o.out; c.Dir != "" && c.Stage() != lab.NotBegun {
		return nil, o.show, badUsage("%s already holds a run: name another folder with -o, or resume it with -resume %s", c.Dir, c.Dir)
	}
	return c, o.show, nil
}

// resumeFlags returns the number of given flags that can be combined with -resume: those of a view, and -aspects.
func resumeFlags(f *flag.FlagSet) int {
	n := 0
	f.Visit(func(given *flag.Flag) {
		if slices.Contains([]string{"json", "raw", "top", "for", "now", "aspects"}, given.Name) {
			n++
		}
	})
	return n
}

// comparison returns the comparison that the flags and the package arguments describe.
func (o *compareFlags) comparison(packages []string) (*lab.Comparison, error) {
	if err := o.check(packages); err != nil {
		return nil, err
	}
	pkg := ""
	if len(packages) > 0 {
		pkg = packages[0]
	}
	cfg, err := o.config(pkg)
	if err != nil {
		return nil, err
	}
	c := &lab.Comparison{Run: lab.NewRun(cfg, o.seed)}
	if c.Choices, err = choose(cfg.Request.Codecs); err != nil {
		return nil, err
	}
	return c, checkModes(cfg.Modes, c.Choices)
}

// loadInterrupted loads the interrupted comparison in a results folder.
func loadInterrupted(dir string) (*lab.Comparison, error) {
	run, err := result.Load(filepath.Join(dir, result.RunFile))
	if err != nil {
		return nil, fmt.Errorf("-resume: %s is not a results folder: %w", dir, err)
	}
	if req := run.Config.Request; req.Package != "" {
		if _, err := os.Stat(req.Dir); err != nil {
			return nil, fmt.Errorf("-resume: the types of the run are in a folder that cannot be read: %w: restore it, or start a new run", err)
		}
	}
	choices, err := choose(run.Config.Request.Codecs)
	return &lab.Comparison{Dir: dir, Run: run, Choices: choices}, err
}

// check returns an error for flags that cannot be combined.
func (o *compareFlags) check(packages []string) error {
	switch {
	case o.quick && o.thorough:
		return badUsage("-quick and -thorough exclude each other: leave out one of them")
	case len(packages) > 1:
		return badUsage("want one package, have %d (%s): name one", len(packages), strings.Join(packages, " "))
	case len(packages) == 1 && o.shapes != "":
		return badUsage("-shape names built-in shapes, and %s is a package: leave out one of them", packages[0])
	case len(packages) == 0 && (o.types != "" || o.data != ""):
		return badUsage("-type and -data need a package, for instance '.'")
	case o.data != "" && o.lengths != "":
		return badUsage("-lengths is for generated values: the values of -data have their own lengths, so leave out -lengths")
	case o.published && (len(packages) > 0 || o.lengths != "" || o.modes != "default"):
		return badUsage("-published chooses the types, lengths and classes: leave out the package, -lengths and -modes")
	case o.base != "" && len(packages) == 0:
		return badUsage("-base compares two commits of your own package: name it, for instance '.'")
	case o.fail != "" && o.base == "":
		return badUsage("-fail needs the commit to compare with, as in -base HEAD")
	}
	return nil
}

// config returns the configuration that the flags describe; pkg is "" for the built-in shapes.
func (o *compareFlags) config(pkg string) (cfg result.Config, err error) {
	cfg.Effort = o.effort(pkg == "")
	var only measure.Strings
	if cfg.Modes, only, err = measure.ParseModes(o.modes); err != nil {
		return cfg, badUsage("%v%s", err, wordHint(o.modes, measure.ModeWords()))
	}
	req := &cfg.Request
	*req = result.Request{Strings: only, Package: pkg, Types: splitTypes(o.types), Codecs: splitTypes(o.codecs), Values: o.values}
	if req.Dir, err = os.Getwd(); err != nil {
		return cfg, err
	}
	if o.data != "" {
		if req.Data, err = filepath.Abs(o.data); err != nil {
			return cfg, err
		}
		switch info, err := os.Stat(req.Data); {
		case err != nil:
			return cfg, badUsage("-data: %v: check the name", err)
		case info.IsDir():
			return cfg, badUsage("-data: %s is a folder: name a file", o.data)
		case !info.Mode().IsRegular():
			return cfg, badUsage("-data: %s is not a regular file: save the values in a file, since the program of each codec reads it", o.data)
		}
	}
	req.Base = o.base
	if o.fail != "" {
		limit, err := parseLimit(o.fail)
		if err != nil {
			return cfg, err
		}
		req.Fail = &limit
	}
	req.Ignore = splitTypes(o.ignore)
	if err := lab.ParseIgnored(req.Ignore); err != nil {
		return cfg, badUsage("-ignore: %v%s", err, wordHint(o.ignore, loss.Kinds()))
	}
	if req.Aspects, err = o.wantedAspects(pkg == ""); err != nil {
		return cfg, err
	}
	if req.Lengths, err = parseLengths(o.lengths); err != nil {
		return cfg, err
	}
	if o.published {
		req.Published, req.Lengths, cfg.Modes = true, published.Lengths(), published.Modes()
		if o.codecs == "" {
			req.Codecs = published.Codecs()
		}
	}
	if len(req.Codecs) == 0 {
		req.Codecs = defaultCodecs
	}
	if pkg == "" {
		req.Builtin, err = o.builtin()
	}
	return cfg, err
}

// wantedAspects returns the aspects of -aspects. Without the flag, they are the default aspects and those that the use in -for needs. There
// are no default aspects for built-in shapes and for -base: those of all codecs on all built-in shapes take 9 minutes.
func (o *compareFlags) wantedAspects(builtin bool) ([]string, error) {
	if o.aspects != "" {
		return o.namedAspects(o.aspects)
	}
	list := o.show.reader.For.Aspects()
	if !builtin && o.base == "" {
		list = append(list, aspect.Default)
	}
	if len(list) == 0 {
		return nil, nil
	}
	return parseAspects(strings.Join(list, ","))
}

// addAspects adds to the request of a resumed run the aspects of -aspects, or without the flag those that the use in -for needs.
func (o *compareFlags) addAspects(req *result.Request) error {
	list := o.aspects
	if list == "" {
		list = strings.Join(o.show.reader.For.Aspects(), ",")
	}
	if list == "" {
		return nil
	}
	more, err := o.namedAspects(list)
	if err != nil || len(more) == 0 {
		return err
	}
	req.Aspects, err = parseAspects(strings.Join(append(more, req.Aspects...), ","))
	return err
}

// namedAspects returns the aspects of a list. The word default stands for the same aspects as no flag: also for those that the use in -for needs,
// since the verdict could not recommend a codec without them.
func (o *compareFlags) namedAspects(list string) ([]string, error) {
	names, err := parseAspects(list)
	words := strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
	if err != nil || !slices.Contains(words, aspect.Default) {
		return names, err
	}
	return parseAspects(strings.Join(append(names, o.show.reader.For.Aspects()...), ","))
}

func parseAspects(list string) ([]string, error) {
	names, err := aspect.Parse(list)
	if err != nil {
		known, _ := aspect.Parse(allAspects)
		return nil, badUsage("-aspects: %v%s", err, wordHint(list, append(known, aspect.Default, allAspects, noAspects)))
	}
	return names, nil
}

// The words of -aspects that are not the name of an aspect, in addition to lab.DefaultAspects.
const (
	allAspects = "all"
	noAspects  = "none"
)

func (o *compareFlags) effort(builtin bool) result.Effort {
	e := lab.Default
	switch {
	case o.quick:
		e = lab.Quick
	case o.thorough:
		e = lab.Thorough
	case builtin && o.rounds == 0:
		e = lab.Builtin
	}
	if o.rounds > 0 {
		e.Rounds, e.Epochs = o.rounds, min(e.Epochs, o.rounds)
	}
	if o.base != "" {
		e = lab.Paired(e, o.rounds)
	}
	return e
}

func parseLengths(list string) ([]int, error) {
	var lengths []int
	for _, s := range splitTypes(list) {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			return nil, badUsage("-lengths: %q is not a length: want whole numbers from 1, as in 1,100,10000", s)
		}
		lengths = append(lengths, n)
	}
	return lengths, nil
}

// builtin returns the names of the built-in shapes to measure. Those of the default list have a length, unless -lengths gives others. With
// -published, lists have the lengths of the benchmarks.
func (o *compareFlags) builtin() ([]string, error) {
	names := splitTypes(o.shapes)
	switch {
	case o.published && (len(names) == 0 || slices.Contains(names, allShapes)):
		return published.Shapes(), nil
	case slices.Contains(names, allShapes):
		return shape.Names, nil
	case slices.Equal(names, []string{tunedShapes}):
		return shape.TunedNames, nil
	case len(names) == 0:
		names = shape.Default
	}
	var list []string
	for _, n := range names {
		s, length, ok := shape.Find(n)
		if !ok {
			return nil, badUsage("no built-in shape is called %q: there are %s; for your own type, name its package%s", n, strings.Join(shape.Names, ", "), wordHint(n, shape.Names))
		}
		if o.published {
			at := slices.IndexFunc(published.Shapes(), func(p string) bool { return p == n || strings.HasPrefix(p, n+"-") })
			if at < 0 {
				return nil, badUsage("no published benchmark has the shape %s: there are %s", n, strings.Join(published.Shapes(), ", "))
			}
			n = published.Shapes()[at]
		}
		if o.lengths != "" && length > 0 {
			if o.shapes != "" {
				return nil, badUsage("%s has a length: leave it out, or leave out -lengths", n)
			}
			n = s.Name
		}
		list = append(list, n)
	}
	return list, nil
}

// The words of -shape for several built-in shapes: for all, and for those on which the formats of bale gen were tuned.
const (
	allShapes   = "all"
	tunedShapes = "tuned"
)

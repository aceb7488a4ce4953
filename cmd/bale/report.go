package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bale/codec/all"
	"bale/internal/wholefile"
	"bale/report"
	"bale/report/verdict"
	"bale/result"
	"bale/runner/measure"
)

const reportUsage = `usage: bale report [flags] DIR...

Print the table of a results folder again, and write results.json, report.md and report.html again from the
stored rounds. Given several folders, write one page with a menu of the runs, and print nothing.

  -for USE     the use that the verdict is for: speed, service, storage, cache or api (default speed)
  -now CODEC   the codec in use now: the verdict gives the cost of keeping it
  -without LIST  names or globs of codecs to leave out, e.g. bale for all of bale's formats: rank the others alone. Print
               the table, and write nothing but the page of -o
  -shape LIST  with -summary and -o: only these shapes of the run
  -o FILE      the file of the page (default report.html in the first folder)
  -top N       rows of each table, in addition to json, gob, protobuf and codecs named in -codecs (default 15)
  -raw         show the times as measured, without the correction for the machine's speed
  -json        print results.json instead of the table
  -summary     print the main results as Markdown: the first rows of each shape, the usual codecs, and the verdict for
               each use. With -o, it links to FILE, a page to publish, which does not name DIR
  -aspects     print the aspects, which are the findings other than times, as Markdown tables
  -published   print the figures of the five published benchmarks next to those of the run

exit status: 0 done, 1 something failed or nothing was measured, 2 bad usage
`

// view holds the options for printing results.
type view struct {
	json, published, aspects, summary, raw bool
	top                                    int    // rows of a table
	use, now                               string // -for and -now
	page                                   string // file of the page; "" for pageFile in the folder
	without, shapes                        string // -without and -shape
	reader                                 report.Reader
	others                                 *result.Results // those without bale's formats, for -summary, or nil
}

// set adds the flags of a view that compare and report share.
func (s *view) set(f *flag.FlagSet) {
	f.BoolVar(&s.json, "json", false, "")
	f.BoolVar(&s.raw, "raw", false, "")
	f.IntVar(&s.top, "top", report.DefaultTop, "")
	f.StringVar(&s.use, "for", verdict.Presets[0].Name, "")
	f.StringVar(&s.now, "now", "", "")
}

// check returns an error for invalid flag values, and sets the reader.
func (s *view) check() error {
	if s.top < 1 {
		return badUsage("-top %d: want 1 or more", s.top)
	}
	preset, ok := verdict.PresetNamed(s.use)
	if !ok {
		return badUsage("-for: no use is called %q: there are %s%s", s.use, verdict.PresetNames(), wordHint(s.use, strings.Split(verdict.PresetNames(), ", ")))
	}
	s.reader = report.Reader{For: preset, Now: s.now}
	return nil
}

// complete adds to the reader which of the compared codecs need code for each type.
func (s *view) complete(codecs []string) (err error) {
	if err := s.checkNow(codecs); err != nil {
		return err
	}
	s.reader.Code, err = codeNeeded(codecs)
	return err
}

// checkNow returns an error if the codec of -now is not among the compared codecs.
func (s *view) checkNow(codecs []string) error {
	if s.now == "" || slices.Contains(codecs, s.now) {
		return nil
	}
	text := fmt.Sprintf("-now: %q is not among the codecs compared: ", s.now)
	if len(codecs) <= maxMeant {
		return badUsage("%s%s", text, strings.Join(codecs, ", "))
	}
	compared := func(name string) bool { return slices.Contains(codecs, name) }
	if named, err := choose([]string{s.now}); err == nil && !slices.ContainsFunc(variantNames(named), compared) {
		return badUsage("%sadd it to the list of -codecs", text)
	}
	return badUsage("%s%s'bale list' lists all codecs", text, codecHint(s.now, compared))
}

// options returns the options for printing a run's table to w.
func (s *view) options(run *result.Run, w io.Writer) report.Options {
	width, color := outputWidth(w)
	return report.Options{Width: width, Color: color, Top: s.top, Named: s.named(&run.Config.Request), Reader: s.reader}
}

// named returns the codecs that were named in -codecs, except globs, and the codec of -now.
func (s *view) named(req *result.Request) []string {
	var names []string
	if !req.Published { // with -published, bale chose the codecs
		names = slices.DeleteFunc(slices.Clone(req.Codecs), func(name string) bool { return strings.ContainsAny(name, `*?[\`) })
	}
	if s.now != "" {
		names = append(names, s.now)
	}
	return names
}

func reportCommand(_ context.Context, io streams, args []string) error {
	f := newFlags("report")
	var show view
	show.set(f)
	f.BoolVar(&show.published, "published", false, "")
	f.BoolVar(&show.aspects, "aspects", false, "")
	f.BoolVar(&show.summary, "summary", false, "")
	f.StringVar(&show.page, "o", "", "")
	f.StringVar(&show.without, "without", "", "")
	f.StringVar(&show.shapes, "shape", "", "")
	if err := parse(f, args); err != nil {
		return err
	}
	if err := show.check(); err != nil {
		return err
	}
	switch {
	case f.NArg() == 0:
		return badUsage("want a results folder, have none")
	case show.shapes != "" && (!show.summary || show.page == ""):
		return badUsage("-shape is for -summary with -o, which write nothing into the results folder: add both")
	case show.without != "" && (show.json || show.published || show.aspects || show.summary):
		return badUsage("-without is for the table and the page: leave out -json, -published, -aspects and -summary")
	case f.NArg() == 1 && show.without != "":
		return publishWithout(io, f.Arg(0), show)
	case show.without != "":
		return badUsage("-without is for one results folder, have %d", f.NArg())
	case f.NArg() == 1:
		return publish(io, f.Arg(0), show)
	case show.json || show.published || show.aspects || show.summary:
		return badUsage("-json, -published, -aspects and -summary are for one results folder, have %d", f.NArg())
	}
	return publishAll(io, f.Args(), show)
}

// load loads the run in a results folder and derives its results, without the rows of codecs that match the patterns in a list.
func (s *view) load(dir, without string) (*result.Run, *result.Rounds, *result.Results, error) {
	run, rounds, err := result.LoadFolder(dir)
	if err != nil {
		return nil, nil, nil, err
	}
	r, err := s.results(dir, run, rounds, without)
	return run, rounds, r, err
}

// results derives the results of a run, without the rows of codecs that match the patterns in a list.
func (s *view) results(dir string, run *result.Run, rounds *result.Rounds, without string) (*result.Results, error) {
	opts := result.Options{Raw: s.raw}
	var names []string
	if without != "" {
		left, err := choose(splitTypes(without))
		if err != nil {
			return nil, err
		}
		names = variantNames(left)
	}
	shapes := run.Config.Shapes
	if s.shapes != "" {
		shapes = splitTypes(s.shapes)
		for _, shape := range shapes {
			if !slices.Contains(run.Config.Shapes, shape) {
				return nil, badUsage("-shape: the run has no shape %q: there are %s", shape, strings.Join(run.Config.Shapes, ", "))
			}
		}
	}
	if without != "" || s.shapes != "" {
		ours := slices.Contains(splitTypes(without), "bale") // all of bale's rows, also those of bale-purego
		opts.Without = func(shape, codec string) bool {
			return !slices.Contains(shapes, shape) || slices.Contains(names, codec) || ours && all.OfBaleItself(codec)
		}
	}
	r := result.Derive(run, rounds, opts)
	r.Folder, r.Without = dir, without
	var err error
	if r.Aspects, err = result.LoadAspects(dir); err == nil {
		r.Code, err = result.LoadCode(dir)
	}
	return r, err
}

// publishWithout prints the table of a run without some codecs, and writes the page of -o.
func publishWithout(io streams, dir string, s view) error {
	run, _, r, err := s.load(dir, s.without)
	if err != nil {
		return err
	}
	if len(compared(r)) == 0 {
		return badUsage("-without %s leaves no codec: name fewer", s.without)
	}
	if err := s.complete(compared(r)); err != nil {
		return err
	}
	if s.page != "" {
		if err := wholefile.Write(htmlFile(s.page, []*result.Results{r}, s.reader)); err != nil {
			return err
		}
	}
	opts := s.options(run, io.out)
	opts.Overview = run.Config.Request.Package == ""
	return report.Table(io.out, r, opts)
}

// pageRuns returns the runs of a page: the results, and those without bale's formats, if both have rows to rank.
func (s *view) pageRuns(dir string, run *result.Run, rounds *result.Rounds, r *result.Results) ([]*result.Results, error) {
	ours := 0
	for _, name := range compared(r) {
		if all.OfBaleItself(name) {
			ours++
		}
	}
	if ours == 0 || ours == len(compared(r)) || run.Base != nil || s.shapes != "" { // a page of some shapes is to be small
		return []*result.Results{r}, nil
	}
	others, err := s.results(dir, run, rounds, "bale")
	return []*result.Results{r, others}, err
}

// publishAll writes one page about the runs in several folders.
func publishAll(io streams, dirs []string, s view) error {
	var runs []*result.Results
	var codecs []string
	for _, dir := range dirs {
		_, _, r, err := s.load(dir, "")
		if err != nil {
			return err
		}
		runs, codecs = append(runs, r), append(codecs, compared(r)...)
	}
	slices.Sort(codecs)
	if err := s.complete(slices.Compact(codecs)); err != nil {
		return err
	}
	page := cmp.Or(s.page, filepath.Join(dirs[0], pageFile))
	if err := wholefile.Write(htmlFile(page, runs, s.reader)); err != nil {
		return err
	}
	fmt.Fprintf(io.err, "wrote %s with %d runs\n", page, len(runs))
	return nil
}

// compared returns the sorted names of the codecs of a run, without references.
func compared(r *result.Results) []string {
	var names []string
	for _, row := range r.Rows {
		if !row.Reference {
			names = append(names, row.Codec)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// pageFile is the name of the page in a results folder.
const pageFile = "report.html"

// publish derives the results of a folder, writes them into it and prints them. It returns a nothingError if nothing was measured.
func publish(io streams, dir string, s view) error {
	run, rounds, r, err := s.load(dir, "")
	if err != nil {
		return err
	}
	if err := s.complete(compared(r)); err != nil {
		return err
	}
	if s.summary && s.page != "" {
		r.Folder = "" // its readers do not have the folder
	}
	if s.summary && slices.ContainsFunc(compared(r), all.OfBaleItself) {
		if s.others, err = s.results(dir, run, rounds, "bale"); err != nil {
			return err
		}
	}
	r.Verdicts = report.Verdicts(r, s.reader.Now, s.reader.Code)
	page, text := cmp.Or(s.page, filepath.Join(dir, pageFile)), filepath.Join(dir, "report.md")
	runs, err := s.pageRuns(dir, run, rounds, r)
	if err != nil {
		return err
	}
	files := []wholefile.File{htmlFile(page, runs, s.reader)}
	if s.shapes == "" {
		files = append(files, r.File(filepath.Join(dir, result.ResultsFile)), markdownFile(text, r, s.reader))
	}
	if err := wholefile.Write(files...); err != nil {
		return err
	}
	if err := s.print(io, dir, run, r, page, text); err != nil {
		return err
	}
	if !measuredSomething(r) {
		return nothingError(text)
	}
	return nil
}

// A nothingError is the error for a run in which nothing was measured. It is the path of the report that has the reasons.
type nothingError string

func (report nothingError) Error() string {
	return fmt.Sprintf("nothing was measured: %s has the reasons", string(report))
}

// measuredSomething reports whether a codec was measured, or is the same program as at the base commit, so that there was nothing to measure.
func measuredSomething(r *result.Results) bool {
	return slices.ContainsFunc(r.Rows, func(row measure.Row) bool { return row.Measured() && !row.Reference }) || r.Base != nil && len(r.Base.Same) > 0
}

// print prints the table of a run, the JSON, the aspects, the changes since the base commit, or the published figures next to those of the run.
func (s *view) print(io streams, dir string, run *result.Run, r *result.Results, page, text string) error {
	if s.json {
		data, err := os.ReadFile(filepath.Join(dir, result.ResultsFile))
		if err != nil {
			return err
		}
		_, err = io.out.Write(data)
		return err
	}
	if s.aspects {
		return report.Aspects(io.out, r)
	}
	if s.summary {
		return report.Summary(io.out, r, s.others, s.reader, s.top, s.page)
	}
	fmt.Fprintf(io.err, "wrote %s and %s\n", page, text) // before the table, so that the verdict is the last output
	opts := s.options(run, io.out)
	if run.Base != nil {
		return publishBase(io, dir, opts)
	}
	if s.published {
		return report.Published(io.out, r, opts)
	}
	opts.Report, opts.Overview = text, run.Config.Request.Package == ""
	return report.Table(io.out, r, opts)
}

func htmlFile(path string, runs []*result.Results, reader report.Reader) wholefile.File {
	return wholefile.File{Path: path, Perm: 0o666, Write: func(w io.Writer) error { return report.HTML(w, runs, reader) }}
}

func markdownFile(path string, r *result.Results, reader report.Reader) wholefile.File {
	return wholefile.File{Path: path, Perm: 0o666, Write: func(w io.Writer) error { return report.Markdown(w, r, reader) }}
}

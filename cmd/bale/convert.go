package main

import (
	"cmp"
	"context"
	"flag"
	"math"
	"slices"
	"strconv"
	"strings"

	"bale/codec/all"
	formats "bale/gen/format/all"
	"bale/internal/version"
	"bale/program/adapter"
	"bale/program/build"
	"bale/runner/convert"
	"bale/runner/convert/container"
	"bale/runner/loss"
)

var convertUsage = `usage: bale convert [flags] [package]

Convert files of messages from one format to another, and check that each message holds what the record held. Each input
file gets an output file, which appears under its name when it is whole. The package is that of the type (default: .).

  -type T                type of the messages
  -from CODEC            codec of the records that are read (see 'bale list')
  -to CODEC              codec of the messages that are written
  -from-type TYPE        type of the records, if it is an earlier version of the type: a name, or that of a package and a
                         name, as in ./internal/old.Order; fields go over by name (default: the type of the messages)
  -from-commit REF       commit at which the type of the records is: -from-type without a package is in the same package there
  -in FILES              files to read: a name, a folder, or a pattern in quotes; the flag may be repeated
  -out DIR               new folder for the output files, or a pattern for their names in it, such as 'new/*.compact.zst'
  -in-container NAME     how the input files hold records: ` + strings.Join(container.Names(), ", ") + `
                         (default: lines for JSON, gob for gob, avro for Avro, else frames)
  -out-container NAME    how the output files hold messages (default: as for -in-container)
  -verify SHARE          records to decode from their messages and to compare: all, none, or a share such as 10% (default all)
  -allow LIST            differences that messages may have, such as Order.Placed.zone, or zone for all
                         fields; the word unknown allows records with members that the type does not have, and text JSON
                         texts that do not survive decoding and encoding
  -max-record SIZE       maximum size of a record, in bytes or as in 100MiB (default 64MiB)
  -resume                continue a conversion that did not end, with the same flags

With -runner, the conversion is a pipeline of Apache Beam: see docs/convert.md. Files may then be in Beam's file systems, as
in gs://bucket/orders. Arguments after -- are Beam's own flags.

  -runner NAME           Beam's name of the runner: ` + strings.Join(build.BeamRunners(), ", ") + `
  -endpoint HOST:PORT    job service of the runner
  -part-size SIZE        maximum size of the parts into which files of lines are split (default 64MiB)
  -processes N           worker processes that a Prism server on this machine starts

Names that end with .gz or .zst are those of files that gzip or zstd compresses.

A record that does not decode, or that comes back different, goes into dead-letters.jsonl in the output folder, with its
file, offset, bytes and the reason. manifest.json has the counts and checksums. docs/convert.md describes a migration.

examples:
  bale convert -type Order -from json -to bale/compact -in 'orders/*.jsonl' -out compact ./internal/shop
  bale convert -type Order -from gob -to bale/proto -in old -out 'new/*.pb.gz' -resume ./internal/shop
  bale convert -type Order -from json -to bale/compact -in 'orders/*.jsonl' -out compact -runner prism ./internal/shop

exit status: 0 done, 1 there are dead letters or something failed, 2 bad usage
`

// convertFlags are the flags of bale convert.
type convertFlags struct {
	typ, from, to, out        string
	fromType, fromCommit      string
	inContainer, outContainer string
	verify, maxRecord         string
	in, allow                 listFlag
	resume                    bool
	beam                      beamFlags
}

// A listFlag is a flag that may be repeated.
type listFlag []string

// String implements flag.Value.
func (l *listFlag) String() string { return strings.Join(*l, ",") }

// Set implements flag.Value.
func (l *listFlag) Set(s string) error {
	*l = append(*l, s)
	return nil
}

func (o *convertFlags) set(f *flag.FlagSet) {
	f.StringVar(&o.typ, "type", "", "")
	f.StringVar(&o.from, "from", "", "")
	f.StringVar(&o.to, "to", "", "")
	f.StringVar(&o.fromType, "from-type", "", "")
	f.StringVar(&o.fromCommit, "from-commit", "", "")
	f.Var(&o.in, "in", "")
	f.StringVar(&o.out, "out", "", "")
	f.StringVar(&o.inContainer, "in-container", "", "")
	f.StringVar(&o.outContainer, "out-container", "", "")
	f.StringVar(&o.verify, "verify", "all", "")
	f.Var(&o.allow, "allow", "")
	f.StringVar(&o.maxRecord, "max-record", "64MiB", "")
	f.BoolVar(&o.resume, "resume", false, "")
	o.beam.define(f)
}

func convertCommand(ctx context.Context, io streams, args []string) error {
	o := &convertFlags{}
	f := newFlags("convert")
	o.set(f)
	if err := parse(f, o.beam.cut(args)); err != nil {
		return err
	}
	if err := o.check(f.Args()); err != nil {
		return err
	}
	if err := checkEmpty(f); err != nil {
		return err
	}
	c := &build.Conversion{Dir: ".", Package: cmp.Or(f.Arg(0), "."), Type: o.typ, Codecs: all.Codecs, Formats: formats.Formats}
	req, err := o.request(c)
	if err != nil {
		return err
	}
	cache, err := build.DefaultCache()
	if err != nil {
		return err
	}
	width, _ := terminalSize(io.err)
	note, clearNote := buildingNote(io)
	prog, err := (&build.Builder{Cache: cache}).Convert(ctx, c, note)
	clearNote()
	if err != nil {
		return err
	}
	req.About = convert.About{Version: version.Number, Go: prog.Go, Program: prog.Hash, Modules: prog.Modules, Flags: recorded(args)}
	req.Terminal = width > 0
	m, err := o.run(ctx, io, prog.Path, req)
	if err != nil {
		return err
	}
	printManifest(io.out, m, req.Out)
	if m.Dead != nil {
		return errDiffers
	}
	return nil
}

// check returns an error for flags that are missing or that cannot be combined.
func (o *convertFlags) check(packages []string) error {
	for _, f := range []struct{ name, value, about string }{
		{"type", o.typ, "the type of the messages"},
		{"from", o.from, "the codec of the records, as in -from json"},
		{"to", o.to, "the codec of the messages, as in -to bale/compact"},
		{"in", o.in.String(), "the files to read"},
		{"out", o.out, "the folder to write"},
	} {
		if f.value == "" {
			return badUsage("-%s is missing: name %s", f.name, f.about)
		}
	}
	if len(packages) > 1 {
		return badUsage("want one package, have %d (%s): name one", len(packages), strings.Join(packages, " "))
	}
	return o.beam.check(o.resume)
}

// checkEmpty returns an error for a flag whose value is empty, as in -from-type "$UNSET". The flag would have its default, and the records could be
// decoded as another type or container. An empty -allow allows nothing.
func checkEmpty(f *flag.FlagSet) (err error) {
	f.Visit(func(given *flag.Flag) {
		if given.Value.String() == "" && given.Name != "allow" {
			err = badUsage("-%s has no value: give it one, or leave out the flag", given.Name)
		}
	})
	return err
}

// request returns the request that the flags describe, and sets the codecs of c.
func (o *convertFlags) request(c *build.Conversion) (*convert.Request, error) {
	var err error
	if c.Source, err = findEnd("-from", o.from); err != nil {
		return nil, err
	}
	if c.Target, err = findEnd("-to", o.to); err != nil {
		return nil, err
	}
	req := &convert.Request{Resume: o.resume}
	if req.Verify, err = parseShare(o.verify); err != nil {
		return nil, err
	}
	if req.MaxRecord, err = parseSize("-max-record", o.maxRecord); err != nil {
		return nil, err
	}
	for _, list := range o.allow {
		req.Allow = append(req.Allow, splitTypes(list)...)
	}
	if err := checkAllowed(o.typ, req.Allow); err != nil {
		return nil, err
	}
	c.Allow = req.Allow
	if o.fromType != "" || o.fromCommit != "" {
		c.From = parseEarlier(cmp.Or(o.fromType, c.Type), c.Package)
		c.From.Commit = o.fromCommit
	}
	req.InContainer = cmp.Or(o.inContainer, defaultContainer(c.Source))
	req.OutContainer = cmp.Or(o.outContainer, defaultContainer(c.Target))
	if err := checkContainers(c, req); err != nil {
		return nil, err
	}
	c.Avro = [2]bool{slices.Contains(container.Avro, req.InContainer), slices.Contains(container.Avro, req.OutContainer)}
	if err := o.files(c, req); err != nil {
		return nil, err
	}
	return req, o.beam.set(c, req)
}

// checkAllowed returns an error for a name that no difference of messages of the type has.
func checkAllowed(typ string, names []string) error {
	whole := slices.DeleteFunc(loss.Kinds(), func(kind string) bool { return kind == loss.IgnoreRefused })
	kinds := slices.Concat(whole, convert.TextKinds, adapter.ChangeKinds)
	for _, name := range names {
		_, kind, _ := cutLast(name, ".")
		words := []string{convert.AllowDead, convert.AllowUnknown, convert.AllowText}
		if !slices.Contains(slices.Concat(words, whole), name) && (kind == "" || !slices.Contains(kinds, kind)) {
			return badUsage("-allow: %q is not a difference: want the name of a field and a kind, as in %s.FIELD.zone, one of the kinds %s for all fields, or %s; the kinds are %s%s",
				name, typ, strings.Join(whole, ", "), strings.Join(words, " or "), strings.Join(kinds, ", "), wordHint(kind, kinds))
		}
	}
	return nil
}

// cutLast is strings.Cut at the last separator.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// parseEarlier parses the name of an earlier type. Without a package, it is in the package of the type.
func parseEarlier(text, pkg string) *build.Earlier {
	if before, name, ok := cutLast(text, "."); ok {
		return &build.Earlier{Package: before, Type: name}
	}
	return &build.Earlier{Package: pkg, Type: text}
}

// findEnd returns the variant that a flag names.
func findEnd(name, value string) (build.End, error) {
	e, err := build.FindEnd(all.Codecs, value)
	switch {
	case err != nil:
		names := variants()
		return e, badUsage("%s: %v%s", name, err, wordHint(value, names))
	case e.Codec.Reference:
		return e, badUsage("%s: %s is a lower bound for comparisons, not a format: see 'bale list'", name, value)
	}
	return e, nil
}

// defaultContainer returns the name of the container that messages of a codec are usually in.
func defaultContainer(e build.End) string {
	switch {
	case e.Codec.Name == "gob":
		return "gob"
	case e.Variant.Wire == "JSON":
		return "lines"
	case e.Variant.Wire == "Avro":
		return container.Avro[0]
	}
	return "frames"
}

// checkContainers returns an error for containers that do not exist, or that cannot hold all that the codecs encode.
func checkContainers(c *build.Conversion, req *convert.Request) error {
	from, err := container.Find(req.InContainer)
	if err != nil {
		return badUsage("-in-container: %v%s", err, wordHint(req.InContainer, container.Names()))
	}
	to, err := container.Find(req.OutContainer)
	if err != nil {
		return badUsage("-out-container: %v%s", err, wordHint(req.OutContainer, container.Names()))
	}
	if to.Single && !from.Single {
		return badUsage("-out-container %s is for one message, and an input file in %s may have several records: use %s", to.Name, from.Name, container.Names()[1])
	}
	if err := checkHolds("-in-container", from, from.Reads, c.Source); err != nil {
		return err
	}
	return checkHolds("-out-container", to, to.Writes, c.Target)
}

// checkHolds returns an error for a codec whose wire format is not one of those that a container holds.
func checkHolds(flag string, f *container.Format, wires []string, e build.End) error {
	if wires == nil || slices.Contains(wires, e.Variant.Wire) {
		return nil
	}
	return badUsage("%s %s does not hold all messages of %s: it is for %s; use %s", flag, f.Name, e.Name(), strings.Join(wires, ", "), defaultContainer(e))
}

// parseShare parses a share of all records.
func parseShare(text string) (float64, error) {
	switch text {
	case "all":
		return 1, nil
	case "none":
		return 0, nil
	}
	percent, ok := strings.CutSuffix(text, "%")
	share, err := strconv.ParseFloat(percent, 64)
	if !ok || err != nil || math.Signbit(share) || !(share <= 100) { // -0 would be another share for -resume than 0
		return 0, badUsage("-verify: %q is not a share: want all, none, or a share such as 10%%", text)
	}
	return share / 100, nil
}

// parseSize parses a number of bytes, the argument of the flag with a name.
func parseSize(name, text string) (int, error) {
	number, shift := text, 0
	for i, unit := range []string{"KiB", "MiB", "GiB"} {
		if rest, ok := strings.CutSuffix(text, unit); ok {
			number, shift = rest, 10*(i+1)
		}
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > maxRecord>>shift {
		return 0, badUsage("%s: %q is not a size: want a number of bytes up to 1GiB, as in 1000000 or 100MiB", name, text)
	}
	return n << shift, nil
}

// maxRecord is the largest size of a record that -max-record may allow.
const maxRecord = 1 << 30

// recorded returns the flags for the manifest: those that the result depends on.
func recorded(args []string) []string {
	return slices.DeleteFunc(slices.Clone(args), func(s string) bool { return strings.TrimLeft(s, "-") == "resume" })
}

// Command gencompare compares the code that bale gen writes at another commit with the code that it writes in the working tree.
//
// It is the safety net for changes of the generator. A change of the generator's structure shows no difference. A change of names
// in the generated code shows none with -map. For intended changes of the code, -behaviour compares what the code does.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
)

const usage = `usage: go run ./gen/internal/gencompare [flags]

Generate code for many packages with the bale command of another commit and with the working tree's, and print the difference.

  -base COMMIT   the other commit (default: where the branch left main; on main, the previous commit)
  -types N       number of random types (default 200)
  -seed S        seed of the first random type
  -wire LIST     formats (default: all)
  -only REGEXP   only packages whose module/folder matches
  -map FILE      lines "old new" with identifiers, which may have one * for any text, or with quoted phrases. Old ones are
                 replaced in the output of the other commit
  -nocomments    ignore comments
  -noorder       ignore the order of top-level declarations
  -behaviour     if the code differs, compile and run both, and compare messages, sizes, decoded values and errors.
                 Different code is not printed, and is not a failure
  -v             print each call, and each hunk as often as it occurs

exit status: 0 no difference, 1 a difference or a failure, 2 bad usage.
`

// formats are the formats that -wire accepts.
const formats = "compact,fixed,varint,proto,msgpack,xdr,sproto,sproto-packed"

// options are the values of the flags.
type options struct {
	base       string
	types      int
	seed       uint64
	formats    []string
	only       *regexp.Regexp
	renames    *renames
	noComments bool
	noOrder    bool
	behaviour  bool
	verbose    bool
}

var (
	errDiffers = errors.New("differs")
	errUsage   = errors.New("bad usage")
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	switch {
	case errors.Is(err, errUsage):
		fmt.Fprintf(os.Stderr, "gencompare: %v\nsee -help\n", err)
		os.Exit(2)
	case err != nil && err != errDiffers:
		fmt.Fprintf(os.Stderr, "gencompare: %v\n", err)
		os.Exit(1)
	case err != nil:
		os.Exit(1)
	}
}

// run runs the command. The error is errDiffers, wraps errUsage, or describes a failure.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := parse(args)
	if errors.Is(err, flag.ErrHelp) {
		_, err := io.WriteString(stdout, usage)
		return err
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	tmp, err := os.MkdirTemp("", "gencompare-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	root, err := command(ctx, "", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return err
	}
	c := &comparison{options: o, tmp: tmp, out: stdout, log: stderr, old: filepath.Join(tmp, "bale-old"), new: filepath.Join(tmp, "bale-new")}
	if err := buildCommit(ctx, root, o.base, c.old); err != nil {
		return err
	}
	if err := build(ctx, root, c.new); err != nil {
		return err
	}
	inputs, err := inputs(root, o)
	if err != nil {
		return err
	}
	return c.compare(ctx, inputs)
}

// parse parses the flags.
func parse(args []string) (*options, error) {
	o := &options{}
	f := flag.NewFlagSet("gencompare", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&o.base, "base", "", "")
	f.IntVar(&o.types, "types", 200, "")
	f.Uint64Var(&o.seed, "seed", 0, "")
	list, only, file := f.String("wire", formats, ""), f.String("only", "", ""), f.String("map", "", "")
	f.BoolVar(&o.noComments, "nocomments", false, "")
	f.BoolVar(&o.noOrder, "noorder", false, "")
	f.BoolVar(&o.behaviour, "behaviour", false, "")
	f.BoolVar(&o.verbose, "v", false, "")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	if f.NArg() > 0 {
		return nil, fmt.Errorf("want flags only, have %q", f.Arg(0))
	}
	o.formats = strings.Split(*list, ",")
	var err error
	if o.only, err = regexp.Compile(*only); err != nil {
		return nil, err
	}
	if *file != "" {
		text, err := os.ReadFile(*file)
		if err != nil {
			return nil, err
		}
		if o.renames, err = parseRenames(string(text)); err != nil {
			return nil, fmt.Errorf("%s:%w", *file, err)
		}
	}
	return o, nil
}

package main

import (
	"errors"
	"flag"
	"io"
	"strings"

	"bale/model"
)

// newFlags returns a flag set that prints nothing, for parse.
func newFlags(name string) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Usage = func() {}
	return f
}

// unknownFlag returns the name of the first flag in args that f does not have, or "". Like f.Parse, it ends at the first argument that is not
// a flag.
func unknownFlag(f *flag.FlagSet, args []string) string {
	for i := 0; i < len(args) && len(args[i]) > 1 && args[i][0] == '-' && args[i] != "--"; i++ {
		name, _, hasValue := strings.Cut(strings.TrimPrefix(args[i][1:], "-"), "=")
		known := f.Lookup(name)
		if known == nil {
			return name
		}
		if b, ok := known.Value.(interface{ IsBoolFlag() bool }); !hasValue && !(ok && b.IsBoolFlag()) {
			i++ // the next argument is the value
		}
	}
	return ""
}

// flagHint returns a suggestion if f.Parse refused args because of an unknown flag, or "".
func flagHint(f *flag.FlagSet, args []string) string {
	name := unknownFlag(f, args[:len(args)-f.NArg()])
	if name == "" {
		return ""
	}
	var names []string
	f.VisitAll(func(other *flag.Flag) { names = append(names, other.Name) })
	near := model.Nearest(name, names)
	if len(near) == 0 {
		return ""
	}
	return "; did you mean -" + strings.Join(near, " or -") + "?"
}

// parse parses args. Its errors are usage errors, or flag.ErrHelp.
func parse(f *flag.FlagSet, args []string) error {
	err := f.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return err
	case err != nil:
		return badUsage("%v%s", err, flagHint(f, args))
	}
	if n := len(args) - f.NArg(); n > 0 && args[n-1] == "--" {
		return nil
	}
	for _, a := range f.Args() {
		if len(a) > 1 && a[0] == '-' {
			return badUsage("flags come before arguments: write %s before %s", a, f.Arg(0))
		}
	}
	return nil
}

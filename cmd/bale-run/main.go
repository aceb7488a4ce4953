// Command bale-run measures the runners of a pack on a machine without Go. bale pack makes packs.
//
// bale-run writes a results folder that bale report reads.
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
	"slices"
	"strings"
	"syscall"

	"bale/lab"
	bench "bale/runner/measure"
)

const usage = `usage: bale-run [-exec 'PROGRAM ARGS'] [-o DIR | -resume DIR]

Check and measure the runners in this program's folder, which 'bale pack' built. No other program is needed.

  -o DIR        results folder (default: a new one, bale-results/<date-time>)
  -resume DIR   resume an interrupted run
  -exec ARGS    start each runner with this program: taskset -c 2, numactl --membind=0, qemu-aarch64

'bale report DIR' prints the results, on any machine.
exit status: 0 done, 1 something failed, 2 bad usage
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	os.Exit(status(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// status runs bale-run with args, which exclude the program's name, and returns its exit status.
func status(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	f := flag.NewFlagSet("bale-run", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	dir, resume, wrapper := f.String("o", "", ""), f.String("resume", "", ""), f.String("exec", "", "")
	switch err := f.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return output(stdout, stderr, usage)
	case err != nil || f.NArg() > 0 || *dir != "" && *resume != "":
		fmt.Fprint(stderr, usage)
		return 2
	}
	done, err := measure(ctx, *dir, *resume, strings.Fields(*wrapper), stderr)
	if err != nil {
		fmt.Fprintf(stderr, "bale-run: %v\n", err)
		return 1
	}
	return output(stdout, stderr, done+"\n")
}

// output prints text, and returns the exit status.
func output(stdout, stderr io.Writer, text string) int {
	if _, err := io.WriteString(stdout, text); err != nil {
		fmt.Fprintf(stderr, "bale-run: %v, for the output %q\n", err, text)
		return 1
	}
	return 0
}

// measure measures the pack in this program's folder and returns the results folder. It starts each runner with the command in wrapper, if
// any.
func measure(ctx context.Context, dir, resume string, wrapper []string, stderr io.Writer) (string, error) {
	exe, err := os.Executable()
	if err != nil {
		return "", err
	}
	c, err := lab.OpenPack(filepath.Dir(exe), dir, resume)
	if err != nil {
		return "", err
	}
	if resume == "" && dir != "" && c.Stage() != lab.NotBegun {
		return "", fmt.Errorf("%s already holds a run: name another folder with -o, or resume it with -resume %s", dir, dir)
	}
	cache, err := os.MkdirTemp("", "bale-run-") // for round-trip checks and calibrations, which are valid for this run only
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(cache)
	c.Lab = &lab.Lab{Cache: cache, Exec: wrapper, Progress: &progress{w: stderr}}
	err = c.Measure(ctx)
	if errors.Is(err, context.Canceled) && c.Stage() == lab.Measuring {
		return "", fmt.Errorf("interrupted: resume with -resume %s", c.Dir)
	}
	if err != nil {
		return "", err
	}
	bad := c.Unmeasured()
	for _, r := range bad {
		fmt.Fprintf(stderr, "%s %s: %s: %s\n", r.Shape, r.Codec, r.Status, r.Reason)
	}
	if !slices.ContainsFunc(c.Run.Rows, func(r bench.Row) bool { return r.Measured() && !r.Reference }) {
		return "", errors.New("nothing could be measured: is the pack for this machine? To run a pack for another platform, name an emulator with -exec")
	}
	return c.Dir, nil
}

// Command bale benchmarks serializers on Go structs and generates marshaling code for them.
//
// Usage:
//
//	bale command [flags] [arguments]
//
// 'bale help' lists the commands, and 'bale help COMMAND' describes one.
//
// Exit status is 0 for success, 1 when something failed or differs, 2 for bad usage.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
)

func main() {
	collectLate()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	os.Exit(Main(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

type command struct {
	name  string
	about string // what it does, in a line
	usage string
	run   func(ctx context.Context, io streams, args []string) error
}

func commands() []command {
	return []command{
		{"compare", "measure serializers on a type, and recommend one", compareUsage, compareCommand},
		{"gen", "generate marshaling code for types", genUsage, genCommand},
		{"show", "print messages as JSON", showUsage, showCommand},
		{"encode", "make messages from JSON", encodeUsage, encodeCommand},
		{"convert", "convert files of messages from one format to another", convertUsage, convertCommand},
		{"list", "list the serializers", listUsage, listCommand},
		{"report", "print and write a report again, or write one page about several runs", reportUsage, reportCommand},
		{"diff", "print the significant changes between two results folders", diffUsage, diffCommand},
		{"pack", "build the programs of a comparison for another machine", packUsage, packCommand},
		{"model", "print the model of a type as JSON", modelUsage, modelCommand},
		{"profile", "say which share of a program serialization takes, and what another serializer would save", profileUsage, profileCommand},
		{"clean", "remove results folders and the cache", cleanUsage, cleanCommand},
		{"vendor", "write bale's source into a folder of a module", vendorUsage, vendorCommand},
		{"completion", "print the completion script of a shell", completionUsage, completionCommand},
		{"version", "print the version", versionUsage, versionCommand},
	}
}

// commandNames returns the names of all commands.
func commandNames() []string {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return names
}

// Main runs bale with args, which exclude the program's name, and returns its exit status. An error of writing stdout is a failure.
func Main(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	out := &output{Writer: stdout}
	status := run(ctx, args, out, stderr)
	if status == exitDone && out.err != nil {
		fmt.Fprintf(stderr, "bale: the output is not complete: %v\n", out.err)
		return exitFailed
	}
	return status
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(stderr, overview())
		return exitUsage
	}
	name := args[0]
	if name == "help" || name == "-h" || name == "-help" || name == "--help" {
		return help(args[1:], stdout, stderr)
	}
	for _, c := range commands() {
		if c.name != name {
			continue
		}
		err := c.run(ctx, streams{stdout, stderr}, args[1:])
		return status(c, err, stdout, stderr)
	}
	fmt.Fprintf(stderr, "bale: no command is called %q%s\n\n%s", name, wordHint(name, commandNames()), overview())
	return exitUsage
}

func status(c command, err error, stdout, stderr io.Writer) int {
	var usage *usageError
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, c.usage)
		return exitDone
	case errors.Is(err, errDiffers):
		return exitFailed
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "bale %s: %v\nsee 'bale help %s'\n", c.name, err, c.name)
		return exitUsage
	}
	if isMissingGo(err) {
		err = errMissingGo
	}
	fmt.Fprintf(stderr, "bale %s: %v\n", c.name, err)
	return exitFailed
}

// errMissingGo is what a command prints that needs the go command where there is none, as on a machine that has only the binary of bale.
var errMissingGo = errors.New("the go command is not on the PATH: install Go 1.26 or later from https://go.dev/dl, and add its folder bin to the PATH")

// isMissingGo reports whether err says that there is no go command on the PATH.
func isMissingGo(err error) bool {
	var missing *exec.Error
	return errors.As(err, &missing) && missing.Name == "go" && errors.Is(missing, exec.ErrNotFound)
}

func overview() string {
	var b strings.Builder
	b.WriteString("bale benchmarks serializers on Go structs and generates marshaling code for them.\n\n")
	b.WriteString("usage: bale command [flags] [arguments]\n\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "  %-12s %s\n", c.name, c.about)
	}
	b.WriteString("\n'bale help COMMAND' describes a command and its flags.\n\nexit status: 0 done, 1 something failed or differs, 2 bad usage\n")
	return b.String()
}

func help(args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(stdout, overview())
		return exitDone
	}
	for _, c := range commands() {
		if c.name == args[0] {
			fmt.Fprint(stdout, c.usage)
			return exitDone
		}
	}
	fmt.Fprintf(stderr, "bale: no command is called %q%s\n\n%s", args[0], wordHint(args[0], commandNames()), overview())
	return exitUsage
}

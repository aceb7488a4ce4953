package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"

	"bale/gen/emit"
	"bale/gen/format/all"
	"bale/program/build"
	"bale/runner/show"
)

// messageFlags are the flags that bale show and bale encode share, and the folder of the type's package.
type messageFlags struct {
	typ, wire   string
	framed, raw bool
	folder      string
}

func (m *messageFlags) set(f *flag.FlagSet) {
	f.StringVar(&m.typ, "type", "", "")
	f.StringVar(&m.wire, "wire", "", "")
	f.BoolVar(&m.framed, "framed", false, "")
	f.BoolVar(&m.raw, "raw", false, "")
}

// inputs returns the names of the files in the arguments. It sets the folder, which is the last argument if that is a folder.
func (m *messageFlags) inputs(args []string) ([]string, error) {
	if m.wire != "" {
		if _, unknown := emit.Choose(all.Formats, []string{m.wire}); len(unknown) > 0 {
			return nil, badUsage("unknown format %q: want one of %s%s", m.wire, emit.Names(all.Formats), wordHint(m.wire, formatNames()))
		}
	}
	m.folder = "."
	if n := len(args); n > 0 && isFolder(args[n-1]) {
		m.folder, args = args[n-1], args[:n-1]
	}
	for _, name := range args {
		if isFolder(name) {
			return nil, badUsage("%s is a folder: the folder of the package is the last argument", name)
		}
	}
	if len(args) > 0 {
		return args, nil
	}
	if width, _ := terminalSize(os.Stdin); width > 0 {
		return nil, badUsage("no file: name one, or - for standard input")
	}
	return []string{"-"}, nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// program returns the program for the type and the format. It sets them if the flags do not.
func (m *messageFlags) program(ctx context.Context, io streams) (*build.MessageProgram, error) {
	cache, err := build.DefaultCache()
	if err != nil {
		return nil, err
	}
	b := &build.Builder{Cache: cache}
	note, clearNote := buildingNote(io)
	defer clearNote()
	p, err := b.Messages(ctx, m.folder, build.MessageType{}, all.Formats, note)
	if err != nil {
		return nil, err
	}
	if err := m.choose(p); err != nil {
		return nil, err
	}
	if slices.Contains(p.Formats(m.typ), m.wire) {
		return p, nil
	}
	return b.Messages(ctx, m.folder, build.MessageType{Name: m.typ, Wire: m.wire}, all.Formats, note)
}

// buildingNote returns a function that tells on a terminal that a program is built, and one that removes this.
func buildingNote(io streams) (note, clear func()) {
	if width, _ := terminalSize(io.err); width == 0 {
		return func() {}, func() {}
	}
	return func() { fmt.Fprint(io.err, "\rbuilding the program for the messages ...") }, func() { fmt.Fprint(io.err, "\r"+clearRest) }
}

// choose sets the type and the format, if the types with code leave no choice.
func (m *messageFlags) choose(p *build.MessageProgram) error {
	if m.typ == "" {
		var names []string
		for _, t := range p.Types {
			if !slices.Contains(names, t.Name) {
				names = append(names, t.Name)
			}
		}
		switch len(names) {
		case 0:
			return badUsage("-type is missing: name the type of the messages")
		case 1:
			m.typ = names[0]
		default:
			return badUsage("-type is missing: name one of %s", strings.Join(names, ", "))
		}
	}
	if m.wire == "" {
		switch formats := p.Formats(m.typ); len(formats) {
		case 0:
			return badUsage("-wire is missing: %s has no //bale:gen and no generated code; name one of %s", m.typ, emit.Names(all.Formats))
		case 1:
			m.wire = formats[0]
		default:
			return badUsage("-wire is missing: name one of the formats of %s: %s", m.typ, strings.Join(formats, ", "))
		}
	}
	return nil
}

// run runs the program for each file. After an error it goes on with the next file.
func (m *messageFlags) run(ctx context.Context, io streams, p *build.MessageProgram, req show.Request, files []string) error {
	req.Type, req.Wire, req.Framed = m.typ, m.wire, m.framed
	var failed []string
	for _, name := range files {
		err := m.runOn(ctx, io, p, req, name)
		if errors.Is(err, errPipe) {
			return nil // nobody reads more
		}
		if err != nil {
			failed = append(failed, err.Error())
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if len(failed) > 0 {
		return errors.New(strings.Join(failed, "\n"))
	}
	return nil
}

// errPipe means that the reader of the output has ended.
var errPipe = errors.New("broken pipe")

// waitDelay is how long to wait for input that nobody reads after the program has ended.
const waitDelay = 2 * time.Second

// runOn runs the program on one file.
func (m *messageFlags) runOn(ctx context.Context, io streams, p *build.MessageProgram, req show.Request, name string) error {
	in, shown, err := m.open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	req.Name = shown
	arg, err := json.Marshal(req)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, p.Path, string(arg))
	var problems bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, io.out, &problems
	if f := file(io.out); f != nil {
		cmd.Stdout = f // the program itself writes it, and ends when nobody reads it
	}
	cmd.WaitDelay = waitDelay
	err = cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() && status.Signal() == syscall.SIGPIPE {
			return errPipe
		}
	}
	if text := strings.TrimSpace(problems.String()); err != nil && text != "" {
		err = errors.New(text)
	}
	if failure := in.failure(); failure != nil {
		failure = fmt.Errorf("%s: %w", shown, failure)
		if err == nil {
			return failure
		}
		return fmt.Errorf("%w\n%w", err, failure) // the message may be malformed before that
	}
	return err
}

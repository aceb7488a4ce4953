package main

import (
	"bytes"
	"context"

	"bale/gen/emit"
	"bale/gen/format/all"
	"bale/internal/wholefile"
	"bale/runner/show"
)

var showUsage = `usage: bale show [flags] [FILE...] [folder]

Print messages of the formats of bale gen as JSON. A file holds one message or several, one after the other. The file -,
or no file, is standard input. The folder is that of the type's package (default: the current folder).

  -type T          type of the messages (default: the only one of the package that has generated code)
  -wire FORMAT     format: ` + emit.Names(all.Formats) + ` (default: the only
                   one that the type has generated code for)
  -hex             print the bytes with their offsets and fields, instead of JSON
  -framed          each message has its length in front, as a varint
  -lines           print each message on one line
  -raw             do not decompress: without the flag, input that begins as gzip or zstd is decompressed
  -nopager         do not start a pager: without the flag, output on a terminal goes through $PAGER, or less -R

The messages are those of the code that bale gen would write for the package now, with its directives and bale.lock. The
code need not have been written. The program that reads the messages is built once and kept in the cache.

If a message is torn or malformed, bale show prints the fields that it could read, and then where the message ends and
why. docs/show.md describes the JSON.

examples:
  bale show -type Order order.bin ./internal/shop
  bale show -type Order -wire proto -framed -lines orders.gz
  bale show -type Order -hex - <order.bin

exit status: 0 done, 1 a message or something else failed, 2 bad usage
`

func showCommand(ctx context.Context, io streams, args []string) error {
	m := &messageFlags{}
	f := newFlags("show")
	m.set(f)
	hex, lines, nopager := f.Bool("hex", false, ""), f.Bool("lines", false, ""), f.Bool("nopager", false, "")
	if err := parse(f, args); err != nil {
		return err
	}
	if *hex && *lines {
		return badUsage("-hex and -lines exclude each other: leave out one of them")
	}
	files, err := m.inputs(f.Args())
	if err != nil {
		return err
	}
	prog, err := m.program(ctx, io)
	if err != nil {
		return err
	}
	width, color := outputWidth(io.out)
	req := show.Request{Do: show.Show, Lines: *lines, Color: color, Width: max(width, defaultWidth)}
	if *hex {
		req.Do = show.Hex
	}
	if onTerminal, _ := terminalSize(io.out); *nopager || onTerminal == 0 {
		return m.run(ctx, io, prog, req, files)
	}
	p, err := startPager(ctx, file(io.out), io.err)
	if err != nil {
		return err
	}
	err = m.run(ctx, streams{p.in, io.err}, prog, req, files)
	p.wait()
	return err
}

// defaultWidth is the number of columns of output that is not for a terminal.
const defaultWidth = 100

var encodeUsage = `usage: bale encode [flags] [FILE...] [folder]

Make messages of the formats of bale gen from JSON, as bale show prints it: a message for each JSON value. The file -, or
no file, is standard input. The folder is that of the type's package (default: the current folder).

  -type T          type of the messages (default: the only one of the package that has generated code)
  -wire FORMAT     format: ` + emit.Names(all.Formats) + ` (default: the only
                   one that the type has generated code for)
  -framed          write the length of each message in front of it, as a varint
  -raw             do not decompress: without the flag, input that begins as gzip or zstd is decompressed
  -o FILE          file to write (default: standard output)

Fields that the JSON does not have are zero. docs/show.md describes the JSON.

examples:
  bale encode -type Order -wire proto -o order.bin order.json ./internal/shop
  bale show -type Order -wire compact -lines orders.bin | bale encode -type Order -wire proto -framed >orders.pb

exit status: 0 done, 1 something failed, 2 bad usage
`

func encodeCommand(ctx context.Context, io streams, args []string) error {
	m := &messageFlags{}
	f := newFlags("encode")
	m.set(f)
	out := f.String("o", "", "")
	if err := parse(f, args); err != nil {
		return err
	}
	files, err := m.inputs(f.Args())
	if err != nil {
		return err
	}
	if width, _ := terminalSize(io.out); *out == "" && width > 0 {
		return badUsage("messages are not for a terminal: name a file with -o, or redirect standard output")
	}
	prog, err := m.program(ctx, io)
	if err != nil {
		return err
	}
	if *out == "" {
		return m.run(ctx, io, prog, show.Request{Do: show.Encode}, files)
	}
	var messages bytes.Buffer
	if err := m.run(ctx, streams{&messages, io.err}, prog, show.Request{Do: show.Encode}, files); err != nil {
		return err
	}
	return wholefile.Write(wholefile.Text(*out, messages.Bytes(), 0o644))
}

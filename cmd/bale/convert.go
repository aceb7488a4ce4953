package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"bale/codec/all"
	"bale/convert"
	formats "bale/gen/format/all"
	"bale/lab/build"
)

const convertUsage = `usage: bale convert [flags] [package]

Convert files of messages of a type from one format to another.

  -type T          type of the messages
  -from CODEC      codec of the messages that are read (see 'bale list')
  -to CODEC        codec of the messages that are written
  -in FILES        files to read: a name or a pattern
  -out DIR         folder to write

exit status: 0 done, 1 something failed, 2 bad usage
`

func convertCommand(ctx context.Context, io streams, args []string) error {
	f := newFlags("convert")
	typ, from, to, in, out := f.String("type", "", ""), f.String("from", "", ""), f.String("to", "", ""), f.String("in", "", ""), f.String("out", "", "")
	if err := parse(f, args); err != nil {
		return err
	}
	cache, err := build.DefaultCache()
	if err != nil {
		return err
	}
	c := &build.Conversion{Dir: ".", Package: f.Arg(0), Type: *typ, Codecs: all.Codecs, Formats: formats.Formats}
	if c.Source, err = build.FindEnd(all.Codecs, *from); err != nil {
		return badUsage("-from: %v", err)
	}
	if c.Target, err = build.FindEnd(all.Codecs, *to); err != nil {
		return badUsage("-to: %v", err)
	}
	prog, err := (&build.Builder{Cache: cache}).Convert(ctx, c)
	if err != nil {
		return err
	}
	req := convert.Request{InContainer: "lines", OutContainer: "frames", MaxRecord: 64 << 20}
	if req.In, err = filepath.Glob(*in); err != nil {
		return err
	}
	if err := os.MkdirAll(*out, 0o755); err != nil {
		return err
	}
	for _, name := range req.In {
		req.Out = append(req.Out, filepath.Join(*out, filepath.Base(name)+".frames"))
	}
	arg, err := json.Marshal(req)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, prog.Path, string(arg))
	cmd.Stdout, cmd.Stderr = io.out, io.err
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("the conversion failed: %w", err)
	}
	return nil
}

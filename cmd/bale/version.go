package main

import (
	"context"
	"fmt"
	"runtime"

	"bale/internal/version"
)

const versionUsage = `usage: bale version

Print the version of bale, the version of Go that built it, and the platform.
`

func versionCommand(_ context.Context, io streams, args []string) error {
	f := newFlags("version")
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		return badUsage("unexpected argument %q", f.Arg(0))
	}
	_, err := fmt.Fprintf(io.out, "bale %s %s %s/%s\n", version.String(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

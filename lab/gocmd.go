package lab

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"time"
)

// goEnv is the environment of every go command: workspaces are off, since a runner's own go.mod
// has to be the only word on versions, and -mod=mod in GOFLAGS lets tools that run the go
// command themselves complete theirs.
func goEnv(extra ...string) []string {
	flags := []string{}
	for _, f := range strings.Fields(os.Getenv("GOFLAGS")) {
		if !strings.HasPrefix(f, "-mod=") && !strings.HasPrefix(f, "-modfile=") && !strings.HasPrefix(f, "-overlay=") {
			flags = append(flags, f)
		}
	}
	flags = append(flags, "-mod=mod")
	return append(append(os.Environ(), "GOWORK=off", "GOFLAGS="+strings.Join(flags, " ")), extra...)
}

// run runs a program in dir and returns its standard output. Its standard error is the error's text.
func run(ctx context.Context, dir string, env []string, stdin []byte, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = dir, env, time.Second
	if stdin != nil {
		cmd.Stdin = bytes.NewReader(stdin)
	}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		text := strings.TrimSpace(errs.String())
		if text == "" {
			text = strings.TrimSpace(out.String())
		}
		return out.Bytes(), fmt.Errorf("%s: %w: %s", filepath.Base(name), err, text)
	}
	return out.Bytes(), nil
}

// digest is the content address of a set of named parts.
func digest(parts map[string][]byte) string {
	names := make([]string, 0, len(parts))
	for n := range parts {
		names = append(names, n)
	}
	sort.Strings(names)
	h := sha256.New()
	for _, n := range names {
		fmt.Fprintf(h, "%d %s %d\n", len(n), n, len(parts[n]))
		h.Write(parts[n])
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}

// writeFiles writes files below dir.
func writeFiles(dir string, files map[string][]byte) error {
	for name, data := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// once makes the folder dir by make, which fills a new folder: whole or not at all, and not again
// when it is there.
func once(dir string, make func(tmp string) error) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp(filepath.Dir(dir), "new-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	if err := make(tmp); err != nil {
		return err
	}
	if err := os.Rename(tmp, dir); err != nil {
		if _, other := os.Stat(dir); other == nil {
			return nil // another process was first
		}
		return err
	}
	return nil
}

// Command update writes the licence and the last release of every codec's module to codec/facts/facts.tsv. The licence is that of the
// pinned version of the module. The release is the version that the go command reports as latest.
//
//	go run ./codec/facts/update [name ...]
//
// Run it in the top folder of the repository. Without names, it updates the lines of all codecs. If the latest version is unavailable or older than the pinned one, it writes the pinned
// version.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/semver"

	"bale/codec"
	"bale/codec/all"
	"bale/codec/facts"
)

const table = "codec/facts/facts.tsv"

func main() {
	if err := update(); err != nil {
		fmt.Fprintln(os.Stderr, "update:", err)
		os.Exit(1)
	}
}

func update() error {
	text, err := os.ReadFile(table)
	if err != nil {
		return err
	}
	list, err := facts.Parse(string(text))
	if err != nil {
		return err
	}
	for _, name := range os.Args[1:] {
		if !slices.ContainsFunc(list, func(f facts.Fact) bool { return f.Codec == name || strings.HasPrefix(f.Codec, name+"/") }) {
			return fmt.Errorf("%s has no line for %q: add it first", table, name)
		}
	}
	dir, err := os.MkdirTemp("", "facts-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module facts\n"), 0o644); err != nil {
		return err
	}
	for i := range list {
		f := &list[i]
		k := slices.IndexFunc(all.Codecs, func(c *codec.Codec) bool {
			return c.Name == f.Codec || slices.ContainsFunc(c.Variants, func(v *codec.Variant) bool { return c.FullName(v) == f.Codec })
		})
		if k < 0 {
			return fmt.Errorf("%s: there is no codec %q: remove its line", table, f.Codec)
		}
		if c := all.Codecs[k]; c.Module != "" && (len(os.Args) < 2 || slices.Contains(os.Args[1:], c.Name)) {
			if err := lookUp(dir, c, f); err != nil {
				return fmt.Errorf("%s: %w", c.Name, err)
			}
			f.Date = time.Now().UTC().Format(time.DateOnly)
		}
	}
	return os.WriteFile(table, []byte(facts.Format(list)), 0o644)
}

// lookUp sets the licence and the last release of a codec's module in f.
func lookUp(dir string, c *codec.Codec, f *facts.Fact) error {
	pinned := c.Module + "@" + c.Pin()
	var latest struct {
		Version string
		Time    time.Time
	}
	err := goJSON(dir, &latest, "list", "-m", "-json", c.Module+"@latest")
	if err != nil || semver.Compare(latest.Version, c.Pin()) < 0 {
		if err := goJSON(dir, &latest, "list", "-m", "-json", pinned); err != nil {
			return err
		}
	}
	f.Release, f.Released = latest.Version, latest.Time.Format(time.DateOnly)
	var module struct{ Dir string }
	if err := goJSON(dir, &module, "mod", "download", "-json", pinned); err != nil {
		return err
	}
	licence, err := licenceIn(module.Dir)
	f.Licence = licence
	return err
}

// goJSON runs the go command in dir and decodes the JSON that it prints.
func goJSON(dir string, v any, args ...string) error {
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return fmt.Errorf("go %s: %w: %s", strings.Join(args, " "), err, exit.Stderr)
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(out, v)
}

// licences maps sentences in licence texts to licences. The sentence that comes first in a text decides.
var licences = []struct{ sentence, name string }{
	{"apache license", "Apache-2.0"},
	{"mozilla public license", "MPL-2.0"},
	{"gnu lesser general public license", "LGPL"},
	{"gnu general public license", "GPL"},
	{"creative commons legal code", "CC0-1.0"},
	{"creativecommons.org/publicdomain/zero/1.0", "CC0-1.0"},
	{"this is free and unencumbered software", "Unlicense"},
	{"permission to use, copy, modify, and/or distribute", "ISC"},
	{"permission to use, copy, modify, and distribute this software for any purpose", "ISC"},
	{"permission is hereby granted, free of charge", "MIT"},
	{"the mit license", "MIT"},
	{"redistributions in binary form", "BSD-2-Clause"},
}

// licenceIn returns the name of the licence in a module's folder.
func licenceIn(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	// A module under the LGPL also has the text of the GPL, which the LGPL adds permissions to.
	if i := slices.IndexFunc(entries, func(e os.DirEntry) bool { return strings.EqualFold(e.Name(), "COPYING.LESSER") }); i >= 0 {
		entries = entries[i : i+1]
	}
	for _, e := range entries {
		name := strings.ToLower(e.Name())
		if e.IsDir() || !strings.HasPrefix(name, "licen") && !strings.HasPrefix(name, "copying") && !strings.HasPrefix(name, "unlicense") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return "", err
		}
		text := strings.Join(strings.Fields(strings.ToLower(string(data))), " ")
		first, found := len(text), "other: see "+e.Name()
		for _, l := range licences {
			if at := strings.Index(text, l.sentence); at >= 0 && at < first {
				first, found = at, l.name
			}
		}
		if found == "BSD-2-Clause" && strings.Contains(text, "neither the name") {
			found = "BSD-3-Clause" // its text begins like that of BSD-2-Clause
		}
		return found, nil
	}
	return "none", nil
}

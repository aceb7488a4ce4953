// Command pin completes the pins of codecs. It runs go mod tidy on the packages that a codec's adapters and tools import, and writes
// pins.mod and pins.sum to the codec's folder.
//
//	go run ./codec/pin [name ...]
//
// Run it in the top folder of the repository, after changing a version in pins.mod or the Packages of a codec. Without names it updates
// every codec. The names beam and avro stand for the pins of convert/beam and convert/avro.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"bale/codec"
	"bale/codec/all"
	"bale/convert/avro"
	"bale/convert/beam"
)

func main() {
	ofConvert := []*codec.Codec{
		{Name: "beam", Mod: beam.Mod, Sum: beam.Sum, Packages: beam.Packages},
		{Name: "avro", Mod: avro.Mod, Sum: avro.Sum, Packages: avro.Packages},
	}
	pinned := append(slices.Clip(all.Codecs), ofConvert...)
	for _, name := range os.Args[1:] {
		if !slices.ContainsFunc(pinned, func(c *codec.Codec) bool { return c.Name == name }) {
			fmt.Fprintf(os.Stderr, "pin: there is no codec %q: add it to codec/all/all.go\n", name)
			os.Exit(1)
		}
	}
	for _, c := range pinned {
		if len(os.Args) > 1 && !slices.Contains(os.Args[1:], c.Name) || len(c.Pinned()) == 0 {
			continue
		}
		folder := filepath.Join("codec", c.Dir())
		if slices.Contains(ofConvert, c) {
			folder = "convert/" + c.Name
		}
		if err := pin(c, folder); err != nil {
			fmt.Fprintf(os.Stderr, "pin: %s: %v\n", c.Name, err)
			os.Exit(1)
		}
	}
}

// pin completes the pins of a codec in a folder.
func pin(c *codec.Codec, folder string) error {
	dir, err := os.MkdirTemp("", "bale-pin-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	imports := "package pin\n\nimport (\n"
	for _, p := range c.Pinned() {
		imports += fmt.Sprintf("\t_ %q\n", p)
	}
	mod, sum := c.Pins()
	files := map[string]string{"go.mod": mod, "go.sum": sum, "pin.go": imports + ")\n"}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	cmd := exec.Command("go", "mod", "tidy")
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	if err := cmd.Run(); err != nil {
		return err
	}
	for from, to := range map[string]string{"go.mod": "pins.mod", "go.sum": "pins.sum"} {
		data, err := os.ReadFile(filepath.Join(dir, from))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, to), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

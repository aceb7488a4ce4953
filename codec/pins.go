package codec

import (
	"cmp"
	"embed"
	"path"
	"strings"

	"golang.org/x/mod/modfile"
)

// folders hold the pins of codecs: pins.mod and pins.sum. A codec without them needs the standard library only.
//
//go:embed */pins.mod */pins.sum
var folders embed.FS

// StdMod is the go.mod of a codec that needs nothing but the standard library.
//
//go:embed std.mod
var StdMod string

// In is the codec's folder below codec/.
func (c *Codec) In() string { return cmp.Or(c.Folder, strings.ReplaceAll(c.Name, "-", "")) }

// Pins are the go.mod and go.sum of what the codec's adapters and tools need.
func (c *Codec) Pins() (mod, sum string) {
	if c.Mod != "" {
		return c.Mod, c.Sum
	}
	m, err := folders.ReadFile(path.Join(c.In(), "pins.mod"))
	if err != nil {
		return StdMod, ""
	}
	s, err := folders.ReadFile(path.Join(c.In(), "pins.sum"))
	if err != nil { // there can be no pins.sum only where there is nothing to check
		return string(m), ""
	}
	return string(m), string(s)
}

// Pin is the version that the codec asks of its module, "" for the standard library.
func (c *Codec) Pin() string {
	if c.Module == "" {
		return ""
	}
	mod, _ := c.Pins()
	f, err := modfile.ParseLax("go.mod", []byte(mod), nil)
	if err != nil {
		return ""
	}
	for _, r := range f.Require {
		if r.Mod.Path == c.Module {
			return r.Mod.Version
		}
	}
	return ""
}

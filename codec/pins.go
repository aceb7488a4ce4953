package codec

import (
	"cmp"
	"embed"
	"path"
	"strings"

	"golang.org/x/mod/modfile"
)

// folders embeds the pins of the codecs: pins.mod and pins.sum. A codec without them needs only the standard library.
//
//go:embed */pins.mod */pins.sum
var folders embed.FS

// StdMod is the go.mod of a codec that needs only the standard library.
//
//go:embed std.mod
var StdMod string

// Dir returns the codec's folder in codec/.
func (c *Codec) Dir() string { return cmp.Or(c.Folder, strings.ReplaceAll(c.Name, "-", "")) }

// Pins returns the go.mod and go.sum for the codec's adapters and tools.
func (c *Codec) Pins() (mod, sum string) {
	if c.Mod != "" {
		return c.Mod, c.Sum
	}
	m, err := folders.ReadFile(path.Join(c.Dir(), "pins.mod"))
	if err != nil {
		return StdMod, ""
	}
	s, err := folders.ReadFile(path.Join(c.Dir(), "pins.sum"))
	if err != nil { // only a pins.mod without requirements has no pins.sum
		return string(m), ""
	}
	return string(m), string(s)
}

// Pin returns the version of the codec's module, or "" for the standard library.
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

package build

import (
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"

	"bale/codec"
)

// JoinPins returns a codec with the requirements of two codecs, for a program that uses both. Of two versions of a module it has the later one,
// as the go command selects it.
func JoinPins(a, b *codec.Codec) (*codec.Codec, error) {
	if a == b {
		return a, nil
	}
	mod, sum := a.Pins()
	otherMod, otherSum := b.Pins()
	file, err := modfile.Parse("pins.mod", []byte(mod), nil)
	if err != nil {
		return nil, err
	}
	other, err := modfile.Parse("pins.mod", []byte(otherMod), nil)
	if err != nil {
		return nil, err
	}
	for _, r := range other.Require {
		if semver.Compare(required(file, r.Mod.Path), r.Mod.Version) < 0 {
			if err := file.AddRequire(r.Mod.Path, r.Mod.Version); err != nil {
				return nil, err
			}
		}
	}
	if err := raiseGo(file, other); err != nil {
		return nil, err
	}
	file.Cleanup()
	text, err := file.Format()
	if err != nil {
		return nil, err
	}
	return &codec.Codec{
		Name: a.Name + " and " + b.Name, Mod: string(text), Sum: sum + "\n" + otherSum,
		Experiment: strings.Trim(a.Experiment+","+b.Experiment, ","),
	}, nil
}

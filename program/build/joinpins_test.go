package build

import (
	"maps"
	"testing"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"

	"bale/codec"
	"bale/codec/all"
)

// TestJoinPins checks that a program with two codecs has the later version of each module that both need, whichever comes first.
func TestJoinPins(t *testing.T) {
	pins := func(name, mod string) *codec.Codec {
		return &codec.Codec{Name: name, Mod: "module pins\n\ngo 1.24\n\n" + mod, Sum: "sum of " + name}
	}
	a := pins("a", "require example.org/both v1.9.0\nrequire example.org/only/a v0.1.0\nrequire example.org/pre v1.2.0-rc.1\n")
	b := pins("b", "require example.org/both v1.10.0\nrequire example.org/only/b v0.2.0\nrequire example.org/pre v1.2.0\n")
	want := map[string]string{"example.org/both": "v1.10.0", "example.org/only/a": "v0.1.0", "example.org/only/b": "v0.2.0", "example.org/pre": "v1.2.0"}
	for _, pair := range [][2]*codec.Codec{{a, b}, {b, a}} {
		joined, err := JoinPins(pair[0], pair[1])
		if err != nil {
			t.Fatal(err)
		}
		if got := requirements(t, joined); !maps.Equal(got, want) {
			t.Errorf("%s: %q, want %q", joined.Name, got, want)
		}
		if wantSum := pair[0].Sum + "\n" + pair[1].Sum; joined.Sum != wantSum {
			t.Errorf("%s: the sums are %q, want %q", joined.Name, joined.Sum, wantSum)
		}
	}
}

// TestJoinPinsOfAll joins the pins of all pairs of codecs: no module has an earlier version than a codec of the pair requires.
func TestJoinPinsOfAll(t *testing.T) {
	list := requirementsOfAll(t)
	for a, ofA := range list {
		for b, ofB := range list {
			joined, err := JoinPins(a, b)
			if err != nil {
				t.Fatal(err)
			}
			have := requirements(t, joined)
			for _, want := range []map[string]string{ofA, ofB} {
				for path, version := range want {
					if semver.Compare(have[path], version) < 0 {
						t.Errorf("%s and %s: %s %q, want %s or later", a.Name, b.Name, path, have[path], version)
					}
				}
			}
		}
	}
}

// requirementsOfAll returns the requirements of all codecs.
func requirementsOfAll(t *testing.T) map[*codec.Codec]map[string]string {
	list := map[*codec.Codec]map[string]string{}
	for _, c := range all.Codecs {
		list[c] = requirements(t, c)
	}
	return list
}

// requirements returns the versions of the modules that a codec requires, by path.
func requirements(t *testing.T, c *codec.Codec) map[string]string {
	t.Helper()
	mod, _ := c.Pins()
	file, err := modfile.Parse("pins.mod", []byte(mod), nil)
	if err != nil {
		t.Fatal(err)
	}
	versions := map[string]string{}
	for _, r := range file.Require {
		versions[r.Mod.Path] = r.Mod.Version
	}
	return versions
}

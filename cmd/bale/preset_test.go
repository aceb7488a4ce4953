package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"bale/codec/all"
	"bale/shape"
)

// TestPopular checks that each name of the preset is the name of a codec or variant, occurs once, and needs no program except Go.
func TestPopular(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range all.Popular {
		choices, err := choose([]string{name})
		if err != nil {
			t.Error(err)
		}
		for _, c := range choices {
			for _, v := range c.Variants {
				full := c.Codec.FullName(v)
				if seen[full] || c.Codec.Name != name && full != name {
					t.Errorf("%s selects %s, seen before: %v", name, full, seen[full])
				}
				seen[full] = true
				if v.CXX {
					t.Errorf("%s needs a C++ compiler", full)
				}
			}
		}
	}
	for _, c := range all.Codecs {
		if slices.Contains([]string{all.PopularWord, all.OthersWord, all.AllWord}, c.Name) {
			t.Errorf("a codec is called %s, which selects several codecs", c.Name)
		}
	}
}

// TestPopularReasons checks the rule by which a variant is popular: one known and one fast variant of each wire format, rivals of other wire formats,
// and at most four of bale's.
func TestPopularReasons(t *testing.T) {
	wires := map[all.Reason][]string{}
	of := map[all.Reason]int{}
	for _, p := range all.Preset {
		of[p.Why]++
		if p.Why == all.OfBale || p.Why == all.Baseline {
			continue
		}
		choices, err := choose([]string{p.Name})
		if err != nil {
			t.Fatal(err)
		}
		wire := choices[0].Variants[0].Wire
		taken := wires[p.Why]
		if p.Why == all.Rival {
			taken = slices.Concat(wires[all.Known], wires[all.Fast], wires[all.Rival])
		}
		if strings.HasPrefix(p.Name, "bale/") || slices.Contains(taken, wire) {
			t.Errorf("%s is %s, and another variant has the wire format %s", p.Name, p.Why, wire)
		}
		wires[p.Why] = append(wires[p.Why], wire)
	}
	if of[all.OfBale] > 4 || of[all.Rival] < 3 {
		t.Errorf("%d variants of bale, %d rivals", of[all.OfBale], of[all.Rival])
	}
}

// TestPopularPage checks that docs/compare.md lists the popular variants of each reason.
func TestPopularPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/compare.md")
	if err != nil {
		t.Fatal(err)
	}
	var row string
	for i, p := range all.Preset {
		if i == 0 || p.Why != all.Preset[i-1].Why {
			row = "| " + string(p.Why) + " | "
		} else {
			row += ", "
		}
		row += "`" + p.Name + "`"
		if i+1 == len(all.Preset) || all.Preset[i+1].Why != p.Why {
			if !strings.Contains(string(page), row+" |") {
				t.Errorf("docs/compare.md has no row %s |", row)
			}
		}
	}
}

// TestDefaultCodecs checks that the codecs compared by default are the popular ones, with a package and without one, and that all is a choice.
func TestDefaultCodecs(t *testing.T) {
	for _, c := range []struct {
		args []string
		want []string
	}{
		{nil, []string{"popular"}}, {[]string{"-shape", "small"}, []string{"popular"}}, {[]string{"."}, []string{"popular"}},
		{[]string{"-codecs", "all"}, []string{"all"}},
	} {
		got, _, err := parseCompare(c.args)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Run.Config.Request.Codecs, c.want) {
			t.Errorf("%v compares %v", c.args, got.Run.Config.Request.Codecs)
		}
	}
}

// TestDefaultShapes checks which built-in shapes are measured with the flags, and that the usage names all of them and the default ones.
func TestDefaultShapes(t *testing.T) {
	for _, c := range []struct {
		args []string
		want []string
	}{
		{nil, shape.Default},
		{[]string{"-shape", "nested,nested-7,small"}, []string{"nested", "nested-7", "small"}},
		{[]string{"-shape", "all"}, shape.Names},
		{[]string{"-shape", "small,all"}, shape.Names},
		{[]string{"-shape", "tuned"}, []string{"small", "nested", "block", "submit", "valmsg", "mixed"}},
		{[]string{"-lengths", "5"}, []string{"small", "nested", "submit", "mixed", "wide", "maps", "candles", "github"}},
		{[]string{"-shape", "nested", "-lengths", "5"}, []string{"nested"}},
		{[]string{"-published"}, []string{"ymz", "log-10000", "mesh-10000", "minecraft-500", "mk48-1000", "nested", "block", "submit", "small", "valmsg"}},
		{[]string{"-published", "-shape", "small,log,mk48-1000"}, []string{"small", "log-10000", "mk48-1000"}},
	} {
		got, _, err := parseCompare(c.args)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Run.Config.Request.Builtin, c.want) {
			t.Errorf("%v measures %v, want %v", c.args, got.Run.Config.Request.Builtin, c.want)
		}
	}
	usage := strings.Join(strings.Fields(compareUsage), " ")
	for _, want := range []string{": " + strings.Join(shape.Names, ", ") + ";", "(default " + strings.Join(shape.Default, ",") + ")"} {
		if !strings.Contains(usage, want) {
			t.Errorf("the usage of compare does not have %q", want)
		}
	}
}

// TestShapesPage checks that docs/compare.md has a row for each built-in shape, and names the default ones.
func TestShapesPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/compare.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range shape.All {
		if !strings.Contains(string(page), "\n| "+s.Name+" | ") {
			t.Errorf("docs/compare.md has no row for %s", s.Name)
		}
	}
	if want := "`" + strings.Join(shape.Default, "`, `") + "`"; !strings.Contains(string(page), want) {
		t.Errorf("docs/compare.md does not have the default list %s", want)
	}
}

// TestRounds checks the number of rounds without a flag: the built-in shapes, which are several, get half of those of a type.
func TestRounds(t *testing.T) {
	for _, c := range []struct {
		args   []string
		rounds int
	}{
		{nil, 12}, {[]string{"."}, 24}, {[]string{"-quick"}, 6}, {[]string{"-thorough"}, 40}, {[]string{"-rounds", "24"}, 24},
	} {
		got, _, err := parseCompare(c.args)
		if err != nil {
			t.Fatal(err)
		}
		if n := got.Run.Config.Rounds; n != c.rounds {
			t.Errorf("%v has %d rounds, want %d", c.args, n, c.rounds)
		}
	}
}

// TestChooseWords checks that the words all and popular can be combined with names.
func TestChooseWords(t *testing.T) {
	names := func(patterns ...string) []string {
		choices, err := choose(patterns)
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, c := range choices {
			for _, v := range c.Variants {
				list = append(list, c.Codec.FullName(v))
			}
		}
		return list
	}
	if got := names("all"); !slices.Equal(got, names()) {
		t.Errorf("all is %v", got)
	}
	popular := names("popular")
	if own := names("own"); !slices.Contains(popular, own[0]) {
		t.Errorf("popular has no %s: a type's own methods are the codec in use", own[0])
	}
	if more := names("popular", "json", "xdr"); len(more) != len(popular)+1 {
		t.Errorf("popular,json,xdr is %v", more)
	}
}

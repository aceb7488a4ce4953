package report

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bale/report/verdict"
	"bale/result"
	"bale/runner/measure"
)

// listed reports whether a table has a row of the codec.
func listed(text, codec string) bool {
	return regexp.MustCompile(`(?m)^[ 0-9=]* ` + regexp.QuoteMeta(codec) + `\*? `).MatchString(text)
}

// TestUsualCodecsAreListed checks that a table that leaves rows out has those of json, gob and protobuf, of their variants, and of the codec in
// use now, in each class that has some. If protobuf was not measured, it has the first codec with this wire format.
func TestUsualCodecsAreListed(t *testing.T) {
	r := synthetic(len(syntheticCodecs), 1)
	reuse := measure.DefaultMode
	reuse.Memory = measure.Reuse
	storage, _ := verdict.PresetNamed("storage")
	for _, reader := range []Reader{{}, {Now: "sproto"}, {For: storage, Now: "xdr2"}} {
		text := table(t, r, Options{Top: 1, Width: 120, Modes: defaultOnly, Reader: reader})
		for _, codec := range []string{"json", "json/v2", "gob", "protobuf", reader.Now} {
			if codec != "" && !listed(text, codec) {
				t.Errorf("-for %s: %s is not in\n%s", reader.For.Name, codec, text)
			}
		}
	}
	both := table(t, r, Options{Top: 1, Width: 120, Modes: []measure.Mode{measure.DefaultMode, reuse}})
	if _, second, _ := strings.Cut(both, "convert,reuse"); !listed(second, "protobuf") {
		t.Errorf("protobuf is not in the second class of\n%s", both)
	}

	r.Cells = slices.DeleteFunc(r.Cells, func(c result.Cell) bool { return c.Codec == "protobuf" || strings.HasPrefix(c.Codec, "bale/") })
	if text := table(t, r, Options{Top: 1, Width: 120, Modes: defaultOnly}); !listed(text, "gogo") || listed(text, "vtprotobuf") {
		t.Errorf("without protobuf, gogo alone is not listed for it in\n%s", text)
	}
}

// TestRanksAscend checks that the ranks of a table by speed ascend, and that rows without a rank come last. A time that is too noisy for a rank
// has no colour.
func TestRanksAscend(t *testing.T) {
	for _, r := range []*result.Results{quick(len(syntheticCodecs), 3), syntheticRun(len(syntheticCodecs), 3, 8, 0.2)} {
		makeNoisy(r, "bale/compact")
		for _, s := range views(r, &Reader{}) {
			for _, c := range s.Classes {
				last := 0
				for _, l := range c.Lines {
					rank, err := strconv.Atoi(strings.TrimSuffix(l.Rank, "="))
					switch {
					case l.Row.Reference:
					case err == nil && rank < last:
						t.Errorf("%s %s: rank %s of %s is below %d", s.Name, c.Mode, l.Rank, l.Row.Codec, last)
					case err == nil:
						last = rank
					case l.Complete():
						last = 1000
					}
					if l.Row.Codec == "bale/compact" && (l.Rank != "" || lineStyle(l, "codec") != plain || lineStyle(l, "encode") != plain) {
						t.Errorf("the noisy codec has the rank %q and the styles %q and %q", l.Rank, lineStyle(l, "codec"), lineStyle(l, "encode"))
					}
				}
			}
		}
	}
}

package lower_test

import (
	"testing"

	"bale/codec/lower"
)

// TestGapDirectives checks the directives that remove gaps.
func TestGapDirectives(t *testing.T) {
	for root, want := range map[string][]string{
		"Caller": {"//bale:custom example.com/types.Voice skip", "//bale:custom example.com/types/other.Voice skip"},
		"Holder": {"//bale:union example.com/types.Holder.Value bool, float64, string, []any, map[string]any", "//bale:custom error skip"},
		"Keeper": {"//bale:custom example.com/types/other.Closed skip", "//bale:custom example.com/types/other.Handle skip"},
		"Answer": {"//bale:custom example.com/types/other.Response.Meta skip"},
	} {
		gaps := lower.New(load(t, root), poor("")).Roots[0].Gaps
		for i, g := range gaps {
			if i >= len(want) || g.Directive != want[i] {
				t.Errorf("%s: %q", g.Path, g.Directive)
			}
		}
		if len(gaps) != len(want) {
			t.Errorf("%s: %d gaps, want %d", root, len(gaps), len(want))
		}
	}
}

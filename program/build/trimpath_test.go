package build

import (
	"slices"
	"strings"
	"testing"

	"bale/codec"
	"bale/codec/json"
	"bale/internal/slow"
)

// TestTrimPath checks which comparisons build with -trimpath, and that the programs of equal code in two folders are equal then.
func TestTrimPath(t *testing.T) {
	t.Setenv("GOFLAGS", "-buildvcs=false") // not empty: else the setting that an earlier test has read counts
	for _, v := range GoEnv() {
		if strings.HasPrefix(v, "GOFLAGS=") && strings.Contains(v, TrimPath) {
			t.Errorf("all go commands have %s, so the user's own builds share no compiled packages with them", v)
		}
	}
	slow.Only(t, "it compiles the standard library with -trimpath")
	var runners []*Runner
	l := &Builder{Cache: t.TempDir(), TrimPath: true}
	for range 2 {
		dir := t.TempDir()
		err := WriteFiles(dir, map[string][]byte{
			"go.mod": []byte("module example.com/m\n\ngo 1.24\n"), "m.go": []byte("package m\n\ntype T struct{ N int }\n")})
		if err != nil {
			t.Fatal(err)
		}
		shapes, err := Load(t.Context(), dir, ".", []string{"T"}, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		built, err := l.Build(t.Context(), shapes, []*Choice{{json.Codec, json.Codec.Variants}})
		if err != nil || built[0].Runner == nil {
			t.Fatal(err, built[0].Rows[0].Reason)
		}
		runners = append(runners, built[0].Runner)
	}
	if same, err := SameProgram(runners[0], runners[1]); err != nil || !same {
		t.Errorf("the programs of equal code are the same: %t, %v", same, err)
	}
}

// TestOnlyInGenerators checks that a runner imports none of the packages that are compiled without optimization for generators: the
// packages that depend on them would be compiled twice.
func TestOnlyInGenerators(t *testing.T) {
	list, err := Run(t.Context(), ".", GoEnv(), nil, "go", "list", "-deps", "../../runner/harness", "google.golang.org/protobuf/types/known/timestamppb")
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range strings.Fields(string(list)) {
		if slices.ContainsFunc(codec.OnlyInGenerators, func(pattern string) bool {
			prefix, tree := strings.CutSuffix(pattern, "/...")
			return pkg == prefix || tree && strings.HasPrefix(pkg, prefix+"/")
		}) {
			t.Errorf("a runner imports %s", pkg)
		}
	}
	for _, flag := range quickly("example.com/tool") {
		if !strings.HasPrefix(flag, "-gcflags=") || !strings.HasSuffix(flag, "=-N -l") || strings.Contains(flag, "all=") {
			t.Error(flag)
		}
	}
}

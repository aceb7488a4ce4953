package build

import (
	"strings"
	"testing"

	"bale/codec"
	"bale/internal/testdir"
)

// TestGoCommand: a step with the go command runs the program in its files, and runs it again if the codec's requirements change.
func TestGoCommand(t *testing.T) {
	const program = `package main

import "os"

func main() {
	mod, err := os.ReadFile("go.mod")
	if err == nil {
		err = os.WriteFile("made.go", mod, 0o644)
	}
	if err != nil {
		panic(err)
	}
}
`
	b := &Builder{Cache: testdir.New(t)}
	for _, mod := range []string{codec.StdMod, codec.StdMod + "\n// changed\n"} {
		c := &codec.Codec{Name: "generator", Mod: mod}
		out := &codec.Output{Steps: []codec.Step{{
			Tool: codec.GoCommand, Args: []string{"run", "."}, Module: true,
			Files: map[string][]byte{"main.go": []byte(program)},
			Own:   []string{"made.go"},
		}}}
		if err := b.runSteps(t.Context(), c, out, func(string) {}); err != nil {
			t.Fatal(err)
		}
		if made := string(out.Own["made.go"]); strings.TrimSpace(made) != strings.TrimSpace(mod) {
			t.Errorf("the program saw go.mod\n%s\nwant\n%s", made, mod)
		}
		if len(out.Own) != 1 {
			t.Errorf("the step made %d files, want 1", len(out.Own))
		}
	}
}

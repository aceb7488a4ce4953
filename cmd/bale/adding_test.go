package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	root "bale"

	"bale/internal/slow"
)

// addingBlocks returns the indented blocks of docs/internal/adding.md up to a heading, without their indent, and the last line of text above each.
func addingBlocks(t *testing.T) (blocks, above []string) {
	t.Helper()
	page, err := os.ReadFile("../../docs/internal/adding.md")
	if err != nil {
		t.Fatal(err)
	}
	text, _, ok := strings.Cut(string(page), "\n## Before a push\n")
	if !ok {
		t.Fatal("docs/internal/adding.md has no heading Before a push")
	}
	block, last := "", ""
	for line := range strings.Lines(text) {
		code, indented := strings.CutPrefix(line, "    ")
		switch {
		case indented:
			block += code
		case strings.TrimSpace(line) == "" && block != "":
			block += "\n"
		case strings.TrimSpace(line) != "":
			if block != "" {
				blocks, above = append(blocks, strings.TrimRight(block, "\n")+"\n"), append(above, last)
			}
			block, last = "", strings.TrimSpace(line)
		}
	}
	return blocks, above
}

// allFile is the file of which docs/internal/adding.md shows only the lines that it adds.
const allFile = "codec/all/all.go"

// addingFile returns the path of the file that the text above a block of docs/internal/adding.md names, or "".
func addingFile(above string) string {
	words := strings.Split(above, "`")
	if len(words) < 3 || words[len(words)-1] != ":" {
		return ""
	}
	return words[len(words)-2]
}

// TestAddingFiles checks that the files in docs/internal/adding.md are those of the repository.
func TestAddingFiles(t *testing.T) {
	found := 0
	blocks, above := addingBlocks(t)
	for i, block := range blocks {
		name := addingFile(above[i])
		if name == "" || name == allFile {
			continue
		}
		found++
		if text, err := os.ReadFile(filepath.Join("../..", name)); err != nil || string(text) != block {
			t.Errorf("%s differs from docs/internal/adding.md: %v", name, err)
		}
	}
	if found != 2 {
		t.Errorf("docs/internal/adding.md has %d files, want 2", found)
	}
}

// TestAdding follows docs/internal/adding.md in a copy of the repository, without the files that it adds.
func TestAdding(t *testing.T) {
	slow.Only(t, "it takes a minute of processor time")
	dir := t.TempDir()
	files, err := root.Source()
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		writeAdded(t, filepath.Join(dir, name), string(text))
	}
	blocks, above := addingBlocks(t)
	for i, block := range blocks {
		switch name := addingFile(above[i]); {
		case name == allFile:
			listAdded(t, filepath.Join(dir, name), strings.Fields(block))
		case name != "":
			writeAdded(t, filepath.Join(dir, name), block)
		default:
			runAdded(t, dir, block)
		}
	}
	for _, name := range []string{"codec/bencode/pins.mod", "codec/bencode/pins.sum"} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if string(got) != string(files[name]) || err != nil {
			t.Errorf("%s is %q, want %q: %v", name, got, files[name], err)
		}
	}
	facts, err := os.ReadFile(filepath.Join(dir, "codec/facts/facts.tsv"))
	if err != nil || !strings.Contains(string(facts), "\nbencode\t") || !strings.Contains(string(facts), "\tMIT\tv1.0.0\t2018-08-19\tBEP 3") {
		t.Errorf("facts.tsv lacks the facts of bencode: %v", err)
	}
}

// writeAdded writes a file and its folder.
func writeAdded(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// listAdded adds an import and an element to the list of codecs.
func listAdded(t *testing.T, path string, words []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil || len(words) != 2 {
		t.Fatalf("%v; %q", err, words)
	}
	lines := strings.SplitAfter(string(text), "\n")
	for after, add := range map[string]string{"import (\n": words[0], "var Codecs = []*codec.Codec{\n": words[1]} {
		i := slices.Index(lines, after)
		if i < 0 {
			t.Fatalf("%s has no line %q", path, after)
		}
		lines = slices.Insert(lines, i+1, "\t"+add+"\n")
	}
	writeAdded(t, path, strings.Join(lines, ""))
}

// runAdded runs the commands of a block. A comparison must measure both codecs on both shapes.
func runAdded(t *testing.T, dir, block string) {
	t.Helper()
	for line := range strings.Lines(block) {
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-buildvcs=false -trimpath")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
		for command, want := range map[string]string{
			" list -features ": "bencode\tgap\t\tInterfaceField\n",
			" compare ":        "bencode",
		} {
			if strings.Contains(line, command) && !strings.Contains(string(out), want) {
				t.Errorf("%s prints no %q:\n%s", line, want, out)
			}
		}
	}
}

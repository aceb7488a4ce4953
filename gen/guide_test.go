package gen

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"bale/gen/format/all"
	"bale/gen/notes"
)

// TestGuide checks that docs/getting-started.md has the first line of the note that bale gen prints for the type of that page, and that the change of the
// type that the page describes works.
func TestGuide(t *testing.T) {
	page, err := os.ReadFile("../docs/getting-started.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "\n    package shop\n")
	source := ""
	for line := range strings.Lines(rest) {
		if line != "\n" && !strings.HasPrefix(line, "    ") { // the text after the source
			break
		}
		source += line
	}
	if source == "" {
		t.Fatal("the page has no source")
	}
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	generate := func(directives string, accept bool) *Output {
		t.Helper()
		write("shop.go", "package shop\n"+strings.Replace(source, "    type Order ", directives+"type Order ", 1))
		outputs, err := Generate(t.Context(), &Request{Dir: dir, Pattern: ".", Known: all.Formats, Accept: accept, Tests: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range outputs[0].Files {
			write(filepath.Base(f.Path), string(f.Data))
		}
		return outputs[0]
	}
	write("go.mod", "module shop\n\ngo 1.24\n")
	out := generate("//bale:gen\n", false)
	if out.Err != nil {
		t.Fatal(out.Err)
	}
	told, _, _ := strings.Cut(notes.Binary(out.NewBinary), "\n")
	if want := "    " + told + "\n    ...\n"; !strings.Contains(string(page), want) {
		t.Errorf("the page does not have\n%s", want)
	}
	checkLines(t, string(page), out)
	source = strings.Replace(source, "Cents int64\n", "Cents int64\n Name string\n", 1)
	out = generate("//bale:gen\n", false)
	if out.Err != nil {
		t.Error(out.Err)
	}
	if want := strings.Join(out.Layouts, "\n"); want == "" || !strings.Contains(string(page), "    "+want+"\n") {
		t.Errorf("the page does not have\n    %s", want)
	}
}

// checkLines checks the numbers of files and lines that the page names. Those of lines may differ by a twentieth.
func checkLines(t *testing.T, page string, out *Output) {
	t.Helper()
	if want := fmt.Sprintf("wrote %d files in internal/bale", len(out.Runtime.Files)); !strings.Contains(page, want) {
		t.Errorf("the page does not have %q", want)
	}
	lines := map[string]int{}
	for _, f := range out.Files {
		lines[filepath.Base(f.Path)] += bytes.Count(f.Data, []byte("\n"))
	}
	for _, f := range out.Runtime.Files {
		lines["internal/bale"] += bytes.Count(f.Data, []byte("\n"))
	}
	for name, got := range lines {
		row := regexp.MustCompile("(?m)^\\| `" + regexp.QuoteMeta(name) + "` \\|.*\\| ([0-9,]+) \\|$").FindStringSubmatch(page)
		if row == nil {
			t.Errorf("the page has no row for %s", name)
			continue
		}
		if said, err := strconv.Atoi(strings.ReplaceAll(row[1], ",", "")); err != nil || 20*max(said-got, got-said) > got {
			t.Errorf("%s has %d lines, and the page says %s", name, got, row[1])
		}
	}
}

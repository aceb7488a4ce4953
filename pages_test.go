package bale_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPages checks that docs/README.md lists all pages.
func TestPages(t *testing.T) {
	index := readText(t, "docs/README.md")
	for _, file := range documents(t) {
		if name, ok := strings.CutPrefix(file, "docs/"); ok && name != "README.md" && !strings.Contains(index, "]("+name+")") {
			t.Errorf("docs/README.md does not list %s", name)
		}
	}
}

// conflict matches a line that git writes around the two sides of a conflict.
var conflict = regexp.MustCompile(`(?m)^(<{7} |={7}$|>{7} )`)

// TestConflicts checks that no page has the two sides of a conflict.
func TestConflicts(t *testing.T) {
	for _, file := range documents(t) {
		if line := conflict.FindString(readText(t, file)); line != "" {
			t.Errorf("%s has the line %q: resolve the conflict", file, line)
		}
	}
}

// documents returns the pages of the documentation.
func documents(t *testing.T) []string {
	t.Helper()
	var pages []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/internal/*.md"} {
		more, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, more...)
	}
	return pages
}

// TestGoBlocks checks that the Go code on the pages parses. Other tests compile and run the code of most pages.
func TestGoBlocks(t *testing.T) {
	blocks := 0
	for _, file := range documents(t) {
		for _, block := range goBlocks(readText(t, file)) {
			blocks++
			if err := parseGo(block); err != nil {
				t.Errorf("%s: %v in\n%s", file, err, block)
			}
		}
	}
	if blocks < 50 {
		t.Errorf("found %d blocks of Go, want at least 50", blocks)
	}
}

// isGo matches the first line of a block of Go code. Lines of a lock file begin with a format.
var isGo = regexp.MustCompile(`^(//bale:|package |import \(|func |type \w+ |var |const( \(|\w* )|if .*\{$|for .*\{$|switch .*\{$|return |defer |go \w+[.(]|[\w, ]+ :?= )`)

// notGo matches blocks of shell commands, pictures, formulas, and Go beside another language.
var notGo = regexp.MustCompile(`(?m)^(\$|go (test|run|tool|build|vet)|cores |pod=)|-->| · | {3}(enum|message) \w+ \{`)

// goBlocks returns the blocks of Go code on a page, which are indented or fenced.
func goBlocks(page string) (blocks []string) {
	block, fenced := "", false
	end := func() {
		if code := strings.Trim(block, "\n"); isGo.MatchString(code) && !notGo.MatchString(code) {
			blocks = append(blocks, code+"\n")
		}
		block = ""
	}
	for line := range strings.Lines(page + "\n") {
		code, indented := strings.CutPrefix(line, "    ")
		switch {
		case strings.HasPrefix(line, "```"):
			end()
			fenced = !fenced && strings.HasPrefix(line, "```go")
		case fenced:
			block += line
		case indented:
			block += code
		case line != "\n":
			end()
		default:
			block += "\n"
		}
	}
	end()
	return blocks
}

// parseGo parses a block, or else each of its paragraphs.
func parseGo(block string) error {
	whole := parsePart(block)
	if whole == nil {
		return nil
	}
	parts := strings.Split(block, "\n\n")
	for _, part := range parts {
		if len(parts) == 1 || parsePart(part) != nil && !strings.HasPrefix(part, "bale ") {
			return whole
		}
	}
	return nil
}

// parsePart parses code as a file, as declarations, or as statements, of which the last may lack its end.
func parsePart(block string) (err error) {
	block = regexp.MustCompile(`(?m)^\s*\.\.\.$`).ReplaceAllString(block, "")
	block = strings.ReplaceAll(block, "{ ... }", "{}")
	ends := ""
	for range 4 {
		for _, form := range []string{"%s", "package p\n%s", "package p\nfunc _() {\n%s\n}", "package p\nfunc _() {\nfor {\nswitch {\ncase true:\n%s\n}\n}\n}"} {
			if _, err = parser.ParseFile(token.NewFileSet(), "p.go", fmt.Sprintf(form, block+ends), 0); err == nil {
				return nil
			}
		}
		ends += "\n}"
	}
	return err
}

// TestParseGo checks that code with mistakes does not parse.
func TestParseGo(t *testing.T) {
	for code, want := range map[string]bool{
		"type T struct {\n": true, "if err != nil {\n\treturn err\n}\n": true, "x := f(\n": false, "type T struct { A int B }\n": false,
		"//bale:gen\ntype Order struct { ... }\n": true, "func f() {\n\t...\n}\n": true, "case a:\n\tb()\n": true, "retrun x y\n": false,
	} {
		if err := parseGo(code); (err == nil) != want {
			t.Errorf("%q: %v", code, err)
		}
	}
}

package bale_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bale/report/markdown"
)

// TestLinks checks that every link to a file of this module in the documentation names an existing file, and an existing heading of it.
func TestLinks(t *testing.T) {
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	top, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`\]\(([^)\s]*)\)`)
	links := 0
	for _, page := range append(top, pages...) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			links++
			if wrong := checkLink(page, m[1]); wrong != "" {
				t.Errorf("%s: link %s: %s", page, m[1], wrong)
			}
		}
	}
	if links < 100 {
		t.Errorf("found %d links, want at least 100", links)
	}
}

// TestNamedPages checks that the pages of the documentation that source files and scripts name exist. What bale prints is among them.
func TestNamedPages(t *testing.T) {
	page := regexp.MustCompile(`(?:^|[^/\w])(?:\.\./)*(docs/[\w.-]+\.(?:md|html|png))`)
	named := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !slices.Contains([]string{".go", ".txtar", ".tsv", ".py", ".sh"}, filepath.Ext(path)) {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range page.FindAllSubmatch(text, -1) {
			named++
			if _, err := os.Stat(string(m[1])); err != nil {
				t.Errorf("%s names %s, which does not exist", path, m[1])
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if named < 40 {
		t.Errorf("found %d names of pages, want at least 40", named)
	}
}

// checkLink returns what is wrong with a relative link in a page, or "".
func checkLink(page, link string) string {
	file, anchor, hasAnchor := strings.Cut(link, "#")
	target := page
	if file != "" {
		target = filepath.Join(filepath.Dir(page), file)
	}
	text, err := os.ReadFile(target)
	if info, statErr := os.Stat(target); statErr == nil && info.IsDir() {
		return ""
	}
	if err != nil {
		return err.Error()
	}
	if hasAnchor && !anchors(string(text))[anchor] {
		return "no such heading"
	}
	return ""
}

// anchors returns the anchors of the headings of a page, as GitHub derives them.
func anchors(page string) map[string]bool {
	found := map[string]bool{}
	for line := range strings.Lines(page) {
		heading := strings.TrimLeft(line, "#")
		if heading == line || !strings.HasPrefix(heading, " ") {
			continue
		}
		found[markdown.Anchor(heading)] = true
	}
	return found
}

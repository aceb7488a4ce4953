package bale_test

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestLinks checks that every link to a file of this module in the documentation names an existing file, and an existing heading of it, and that
// a link whose text is the name of a page leads to that page.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`(?:\[([^][]*))?\]\(([^)\s]*)\)`)
	links := 0
	for _, page := range documents(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[2], "://") {
				continue
			}
			links++
			if wrong := cmp.Or(checkLink(page, m[2]), checkLabel(page, m[1], m[2])); wrong != "" {
				t.Errorf("%s: link %s: %s", page, m[2], wrong)
			}
		}
	}
	if links < 100 {
		t.Errorf("found %d links, want at least 100", links)
	}
}

// TestNamedPages checks that the pages of the documentation that source files and scripts name exist. What bale prints is among them.
func TestNamedPages(t *testing.T) {
	page := regexp.MustCompile(`(?:^|[^/\w])(?:\.\./)*(docs/(?:internal/)?[\w.-]+\.(?:md|html|png))`)
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

// checkLabel returns what is wrong with the text of a link that names a file, or "": the link must lead to that file.
func checkLabel(page, label, link string) string {
	file, _, _ := strings.Cut(link, "#")
	if file == "" {
		file = page
	}
	label = strings.Trim(label, "`")
	if named := filepath.Base(label); filepath.Ext(label) == ".md" && named != filepath.Base(file) {
		return fmt.Sprintf("its text names %s, but it leads to %s", named, filepath.Base(file))
	}
	return ""
}

// TestCheckLabel checks which texts of links are errors.
func TestCheckLabel(t *testing.T) {
	for link, ok := range map[[2]string]bool{
		{"lock.md", "lock.md#constants"}: true, {"docs/lock.md", "docs/lock.md"}: true, {"the lock file", "lock.md"}: true, {"`bale.lock`", "lock.md"}: true,
		{"gen.md", "#methods"}: true, {"gen.md", "lock.md"}: false, {"compare.md", "#methods"}: false,
	} {
		if got := checkLabel("docs/gen.md", link[0], link[1]) == ""; got != ok {
			t.Errorf("link %v: got %v, want %v", link, got, ok)
		}
	}
}

// anchors returns the anchors of the headings of a page, as GitHub derives them.
func anchors(page string) map[string]bool {
	found := map[string]bool{}
	for line := range strings.Lines(page) {
		heading := strings.TrimLeft(line, "#")
		if heading == line || !strings.HasPrefix(heading, " ") {
			continue
		}
		found[strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(strings.TrimSpace(heading)), ""), " ", "-")] = true
	}
	return found
}

// notInAnchor matches the characters of a heading that its anchor does not have.
var notInAnchor = regexp.MustCompile(`[^\p{L}\p{N}\- _]`)

package report

import (
	"html"
	"os"
	"regexp"
	"strings"
	"testing"

	"bale/report/markdown"
)

// maxReference is the maximum size of docs/reference.html, which every clone of the repository holds.
const maxReference = 1 << 20

// TestReference checks that docs/reference.html is small, and that it and docs/reference.md are of the same run. CONTRIBUTING.md has the
// commands that write both.
func TestReference(t *testing.T) {
	page, err := os.ReadFile("../docs/reference.html")
	if err != nil {
		t.Fatal(err)
	}
	if len(page) > maxReference {
		t.Errorf("docs/reference.html has %d bytes, more than %d", len(page), maxReference)
	}
	summary, err := os.ReadFile("../docs/reference.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(summary), "](reference.html)") {
		t.Error("docs/reference.md has no link to reference.html")
	}
	head, shapes, ok := strings.Cut(string(summary), "\n## ")
	if !ok {
		t.Fatal("docs/reference.md has no shapes")
	}
	facts := regexp.MustCompile(`<dt>(.*?)</dt><dd>(.*?)</dd>`).FindAllStringSubmatch(string(page), -1)
	if len(facts) < 8 {
		t.Errorf("docs/reference.html has %d conditions of the run, want 8 or more", len(facts))
	}
	for _, f := range facts {
		want := "| " + f[1] + " | " + markdown.Escape(html.UnescapeString(f[2])) + " |\n"
		if !strings.Contains(head+"\n", want) {
			t.Errorf("docs/reference.md does not have the page's condition of the run:\n%s", want)
		}
	}
	verdicts := regexp.MustCompile(`<p class="verdict" aria-live="polite">(.*?)</p>`).FindAllStringSubmatch(string(page), -1)
	if len(verdicts) != strings.Count(shapes, "\n| speed | ") {
		t.Errorf("%d shapes on the page, %d in docs/reference.md", len(verdicts), strings.Count(shapes, "\n| speed | "))
	}
	for _, v := range verdicts {
		if want := "\n| speed | " + markdown.Escape(html.UnescapeString(v[1])) + " |\n"; !strings.Contains(shapes, want) {
			t.Errorf("docs/reference.md does not have the page's verdict:%s", want)
		}
	}
}

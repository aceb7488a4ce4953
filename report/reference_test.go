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
	verdicts := regexp.MustCompile(`(?s)<div class="verdict" aria-live="polite">(.*?)</div>`).FindAllStringSubmatch(string(page), -1)
	rows := regexp.MustCompile(`(?m)^\| speed \| (.*) \|$`).FindAllStringSubmatch(shapes, -1)
	if len(verdicts) != len(rows) {
		t.Fatalf("%d shapes on the page, %d in docs/reference.md", len(verdicts), len(rows))
	}
	tags := regexp.MustCompile(`<[^>]*>`)
	for i, v := range verdicts {
		said := sentences(rows[i][1], "")
		want := strings.Join(append([]string{said.Before}, said.Rest...), " ")
		text, _, _ := strings.Cut(strings.Join(strings.Fields(tags.ReplaceAllString(v[1], "")), " "), " Next: ") // the command to adopt the codec
		if got := markdown.Escape(html.UnescapeString(text)); got != want {
			t.Errorf("the page says\n%s\nand docs/reference.md\n%s", got, want)
		}
	}
}

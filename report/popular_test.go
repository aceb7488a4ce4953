package report

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestPopularRows checks that README.md and docs/choose.md quote the run of the popular codecs as docs/performance.md has it.
func TestPopularRows(t *testing.T) {
	pages := map[string]string{}
	for _, page := range []string{"README.md", "docs/choose.md", "docs/performance.md"} {
		text, err := os.ReadFile("../" + page)
		if err != nil {
			t.Fatal(err)
		}
		pages[page] = string(text)
	}
	// row returns the mean over all shapes, and the number of cells in which bale is behind, of the row for the memory that follows the label.
	row := func(label, memory string) (mean, behind string) {
		_, rest, _ := strings.Cut(pages["docs/performance.md"], "\n| "+label+" |")
		m := regexp.MustCompile(memory + ` \| \S+ \| \d+ of \d+ \| (\S+) \| (\d+ of \d+) \|`).FindStringSubmatch(rest)
		if m == nil {
			t.Fatalf("docs/performance.md has no row %s, %s", label, memory)
		}
		return m[1], m[2]
	}
	want := func(page, text string) {
		if !strings.Contains(pages[page], text) {
			t.Errorf("%s does not have the result of docs/performance.md: %s", page, text)
		}
	}
	mean, behind := row("bale/compact, others [without their conversions](compare.md#which-class)", "new memory")
	if x, err := strconv.ParseFloat(mean, 64); err != nil || x < 0.95 || x > 1.05 {
		t.Errorf("README.md says that compact is equal without conversions, and the mean is %s", mean)
	}
	want("README.md", "| without the conversions that others need (19 popular codecs) | equal | "+behind+" cells |")
	want("docs/choose.md", "| popular ones without the conversions that they need | equal | "+behind+" |")
	_, rest, _ := strings.Cut(pages["docs/performance.md"], "-lengths 1,100")
	pages["docs/performance.md"] = rest // the rows before are those of the reference run
	mean, behind = row("bale/compact", "used memory")
	want("README.md", "| into used memory (19 popular codecs) | "+mean+" times faster | "+behind+" cells |")
}

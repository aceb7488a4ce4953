package bale_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A setting is a number with a unit that is no measurement, so it needs no date: a limit, a flag's value, or a rule of the method.
type setting struct {
	pages  string // a pattern of path.Match for the names of pages
	text   string // what the text has
	reason string
}

var settings = []setting{
	{"*", `95 %`, "the level of confidence of all intervals"},
	{"*", `±50 %`, "the widest interval that gets a rank"},
	{"*", `[35] ms|10 ms|50 ms|30 ms|20 ms`, "the length of a block, which flags choose"},
	{"*", `N %|within [135] %`, "the limits of bale compare -fail and bale diff"},
	{"method.md", `70 % of the cells|more than 10 % longer`, "rules of the method"},
	{"aspects.md", `limits, of 5 s|after 10 s|in 5 s\)|1 GB alive`, "the limits of hostile inputs, and an aspect"},
	{"memory.md", `2 KB`, "a limit that TestMemory checks"},
	{"CONTRIBUTING.md", `12 minutes|2 GB`, "the limits of tests"},
}

// withoutDates are the pages whose figures need no date and command.
var withoutDates = map[string]string{
	"reference.md":   "it is written by bale report, which puts the conditions of the run above all figures",
	"serializers.md": "it has results of checks, not of measurements",
	"results.md":     "its figures explain the fields of files",
	"CHANGELOG.md":   "its headings have the dates of releases",
}

// withoutCommands are the pages whose figures need a date only.
var withoutCommands = map[string]string{
	"trials.md": "one of the two versions of the code that were compared no longer exists",
}

// measured matches a figure: a number with a unit of time, size or proportion.
var measured = regexp.MustCompile(`(?:^|[^\w.-])(\d[\d,.]*)(?:\x{a0}| )?(ns|µs|ms|s|min|minutes|seconds|%|x|KB|MB|GB|times as|times the time)(?:[^\w/-]|$)`)

var (
	date    = regexp.MustCompile(`(?:^|[^\w/-])20\d\d-\d\d-\d\d(?:[^\w-]|$)`)
	command = regexp.MustCompile("(?m)(^    .*|`|^\\$ )(bale (compare|report|diff|show)|convert/testdata/speed/run|go test|go run|python3?) ")
	pageRef = regexp.MustCompile(`\]\(([^)\s#]*\.md)?(?:#([^)\s]*))?\)`)
)

// TestFigures checks that each figure in the documentation is in a section that has a date and a command that repeats it, or a link to such a
// section.
func TestFigures(t *testing.T) {
	pages := map[string][]docSection{}
	for _, file := range documents(t) {
		pages[filepath.Base(file)] = sections(readText(t, file))
	}
	figures, used := 0, map[string]bool{}
	for name, list := range pages {
		if withoutDates[name] != "" {
			continue
		}
		for _, s := range list {
			found := figuresIn(name, s, used)
			figures += len(found)
			dated := s.dated() || withoutCommands[name] != "" && date.MatchString(s.text+s.above)
			if len(found) > 0 && !dated && !linksToDated(s, name, pages) {
				t.Errorf("%s: section %q has figures without a date and a command: %q", name, s.heading, found)
			}
		}
	}
	if figures < 200 {
		t.Errorf("found %d figures, want at least 200", figures)
	}
	for _, x := range settings {
		if !used[x.text] {
			t.Errorf("no page has the setting %s (%s): remove it", x.text, x.reason)
		}
	}
}

// documents returns the pages of the documentation.
func documents(t *testing.T) []string {
	t.Helper()
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	top, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	return append(top, pages...)
}

// A docSection is the text below a heading, up to the next heading. Dates and commands count that are in the sections that it is part of, up to
// the beginning of the page.
type docSection struct{ heading, anchor, text, above string }

func (s docSection) dated() bool {
	all := s.heading + "\n" + s.text + "\n" + s.above
	return date.MatchString(all) && command.MatchString(all)
}

// sections splits a page at its headings.
func sections(page string) (list []docSection) {
	at := map[int]string{} // the last text of each level
	level, s, code := 0, docSection{}, false
	end := func() {
		at[level] = s.heading + "\n" + s.text
		for i := range level {
			s.above += at[i]
		}
		list = append(list, s)
	}
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		marks := len(line) - len(strings.TrimLeft(line, "#"))
		if marks == 0 || code || line[marks] != ' ' {
			s.text += line
			continue
		}
		end()
		level, s = marks, docSection{heading: strings.TrimSpace(line[marks:])}
		for anchor := range anchors(line) {
			s.anchor = anchor
		}
	}
	end()
	return list
}

// figuresIn returns the figures of a section, without those in code and without settings, whose texts it adds to used.
func figuresIn(page string, s docSection, used map[string]bool) (found []string) {
	for line := range strings.Lines(s.text) {
		if strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "`") {
			continue
		}
		line = regexp.MustCompile("`[^`]*`").ReplaceAllString(line, "code")
		for _, x := range settings {
			if ok, _ := filepath.Match(x.pages, page); !ok {
				continue
			}
			if re := regexp.MustCompile(x.text); re.MatchString(line) {
				used[x.text] = true
				line = re.ReplaceAllString(line, "setting")
			}
		}
		for _, m := range measured.FindAllStringSubmatch(line, -1) {
			found = append(found, m[1]+" "+m[2])
		}
	}
	return found
}

// linksToDated reports whether a section links to a section with a date and a command.
func linksToDated(s docSection, page string, pages map[string][]docSection) bool {
	return slices.ContainsFunc(pageRef.FindAllStringSubmatch(s.text, -1), func(m []string) bool {
		target := page
		if m[1] != "" {
			target = filepath.Base(m[1])
		}
		return slices.ContainsFunc(pages[target], func(other docSection) bool { return (m[2] == "" || other.anchor == m[2]) && other.dated() })
	})
}

// TestFiguresIn checks what counts as a figure, and which sections need a date and a command.
func TestFiguresIn(t *testing.T) {
	const page = "# A\n\nIt takes 12 ms.\n\n## B\n\n2026-11-26, `bale compare -quick .`: 3.5x, 4 % and 1.5 GB; 64 MiB, 0x10, v1.2 and `3 ms` are none.\n\n### C\n\n| 7ns |\n\n" +
		"## D\n\nAs in [B](#b): 9 s.\n\n## E\n\n2026-11-26: 95 % and 1 ns\n"
	want := map[string]string{"": "", "A": "12 ms false", "B": "3.5 x,4 %,1.5 GB true", "C": "7 ns true", "D": "9 s true", "E": "1 ns false"}
	list := sections(page)
	for _, s := range list {
		got := strings.Join(figuresIn("p.md", s, map[string]bool{}), ",")
		if got != "" {
			got += map[bool]string{true: " true", false: " false"}[s.dated() || linksToDated(s, "p.md", map[string][]docSection{"p.md": list})]
		}
		if got != want[s.heading] {
			t.Errorf("section %q: got %q, want %q", s.heading, got, want[s.heading])
		}
	}
}

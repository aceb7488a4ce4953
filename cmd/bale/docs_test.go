package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestDocCommands checks that the commands of bale in the documentation, and in the list of the steps of .ci/run and .ci/full, have flags and values
// that bale accepts, and that the go test commands name packages, tests and flags that exist.
func TestDocCommands(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	bale, test := 0, 0
	const steps = "../../.ci/steps.tsv"
	inside, err := filepath.Glob("../../docs/internal/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(append(pages, inside...), "../../README.md", "../../CONTRIBUTING.md", "../../SECURITY.md", steps) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		if page == steps {
			text = []byte(stepCommands(string(text)))
		}
		for _, words := range shellCommands(string(text)) {
			wrong := ""
			switch {
			case words[0] == "bale":
				bale++
				wrong = wrongCommand(t, words[1:])
			case words[0] == "go" && len(words) > 1 && words[1] == "test":
				test++
				wrong = wrongTest(t, words[2:])
			}
			if wrong != "" {
				t.Errorf("%s: %s: %s", filepath.Base(page), strings.Join(words, " "), wrong)
			}
		}
	}
	if bale < 150 || test < 20 {
		t.Errorf("found %d commands of bale and %d of go test", bale, test)
	}
}

// stepCommands returns a page with the commands of a list of steps.
func stepCommands(list string) (page string) {
	for line := range strings.Lines(list) {
		fields := strings.Split(line, "\t")
		page += "    " + strings.ReplaceAll(fields[3], "$PACKAGES", fields[2]) + "\n"
	}
	return page
}

// inlineCode matches code in a line of text, which may go on in the next line.
var inlineCode = regexp.MustCompile("`([^`]+)`")

// shellCommands returns the commands on a page, in words: the lines of indented code, and code in text. 'go tool bale', 'go run ./cmd/bale' and
// 'go run ./tools/bale/bale.go' are bale.
func shellCommands(page string) (list [][]string) {
	var texts []string
	prose := ""
	for line := range strings.Lines(page) {
		if code, ok := strings.CutPrefix(line, "    "); ok {
			texts = append(texts, strings.TrimSpace(code))
			continue
		}
		prose += line
	}
	for _, m := range inlineCode.FindAllStringSubmatch(prose, -1) {
		texts = append(texts, strings.ReplaceAll(m[1], "\n", " "))
	}
	for _, text := range texts {
		text = strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(text, "- "), "run: "), "$ ")
		for words := range slices.Values(splitShell(text)) {
			switch {
			case len(words) > 2 && words[0] == "go" && (words[1] == "tool" && words[2] == "bale" || words[1] == "run" && (words[2] == "./cmd/bale" || strings.HasSuffix(words[2], "tools/bale/bale.go"))):
				words = words[2:]
				words[0] = "bale"
			case len(words) < 2 || words[1] == "":
				continue
			case words[0] == "bale" && strings.HasSuffix(words[1], ":"): // an error
				continue
			}
			if len(words) > 1 && (words[0] == "bale" || words[0] == "go") {
				list = append(list, words)
			}
		}
	}
	return list
}

// splitShell returns the commands of a line of a shell script, without comments, variables of the environment and redirections.
func splitShell(line string) (commands [][]string) {
	var words []string
	word, quote, any := "", rune(0), false
	endWord := func() {
		if any && !(len(words) == 0 && strings.Contains(word, "=")) {
			words = append(words, word)
		}
		word, any = "", false
	}
	endCommand := func() {
		endWord()
		if len(words) > 0 {
			commands = append(commands, words)
		}
		words = nil
	}
	for i, c := range line {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word += string(c)
		case c == '\'' || c == '"':
			quote, any = c, true
		case c == '#' && !any, c == '>' && !any:
			endCommand()
			return commands
		case c == ' ':
			endWord()
		case c == '&' || c == '|' || c == ';':
			endCommand()
		default:
			if i > 0 || c != '(' {
				word, any = word+string(c), true
			}
		}
	}
	endCommand()
	return commands
}

// unknown is a flag that no command has.
const unknown = "-nosuchflag"

// wrongCommand returns what is wrong with the arguments of bale, or "". It adds a flag that does not exist, so that the command parses the
// others and does nothing.
func wrongCommand(t *testing.T, args []string) string {
	if args[0] == "help" {
		if Main(t.Context(), args, io.Discard, io.Discard) != exitDone {
			return "there is no such command"
		}
		return ""
	}
	if last := args[len(args)-1]; last[0] == '-' && usageHas(args[0], last[1:]) {
		args = append(slices.Clone(args), "x") // the argument of a flag that a sentence is about
	}
	var stderr strings.Builder
	status := Main(t.Context(), append(slices.Clone(args), unknown), io.Discard, &stderr)
	if status != exitUsage || !strings.Contains(stderr.String(), "not defined: "+unknown) && !strings.Contains(stderr.String(), "write "+unknown+" before") {
		return stderr.String()
	}
	return ""
}

// usageHas reports whether a command has a flag with an argument.
func usageHas(command, name string) bool {
	return slices.ContainsFunc(flagLines(), func(line string) bool { return strings.HasPrefix(line, command+" -"+name+" ") })
}

// goTestFlags are the flags of go test in the documentation, and whether they have an argument.
var goTestFlags = map[string]bool{"run": true, "bench": true, "count": true, "timeout": true, "C": true, "coverprofile": true, "modfile": true, "skip": true, "vet": true, "v": false, "short": false, "benchmem": false, "race": false, "cover": false}

// wrongTest returns what is wrong with the arguments of go test, or "". Packages may be in one of the modules in example.
func wrongTest(t *testing.T, args []string) string {
	var packages, flags []string
	run := ""
	for i := 0; i < len(args); i++ {
		name, isFlag := strings.CutPrefix(args[i], "-")
		if !isFlag {
			packages = append(packages, expandBraces(args[i])...)
			continue
		}
		name, _, hasValue := strings.Cut(name, "=")
		argument, known := goTestFlags[name]
		if !known && !flagExists(t, name) {
			return "no test has the flag -" + name
		}
		if !known {
			flags = append(flags, name)
		}
		if argument && !hasValue || !known && !hasValue && i+1 < len(args) && !strings.HasPrefix(args[i+1], "-") && !strings.HasPrefix(args[i+1], "./") && args[i+1] != "." {
			i++
			switch {
			case name == "run" && i < len(args):
				run = args[i]
			case name == "C" && i < len(args):
				packages = append(packages, "./"+args[i])
			}
		}
	}
	for _, p := range packages {
		folder := strings.TrimPrefix(strings.TrimSuffix(p, "/..."), "./")
		dirs, _ := filepath.Glob("../../" + folder)
		examples, _ := filepath.Glob("../../example/*/" + folder)
		dirs = append(dirs, examples...)
		if len(dirs) == 0 {
			return "there is no package " + p
		}
		if run != "" && !strings.HasSuffix(p, "...") && len(packages) == 1 && !testExists(t, dirs, strings.SplitN(run, "/", 2)[0]) {
			return p + " has no test " + run
		}
		for _, name := range flags {
			if dir := withoutFlag(t, dirs, strings.HasSuffix(p, "/..."), name); dir != "" {
				return dir + " has no flag -" + name + ", and its tests fail with it"
			}
		}
	}
	return ""
}

// expandBraces returns the words that a shell makes of one with at most one pair of braces.
func expandBraces(word string) (list []string) {
	before, rest, ok := strings.Cut(word, "{")
	inside, after, closed := strings.Cut(rest, "}")
	if !ok || !closed {
		return []string{word}
	}
	for part := range strings.SplitSeq(inside, ",") {
		list = append(list, before+part+after)
	}
	return list
}

// withoutFlag returns a folder with tests that do not have a flag, or "". It looks in dirs, and with all also in the folders in them. Without all, one
// of dirs must have the flag: they are folders of the same name in several modules.
func withoutFlag(t *testing.T, dirs []string, all bool, name string) string {
	if !all && slices.ContainsFunc(dirs, func(dir string) bool { return hasFlag(t, readTests(t)[filepath.Clean(dir)], name) }) {
		return ""
	}
	for folder, text := range readTests(t) {
		isNamed := slices.ContainsFunc(dirs, func(dir string) bool {
			dir = filepath.Clean(dir)
			return folder == dir || all && strings.HasPrefix(folder, dir+"/")
		})
		if isNamed && !strings.Contains(folder, "testdata") && strings.Contains(text, "func Test") && !hasFlag(t, text, name) {
			return folder
		}
	}
	return ""
}

// hasFlag reports whether the files of a test define a flag, or import a package that defines it.
func hasFlag(t *testing.T, text, name string) bool {
	if definesFlag(text, name) {
		return true
	}
	for folder, other := range readTests(t) {
		if path := "bale/" + strings.TrimPrefix(folder, "../../"); strings.Contains(text, strconv.Quote(path)) && definesFlag(other, name) {
			return true
		}
	}
	return false
}

func definesFlag(text, name string) bool {
	return regexp.MustCompile(`flag\.\w+\((&\w+, )?"` + regexp.QuoteMeta(name) + `"`).MatchString(text)
}

// testSources has the text of all test files, and of the packages that define flags for tests, by folder.
var testSources = map[string]string{}

func readTests(t *testing.T) map[string]string {
	t.Helper()
	if len(testSources) > 0 {
		return testSources
	}
	err := filepath.WalkDir("../..", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") && !slices.Contains([]string{"gentest", "script", "bench"}, filepath.Base(filepath.Dir(path))) {
			return err
		}
		text, err := os.ReadFile(path)
		testSources[filepath.Dir(path)] += string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return testSources
}

func flagExists(t *testing.T, name string) bool {
	for _, text := range readTests(t) {
		if definesFlag(text, name) {
			return true
		}
	}
	return false
}

func testExists(t *testing.T, dirs []string, run string) bool {
	names := regexp.MustCompile(`(?m)^func ((?:Test|Benchmark|Fuzz)\w*)\(`)
	pattern := regexp.MustCompile(run)
	return slices.ContainsFunc(dirs, func(dir string) bool {
		return slices.ContainsFunc(names.FindAllStringSubmatch(readTests(t)[filepath.Clean(dir)], -1), func(m []string) bool { return pattern.MatchString(m[1]) })
	})
}

// TestShellCommands checks how commands are found, and that wrong ones are noticed.
func TestShellCommands(t *testing.T) {
	page := "text `bale gen\n-check` and `bale:\"3\"`, `bale gen: an error`\n\n    GOOS=windows bale compare -type 'Pair[int,string]' . >out && bale diff a b   # a comment\n    $ go tool bale list\n"
	want := [][]string{{"bale", "compare", "-type", "Pair[int,string]", "."}, {"bale", "list"}, {"bale", "gen", "-check"}}
	if got := shellCommands(page); !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %q, want %q", got, want)
	}
	steps := "name\ttier\tfolders\tcommand\tprotects\none\trun\t./a ./b/...\tout=$(mktemp -d); BALE_TEST=slow go test $PACKAGES -run x\tit\n"
	if got, want := shellCommands(stepCommands(steps)), []string{"go", "test", "./a", "./b/...", "-run", "x"}; len(got) != 1 || !slices.Equal(got[0], want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, args := range []string{"gen -chek", "compare -rounds x", "nosuch", "gen ./x -tests", "help nosuch"} {
		if wrongCommand(t, strings.Fields(args)) == "" {
			t.Errorf("bale %s is accepted", args)
		}
	}
	for _, args := range []string{"./nosuch", "./result -run TestNoSuch", "-nosuchflag", "./runner/... -vectors", "./gen/format/{all,proto} ./{model,result} -long"} {
		if wrongTest(t, strings.Fields(args)) == "" {
			t.Errorf("go test %s is accepted", args)
		}
	}
}

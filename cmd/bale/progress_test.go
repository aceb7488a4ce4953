package main

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"bale/lab"
	"bale/report"
	"bale/report/verdict"
	"bale/result"
	"bale/runner/measure"
)

// vt emulates a terminal that wraps its lines again when its width changes. It understands the escape sequences that a screen writes.
type vt struct {
	t             *testing.T
	width, height int
	rows          [][]rune
	row, column   int
	noWrap        bool
}

func newVT(t *testing.T, width, height int) *vt {
	return &vt{t: t, width: width, height: height, rows: [][]rune{{}}}
}

var control = regexp.MustCompile("^\x1b\\[(\\??[0-9;]*)([A-Za-z])")

func (v *vt) Write(b []byte) (int, error) {
	for text := string(b); text != ""; {
		if m := control.FindStringSubmatch(text); m != nil {
			v.control(m[1], m[2])
			text = text[len(m[0]):]
			continue
		}
		r := []rune(text)[0]
		text = text[len(string(r)):]
		v.put(r)
	}
	return len(b), nil
}

func (v *vt) control(arg, do string) {
	n, _ := strconv.Atoi(arg)
	switch arg + do {
	case "?7l", "?7h":
		v.noWrap = do == "l"
	case "K":
		v.rows[v.row] = v.rows[v.row][:v.column]
	case "J":
		v.rows = v.rows[:v.row+1]
		v.rows[v.row] = v.rows[v.row][:v.column]
	case arg + "A":
		if v.row -= n; v.row < max(0, len(v.rows)-v.height) {
			v.t.Errorf("escape moves %d lines up, beyond the first line", n)
			v.row = 0
		}
	case arg + "m":
	default:
		v.t.Errorf("escape %q %q", arg, do)
	}
}

func (v *vt) put(r rune) {
	switch r {
	case '\r':
		v.column = 0
		return
	case '\n':
		v.column = 0
		if v.row++; v.row == len(v.rows) {
			v.rows = append(v.rows, nil)
		}
		return
	}
	if v.column == v.width {
		if v.noWrap {
			v.column--
		} else {
			v.put('\n')
		}
	}
	line := v.rows[v.row]
	for len(line) <= v.column {
		line = append(line, ' ')
	}
	line[v.column] = r
	v.rows[v.row] = line
	v.column++
}

// resize changes the size of the terminal. It leaves the cursor at the end of the last line, where a screen leaves it between writes.
func (v *vt) resize(width, height int) {
	var rows [][]rune
	for _, line := range v.rows {
		for len(line) > width {
			rows = append(rows, line[:width:width])
			line = line[width:]
		}
		rows = append(rows, line)
	}
	v.rows, v.width, v.height = rows, width, height
	v.row = len(rows) - 1
	v.column = len(rows[v.row])
}

func (v *vt) String() string {
	var lines []string
	for _, row := range v.rows {
		lines = append(lines, strings.TrimRight(string(row), " "))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// TestScreen checks that the terminal shows the last text, below the text from before the screen, on terminals of several sizes.
func TestScreen(t *testing.T) {
	v := newVT(t, 80, 24)
	s := &screen{w: v, size: func() (int, int) { return v.width, v.height }}
	fmt.Fprint(v, "$ bale\n")
	check := func(want ...string) {
		t.Helper()
		if got := v.String(); got != "$ bale\n"+strings.Join(want, "\n") {
			t.Errorf("at %dx%d the terminal shows\n%s\nwant\n%s", v.width, v.height, got, strings.Join(want, "\n"))
		}
	}
	s.line("build, 1 of 5")
	check("build, 1 of 5")
	s.line("build, 2")
	check("build, 2")
	s.above([]string{"\x1b[1mcodec\x1b[0m   encode", "json    " + strings.Repeat("x", 50)})
	check("codec   encode", "json    "+strings.Repeat("x", 50), "build, 2")
	s.line("round 2")
	check("codec   encode", "json    "+strings.Repeat("x", 50), "round 2")

	v.resize(30, 24) // narrower: two rows for the long line
	s.line("round 2, a text that is much too long for it")
	check("codec   encode", "json    "+strings.Repeat("x", 22), "round 2, a text that is muc")
	v.resize(12, 24)
	s.line("round 3")
	check("codec   enco", "json    xxxx", "round 3")
	v.resize(60, 3) // and lower: the last lines of the ranking are left out
	s.line("round 3")
	check("codec   encode", "round 3")
	s.above([]string{"a", "b", "c"})
	check("a", "round 3")
	v.resize(80, 24)
	s.line("round 4")
	check("a", "b", "c", "round 4")
	s.clear()
	if got := v.String(); got != "$ bale" || v.row != 1 || v.column != 0 {
		t.Errorf("cleared, the terminal shows\n%s\nwith the cursor in row %d, column %d", got, v.row, v.column)
	}
	s.clear()
	s.line("again")
	check("again")
}

// steps are the steps of a short run.
var steps = []lab.Step{
	{What: "load", Now: "./shop"},
	{What: "build", Total: 2}, {What: "build", Done: 1, Total: 2, Now: "gob"}, {What: "build", Done: 2, Total: 2, Now: "json"},
	{What: "check", Done: 2, Total: 2, Now: "json"},
	{What: "measure", Done: 0, Total: 4, Now: "small json encode", Round: 1, Rounds: 3},
	{What: "measure", Done: 2, Total: 4, Now: "small gob encode", Round: 2, Rounds: 3, Left: 90 * time.Second},
}

// TestProgressInPipe checks that a pipe gets a line for each kind of step, and one for every step if pipeEvery has passed.
func TestProgressInPipe(t *testing.T) {
	lines := func(steps ...lab.Step) string {
		var b bytes.Buffer
		p := newProgress(&b)
		for _, s := range steps {
			p.Step(s)
		}
		p.Ranks(nil, nil) // for terminals only
		p.end()
		text := regexp.MustCompile(`(?m)^ +[0-9.]+s  `).ReplaceAllString(b.String(), "")
		return regexp.MustCompile(`about \d+s left`).ReplaceAllString(text, "about Ns left")
	}
	if got, want := lines(steps...), "build, 0 of 2\ncheck, 2 of 2  json\nround 1 of 3, 0 of 4  small json encode\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got, want := lines(lab.Step{What: "load", Now: lab.BuiltinShapes}), "load  the built-in shapes\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	writeAlways(t)
	want := `load  ./shop
build, 0 of 2
build, 1 of 2  gob
build, 2 of 2  json
check, 2 of 2  json
round 1 of 3, 0 of 4  small json encode
round 2 of 3, 2 of 4, about 1m30s left to measure  small gob encode
`
	if got := lines(steps...); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestRanks checks that the shapes take turns in the ranking, that it has measured rows only, the fastest first, and that it is kept for a
// while if it takes long to make.
func TestRanks(t *testing.T) {
	run := &result.Run{Config: result.Config{Effort: lab.Quick, Modes: []measure.Mode{measure.DefaultMode}, Shapes: []string{"one", "two"}}}
	rounds := result.NewRounds()
	for _, shape := range run.Config.Shapes {
		for i, codec := range []string{"fast", "slow", "gap"} {
			row := measure.Row{Shape: shape, Codec: codec, Status: measure.OK}
			if codec == "gap" {
				row.Status, row.Reason = measure.HasGap, "cannot carry it"
			}
			run.Rows = append(run.Rows, row)
			for _, op := range []measure.Op{measure.Encode, measure.Decode} {
				cell := measure.Cell{Shape: shape, Codec: codec, Op: op, Mode: measure.DefaultMode}
				rounds.Add(measure.Block{Cell: cell, N: 10, Ns: float64(100 * (i + 1)), WallNs: 1000, YardNs: 100})
			}
		}
	}
	var k ranks
	for turn, want := range []string{"one", "two", "one"} {
		k.made = time.Time{} // long ago
		lines := k.table(run, rounds, 60, 40)
		text := strings.Join(lines, "\n")
		other := map[string]string{"one": "two", "two": "one"}[want]
		if !strings.Contains(text, want) || strings.Contains(text, other) || !strings.Contains(text, "fast") || strings.Contains(text, "gap") {
			t.Errorf("turn %d:\n%s", turn, text)
		}
		if strings.Index(text, "slow") < strings.Index(text, "fast") {
			t.Errorf("turn %d: slow is before fast in\n%s", turn, text)
		}
	}
	k.took = time.Hour
	if before := k.lines; &k.table(run, rounds, 60, 40)[0] != &before[0] {
		t.Error("a ranking that takes long to make is made again at once")
	}
}

// TestRanksFit checks that the usual codecs are shown on a terminal with few lines, however slow they are.
func TestRanksFit(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	run := &result.Run{Config: result.Config{Effort: lab.Quick, Modes: []measure.Mode{measure.DefaultMode}, Shapes: []string{"one"}}}
	rounds := result.NewRounds()
	for i, codec := range strings.Fields("a b c d e f g h i j k l m n o p q protobuf json gob") {
		run.Rows = append(run.Rows, measure.Row{Shape: "one", Codec: codec, Status: measure.OK})
		for _, op := range []measure.Op{measure.Encode, measure.Decode} {
			for range 6 {
				cell := measure.Cell{Shape: "one", Codec: codec, Op: op, Mode: measure.DefaultMode}
				rounds.Add(measure.Block{Cell: cell, N: 10, Ns: float64(100 * (i + 1)), WallNs: 1000, YardNs: 100})
			}
		}
	}
	use, _ := verdict.PresetNamed("service")
	service := ranks{reader: report.Reader{For: use}}
	text := strings.Join(strings.Fields(strings.Join(service.table(run, rounds, 80, 60), " ")), " ")
	if want := "For a service, there is no verdict yet, since the run is not finished. It is not known whether 20 codecs are safe with hostile input"; !strings.Contains(text, want) {
		t.Errorf("the table lacks %q:\n%s", want, text)
	}
	for _, height := range []int{24, 30, 60} {
		var k ranks
		lines := k.table(run, rounds, 80, height)
		text := strings.Join(lines[:min(len(lines), height-2)], "\n")
		for _, want := range []string{" a ", " protobuf ", " json ", " gob "} {
			if !strings.Contains(text, want) {
				t.Errorf("%d lines show no%s:\n%s", height, want, text)
			}
		}
	}
}

func TestColored(t *testing.T) {
	for _, c := range []struct {
		noColor, term string
		want          bool
	}{
		{"", "xterm", true}, {"", "", true}, {"1", "xterm", false}, {"", "dumb", false},
	} {
		t.Setenv("NO_COLOR", c.noColor)
		t.Setenv("TERM", c.term)
		if got := colored(); got != c.want {
			t.Errorf("NO_COLOR=%s TERM=%s: %v, want %v", c.noColor, c.term, got, c.want)
		}
	}
}

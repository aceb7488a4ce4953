package lab

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"bale/lab/internal/fake"
	"bale/program/build"
	"bale/result"
	"bale/runner/measure"
)

var quickest = result.Effort{Name: "test", Rounds: 3, Epochs: 3}

// TestMisbehaviour checks runners with every fault at every request: a fault affects only the codec's row, and the other codecs are measured
// completely.
func TestMisbehaviour(t *testing.T) {
	table := maps.Clone(fake.Misbehaviours)
	delete(table, "hang")
	delete(table, "ownhang")
	delete(table, "othervalues")
	testMisbehaviour(t, &Lab{Cache: t.TempDir()}, table)
}

// TestHang is a separate test because of its short deadline, which good runners have to meet even on a busy machine.
func TestHang(t *testing.T) {
	testMisbehaviour(t, &Lab{Cache: t.TempDir(), Deadline: time.Second},
		map[string]fake.Misbehaviour{"hang": fake.Misbehaviours["hang"], "ownhang": fake.Misbehaviours["ownhang"]})
}

func testMisbehaviour(t *testing.T, l *Lab, table map[string]fake.Misbehaviour) {
	names, want := []string{"good"}, map[string]string{"good": "ok: "}
	for _, name := range slices.Sorted(maps.Keys(table)) {
		m := table[name]
		for _, at := range []string{"check", "calibrate", "block"} {
			reason, ok := m.Reason, m.Reason != ""
			if !ok {
				if reason, ok = m.Of[at]; !ok {
					continue
				}
			}
			if at != "check" {
				reason = "encode convert,fresh,copy,seq,varied: " + reason
			}
			codec := name + "." + at
			names, want[codec] = append(names, codec), fmt.Sprintf("%s: %s", m.Status, reason)
		}
	}
	names = append(names, "fine")
	want["fine"] = "ok: "

	built := fake.Codecs(t, "s", names...)
	sink, fail := &memory{}, setRow(built)
	cells := measureAll(t, l, built, sink, fail)
	for _, b := range built {
		row := b.Rows[0]
		// The order of the operations is random: either can be the failed one.
		got := strings.Replace(fmt.Sprintf("%s: %s", row.Status, row.Reason), "decode convert", "encode convert", 1)
		if got != want[row.Codec] {
			t.Errorf("%s is %q, want %q", row.Codec, got, want[row.Codec])
		}
	}
	for _, c := range cells {
		if c.Codec == "good" || c.Codec == "fine" {
			if n := len(sink.blocks[c.Cell]); n != quickest.Rounds {
				t.Errorf("%v has %d blocks, want %d", c.Cell, n, quickest.Rounds)
			}
		} else if strings.HasSuffix(c.Codec, ".block") && len(sink.blocks[c.Cell]) > 0 {
			t.Errorf("%v has blocks", c.Cell)
		}
	}
	if got := strings.Join(sink.rounds, " "); got != "1/1 2/2 3/3" {
		t.Errorf("rounds and epochs %s, want 1/1 2/2 3/3", got)
	}
}

func setRow(built []*build.Built) func(measure.Cell, measure.Status, string) {
	return func(c measure.Cell, status measure.Status, reason string) {
		for _, b := range built {
			for _, r := range b.Rows {
				if r.Codec == c.Codec && r.Shape == c.Shape {
					r.Status, r.Reason = status, reason
				}
			}
		}
	}
}

// measureAll checks, calibrates and measures, and returns the planned cells.
func measureAll(t *testing.T, l *Lab, built []*build.Built, to sink, fail func(measure.Cell, measure.Status, string)) []*planned {
	t.Helper()
	cells := checkAll(t, l, built)
	s := newSession(l.Builder(build.Target{}, false), l.Progress, quickest, 1, fail)
	defer s.close()
	good, err := s.calibrate(t.Context(), cells)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.measure(t.Context(), good, to); err != nil {
		t.Fatal(err)
	}
	return cells
}

// checkWith checks the round trips.
func checkWith(t *testing.T, l *Lab, built []*build.Built) ([]*build.Row, error) {
	check := &Check{Builder: l.Builder(build.Target{}, false), Progress: l.Progress, Seed: 1}
	return check.Run(t.Context(), built)
}

// checkAll checks the round trips and plans the cells of the default class.
func checkAll(t *testing.T, l *Lab, built []*build.Built) []*planned {
	t.Helper()
	checked, err := checkWith(t, l, built)
	if err != nil {
		t.Fatal(err)
	}
	return plan(checked, []measure.Mode{measure.DefaultMode}, "")
}

// TestStoppedEarly checks the reasons of runners that do not begin their main functions.
func TestStoppedEarly(t *testing.T) {
	for how, want := range map[string]string{
		"stops":  "failed: the runner stopped in an init function: panic: no configuration",
		"blocks": "timeout: the runner's init functions did not return within 1s",
	} {
		built := fake.Codecs(t, "s", "a")
		t.Setenv(fake.Env, how)
		checkAll(t, &Lab{Cache: t.TempDir(), Deadline: time.Second}, built)
		if row := built[0].Rows[0]; fmt.Sprintf("%s: %s", row.Status, row.Reason) != want {
			t.Errorf("%s: the row is %s: %s", how, row.Status, row.Reason)
		}
	}
}

// TestNoRunner checks that a runner that cannot be started affects only its own row.
func TestNoRunner(t *testing.T) {
	l := &Lab{Cache: t.TempDir()}
	built := fake.Codecs(t, "s", "good", "lost")
	cells := checkAll(t, l, built)
	built[1].Runner.Path = "/nonexistent/runner"
	sink := &memory{}
	s := newSession(l.Builder(build.Target{}, false), l.Progress, quickest, 1, setRow(built))
	defer s.close()
	cells, err := s.calibrate(t.Context(), cells)
	if err != nil {
		t.Fatal(err)
	}
	if row := built[1].Rows[0]; row.Status != measure.Failed || !strings.Contains(row.Reason, measure.NotStarted) ||
		!strings.Contains(row.Reason, "no such file") || !strings.HasSuffix(row.Reason, ": the file has been removed since the run began: start the run again") {
		t.Errorf("the lost codec is %s: %s", row.Status, row.Reason)
	}
	if err := s.measure(t.Context(), cells, sink); err != nil {
		t.Fatal(err)
	}
	if len(sink.blocks) != 2 || built[0].Rows[0].Status != measure.OK {
		t.Errorf("the good codec is %s with %d cells, want ok with 2", built[0].Rows[0].Status, len(sink.blocks))
	}
}

// TestOrder checks that each round has a different order, which depends on the seed.
func TestOrder(t *testing.T) {
	l := &Lab{Cache: t.TempDir()}
	built := fake.Codecs(t, "s", "a", "b", "c", "d")
	order := func() []measure.Cell {
		sink := &memory{}
		measureAll(t, l, built, sink, setRow(built))
		return sink.order
	}
	first, second := order(), order()
	if !slices.Equal(first, second) {
		t.Errorf("the same seed gives two orders:\n%v\n%v", first, second)
	}
	n := len(first) / quickest.Rounds
	if slices.Equal(first[:n], first[n:2*n]) {
		t.Errorf("two rounds have the same order: %v", first[:n])
	}
	for r := range quickest.Rounds {
		seen := map[measure.Cell]bool{}
		for _, c := range first[r*n : (r+1)*n] {
			seen[c] = true
		}
		if len(seen) != 8 {
			t.Errorf("round %d visits %d cells, want 8", r+1, len(seen))
		}
	}
}

// TestControl checks that the control of a codec is planned and measured.
func TestControl(t *testing.T) {
	l := &Lab{Cache: t.TempDir()}
	built := fake.Codecs(t, "s", "gob", "json", "other")
	cells, rows := withControl(checkAll(t, l, built))
	if len(cells) != 8 || len(rows) != 1 || rows[0].Codec != "gob@control" || rows[0].Control != "gob" {
		t.Fatalf("%d cells, control rows %+v", len(cells), rows)
	}
	s := newSession(l.Builder(build.Target{}, false), l.Progress, quickest, 1, never(t))
	defer s.close()
	cells, err := s.calibrate(t.Context(), cells)
	if err != nil {
		t.Fatal(err)
	}
	sink := &memory{}
	if err := s.measure(t.Context(), cells, sink); err != nil {
		t.Fatal(err)
	}
	if got := len(sink.blocks[measure.Cell{Shape: "s", Codec: "gob@control", Op: measure.Encode, Mode: measure.DefaultMode}]); got != quickest.Rounds {
		t.Errorf("the control has %d blocks, want %d", got, quickest.Rounds)
	}
}

// never returns a fail function that fails the test.
func never(t *testing.T) func(measure.Cell, measure.Status, string) {
	return func(c measure.Cell, s measure.Status, reason string) { t.Errorf("%v: %s: %s", c, s, reason) }
}

// TestResume checks that existing blocks of a cell are not measured again.
func TestResume(t *testing.T) {
	l := &Lab{Cache: t.TempDir()}
	built := fake.Codecs(t, "s", "a", "b")
	encode, decode := cellOf("a", measure.Encode), cellOf("b", measure.Decode)
	rounds := result.NewRounds()
	for _, c := range []measure.Cell{encode, encode, decode} {
		rounds.Add(measure.Block{Cell: c, N: 5, Ns: 100, YardNs: 1})
	}
	cells, err := restore(built, nil, planOf(encode, decode), rounds)
	if err != nil {
		t.Fatal(err)
	}
	sink := &memory{}
	s := newSession(l.Builder(build.Target{}, false), l.Progress, quickest, 1, never(t))
	defer s.close()
	if err := s.measure(t.Context(), cells, sink); err != nil {
		t.Fatal(err)
	}
	if len(sink.blocks[encode]) != 1 || len(sink.blocks[decode]) != 2 {
		t.Errorf("%d and %d more blocks, want 1 and 2", len(sink.blocks[encode]), len(sink.blocks[decode]))
	}
	if _, err := restore(built, nil, planOf(cellOf("c", measure.Encode)), rounds); err == nil || !strings.Contains(err.Error(), "start a new run") {
		t.Errorf("restoring a cell without a runner: %v", err)
	}
}

func cellOf(codec string, op measure.Op) measure.Cell {
	return measure.Cell{Shape: "s", Codec: codec, Op: op, Mode: measure.DefaultMode}
}

// planOf returns a run with a plan for the given cells.
func planOf(cells ...measure.Cell) *result.Run {
	run := &result.Run{}
	for _, c := range cells {
		run.Rows = append(run.Rows, measure.Row{Shape: c.Shape, Codec: c.Codec, Status: measure.OK})
		run.Cells = append(run.Cells, result.PlannedCell{Cell: c, N: 5})
	}
	return run
}

// oneOpen is a sink that needs more rounds of one cell only.
type oneOpen struct {
	memory
	open  measure.Cell
	calls int // number of calls of Open
}

func (s *oneOpen) Open(running func(measure.Cell) bool) map[measure.Cell]bool {
	s.calls++
	return map[measure.Cell]bool{s.open: running(s.open)}
}

// TestOpen checks that every cell gets the first half of the rounds, and that only open cells get more.
func TestOpen(t *testing.T) {
	l := &Lab{Cache: t.TempDir()}
	a, b := cellOf("a", measure.Encode), cellOf("b", measure.Encode)
	cells, err := restore(fake.Codecs(t, "s", "a", "b"), nil, planOf(a, b), result.NewRounds())
	if err != nil {
		t.Fatal(err)
	}
	sink := &oneOpen{open: b}
	s := newSession(l.Builder(build.Target{}, false), l.Progress, result.Effort{Rounds: 20, Epochs: 1}, 1, never(t))
	defer s.close()
	if err := s.measure(t.Context(), cells, sink); err != nil {
		t.Fatal(err)
	}
	if na, nb := len(sink.blocks[a]), len(sink.blocks[b]); na != 10 || nb != 20 || sink.calls != 10 {
		t.Errorf("%d and %d blocks, %d calls of Open; want 10, 20 and 10", na, nb, sink.calls)
	}
}

// farBehind is a sink in which one cell is far behind.
type farBehind struct {
	oneOpen
	far   measure.Cell
	ratio float64
	asked []string // number of rounds of the cell and limit at each call of FarBehind
}

func (s *farBehind) FarBehind(limit float64, running func(measure.Cell) bool) map[measure.Cell]bool {
	s.asked = append(s.asked, fmt.Sprintf("%d:%v", len(s.blocks[s.far]), limit))
	if !running(s.far) || s.ratio <= limit {
		return nil
	}
	return map[measure.Cell]bool{s.far: true}
}

// TestFarBehind checks that a cell that is far behind gets fewer rounds, but not fewer than an interval needs, and that this is decided once.
func TestFarBehind(t *testing.T) {
	a, b, c := cellOf("a", measure.Encode), cellOf("b", measure.Encode), cellOf("b", measure.Decode)
	for _, test := range []struct {
		effort  result.Effort
		ratio   float64
		pairs   bool
		n       int // blocks of a
		asked   string
		resumed int // rounds that all cells already have
	}{
		{Default, 5, false, 9, "[6:10 9:3]", 0},
		{Default, 20, false, 6, "[6:10 6:3]", 0},
		{Default, 2, false, 12, "[6:10 9:3]", 0},
		{Thorough, 5, false, 15, "[10:10 15:3]", 0},
		{Thorough, 20, false, 10, "[10:10 10:3]", 0},
		{Quick, 20, false, 6, "[]", 0},
		{result.Effort{Rounds: 12, Epochs: 3}, 20, false, 6, "[]", 0},
		{Default, 20, false, 1, "[0:10 1:3]", 8}, // resumed: one more
		{Default, 20, false, 0, "[0:10 0:3]", 9},
		{Default, 20, true, 12, "[]", 0},
	} {
		l := &Lab{Cache: t.TempDir()}
		rounds := result.NewRounds()
		for range test.resumed {
			for _, cell := range []measure.Cell{a, b, c} {
				rounds.Add(measure.Block{Cell: cell, N: 5, Ns: 100, YardNs: 1})
			}
		}
		cells, err := restore(fake.Codecs(t, "s", "a", "b"), nil, planOf(a, b, c), rounds)
		if err != nil {
			t.Fatal(err)
		}
		sink := &farBehind{oneOpen: oneOpen{open: b}, far: a, ratio: test.ratio}
		s := newSession(l.Builder(build.Target{}, false), nil, test.effort, 1, never(t))
		s.paired = test.pairs
		if err := s.measure(t.Context(), cells, sink); err != nil {
			t.Fatal(err)
		}
		s.close()
		if na, nc := len(sink.blocks[a]), len(sink.blocks[c]); na != test.n || nc != test.effort.CommonRounds()-test.resumed || fmt.Sprint(sink.asked) != test.asked {
			t.Errorf("%+v: %d blocks, others have %d; asked after %v", test, na, nc, sink.asked)
		}
	}
}

// TestLongFar checks that a cell whose blocks are one operation gets three rounds if it is far behind and six if not, and that other cells are not
// asked about after three rounds.
func TestLongFar(t *testing.T) {
	a, b, c := cellOf("a", measure.Encode), cellOf("b", measure.Encode), cellOf("b", measure.Decode)
	for _, test := range []struct {
		effort result.Effort
		long   []measure.Cell
		pairs  bool
		want   string // blocks of a, which is far behind, and of b and c
		asked  string // as in TestFarBehind
	}{
		{result.Effort{Rounds: 24, Epochs: 6}, []measure.Cell{a, b}, false, "3 6 12", "[3:10 3:10 3:3]"},
		{result.Effort{Rounds: 24, Epochs: 6}, []measure.Cell{b}, false, "6 6 12", "[3:10 6:10 6:3]"},
		{result.Effort{Rounds: 6, Epochs: 3}, []measure.Cell{a, b}, false, "3 6 6", "[3:10]"},
		{result.Effort{Rounds: 6, Epochs: 3}, nil, false, "6 6 6", "[]"},
		{result.Effort{Rounds: 24, Epochs: 6}, []measure.Cell{a, b}, true, "6 6 12", "[]"},
	} {
		l := &Lab{Cache: t.TempDir()}
		cells, err := restore(fake.Codecs(t, "s", "a", "b"), nil, planOf(a, b, c), result.NewRounds())
		if err != nil {
			t.Fatal(err)
		}
		for _, cell := range cells {
			cell.n = 5
			if slices.Contains(test.long, cell.Cell) {
				cell.n = 1
			}
		}
		sink := &farBehind{oneOpen: oneOpen{open: measure.Cell{}}, far: a, ratio: 20}
		s := newSession(l.Builder(build.Target{}, false), nil, test.effort, 1, never(t))
		s.paired = test.pairs
		if err := s.measure(t.Context(), cells, sink); err != nil {
			t.Fatal(err)
		}
		s.close()
		got := fmt.Sprint(len(sink.blocks[a]), len(sink.blocks[b]), len(sink.blocks[c]))
		if got != test.want || fmt.Sprint(sink.asked) != test.asked {
			t.Errorf("%+v: %s blocks, asked after %v", test, got, sink.asked)
		}
	}
}

// Widths returns nothing: the sink does not know intervals.
func (m *memory) Widths(func(measure.Cell) bool) map[measure.Cell]float64 { return nil }

// FarBehind returns nothing, for the same reason.
func (m *memory) FarBehind(float64, func(measure.Cell) bool) map[measure.Cell]bool { return nil }

// Open returns every running cell.
func (m *memory) Open(running func(measure.Cell) bool) map[measure.Cell]bool {
	open := map[measure.Cell]bool{}
	for c := range m.blocks {
		open[c] = running(c)
	}
	return open
}

// stopper is a sink that cancels a run after n blocks.
type stopper struct {
	memory
	n      int
	cancel func()
}

func (s *stopper) Block(b measure.Block) error {
	if s.n--; s.n == 0 {
		s.cancel()
	}
	return s.memory.Block(b)
}

func TestCancel(t *testing.T) {
	l := &Lab{Cache: t.TempDir()}
	built := fake.Codecs(t, "s", "a", "b")
	cells, err := restore(built, nil, planOf(cellOf("a", measure.Encode), cellOf("b", measure.Decode)), result.NewRounds())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	sink := &stopper{n: 3, cancel: cancel}
	s := newSession(l.Builder(build.Target{}, false), l.Progress, quickest, 1, never(t))
	defer s.close()
	err = s.measure(ctx, cells, sink)
	if !errors.Is(err, context.Canceled) || len(sink.order) != 3 {
		t.Errorf("%v after %d blocks, want context.Canceled after 3", err, len(sink.order))
	}
}

// TestDifferentSamples checks that runners with different sample values are an error.
func TestDifferentSamples(t *testing.T) {
	l := &Lab{Cache: t.TempDir()}
	_, err := checkWith(t, l, fake.Codecs(t, "s", "good", "othervalues.check"))
	if err == nil || !strings.Contains(err.Error(), "s: the runners do not have the same sample values: [h other]") {
		t.Errorf("got %v", err)
	}
}

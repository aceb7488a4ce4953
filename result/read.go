package result

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"

	"golang.org/x/perf/benchfmt"

	"bale/measure"
)

// rerunPrefix begins the comment that counts a block which was run again.
const rerunPrefix = "# rerun "

// Rounds are the raw rounds of a run.
type Rounds struct {
	Blocks map[measure.Cell][]measure.Block // the k-th block of a cell is its round k
	Order  []measure.Cell                   // the cells, as they first appeared
	Reruns map[measure.Cell]int             // how many of a cell's blocks were run again because the machine was disturbed

	places map[measure.Cell][]int // of each block in the run, counted from 0
	count  int                    // of all blocks
}

// NewRounds has none yet.
func NewRounds() *Rounds {
	return &Rounds{Blocks: map[measure.Cell][]measure.Block{}, Reruns: map[measure.Cell]int{}, places: map[measure.Cell][]int{}}
}

// Add takes in the next block that was measured.
func (r *Rounds) Add(b measure.Block) {
	if r.Blocks[b.Cell] == nil {
		r.Order = append(r.Order, b.Cell)
	}
	r.Blocks[b.Cell] = append(r.Blocks[b.Cell], b)
	r.places[b.Cell] = append(r.places[b.Cell], r.count)
	r.count++
}

// ReadRounds reads rounds.txt. It is strict, for these numbers have no other source: a line that is
// neither a block, nor configuration, nor a comment, nor empty is an error that names the line.
func ReadRounds(r io.Reader) (*Rounds, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	rounds := NewRounds()
	// benchfmt passes over what it does not know without a word: so look at those lines first.
	if err := rounds.readComments(data); err != nil {
		return nil, err
	}
	reader := benchfmt.NewReader(bytes.NewReader(data), "rounds")
	for reader.Scan() {
		switch rec := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return nil, fmt.Errorf("line %d: %s", rec.Line, rec.Msg)
		case *benchfmt.Result:
			if err := rounds.add(rec); err != nil {
				_, line := rec.Pos()
				return nil, fmt.Errorf("line %d: %w", line, err)
			}
		}
	}
	return rounds, reader.Err()
}

func (r *Rounds) add(rec *benchfmt.Result) error {
	cell, err := parseBenchName(rec.Name.String())
	if err != nil {
		return err
	}
	block := measure.Block{Cell: cell, N: int64(rec.Iters)}
	for _, m := range measurements(&block) {
		value, ok := original(rec, m.unit)
		if !ok && !m.optional {
			return fmt.Errorf("no %s", m.unit)
		}
		*m.value = value
	}
	if err := checkBlock(&block); err != nil {
		return err
	}
	r.Add(block)
	return nil
}

// original is a measurement in the unit it was written in: benchfmt turns ns into seconds.
func original(rec *benchfmt.Result, unit string) (float64, bool) {
	for _, v := range rec.Values {
		switch unit {
		case v.OrigUnit:
			return v.OrigValue, true
		case v.Unit:
			return v.Value, true
		}
	}
	return 0, false
}

// readComments counts the reruns, and finds lines that benchfmt would pass over.
func (r *Rounds) readComments(data []byte) error {
	lines := bufio.NewScanner(bytes.NewReader(data))
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		if rest, ok := strings.CutPrefix(line, rerunPrefix); ok {
			name, _, _ := strings.Cut(rest, " ")
			cell, err := parseBenchName(name)
			if err != nil {
				return fmt.Errorf("line %d: %w", n, err)
			}
			r.Reruns[cell]++
			continue
		}
		if !isKnownLine(line) {
			return fmt.Errorf("line %d: neither a block, nor configuration, nor a comment: %.40q", n, line)
		}
	}
	return lines.Err()
}

func isKnownLine(line string) bool {
	switch {
	case strings.TrimSpace(line) == "", line[0] == '#', strings.HasPrefix(line, "Unit "):
		return true
	case strings.HasPrefix(line, "Benchmark"):
		return strings.ContainsAny(line, " \t") // else benchfmt takes it for an announcement by go test -v
	}
	key, value, ok := strings.Cut(line, ":")
	return ok && isConfigKey(key) && (value == "" || value[0] == ' ' || value[0] == '\t')
}

// isConfigKey says whether key is one by the benchmark format's rule: it begins with a small letter, and
// holds no capital and no space.
func isConfigKey(key string) bool {
	for i, r := range key {
		if i == 0 && !unicode.IsLower(r) || unicode.IsSpace(r) || unicode.IsUpper(r) {
			return false
		}
	}
	return key != ""
}

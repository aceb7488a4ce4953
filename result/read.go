package result

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"

	"golang.org/x/perf/benchfmt"

	"bale/runner/measure"
)

// rerunPrefix begins the comment for a block that was discarded and run again.
const rerunPrefix = "# rerun "

// Rounds holds all blocks of a run.
type Rounds struct {
	Blocks map[measure.Cell][]measure.Block // the k-th block of a cell is its round k
	Order  []measure.Cell                   // the cells in the order of their first blocks
	Reruns map[measure.Cell]int             // number of discarded blocks of a cell that were run again

	positions map[measure.Cell][]int // positions of a cell's blocks in the run, counted from 0
	count     int                    // number of all blocks
}

// NewRounds returns Rounds without blocks.
func NewRounds() *Rounds {
	return &Rounds{Blocks: map[measure.Cell][]measure.Block{}, Reruns: map[measure.Cell]int{}, positions: map[measure.Cell][]int{}}
}

// Add appends a block. Blocks must be added in the order in which they were measured.
func (r *Rounds) Add(b measure.Block) {
	if r.Blocks[b.Cell] == nil {
		r.Order = append(r.Order, b.Cell)
	}
	r.Blocks[b.Cell] = append(r.Blocks[b.Cell], b)
	r.positions[b.Cell] = append(r.positions[b.Cell], r.count)
	r.count++
}

// ReadRounds reads the format of rounds.txt. A line that is neither a block nor configuration, a comment or empty is an error, because these
// numbers have no other source. Errors have the line number.
func ReadRounds(r io.Reader) (*Rounds, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	rounds := NewRounds()
	// benchfmt silently skips unknown lines, so readComments checks for them first.
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

// add adds the block of a benchmark line.
func (r *Rounds) add(rec *benchfmt.Result) error {
	cell, err := parseBenchName(rec.Name.String())
	if err != nil {
		return err
	}
	block := measure.Block{Cell: cell, N: int64(rec.Iters)}
	for _, m := range measurements(&block) {
		value, ok := originalValue(rec, m.unit)
		if !ok && !m.optional {
			return fmt.Errorf("no value with unit %s", m.unit)
		}
		*m.value = value
	}
	if err := checkBlock(&block); err != nil {
		return err
	}
	r.Add(block)
	return nil
}

// originalValue returns the measurement with a unit as it is in the file. benchfmt converts ns to seconds.
func originalValue(rec *benchfmt.Result, unit string) (float64, bool) {
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

// readComments counts the reruns. It returns an error for a line that benchfmt would skip.
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

// isKnownLine reports whether line belongs in a benchmark file.
func isKnownLine(line string) bool {
	switch {
	case strings.TrimSpace(line) == "", line[0] == '#', strings.HasPrefix(line, "Unit "):
		return true
	case strings.HasPrefix(line, "Benchmark"):
		return strings.ContainsAny(line, " \t") // without them, benchfmt takes the line for the announcement that go test -v prints
	}
	key, value, ok := strings.Cut(line, ":")
	return ok && isConfigKey(key) && (value == "" || value[0] == ' ' || value[0] == '\t')
}

// isConfigKey reports whether key is a configuration key of the benchmark format: it begins with a small letter and does not contain capitals
// or spaces.
func isConfigKey(key string) bool {
	for i, r := range key {
		if i == 0 && !unicode.IsLower(r) || unicode.IsSpace(r) || unicode.IsUpper(r) {
			return false
		}
	}
	return key != ""
}

package profile

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bale/result"
	"bale/runner/measure"
)

// Times are the times of serializers by which alternatives are compared.
type Times struct {
	Source string // where the times come from, as a clause
	Shapes []string
	Codecs []CodecTimes
}

// CodecTimes are the times of a variant.
type CodecTimes struct {
	Name, Wire string
	Own        bool            // it works on the user's types; otherwise the times include conversions from and to them
	Shapes     map[string]Pair // by shape; shapes that the codec cannot carry are missing
}

// A Pair has the times of a codec on a shape in nanoseconds. A time is not known exactly: it has a range.
type Pair struct {
	Encode, Decode Range
	Loses          bool // sample values come back different
}

// A Range is a range of numbers.
type Range struct {
	Lo float64 `json:"lo"`
	Hi float64 `json:"hi"`
}

//go:embed times.tsv
var timesTable string

// BuiltIn returns the medians of the reference run on the built-in shapes.
func BuiltIn() *Times {
	t, err := parseTimes(timesTable)
	if err != nil {
		panic(err) // cannot happen: the tests parse the table
	}
	return t
}

// parseTimes parses a table with tabs between the columns. The first line says what the table is. The second has the names of the shapes behind codec, wire and types. A cell
// has the times to encode and decode, a dagger if decoded strings share memory, and a star if sample values are lost: 631/1630†*.
func parseTimes(text string) (*Times, error) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) < 3 || strings.Count(lines[1], "\t") < 3 {
		return nil, fmt.Errorf("times: %d lines: want 3 or more, with 4 columns or more", len(lines))
	}
	head := strings.Split(lines[1], "\t")
	t := &Times{Source: lines[0], Shapes: head[3:]}
	for i, line := range lines[2:] {
		cells := strings.Split(line, "\t")
		if len(cells) != len(head) {
			return nil, fmt.Errorf("times: line %d has %d columns: want %d", i+3, len(cells), len(head))
		}
		c := CodecTimes{cells[0], cells[1], cells[2] == "own", map[string]Pair{}}
		for k, cell := range cells[3:] {
			if cell == "" {
				continue
			}
			p, err := parsePair(cell)
			if err != nil {
				return nil, fmt.Errorf("times: line %d: %w", i+3, err)
			}
			c.Shapes[t.Shapes[k]] = p
		}
		t.Codecs = append(t.Codecs, c)
	}
	return t, nil
}

// parsePair parses a cell of the table.
func parsePair(cell string) (Pair, error) {
	times, loses := strings.CutSuffix(cell, "*")
	encode, decode, _ := strings.Cut(strings.TrimSuffix(times, "†"), "/")
	e, err := strconv.ParseFloat(encode, 64)
	if err != nil {
		return Pair{}, err
	}
	d, err := strconv.ParseFloat(decode, 64)
	return Pair{Range{e, e}, Range{d, d}, loses}, err
}

// TimesOf returns the times of a run in the default class, or else in its first class, with their confidence intervals.
func TimesOf(folder string, r *result.Results) *Times {
	t := &Times{Source: folder}
	mode := measure.DefaultMode
	if len(r.Cells) > 0 && !slices.ContainsFunc(r.Cells, func(c result.Cell) bool { return c.Mode() == mode }) {
		mode = r.Cells[0].Mode()
	}
	cells := map[measure.Cell]Range{}
	for _, c := range r.Cells {
		if c.Ns.Finite() {
			cells[c.Key()] = Range{c.Ns.Lo, c.Ns.Hi}
		}
	}
	for _, row := range r.Rows {
		encode, ok1 := cells[measure.Cell{Shape: row.Shape, Codec: row.Codec, Op: measure.Encode, Mode: mode}]
		decode, ok2 := cells[measure.Cell{Shape: row.Shape, Codec: row.Codec, Op: measure.Decode, Mode: mode}]
		if !ok1 || !ok2 || row.Reference || !row.Listed() {
			continue
		}
		t.add(&row, Pair{encode, decode, row.LosesSamples()})
	}
	return t
}

// add adds the times of a row.
func (t *Times) add(row *measure.Row, p Pair) {
	if !slices.Contains(t.Shapes, row.Shape) {
		t.Shapes = append(t.Shapes, row.Shape)
	}
	i := slices.IndexFunc(t.Codecs, func(c CodecTimes) bool { return c.Name == row.Codec })
	if i < 0 {
		i = len(t.Codecs)
		t.Codecs = append(t.Codecs, CodecTimes{row.Codec, row.Wire, row.Own, map[string]Pair{}})
	}
	t.Codecs[i].Shapes[row.Shape] = p
}

// Variant returns the times of a codec, or of the first variant of it. Several names are tried in turn.
func (t *Times) Variant(names ...string) (CodecTimes, bool) {
	for _, name := range names {
		for _, c := range t.Codecs {
			if c.Name == name || strings.HasPrefix(c.Name, name+"/") {
				return c, true
			}
		}
	}
	return CodecTimes{}, false
}

package result

import (
	"encoding/json"
	"math"

	"bale/measure"
)

// Results are what can be said of a run: the contents of results.json. They hold nothing that cannot be
// derived again from the Run and its Rounds. No list in them is nil, so none is null in JSON.
type Results struct {
	Environment Conditions    `json:"environment"`
	LeftOut     []string      `json:"left_out,omitempty"` // the run's
	Samples     []Samples     `json:"samples"`            // of each shape
	Ignored     []string      `json:"ignored"`            // kinds of difference and fields that do not count as losses, as asked for
	Drift       DriftSummary  `json:"drift"`              // of the machine's speed
	Rows        []measure.Row `json:"rows"`               // in the order of the run, without controls
	Cells       []Cell        `json:"cells"`              // by shape, operation and mode; in a class the fastest first
	Overall     []Overall     `json:"overall"`            // by shape and mode; in a class the fastest first
	Aspects     []Aspects     `json:"aspects,omitempty"`  // of rows, where they were looked at
	Base        *BaseDiff     `json:"base,omitempty"`     // what changed from another commit; nil where none was measured
	Warnings    []string      `json:"warnings"`           // doubts about the whole run
}

// Conditions are where and when a run was taken, without the list of modules, and how far it can be
// trusted.
type Conditions struct {
	Environment
	// NoiseFloors has one for each class that a control was measured in. It is empty when none was, and Warnings says so.
	NoiseFloors []NoiseFloor `json:"noise_floors"`
}

// A NoiseFloor is the largest difference seen between a codec and itself in one class, as a fraction: no
// difference smaller than it is called one.
type NoiseFloor struct {
	Mode  measure.Mode `json:"mode"`
	Floor float64      `json:"floor"`
}

// NoiseFloor is the noise floor of a class; where no control was measured in it, the largest of the others. For an
// encoder, copy and alias are one, and for codecs on the user's own type convert and native are.
func (c *Conditions) NoiseFloor(m measure.Mode) float64 {
	largest := 0.0
	for _, f := range c.NoiseFloors {
		if f.Mode == m {
			return f.Floor
		}
		largest = max(largest, f.Floor)
	}
	if m.Form == measure.Native {
		m.Form = measure.Convert
		return c.NoiseFloor(m)
	}
	return largest
}

// A Cell is what was found of one cell.
type Cell struct {
	Shape string     `json:"shape"`
	Codec string     `json:"codec"`
	Op    measure.Op `json:"op"`
	measure.Axes
	Ns     Interval `json:"ns"`     // time per operation, in nanoseconds
	Ratio  Interval `json:"ratio"`  // how many times as long as the fastest of its class it takes; 1 for that one
	Tilde  bool     `json:"tilde"`  // its ratio is not significantly different from 1
	Bytes  float64  `json:"bytes"`  // allocated per operation
	Allocs float64  `json:"allocs"` // per operation
	Rank   int      `json:"rank"`   // 1 + how many of its class are significantly faster; 0 for a reference, or too few rounds
	// Warnings are doubts about this cell. They belong beside its numbers wherever those are shown.
	Warnings []string `json:"warnings"`
}

// Key is the cell that was measured.
func (c *Cell) Key() measure.Cell {
	return measure.Cell{Shape: c.Shape, Codec: c.Codec, Op: c.Op, Mode: c.Mode()}
}

// Mode is the cell's mode.
func (c *Cell) Mode() measure.Mode { return measure.Mode(c.Axes) }

// An Interval is a median and the bounds between which it lies with 95 % confidence. Lo and Hi are
// infinite when there are too few rounds to tell; JSON has no infinity, so there they are null.
type Interval struct {
	Center float64
	Lo, Hi float64
	Rounds int // how many rounds it is drawn from; 0 where that is not said
}

// Finite says whether the interval has bounds.
func (i Interval) Finite() bool {
	return !math.IsInf(i.Lo, 0) && !math.IsInf(i.Hi, 0)
}

// HalfWidth is half the width of the interval, as a fraction of its centre.
func (i Interval) HalfWidth() float64 {
	if i.Lo == i.Hi {
		return 0
	}
	return (i.Hi - i.Lo) / (2 * i.Center)
}

// jsonInterval is how an Interval is written.
type jsonInterval struct {
	Center float64  `json:"center"`
	Lo     *float64 `json:"lo"`
	Hi     *float64 `json:"hi"`
	Rounds int      `json:"rounds,omitempty"`
}

// MarshalJSON writes infinite bounds as null.
func (i Interval) MarshalJSON() ([]byte, error) {
	j := jsonInterval{Center: i.Center, Rounds: i.Rounds}
	if i.Finite() {
		j.Lo, j.Hi = &i.Lo, &i.Hi
	}
	return json.Marshal(j)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (i *Interval) UnmarshalJSON(b []byte) error {
	var j jsonInterval
	if err := json.Unmarshal(b, &j); err != nil {
		return err
	}
	*i = Interval{j.Center, math.Inf(-1), math.Inf(1), j.Rounds}
	if j.Lo != nil && j.Hi != nil {
		i.Lo, i.Hi = *j.Lo, *j.Hi
	}
	return nil
}

// LoadResults reads a results.json.
func LoadResults(path string) (*Results, error) {
	r := new(Results)
	if err := loadJSON(path, r); err != nil {
		return nil, err
	}
	return r, nil
}

// Save writes results.json, whole at every moment.
func (r *Results) Save(path string) error {
	return saveJSON(path, r)
}

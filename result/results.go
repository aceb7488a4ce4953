package result

import (
	"encoding/json"
	"math"

	"bale/internal/wholefile"
	"bale/runner/measure"
)

// Results holds the results of a run: the contents of results.json. Everything in it can be derived again from the Run and its Rounds. Lists
// without omitempty are not nil, so that they are not null in JSON.
type Results struct {
	Environment Conditions      `json:"environment"`
	LeftOut     []string        `json:"left_out,omitempty"`     // see Run.LeftOut
	Samples     []Samples       `json:"samples"`                // for each shape
	Ignored     []string        `json:"ignored"`                // see Request.Ignore
	OnlyStrings measure.Strings `json:"only_strings,omitempty"` // see Request.Strings
	Sequential  Clock           `json:"sequential"`             // which time ranks sequential cells that do not wait; "" if the run has no sequential cells
	Drift       DriftSummary    `json:"drift"`                  // changes of the machine's speed
	Rows        []measure.Row   `json:"rows"`                   // in the order of the run, without controls
	Cells       []Cell          `json:"cells"`                  // by shape, operation and mode; in a class the fastest first
	Overall     []Overall       `json:"overall"`                // by shape and mode; in a class the fastest first
	Means       []Mean          `json:"means,omitempty"`        // over all shapes, by mode; the fastest first; nil for one shape
	Aspects     []Aspects       `json:"aspects,omitempty"`      // of rows whose aspects were examined
	Base        *BaseDiff       `json:"base,omitempty"`         // changes from another commit; nil if none was measured
	Verdicts    []Verdict       `json:"verdicts,omitempty"`     // for each use and shape
	Warnings    []string        `json:"warnings"`               // about the run as a whole
	// Code is the code by which the rows were measured, or nil.
	Code []Code `json:"-"`
	// Folder is the results folder as the user named it. It is "" while the run is not finished.
	Folder string `json:"-"`
	// Without names the codecs that Options.Without left out. It is "" if none was.
	Without string `json:"-"`
	// Unfinished reports that not all planned rounds were measured: see Run.Complete.
	Unfinished bool `json:"-"`
}

// Conditions describes where and when a run was measured, without the list of modules, and its noise.
type Conditions struct {
	Environment
	// NoiseFloors has an element for each class in which a control was measured. If it is empty, Warnings has a warning.
	NoiseFloors []NoiseFloor `json:"noise_floors"`
}

// A NoiseFloor is the largest difference between two measurements of the same codec in a class, as a fraction. Smaller differences between
// codecs do not count.
type NoiseFloor struct {
	Mode  measure.Mode `json:"mode"`
	Floor float64      `json:"floor"`
}

// NoiseFloor returns the noise floor of a class. For a native class without a control it is that of the convert class, and otherwise the
// largest of all classes.
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

// A Cell is the result of one cell.
type Cell struct {
	Shape string     `json:"shape"`
	Codec string     `json:"codec"`
	Op    measure.Op `json:"op"`
	measure.Axes
	Time Clock    `json:"time"` // which time Ns is
	Ns   Interval `json:"ns"`   // time per operation by which the cell is ranked, in nanoseconds
	// Wall is the wall time per operation as measured, in nanoseconds.
	Wall Interval `json:"wall,omitzero"`
	// Ratio is the time divided by that of the fastest of its class that loses no sample values. It is zero for a cell without a rank that is not a
	// reference, and in a class whose fastest has no rank.
	Ratio  Interval `json:"ratio"`
	Tilde  bool     `json:"tilde"`  // the ratio is not significantly different from 1
	Bytes  float64  `json:"bytes"`  // allocated bytes per operation
	Allocs float64  `json:"allocs"` // allocations per operation
	// Rank is 1 + the number of cells of the class that are faster; 0 for a reference, and if Ns is not Rankable and not apart from that of all others.
	Rank int `json:"rank"`
	// Warnings are shown together with the numbers of the cell.
	Warnings []string `json:"warnings"`
}

// Key returns the key of the cell.
func (c *Cell) Key() measure.Cell {
	return measure.Cell{Shape: c.Shape, Codec: c.Codec, Op: c.Op, Mode: c.Mode()}
}

// Mode returns the cell's mode.
func (c *Cell) Mode() measure.Mode { return measure.Mode(c.Axes) }

// An Interval is a median with its 95 % confidence interval. Lo and Hi are infinite if there are too few rounds; in JSON they are null then.
type Interval struct {
	Center float64
	Lo, Hi float64
	Rounds int // number of rounds; 0 for a ratio
}

// Finite reports whether the interval has bounds.
func (i Interval) Finite() bool {
	return !math.IsInf(i.Lo, 0) && !math.IsInf(i.Hi, 0)
}

// maxRankedHalfWidth is the half-width of an interval, as a fraction, above which a time has a rank only if its interval is apart from those of all
// others. On a busy machine, the interval of a time was ±1394 %: such a time does not differ significantly from any other.
const maxRankedHalfWidth = 0.5

// Wide reports whether the interval is finite and wider than ±50 %.
func (i Interval) Wide() bool { return i.Finite() && i.HalfWidth() > maxRankedHalfWidth }

// Rankable reports whether a time with this interval has a rank whatever the other times are: the interval has bounds and is not Wide.
func (i Interval) Rankable() bool { return i.Finite() && !i.Wide() }

// HalfWidth returns half the width of the interval, as a fraction of its centre.
func (i Interval) HalfWidth() float64 {
	if i.Lo == i.Hi {
		return 0
	}
	return (i.Hi - i.Lo) / (2 * i.Center)
}

// jsonInterval is the JSON form of an Interval.
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

// UnmarshalJSON parses the form that MarshalJSON writes.
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

// File returns a results.json to write.
func (r *Results) File(path string) wholefile.File { return jsonFile(path, r) }

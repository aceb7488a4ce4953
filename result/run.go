// Package result stores the measurements of a run, and derives medians, intervals and ranks from them.
package result

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"bale/internal/wholefile"
	"bale/runner/measure"
)

// A Run is the contents of run.json: everything about a run except its blocks, which are in rounds.txt. It is written before the first round,
// so that an interrupted run can be resumed.
type Run struct {
	Environment Environment   `json:"environment"`
	Config      Config        `json:"config"`
	LeftOut     []string      `json:"left_out,omitempty"` // lines about fields that no codec carries because they belong to protobuf's library
	Samples     []Samples     `json:"samples"`
	Rows        []measure.Row `json:"rows"`
	Cells       []PlannedCell `json:"cells"`
	Complete    bool          `json:"complete"`       // all planned rounds were measured
	Base        *Base         `json:"base,omitempty"` // nil if the run does not compare with another commit
}

// Samples holds the numbers of sample values of a shape.
type Samples struct {
	Shape string `json:"shape"`
	measure.Counts
	Hash string `json:"hash,omitempty"` // of the values
}

// Environment describes where and when a run was measured.
type Environment struct {
	Go      string            `json:"go"` // "go1.26.8"
	GOOS    string            `json:"goos"`
	GOARCH  string            `json:"goarch"`
	CPU     string            `json:"cpu"`
	Procs   int               `json:"procs"` // logical CPUs; GOMAXPROCS of parallel cells
	Bale    string            `json:"bale"`  // version of bale
	Date    string            `json:"date"`  // start of the run, in RFC 3339
	Seed    uint64            `json:"seed"`
	Slow    string            `json:"slow_flag,omitempty"` // flag of GOFLAGS with which all code is slower, such as "-race"
	Modules map[string]string `json:"modules,omitempty"`   // versions of all linked modules, from the runners' build info
}

// Config holds the settings of a run.
type Config struct {
	Effort
	Modes   []measure.Mode `json:"modes"`
	Shapes  []string       `json:"shapes"` // in the order in which they are shown
	Request Request        `json:"request"`
}

// Effort determines how long a run measures.
type Effort struct {
	Name        string `json:"effort"`       // "quick", "default" or "thorough"
	Rounds      int    `json:"rounds"`       // maximum; a cell may stop earlier
	Epochs      int    `json:"epochs"`       // number of times that the runners are started
	BlockMillis int    `json:"block_millis"` // duration to which blocks are calibrated, in milliseconds
}

// BlockNs returns the duration to which blocks are calibrated, in nanoseconds.
func (e Effort) BlockNs() float64 { return float64(e.BlockMillis) * 1e6 }

// Request holds the user's choices. A resumed run needs them to load its types again.
type Request struct {
	Dir     string   `json:"dir"`               // working folder
	Package string   `json:"package,omitempty"` // go list pattern; "" for the built-in shapes
	Types   []string `json:"types,omitempty"`   // of the package
	Builtin []string `json:"builtin,omitempty"` // built-in shapes
	Data    string   `json:"data,omitempty"`    // file of sample values
	Lengths []int    `json:"lengths,omitempty"` // of slice shapes
	// Strings is Own or Shared if only rows with such strings are measured, else "".
	Strings measure.Strings `json:"strings,omitempty"`
	Codecs  []string        `json:"codecs,omitempty"` // names, globs, or the words popular and all; empty means all
	Ignore  []string        `json:"ignore,omitempty"` // kinds of difference and fields that do not count as losses
	Values  int             `json:"values,omitempty"` // number of varied sample values; 0 for as many as the shape needs
	// Base is the name that the user gave to the commit to compare the working tree with, or "".
	Base string `json:"base,omitempty"`
	// Fail is the fraction by which a figure may be worse than that of Base before the command fails. It is nil if the flag is not set.
	Fail *float64 `json:"fail,omitempty"`
	// Aspects has the names of the aspects that are examined after the last round.
	Aspects []string `json:"aspects,omitempty"`
	// Published restricts the run to the cells that correspond to published figures.
	Published bool `json:"published,omitempty"`
}

// A PlannedCell is a cell with its calibrated number of operations per block, which does not change during a run.
type PlannedCell struct {
	measure.Cell
	N int64 `json:"n"`
}

// Row returns the row with the key k, or nil.
func (r *Run) Row(k measure.Key) *measure.Row {
	for i := range r.Rows {
		if row := &r.Rows[i]; row.Shape == k.Shape && row.Codec == k.Codec {
			return row
		}
	}
	return nil
}

// SamplesHash returns the hash of a shape's sample values, or "" if it is not known.
func (r *Run) SamplesHash(shape string) string {
	for _, s := range r.Samples {
		if s.Shape == shape {
			return s.Hash
		}
	}
	return ""
}

// runFormat is the version of the formats of run.json and rounds.txt. It increases when an older bale would misread them.
const runFormat = 1

// Load reads a run.json. The error is fs.ErrNotExist if the file is missing. Files of another program and of a version of bale with a newer
// format have errors that explain this.
func Load(path string) (*Run, error) {
	var head struct {
		Format      int             `json:"format"`
		Environment json.RawMessage `json:"environment"`
	}
	switch err := loadJSON(path, &head); {
	case err != nil:
		return nil, err
	case head.Format > runFormat:
		return nil, fmt.Errorf("%s: written by a newer bale: it has format %d, and this bale reads up to %d; install that bale or measure again",
			path, head.Format, runFormat)
	case head.Environment == nil:
		return nil, fmt.Errorf("%s: not written by 'bale compare': it has no environment", path)
	}
	run := new(Run)
	if err := loadJSON(path, run); err != nil {
		return nil, err
	}
	return run, nil
}

// Save writes a run.json. It replaces an existing file in one step.
func (r *Run) Save(path string) error {
	return wholefile.Write(jsonFile(path, struct {
		Format int `json:"format"`
		*Run
	}{runFormat, r}))
}

func loadJSON(path string, v any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("%s: %w; the file is damaged or of another program", path, err)
	}
	return nil
}

// jsonFile returns a file to write that holds v.
func jsonFile(path string, v any) wholefile.File {
	return wholefile.File{Path: path, Perm: 0o644, Write: func(w io.Writer) error {
		data, err := json.MarshalIndent(v, "", "  ")
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		_, err = w.Write(append(data, '\n'))
		return err
	}}
}

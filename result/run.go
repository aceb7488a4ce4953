// Package result keeps what was measured, and derives medians, intervals and ranks from it.
package result

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"bale/measure"
)

// A Run is the contents of run.json: all that is known of a run beside its timings, which are in
// rounds.txt. It is written before the first round, so that an interrupted run can go on.
type Run struct {
	Environment Environment   `json:"environment"`
	Config      Config        `json:"config"`
	LeftOut     []string      `json:"left_out,omitempty"` // lines about fields that no codec carries, since they belong to protobuf's library
	Samples     []Samples     `json:"samples"`
	Rows        []measure.Row `json:"rows"`
	Cells       []PlannedCell `json:"cells"`
	Complete    bool          `json:"complete"`       // every planned round was done
	Base        *Base         `json:"base,omitempty"` // nil if it compares with no commit
}

// Samples says how many sample values of a shape went through every codec.
type Samples struct {
	Shape string `json:"shape"`
	measure.Counts
	Hash string `json:"hash,omitempty"` // of the values, if they come from the package's BaleSamples
}

// Environment says where and when a run was taken.
type Environment struct {
	Go      string            `json:"go"` // "go1.26.8"
	GOOS    string            `json:"goos"`
	GOARCH  string            `json:"goarch"`
	CPU     string            `json:"cpu"`
	Procs   int               `json:"procs"` // logical CPUs: GOMAXPROCS of the par cells
	Bale    string            `json:"bale"`  // version of bale itself
	Date    string            `json:"date"`  // RFC 3339, of the run's beginning
	Seed    uint64            `json:"seed"`
	Modules map[string]string `json:"modules,omitempty"` // every linked module's version, from the runners' build info
}

// Config says what was asked of a run.
type Config struct {
	Effort
	Modes   []measure.Mode `json:"modes"`
	Shapes  []string       `json:"shapes"` // in the order they are to be shown
	Request Request        `json:"request"`
}

// Effort is how long a run measures.
type Effort struct {
	Name        string `json:"effort"`       // "quick", "default" or "thorough"
	Rounds      int    `json:"rounds"`       // at most; a cell may have stopped earlier
	Epochs      int    `json:"epochs"`       // how often the runners are started anew
	BlockMillis int    `json:"block_millis"` // what a block is calibrated to take, in milliseconds
}

// BlockNs is what a block is calibrated to take, in nanoseconds.
func (e Effort) BlockNs() float64 { return float64(e.BlockMillis) * 1e6 }

// Request is what the user asked for: what a resumed run needs to find its types again.
type Request struct {
	Dir     string   `json:"dir"`               // working folder
	Package string   `json:"package,omitempty"` // go list pattern; "" for the built-in shapes
	Types   []string `json:"types,omitempty"`   // of the package
	Builtin []string `json:"builtin,omitempty"` // built-in shapes
	Data    string   `json:"data,omitempty"`    // file of sample values
	Lengths []int    `json:"lengths,omitempty"` // of slice shapes
	Codecs  []string `json:"codecs,omitempty"`  // names, globs, or the words popular and all; none is all
	Ignore  []string `json:"ignore,omitempty"`  // kinds of difference and fields that do not count as losses
	Values  int      `json:"values,omitempty"`  // how many varied sample values, 0 for as many as the shape needs
	// Base is the commit to compare the working tree with, as the user named it; "" for none.
	Base string `json:"base,omitempty"`
	// Fail is by which fraction a figure may be worse than that of Base; nil if that was not asked.
	Fail *float64 `json:"fail,omitempty"`
	// Aspects are the names of those that are looked at after the last round.
	Aspects []string `json:"aspects,omitempty"`
	// Published: only the cells that stand for a published figure.
	Published bool `json:"published,omitempty"`
}

// A PlannedCell is a cell with its calibrated number of operations a block, frozen for the whole run.
type PlannedCell struct {
	measure.Cell
	N int64 `json:"n"`
}

// Row is the row with a key, or nil.
func (r *Run) Row(k measure.Key) *measure.Row {
	for i := range r.Rows {
		if row := &r.Rows[i]; row.Shape == k.Shape && row.Codec == k.Codec {
			return row
		}
	}
	return nil
}

// SamplesHash returns the hash of a shape's sample values, "" if they do not come from a function of the package.
func (r *Run) SamplesHash(shape string) string {
	for _, s := range r.Samples {
		if s.Shape == shape {
			return s.Hash
		}
	}
	return ""
}

// runFormat is the version of run.json and of rounds.txt beside it. It grows when an older bale would misread them.
const runFormat = 1

// Load reads a run.json. A missing file is an error that is fs.ErrNotExist. A file of another program, or of a bale that writes a newer
// format, is an error that says so.
func Load(path string) (*Run, error) {
	var head struct {
		Format      int             `json:"format"` // 0 before there were versions, which is 1
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

// Save writes run.json. The file is whole at every moment: the old one or the new one.
func (r *Run) Save(path string) error {
	return saveJSON(path, struct {
		Format int `json:"format"`
		*Run
	}{runFormat, r})
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

// saveJSON writes beside the file first and renames after: a rename replaces a file in one step.
func saveJSON(path string, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // fails once it has been renamed, as it should
	_, err = tmp.Write(append(data, '\n'))
	if err == nil {
		err = tmp.Chmod(0o644)
	}
	if closeErr := tmp.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

package result

import (
	"errors"
	"io/fs"
	"path/filepath"

	"bale/measure"
)

// AspectsFile has the aspects of a run's rows, in a results folder. It is written after the timing; a run without aspects has none.
const AspectsFile = "aspects.json"

// Aspects are what was found of a row beside its times and its size, each by running the row's program. An aspect that is nil was not
// looked at, or its reason is in Failed.
type Aspects struct {
	Shape         string          `json:"shape"`
	Codec         string          `json:"codec"`
	Hostile       *Hostile        `json:"hostile,omitempty"`
	Evolution     []TypeChange    `json:"evolution,omitempty"`
	Deterministic *bool           `json:"deterministic,omitempty"` // equal values have equal messages; nil as well where the type has no map
	Compressed    []Compressed    `json:"compressed,omitempty"`
	Memory        *Memory         `json:"memory,omitempty"`
	FirstCall     *FirstCall      `json:"first_call,omitempty"`
	Program       *Program        `json:"program,omitempty"`
	Failed        []AspectFailure `json:"failed,omitempty"`
}

// Key is the row that the aspects belong to.
func (a *Aspects) Key() measure.Key { return measure.Key{Shape: a.Shape, Codec: a.Codec} }

// An AspectFailure says why an aspect could not be found.
type AspectFailure struct {
	Aspect string `json:"aspect"` // as -aspects calls it
	Reason string `json:"reason"`
}

// Hostile counts what a decoder did with damaged messages. Each input counts once.
type Hostile struct {
	Inputs      int     `json:"inputs"`
	Refused     int     `json:"refused"`       // with an error
	Accepted    int     `json:"accepted"`      // without an error: some other value, or the same
	Panicked    int     `json:"panicked"`      // with a panic that recover catches
	Crashed     int     `json:"crashed"`       // the process ended: a fatal error, a fault, or the stack's end
	Hung        int     `json:"hung"`          // no answer in time
	OutOfMemory int     `json:"out_of_memory"` // went over the memory limit
	MaxBytes    float64 `json:"max_bytes"`     // the most memory that one input made it allocate, in bytes
	MaxPerByte  float64 `json:"max_per_byte"`  // the most for a byte of input
	MaxInput    int     `json:"max_input"`     // length of the input that MaxBytes belongs to
	Worst       string  `json:"worst"`         // the worst of it in a few words: "panics: index out of range", "16 GB from 5 bytes"; "" where nothing was
}

// Outcome is what became of a message across a change of the type.
type Outcome string

// The outcomes.
const (
	Right      Outcome = "right"   // every field that both types have is as it was; a field that only the new type has is zero
	Refused    Outcome = "refused" // an error, or a panic that was caught
	Wrong      Outcome = "wrong"   // another value, without an error
	NotCarried Outcome = "gap"     // the serializer cannot carry the changed type, or its adapter could not be built
)

// A TypeChange is one change of the type, with what became of messages in both directions.
type TypeChange struct {
	Change   string  `json:"change"`   // "appended", "removed", "renamed", "moved" or "widened"
	Forward  Outcome `json:"forward"`  // messages of the old type decoded as the new one
	Backward Outcome `json:"backward"` // messages of the new type decoded as the old one
	Detail   string  `json:"detail"`   // the first path that differs, or the error; "" where both are right
}

// Compressed is the size of compressed messages, and the time to compress and to decompress them.
type Compressed struct {
	With         string  `json:"with"`          // "gzip" or "zstd"
	Messages     int     `json:"messages"`      // that are compressed together: 1 or 1000
	Bytes        float64 `json:"bytes"`         // for each message
	CompressNs   float64 `json:"compress_ns"`   // for each message
	DecompressNs float64 `json:"decompress_ns"` // for each message
}

// Memory is what a decoded value holds, and what a large heap costs.
type Memory struct {
	Bytes      float64 `json:"bytes"`        // alive for one decoded value, all that it points to included
	Objects    float64 `json:"objects"`      // alive for one decoded value
	LiveHeapNs float64 `json:"live_heap_ns"` // to decode one message while 1 GB is alive in the process; 0 where that was not looked at
}

// FirstCall is the time of the first call in a process, in nanoseconds.
type FirstCall struct {
	EncodeNs float64 `json:"encode_ns"`
	DecodeNs float64 `json:"decode_ns"`
}

// Program is what a serializer adds to the program that uses it.
type Program struct {
	Bytes        int64   `json:"bytes"`         // to the stripped binary, compared with one that has no serializer
	Modules      int     `json:"modules"`       // linked, the serializer's own included
	Lines        int     `json:"lines"`         // of generated Go
	BuildSeconds float64 `json:"build_seconds"` // to compile the serializer, its adapter and what is generated, with the standard library compiled
}

// LoadAspects reads the aspects in a results folder. A folder without any is no error.
func LoadAspects(dir string) ([]Aspects, error) {
	var list []Aspects
	err := loadJSON(filepath.Join(dir, AspectsFile), &list)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return list, err
}

// SaveAspects writes the aspects into a results folder. The file is complete at every moment.
func SaveAspects(dir string, list []Aspects) error {
	return saveJSON(filepath.Join(dir, AspectsFile), list)
}

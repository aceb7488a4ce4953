package result

import (
	"errors"
	"io/fs"
	"path/filepath"

	"bale/internal/wholefile"
	"bale/runner/measure"
)

// AspectsFile is the file in a results folder that has the aspects of the run's rows. It is written after the timing. A run without
// aspects does not have it.
const AspectsFile = "aspects.json"

// Aspects holds the findings about a row in addition to times and size. Each was found by running the row's program. A nil aspect was not
// examined, or Failed has the reason why it is missing.
type Aspects struct {
	Shape         string          `json:"shape"`
	Codec         string          `json:"codec"`
	Hostile       *Hostile        `json:"hostile,omitempty"`
	Evolution     []TypeChange    `json:"evolution,omitempty"`
	Deterministic *bool           `json:"deterministic,omitempty"` // equal values have equal messages; also nil if no sample value has a map with several entries
	Compressed    []Compressed    `json:"compressed,omitempty"`
	Memory        *Memory         `json:"memory,omitempty"`
	FirstCall     *FirstCall      `json:"first_call,omitempty"`
	Program       *Program        `json:"program,omitempty"`
	Failed        []AspectFailure `json:"failed,omitempty"`
}

// Key returns the key of the row that the aspects belong to.
func (a *Aspects) Key() measure.Key { return measure.Key{Shape: a.Shape, Codec: a.Codec} }

// An AspectFailure gives the reason why an aspect is missing.
type AspectFailure struct {
	Aspect string `json:"aspect"` // its name in the flag -aspects
	Reason string `json:"reason"`
}

// Hostile counts the outcomes of decoding damaged messages. Each input counts once.
type Hostile struct {
	Inputs      int     `json:"inputs"`
	Refused     int     `json:"refused"`       // the decoder returned an error
	Accepted    int     `json:"accepted"`      // the decoder returned a value, equal to the original or not
	Panicked    int     `json:"panicked"`      // the decoder panicked, and recover caught it
	Crashed     int     `json:"crashed"`       // the process ended: a fatal error, a fault, or a stack overflow
	Hung        int     `json:"hung"`          // no answer before the timeout
	OutOfMemory int     `json:"out_of_memory"` // the process exceeded the memory limit
	Unread      int     `json:"unread"`        // accepted, but bale could not read the whole value within its limits: not a fault of the decoder
	MaxBytes    float64 `json:"max_bytes"`     // the maximum number of bytes allocated for one input
	MaxPerByte  float64 `json:"max_per_byte"`  // the maximum of allocated bytes divided by input bytes
	MaxInput    int     `json:"max_input"`     // length of the input that MaxBytes belongs to
	Worst       string  `json:"worst"`         // the most serious finding: "panics: index out of range", "16 GB from 5 bytes"; "" if there is none
}

// An Outcome is the result of decoding a message of one version of a type as another version.
type Outcome string

// The outcomes.
const (
	Right      Outcome = "right"   // the fields that both versions have keep their values, and fields that only the new version has are zero
	Refused    Outcome = "refused" // an error, or a panic that was caught
	Wrong      Outcome = "wrong"   // a different value without an error
	NotCarried Outcome = "gap"     // the serializer cannot carry the changed type, or its adapter could not be built
)

// A TypeChange is one change of a type, with the outcomes for messages in both directions.
type TypeChange struct {
	Change   string  `json:"change"`   // "appended", "removed", "renamed", "moved", "swapped" or "widened"
	Forward  Outcome `json:"forward"`  // messages of the old version decoded as the new one
	Backward Outcome `json:"backward"` // messages of the new version decoded as the old one
	Detail   string  `json:"detail"`   // the first path that differs, or the error; "" if both outcomes are Right
}

// Compressed holds the size of compressed messages and the times to compress and decompress them.
type Compressed struct {
	With         string  `json:"with"`          // "gzip" or "zstd"
	Messages     int     `json:"messages"`      // number of messages compressed together: 1 or 1000
	Bytes        float64 `json:"bytes"`         // per message
	CompressNs   float64 `json:"compress_ns"`   // per message
	DecompressNs float64 `json:"decompress_ns"` // per message
}

// Memory holds the memory that a decoded value takes, and the time to decode with a large live heap.
type Memory struct {
	Bytes      float64 `json:"bytes"`        // live bytes per decoded value, including everything that it points to
	Objects    float64 `json:"objects"`      // live objects per decoded value
	LiveHeapNs float64 `json:"live_heap_ns"` // time to decode one message while 1 GB is live in the process; 0 if it was not measured
}

// FirstCall holds the times of the first calls in a process, in nanoseconds. The time of an operation that the serializer does not have is 0.
type FirstCall struct {
	EncodeNs float64 `json:"encode_ns"`
	DecodeNs float64 `json:"decode_ns"`
}

// Program holds the costs that a serializer adds to a program.
type Program struct {
	Bytes        int64   `json:"bytes"`         // size of the stripped binary minus that of a program without a serializer
	Modules      int     `json:"modules"`       // number of linked modules, including the serializer's own
	Lines        int     `json:"lines"`         // number of lines of generated Go
	BuildSeconds float64 `json:"build_seconds"` // time to compile the serializer, its adapter and generated code; the standard library is already compiled
}

// LoadAspects reads the aspects in a results folder. It returns nil without an error if the folder has none.
func LoadAspects(dir string) ([]Aspects, error) {
	var list []Aspects
	err := loadJSON(filepath.Join(dir, AspectsFile), &list)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return list, err
}

// SaveAspects writes the aspects to a results folder. It replaces the file in one step.
func SaveAspects(dir string, list []Aspects) error {
	return wholefile.Write(jsonFile(filepath.Join(dir, AspectsFile), list))
}

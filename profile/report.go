// Package profile reads CPU and allocation profiles of Go programs, and says which share of the time and of the allocated bytes each serializer takes, for which callers and
// types, and what another serializer would save.
//
// A sample is charged to the serializer of the outermost function on the stack that is one of its entry points, or in one of its packages. All functions below it belong
// to it, as far as they do not read, write or collect garbage. All shares of a profile add up to 1.
package profile

// A Report is what profiles say about serializers.
type Report struct {
	CPU     *Shares  `json:"cpu,omitempty"`         // nil without a CPU profile
	Alloc   *Shares  `json:"allocations,omitempty"` // nil without an allocation profile
	Rows    []Row    `json:"serializers"`           // the largest first
	Callers []Call   `json:"callers"`               // the largest first
	Advice  []Advice `json:"advice"`
	// Tree has the functions of all serializers. Its shares are those of the CPU time, or of the allocated bytes without a CPU profile.
	Tree *Node `json:"-"`
	// Ratios says where the ratios of the advice come from.
	Ratios string `json:"ratios"`
}

// Shares says what the values of all samples are charged to. The shares add up to 1.
type Shares struct {
	Total       float64 `json:"total"`        // nanoseconds or bytes
	Serializers float64 `json:"serializers"`  // without garbage collection
	Estimated   float64 `json:"gc_estimated"` // garbage collection that is charged to serializers by their share of the allocated bytes
	GC          float64 `json:"gc"`           // other garbage collection
	Transfer    float64 `json:"transfer"`     // reading, writing and compressing in calls of serializers
	Unnamed     float64 `json:"unnamed"`      // stacks without names of functions
	Rest        float64 `json:"rest"`
}

// A Row is a direction of a serializer.
type Row struct {
	Codec     string    `json:"codec"`          // name of a codec, or of a variant whose functions have names of their own
	Same      []string  `json:"same,omitempty"` // codecs whose functions have the same names
	Direction Direction `json:"direction"`
	CPU       float64   `json:"cpu"`
	GC        float64   `json:"gc_estimated"` // estimated share of the CPU time, not in CPU
	Alloc     float64   `json:"allocations"`
}

// A Call is a place in the program that calls a serializer.
type Call struct {
	Function  string    `json:"function"` // with the path of its package
	File      string    `json:"file"`
	Line      int       `json:"line"`
	Codec     string    `json:"codec"`
	Direction Direction `json:"direction"`
	Package   string    `json:"package,omitempty"` // import path of the package in which Type can be written
	Type      string    `json:"type,omitempty"`    // as written in Package; "" if it is not known
	CPU       float64   `json:"cpu"`
	Alloc     float64   `json:"allocations"`
}

// ByCPU reports whether the shares of the CPU time rank the rows. Without a CPU profile, those of the allocated bytes do.
func (r *Report) ByCPU() bool { return r.CPU != nil }

// Share returns the share of all serializers, without garbage collection.
func (r *Report) Share() float64 {
	if r.ByCPU() {
		return r.CPU.Serializers
	}
	return r.Alloc.Serializers
}

// Serializers returns the shares of all serializers: of the CPU time without garbage collection, of it in estimated garbage collection, and of the allocated bytes.
func (r *Report) Serializers() (cpu, gc, alloc float64) {
	if r.CPU != nil {
		cpu, gc = r.CPU.Serializers, r.CPU.Estimated
	}
	if r.Alloc != nil {
		alloc = r.Alloc.Serializers
	}
	return cpu, gc, alloc
}

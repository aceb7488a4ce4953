// Package verdict decides which codec a reader should use: the uses of a serializer and their needs, what codecs cost in them, which codecs meet
// the needs, and which one is the fastest or the cheapest. It holds data and rules; package report has the sentences.
package verdict

import (
	"slices"
	"strings"
)

// A Need is a requirement of a use. A codec that is known not to meet it is excluded, with the reason.
type Need string

// The needs.
const (
	Hostile   Need = "hostile"
	Evolution Need = "evolution"
	Stored    Need = "stored"
	Deployed  Need = "deployed"
	Languages Need = "languages"
	Hidden    Need = "hidden"
	NoCode    Need = "nocode"
)

// Needs lists all needs. Title is for use after "it is", Excludes after "excludes a serializer", and Aspect is the name of the aspect that finds out
// whether a row meets the need, or "".
var Needs = []struct {
	Need     Need   `json:"name"`
	Title    string `json:"title"`
	Excludes string `json:"-"`
	Aspect   string `json:"aspect,omitempty"`
}{
	{Hostile, "safe with hostile input", "that panics, crashes, hangs or takes far too much memory on a damaged message", "hostile"},
	{Evolution, "never wrong when the type changes", "that decodes wrong values without an error after a field is appended, removed, renamed or moved, in either direction", "evolution"},
	{Stored, "able to read messages of earlier versions of the type", "the same, and one that refuses messages of the type before such a change", "evolution"},
	{Deployed, "compatible with earlier and later versions of the type", "the same, and one that refuses messages in one of the two directions", "evolution"},
	{Languages, "available in other languages", "whose wire format exists for Go only", ""},
	{Hidden, "free of fields that a tag hides", "whose messages have a field that a tag with `-` hides from another serializer", ""},
	{NoCode, "usable without generated code", "for which code is generated or written for each type", ""},
}

// Title returns the title of the need, for use after "it is".
func (n Need) Title() string {
	for _, other := range Needs {
		if other.Need == n {
			return other.Title
		}
	}
	return string(n)
}

// A Preset is a use of a serializer: it determines the cost of messages and the needs. Prices are in dollars.
type Preset struct {
	Name    string  `json:"name"`
	Title   string  `json:"title"` // title for use after "For "
	About   string  `json:"about"`
	Rate    float64 `json:"rate"`    // messages a second
	Encodes float64 `json:"encodes"` // number of times that each message is encoded
	Decodes float64 `json:"decodes"` // number of times that each message is decoded
	Core    float64 `json:"core"`    // price of a core for a month
	TB      float64 `json:"tb"`      // price of 10¹² bytes sent or kept
	Needs   []Need  `json:"needs"`
}

// Networks lists usual prices of 10¹² bytes.
var Networks = []struct {
	Title string  `json:"title"`
	TB    float64 `json:"tb"`
}{
	{"not counted", 0}, {"own network", ownNetwork}, {"own disks", ownDisks}, {"between zones of a cloud", 10}, {"out of a cloud", internet},
}

const (
	ownNetwork = 0.003 // a port of a switch and of a machine costs about $1 a month for each Gbit/s, which is 324 TB a month
	ownDisks   = 1     // three copies on hard disks cost about $2 a month: a message is kept for two weeks
	internet   = 50    // price of large clouds for large amounts
)

// Presets lists all presets. The first is the default.
var Presets = []Preset{
	{"speed", "speed alone", "Encode and decode times count equally. Sizes do not count.", 10_000, 1, 1, 30, 0, []Need{}},
	{"service", "a service", "Your own programs, which are not all replaced at the same moment, send messages over your own network.", 10_000, 1, 1, 30, ownNetwork, []Need{Hostile, Deployed}},
	{"storage", "storage", "Messages are written once, kept, and read ten times. The type changes over time.", 10_000, 1, 10, 30, ownDisks, []Need{Stored}},
	{"cache", "a cache", "A program writes each message once and reads it five times. What it cannot read is made again. Sizes count little.", 10_000, 1, 5, 30, ownNetwork, []Need{Evolution}},
	{"api", "a public API", "Programs of others, in any language, send and receive messages over the internet.", 10_000, 1, 1, 30, internet, []Need{Hostile, Deployed, Languages, Hidden}},
}

// Aspects returns the names of the aspects that tell whether a codec meets the needs.
func (p *Preset) Aspects() []string {
	var names []string
	for _, n := range Needs {
		if n.Aspect != "" && slices.Contains(p.Needs, n.Need) && !slices.Contains(names, n.Aspect) {
			names = append(names, n.Aspect)
		}
	}
	return names
}

// PresetNamed returns the preset with the given name, and whether it exists.
func PresetNamed(name string) (Preset, bool) {
	i := slices.IndexFunc(Presets, func(p Preset) bool { return p.Name == name })
	if i < 0 {
		return Preset{}, false
	}
	return Presets[i], true
}

// PresetNames returns the names of all presets as a list: "speed, service, ...".
func PresetNames() string {
	var names []string
	for _, p := range Presets {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

// BySpeed reports whether the preset is the first one, whose verdict is the ranking by speed.
func (p *Preset) BySpeed() bool { return p.Name == Presets[0].Name }

const monthSeconds = 30 * 24 * 3600

// A Bill is the cost of a codec in a use. A codec without a size costs its cores only.
type Bill struct {
	Cores  float64 // cores that are busy with encoding and decoding
	Mbit   float64 // Mbit a second
	Dollar float64 // dollars a month
}

// Bill returns the cost of messages with the given times in nanoseconds and the given size in bytes. advice.js has the same formula.
func (p *Preset) Bill(encode, decode, size float64) *Bill {
	cores := p.Rate * p.Busy(encode, decode) / 1e9
	return &Bill{cores, p.Rate * size * 8 / 1e6, cores*p.Core + p.Rate*size*monthSeconds/1e12*p.TB}
}

// Busy returns the total time to encode and decode a message, in nanoseconds.
func (p *Preset) Busy(encode, decode float64) float64 { return p.Encodes*encode + p.Decodes*decode }

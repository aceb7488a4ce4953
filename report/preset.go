package report

import (
	"slices"
	"strings"
)

// A Need is something that a codec must have for a use. A codec that is known not to have it is excluded, with the reason.
type Need string

// The needs.
const (
	Hostile   Need = "hostile"   // damaged messages make the decoder neither panic, crash, hang nor take too much memory
	Evolution Need = "evolution" // after a field is appended or removed, old messages are decoded right or refused
	Languages Need = "languages" // there are implementations in other languages than Go
	NoCode    Need = "nocode"    // no code has to be generated or written for a type
)

// needs are all needs, with what the page calls them.
var needs = []struct {
	Need  Need   `json:"name"`
	Title string `json:"title"`
}{{Hostile, "safe with hostile input"}, {Evolution, "safe when the type changes"}, {Languages, "open to other languages"}, {NoCode, "free of generated code"}}

// title is what the need is called in a sentence.
func (n Need) title() string {
	for _, each := range needs {
		if each.Need == n {
			return each.Title
		}
	}
	return string(n)
}

// A Preset is a use of a serializer: what a message costs in it, and what a codec must have. Prices are in dollars.
type Preset struct {
	Name    string  `json:"name"`
	Title   string  `json:"title"` // after "For "
	About   string  `json:"about"`
	Rate    float64 `json:"rate"`    // messages a second
	Encodes float64 `json:"encodes"` // of each message
	Decodes float64 `json:"decodes"` // of each message
	Core    float64 `json:"core"`    // price of a core for a month
	TB      float64 `json:"tb"`      // price of 10¹² bytes sent or kept
	Needs   []Need  `json:"needs"`
}

// Networks are usual prices of 10¹² bytes.
var networks = []struct {
	Title string  `json:"title"`
	TB    float64 `json:"tb"`
}{
	{"not counted", 0}, {"own network", ownNetwork}, {"own disks", ownDisks}, {"between zones of a cloud", 10}, {"out of a cloud", internet},
}

const (
	ownNetwork = 0.003 // a port of a switch and of a machine costs about $1 a month for each Gbit/s, which is 324 TB a month
	ownDisks   = 1     // three copies on hard disks cost about $2 a month: a message is kept for two weeks
	internet   = 50    // what large clouds take for large amounts
)

// Presets are all presets. The first is the one where nothing was said.
var Presets = []Preset{
	{"speed", "speed alone", "Both times count alike. Sizes do not count.", 10_000, 1, 1, 30, 0, []Need{}},
	{"service", "a service", "Programs of your own send messages over your own network.", 10_000, 1, 1, 30, ownNetwork, []Need{Hostile}},
	{"storage", "storage", "Messages are written once, read ten times, and kept. The type changes meanwhile.", 10_000, 1, 10, 30, ownDisks, []Need{Evolution}},
	{"cache", "a cache", "One program writes a message once and reads it five times. Sizes count little.", 10_000, 1, 5, 30, ownNetwork, []Need{}},
	{"api", "a public API", "Strangers send and receive messages over the internet, in any language.", 10_000, 1, 1, 30, internet, []Need{Hostile, Languages}},
}

// PresetNamed is the preset with a name.
func PresetNamed(name string) (Preset, bool) {
	i := slices.IndexFunc(Presets, func(p Preset) bool { return p.Name == name })
	if i < 0 {
		return Preset{}, false
	}
	return Presets[i], true
}

// PresetNames are the names of all presets as a list: "speed, service, ...".
func PresetNames() string {
	var names []string
	for _, p := range Presets {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

// plain says that the preset is the first one, whose verdict is the ranking by speed.
func (p *Preset) plain() bool { return p.Name == Presets[0].Name }

const monthSeconds = 30 * 24 * 3600

// A bill is what a codec costs in a use; one without a size costs its cores only.
type bill struct {
	Cores  float64 // busy with encoding and decoding
	Mbit   float64 // a second
	Dollar float64 // a month
}

// bill is the price of messages with these times, in nanoseconds, and this size in bytes. page.js has the same formula.
func (p *Preset) bill(encode, decode, size float64) *bill {
	cores := p.Rate * p.busy(encode, decode) / 1e9
	return &bill{cores, p.Rate * size * 8 / 1e6, cores*p.Core + p.Rate*size*monthSeconds/1e12*p.TB}
}

// busy is the time that a message takes, in nanoseconds.
func (p *Preset) busy(encode, decode float64) float64 { return p.Encodes*encode + p.Decodes*decode }

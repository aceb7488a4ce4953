// Package shape lists the built-in shapes, which are ordinary Go packages, and embeds their source, so that an installed bale can measure
// them.
//
// Five of the first shapes are structs of published benchmarks. Their BaleSamples functions return values with the encoded sizes that those
// benchmarks published. The values of the shape mixed vary in everything that a processor could predict. The formats of bale gen were tuned on
// these six, so they are its home ground. The others have the kinds of fields that the six lack, or are those of other benchmarks, and nothing was tuned on them.
package shape

import (
	"embed"
	"slices"
	"strconv"
	"strings"
)

// Source holds the Go files of the shapes, with names such as "small/small.go".
//
//go:embed */*.go
var Source embed.FS

// A Shape is one built-in shape.
type Shape struct {
	Name    string // name of the shape, of its package, and of its folder in Source
	Type    string // name of the root type
	Source  string // author and year of the published benchmark that it comes from, or what it imitates
	Tuned   bool   // the formats of bale gen were tuned on it
	Lengths []int  // lengths at which a slice shape is measured, unless others are requested
}

// All lists the built-in shapes.
var All = []Shape{
	{Name: "small", Type: "Small", Source: "alecthomas-2016", Tuned: true},
	{Name: "nested", Type: "Nested", Source: "hrbrain-2021", Tuned: true, Lengths: []int{1, 100, 10_000}},
	{Name: "block", Type: "SignedBlock", Source: "skycoin-2019", Tuned: true},
	{Name: "submit", Type: "Submit", Source: "tonybai-2020", Tuned: true},
	{Name: "valmsg", Type: "ValMsg", Source: "szyhf-2018", Tuned: true},
	{Name: "mixed", Type: "Mixed", Source: "none: values that no processor can predict", Tuned: true},
	{Name: "wide", Type: "Wide", Source: "an execution report of FIX 5.0"},
	{Name: "maps", Type: "Maps", Source: "a registry of rcrowley/go-metrics"},
	{Name: "words", Type: "Words", Source: "first20hours/google-10000-english", Lengths: []int{10_000}},
	{Name: "optional", Type: "Optional", Source: "parameters of stripe/stripe-go"},
	{Name: "candles", Type: "Candles", Source: "klines of Binance", Lengths: []int{1000}},
	{Name: "matrix", Type: "Matrix", Source: "a layer in a file of safetensors"},
	{Name: "tree", Type: "Tree", Source: "binary-trees of the Computer Language Benchmarks Game"},
	{Name: "expr", Type: "Formula", Source: "syntax trees of go/ast"},
	{Name: "logs", Type: "Logs", Source: "records of log/slog", Lengths: []int{1000}},
	{Name: "otel", Type: "Batch", Source: "ResourceSpans of OpenTelemetry"},
	{Name: "github", Type: "Event", Source: "a PushEvent of GitHub's API"},
	{Name: "ymz", Type: "Data", Source: "ymz-ncnk/go-serialization-benchmarks"},
	{Name: "log", Type: "Log", Source: "log of rust_serialization_benchmark", Lengths: []int{10_000}},
	{Name: "mesh", Type: "Mesh", Source: "mesh of rust_serialization_benchmark", Lengths: []int{10_000}},
	{Name: "minecraft", Type: "Players", Source: "minecraft_savedata of rust_serialization_benchmark", Lengths: []int{500}},
	{Name: "mk48", Type: "Updates", Source: "mk48 of rust_serialization_benchmark", Lengths: []int{1000}},
}

// Default lists the shapes that are measured by default, a slice shape with its length. Half of them are home ground of bale, so that a mean over all
// of them does not favour it more than necessary. They are eight because all shapes, with all lengths, have three times as many cells, and the first
// run is to end in minutes. A codec that cannot carry one of them has no rank over all shapes, so tree and expr are not among them: bebop and
// skyencoder have no recursive types.
var Default = []string{"small", "nested-100", "submit", "mixed", "wide", "maps", "candles-1000", "github"}

// Names lists the names of the shapes in All, in the same order, and TunedNames those of the shapes in Tuned.
var Names, TunedNames = names(All), names(Tuned)

// Find finds a shape by its name, or by its name and a length, such as nested-100. The length is 0 if the name has none. It reports whether there is
// such a shape; only slice shapes have lengths.
func Find(name string) (s Shape, length int, ok bool) {
	base, number, has := strings.Cut(name, "-")
	at := slices.Index(Names, base)
	if at < 0 || has && All[at].Lengths == nil {
		return Shape{}, 0, false
	}
	if has {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 {
			return Shape{}, 0, false
		}
		length = n
	}
	return All[at], length, true
}

// Tuned lists the shapes on which the formats of bale gen were tuned.
var Tuned = slices.DeleteFunc(slices.Clone(All), func(s Shape) bool { return !s.Tuned })

func names(list []Shape) []string {
	var n []string
	for _, s := range list {
		n = append(n, s.Name)
	}
	return n
}

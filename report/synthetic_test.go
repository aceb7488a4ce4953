package report

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"bale/result"
	"bale/runner/measure"
)

// A syntheticCodec is an invented codec. Its times and its size are multiples of those of the floor.
type syntheticCodec struct {
	name, wire, module, version string
	enc, dec, size              float64
	own, noReuse, alias         bool
}

// sharing lists the codecs whose decoded strings share memory.
var sharing = []string{"floor", "bale/compact", "gencode/unsafe", "mus"}

var syntheticCodecs = []syntheticCodec{
	{"floor", "", "", "", 1, 1, 1, true, false, true},
	{"bale/compact", "compact", "", "", 1.5, 1.4, 0.8, true, false, true},
	{"bale/proto", "protobuf", "", "", 2.1, 1.9, 0.95, true, false, true},
	{"colfer", "Colfer", "github.com/pascaldekloe/colfer", "v1.8.1", 2.0, 2.2, 0.9, false, false, false},
	{"gencode", "gencode", "github.com/andyleap/gencode", "v0.0.1", 2.3, 2.6, 1.15, true, true, false},
	{"gencode/unsafe", "gencode", "github.com/andyleap/gencode", "v0.0.1", 1.9, 2.1, 1.15, true, true, false},
	{"benc", "benc", "github.com/deneonet/benc", "v1.1.8", 2.4, 2.5, 1.0, false, false, true},
	{"mus", "MUS", "github.com/mus-format/mus-go", "v0.7.2", 2.6, 2.4, 0.78, true, true, false},
	{"msgp", "MessagePack", "github.com/tinylib/msgp", "v1.4.0", 4.0, 5.0, 1.5, true, false, true},
	{"vmihailenco", "MessagePack", "github.com/vmihailenco/msgpack/v5", "v5.4.1", 22, 30, 1.6, true, true, false},
	{"vtprotobuf", "protobuf", "github.com/planetscale/vtprotobuf", "v0.6.0", 4.4, 6.2, 0.95, false, false, true},
	{"gogo", "protobuf", "github.com/gogo/protobuf", "v1.3.2", 4.5, 6.1, 0.95, false, false, false},
	{"protobuf", "protobuf", "google.golang.org/protobuf", "v1.36.9", 11, 14, 0.95, false, false, false},
	{"hyperpb", "protobuf", "buf.build/go/hyperpb", "v0.1.3", 13, 5.5, 0.95, false, false, false},
	{"capnp", "Cap'n Proto", "capnproto.org/go/capnp/v3", "v3.1.0", 14, 12, 2.1, false, false, false},
	{"flatbuffers", "FlatBuffers", "github.com/google/flatbuffers", "v25.2.10", 9, 4, 2.3, false, false, true},
	{"xdr2", "XDR", "github.com/stellar/go-xdr", "v0.0.0-20231122183749-b53fb00bcac2", 40, 45, 1.7, true, true, false},
	{"skyencoder", "Skycoin", "github.com/skycoin/skyencoder", "v0.0.1", 3.1, 4.2, 1.6, true, true, false},
	{"sproto", "sproto", "github.com/xjdrew/gosproto", "v0.0.3", 16, 21, 1.2, false, true, false},
	{"sproto/packed", "sproto", "github.com/xjdrew/gosproto", "v0.0.3", 19, 24, 0.7, false, true, false},
	{"cbor", "CBOR", "github.com/fxamacker/cbor/v2", "v2.9.0", 13, 26, 1.55, true, true, false},
	{"gob", "gob", "", "go1.26.8", 60, 220, 2.6, true, true, false},
	{"json", "JSON", "", "go1.26.8", 25, 95, 2.9, true, true, false},
	{"json/v2", "JSON", "github.com/go-json-experiment/json", "v0.0.0-20250725192818-e39067aee2d2", 24, 52, 2.9, true, true, false},
	{"sonic", "JSON", "github.com/bytedance/sonic", "v1.14.1", 8, 18, 2.9, true, false, true},
	{"easyjson", "JSON", "github.com/mailru/easyjson", "v0.9.1", 14, 24, 2.9, true, false, false},
	{"avro", "Avro", "github.com/hamba/avro/v2", "v2.29.0", 9, 15, 0.8, false, true, false},
	{"bson", "BSON", "go.mongodb.org/mongo-driver/v2", "v2.3.0", 30, 44, 1.9, true, true, false},
}

// syntheticShapes lists invented shapes, with the times of the floor to encode and decode them, in nanoseconds, and its size.
var syntheticShapes = []struct {
	name     string
	enc, dec float64
	size     float64
}{
	{"small", 12, 18, 48}, {"nested-1", 40, 90, 180}, {"nested-100", 900, 4200, 9800}, {"block", 2200, 9000, 31000},
	{"submit", 150, 420, 700}, {"valmsg", 60, 130, 260}, {"yours.Order", 210, 560, 940},
}

// synthetic returns the results of an invented run of the first codecs and shapes. They are the same every time.
func synthetic(nCodecs, nShapes int) *result.Results { return syntheticRun(nCodecs, nShapes, 12, 0.01) }

// quick returns the results of such a run with few and noisy rounds.
func quick(nCodecs, nShapes int) *result.Results { return syntheticRun(nCodecs, nShapes, 6, 0.1) }

// syntheticRun returns the results of an invented run of n rounds. noise is the standard deviation of the times, as a fraction.
func syntheticRun(nCodecs, nShapes, n int, noise float64) *result.Results {
	rnd := rand.New(rand.NewPCG(20261121, 7))
	run := &result.Run{
		Environment: result.Environment{
			Go: "go1.26.8", GOOS: "linux", GOARCH: "amd64", CPU: "AMD EPYC 7B13 <64-Core> Processor", Procs: 2,
			Bale: "v0.3.0", Date: "2026-11-21T09:00:00Z", Seed: 42,
		},
		Config: result.Config{Effort: result.Effort{Name: "default", Rounds: n}}, Complete: true,
	}
	rounds := result.NewRounds()
	for _, s := range syntheticShapes[:nShapes] {
		for i, c := range syntheticCodecs[:nCodecs] {
			row := measure.Row{
				Shape: s.name, Codec: c.name, Wire: c.wire, Module: c.module, Version: c.version, Pin: c.version,
				Doc: "the package's documentation", Own: c.own, Reference: c.name == "floor", Status: measure.OK,
				Size: math.Round(s.size * c.size), Strings: measure.Own,
			}
			if slices.Contains(sharing, c.name) {
				row.Strings = measure.Shared
			}
			addProblems(&row)
			run.Rows = append(run.Rows, row)
			if row.Status != measure.OK && row.Status != measure.Lossy {
				continue
			}
			factor := math.Exp(0.25 * rnd.NormFloat64())
			if i == 0 {
				factor = 1
			}
			for _, mode := range modesOf(c) {
				addBlocks(rounds, rnd, measure.Cell{Shape: s.name, Codec: c.name, Op: measure.Decode, Mode: mode}, s.dec*c.dec*factor, n, noise)
				if mode.Strings == measure.Copy {
					addBlocks(rounds, rnd, measure.Cell{Shape: s.name, Codec: c.name, Op: measure.Encode, Mode: mode}, s.enc*c.enc*factor, n, noise)
				}
			}
		}
		run.Rows = append(run.Rows, measure.Row{Shape: s.name, Codec: "msgp#2", Control: "msgp", Status: measure.OK})
		if msgp := (measure.Cell{Shape: s.name, Codec: "msgp", Op: measure.Encode, Mode: measure.DefaultMode}); rounds.Blocks[msgp] != nil {
			for _, b := range rounds.Blocks[msgp] {
				b.Codec = "msgp#2"
				b.Ns *= 1.013
				b.CPUNs *= 1.013
				b.OwnNs *= 1.013
				rounds.Add(b)
			}
		}
	}
	return result.Derive(run, rounds, result.Options{})
}

// addProblems gives some rows failures, losses and warnings, at least one of each kind.
func addProblems(row *measure.Row) {
	fail := func(s measure.Status, reason string) { row.Status, row.Reason, row.Size = s, reason, 0 }
	switch row.Codec + " " + row.Shape {
	case "colfer small", "colfer nested-1", "colfer nested-100":
		row.Status = measure.Lossy
		row.Losses = []measure.Loss{
			{Path: "Order.At", Kind: "zone dropped", Before: "09:00+02:00", After: "07:00Z"},
			{Path: "Order.Changed", Kind: "zone dropped", Before: "09:30+02:00", After: "07:30Z"},
			{Path: "Order.Lines[].At", Kind: "zone dropped", Before: "10:00+02:00", After: "08:00Z"},
			{Path: "Order.Tags", Kind: "nil became empty", Before: "nil", After: "[]"},
		}
	case "gencode valmsg":
		row.Status = measure.Lossy
		row.Losses = []measure.Loss{{Path: "Msg.<Note>", Kind: "nil became empty", Before: "nil", After: "[]"}}
	case "sproto block", "sproto/packed block":
		fail(measure.HasGap, "")
		row.Gaps = []measure.Gap{{Path: "Block.Price", Reason: "no floating point"}, {Path: "Block.Index", Reason: "no maps with a struct as key"}}
	case "capnp small":
		fail(measure.MissingTool, "capnp is not installed: apt install capnproto")
	case "avro yours.Order":
		fail(measure.Failed, "panic: runtime error: index out of range [3] with length 3")
	case "bson nested-100":
		fail(measure.Timeout, "no answer within 60s")
	case "gob block":
		fail(measure.OutOfMemory, "went over 1 GiB")
	case "hyperpb submit":
		fail(measure.BuildFailed, "undefined: unsafe.Sizeof of a generic type")
	case "sonic small":
		row.Warnings = []string{"uses its JIT only on amd64 and arm64"}
	}
}

// modesOf returns the modes that a codec is measured in.
func modesOf(c syntheticCodec) []measure.Mode {
	modes := []measure.Mode{measure.DefaultMode}
	add := func(change func(*measure.Mode)) {
		mode := measure.DefaultMode
		change(&mode)
		modes = append(modes, mode)
	}
	if !c.noReuse {
		add(func(m *measure.Mode) { m.Memory = measure.Reuse })
	}
	if !c.own {
		add(func(m *measure.Mode) { m.Form = measure.Native })
	}
	if c.alias {
		add(func(m *measure.Mode) { m.Strings = measure.Alias })
	}
	return modes
}

func addBlocks(rounds *result.Rounds, rnd *rand.Rand, c measure.Cell, ns float64, n int, noise float64) {
	if c.Mode.Memory == measure.Reuse {
		ns *= 0.6
	}
	if c.Mode.Form == measure.Native {
		ns *= 0.7
	}
	if c.Mode.Strings == measure.Alias {
		ns *= 0.8
	}
	kept := n
	switch {
	case strings.HasPrefix(c.Codec, "gob"):
		noise = 0.08
	case c.Codec == "sonic" && c.Op == measure.Decode && c.Mode.Memory == measure.Reuse: // too few for an interval
		n, kept = 4, 2
	}
	for i := range n {
		b := measure.Block{
			Cell: c, N: 1000, Ns: ns * (1 + noise*rnd.NormFloat64()),
			Bytes: math.Round(ns * 3), Allocs: math.Round(ns / 40), WallNs: 1000 * ns,
			YardNs: 30000 * (1 + 0.1*rnd.Float64()),
		}
		b.CPUNs, b.OwnNs = 1000*b.Ns, 1000*b.Ns
		if i < kept {
			rounds.Add(b)
		}
	}
}

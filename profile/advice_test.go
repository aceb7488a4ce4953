package profile

import (
	"math"
	"strings"
	"testing"

	"bale/result"
	"bale/runner/measure"
)

// advised returns the report of a program that spends a number of hundredths of its time in encoding and decoding by a function each.
func advised(encode int64, encoder string, decode int64, decoder string, times *Times) *Report {
	p := build("cpu", sampled{encode, "main.f f.go:1 > " + encoder}, sampled{decode, "main.g g.go:2 > " + decoder}, sampled{100 - encode - decode, "main.h"})
	r := New(&Profiles{CPU: p}, nil)
	r.Advise(times)
	return r
}

// TestAdvice checks alternatives, ratios and savings by a table of times.
func TestAdvice(t *testing.T) {
	times, err := parseTimes("a run\ncodec\twire\ttypes\ta\tb\n" +
		"json\tJSON\town\t100/200\t100/200\n" +
		"fast/std\tJSON\town\t50/100\t20/40\n" + // half of the time, and a fifth
		"fast/lossy\tJSON\town\t1/1\t1/1*\n" +
		"slow\tJSON\town\t200/400\t300/300\n" +
		"one\tX\town\t10/20\t\n" +
		"other\tX\town\t10/40\t10/40\n" + // 0.1 to encode, 0.2 to decode
		"own/json\tJSON\town\t1/1\t1/1\n")
	if err != nil {
		t.Fatal(err)
	}
	r := advised(20, "encoding/json.Marshal", 20, "encoding/json.Unmarshal", times)
	if len(r.Advice) != 1 || r.Ratios != "a run" {
		t.Fatalf("%+v", r)
	}
	a := r.Advice[0]
	var names []string
	for _, alt := range a.Alternatives {
		names = append(names, alt.Codec)
	}
	if got := strings.Join(names, " "); got != "fast/std one other" {
		t.Errorf("alternatives %s, want fast/std one other", got)
	}
	for i, want := range []struct{ ratio, saved Range }{{Range{0.2, 0.5}, Range{0.2, 0.32}}, {Range{0.1, 0.1}, Range{0.36, 0.36}}, {Range{0.15, 0.15}, Range{0.34, 0.34}}} {
		alt := a.Alternatives[i]
		near(t, alt.Codec+", best ratio", alt.Ratio.Lo, want.ratio.Lo)
		near(t, alt.Codec+", worst ratio", alt.Ratio.Hi, want.ratio.Hi)
		near(t, alt.Codec+", least saved", alt.Saved.Lo, want.saved.Lo)
		near(t, alt.Codec+", most saved", alt.Saved.Hi, want.saved.Hi)
	}
	if want := "bale compare -type TYPE -now json -codecs json,fast/std,one,other PACKAGE"; a.Next != want || !a.Alternatives[0].SameWire || a.Alternatives[1].SameWire {
		t.Errorf("%+v, want the command %s", a, want)
	}
}

// TestBuiltInAdvice checks the advice for frequent serializers with the built-in times.
func TestBuiltInAdvice(t *testing.T) {
	for now, want := range map[string]string{
		"encoding/json.Marshal": "bale/json", "google.golang.org/protobuf/proto.Marshal": "bale/proto", "github.com/bytedance/sonic.frozenConfig.Marshal": "bale/json",
		"encoding/gob.(*Encoder).Encode": "bale/", "github.com/vmihailenco/msgpack/v5.Marshal": "bale/msgpack",
	} {
		r := advised(40, now, 20, "main.x", BuiltIn())
		if len(r.Advice) != 1 || len(r.Advice[0].Alternatives) == 0 || !strings.HasPrefix(r.Advice[0].Alternatives[0].Codec, want) {
			t.Errorf("%s: %+v, want %s first", now, r.Advice, want)
			continue
		}
		for _, alt := range r.Advice[0].Alternatives {
			if alt.Ratio.Lo <= 0 || alt.Ratio.Hi < alt.Ratio.Lo || alt.Saved.Lo > alt.Saved.Hi || alt.Saved.Hi > 0.4 {
				t.Errorf("%s: %+v", now, alt)
			}
		}
	}
}

// TestConverts checks that advice says if the times of a serializer include conversions.
func TestConverts(t *testing.T) {
	for now, want := range map[string]bool{"encoding/json.Marshal": false, "google.golang.org/protobuf/proto.Marshal": true} {
		if r := advised(40, now, 20, "main.x", BuiltIn()); len(r.Advice) != 1 || r.Advice[0].Converts != want {
			t.Errorf("%s: %+v, want %t", now, r.Advice, want)
		}
	}
}

// TestNoAdvice checks that there is none below Noticeable, none without a CPU profile, and none without times.
func TestNoAdvice(t *testing.T) {
	if r := advised(1, "encoding/json.Marshal", 0, "encoding/json.Unmarshal", BuiltIn()); len(r.Advice) != 0 {
		t.Errorf("for 1 %%: %+v", r.Advice)
	}
	r := New(&Profiles{Alloc: build("alloc", sampled{1, "main.f > encoding/json.Marshal"})}, nil)
	if r.Advise(BuiltIn()); len(r.Advice) != 0 {
		t.Errorf("without a CPU profile: %+v", r.Advice)
	}
	r = advised(50, "main.T.MarshalBinary", 0, "main.x", BuiltIn())
	if len(r.Advice) != 1 || r.Advice[0].Now != "" || r.Advice[0].Next != "bale compare -type T ." {
		t.Errorf("for methods of the user: %+v", r.Advice)
	}
}

// TestMostAdvised checks that the largest serializers have advice, and no more than three.
func TestMostAdvised(t *testing.T) {
	p := build("cpu", sampled{5, "main.f > encoding/xml.Marshal"}, sampled{30, "main.f > encoding/json.Marshal"}, sampled{40, "main.f > encoding/gob.(*Encoder).Encode"},
		sampled{10, "main.f > encoding/asn1.Marshal"}, sampled{6, "main.f > encoding/xml.Unmarshal"})
	r := New(&Profiles{CPU: p}, nil)
	r.Advise(BuiltIn())
	var got []string
	for _, a := range r.Advice {
		got = append(got, a.Codec)
	}
	if strings.Join(got, " ") != "gob json xml" {
		t.Errorf("advice for %v, want gob json xml", got)
	}
}

// TestTimesOf checks that times of results are intervals of the default class, without references, and without cells that have too few rounds.
func TestTimesOf(t *testing.T) {
	r := &result.Results{}
	for _, codec := range []string{"json", "floor", "gob"} {
		r.Rows = append(r.Rows, measure.Row{Shape: "Order", Codec: codec, Wire: "W", Status: measure.OK, Reference: codec == "floor"})
		for _, op := range []measure.Op{measure.Encode, measure.Decode} {
			c := result.Cell{Shape: "Order", Codec: codec, Op: op, Axes: measure.Axes(measure.DefaultMode), Ns: result.Interval{Center: 10, Lo: 9, Hi: 12, Rounds: 8}}
			if codec == "gob" {
				c.Ns.Lo, c.Ns.Hi = math.Inf(-1), math.Inf(1)
			}
			r.Cells = append(r.Cells, c)
		}
	}
	times := TimesOf("the results in x", r)
	if len(times.Codecs) != 1 || times.Codecs[0].Shapes["Order"] != (Pair{Range{9, 12}, Range{9, 12}, false}) || times.Codecs[0].Wire != "W" {
		t.Errorf("%+v", times)
	}
	r.Cells[0].Memory, r.Cells[1].Memory = measure.Reuse, measure.Reuse
	r.Cells = r.Cells[:2]
	if times := TimesOf("x", r); len(times.Codecs) != 1 {
		t.Errorf("of a run in another class: %+v", times)
	}
}

package adapter

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bale/codec"
	"bale/codec/colfer"
	"bale/codec/gob"
	"bale/codec/hyperpb"
	"bale/codec/jettison"
	"bale/codec/json"
	"bale/codec/lower"
	"bale/model"
	"bale/runner/measure"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestSource compares adapters with golden files: of a codec that works on the user's type, of one with generated types, of one that only
// decodes, into its own messages and into the user's, and of one that only encodes.
func TestSource(t *testing.T) {
	message := plain()
	message.Roots[0].Type.(*model.Named).Message = model.MessageV2
	for _, c := range []struct {
		*codec.Codec
		model *model.Model
		name  string
	}{
		{json.Codec, plain(), "json"}, {colfer.Codec, plain(), "colfer"}, {hyperpb.Codec, plain(), "hyperpb"}, {hyperpb.Codec, message, "hyperpb-message"}, {jettison.Codec, plain(), "jettison"},
	} {
		v, gen := c.Variants[0], "example.org/plain/gen"
		plan := lower.New(c.model, v.Caps(gen))
		out, err := v.Generate(&codec.Input{Plan: plan, Name: "plain", Gen: gen, GenName: "gen", Unique: "plain"})
		if err != nil {
			t.Fatal(err)
		}
		f := &File{Model: c.model, Shapes: []string{"plain"}, Codec: c.FullName(v), Plan: plan, Out: out, Harness: "example.org/plain/balerunner/harness"}
		got, err := f.Source()
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", c.name+".golden")
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs from %s (%v); run with -update and check the difference", c.name, path, err)
		}
	}
}

// TestReusedMessage: a codec that takes the user's own values from a pool decodes into what the pool returns.
func TestReusedMessage(t *testing.T) {
	c := codec.Code{Unmarshal: "return nil", UnmarshalReuse: "return nil", Carriers: codec.Carriers{DecodeReuse: "a.pooled()"}}
	for _, l := range loops(c, true) {
		pooled := l.mode.Memory == measure.Reuse
		if strings.Contains(l.text, "v := a.pooled()") != pooled || strings.Contains(l.text, "v := &s.Value") {
			t.Errorf("%s:\n%s", l.name, l.text)
		}
	}
}

func TestClasses(t *testing.T) {
	for _, c := range []struct {
		codec *codec.Codec
		want  string
	}{
		{gob.Codec, "convert fresh reuse copy"},
		{colfer.Codec, "convert native fresh reuse copy"},
	} {
		got, err := Classes(c.codec.Variants[0])
		if err != nil || !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s has %v, %v; want %s", c.codec.Name, got, err, c.want)
		}
	}
}

package report

import (
	"bytes"
	"strings"
	"testing"

	"bale/result"
)

// withAspects returns results with a row that has all aspects, and rows that have some.
func withAspects() *result.Results {
	r := synthetic(4, 1)
	yes, no := true, false
	r.Aspects = []result.Aspects{
		{Shape: "small", Codec: "bale/compact", Hostile: &result.Hostile{Inputs: 2000, Refused: 1900, Accepted: 100, MaxBytes: 512, MaxPerByte: 12},
			Deterministic: &yes, Memory: &result.Memory{Bytes: 112.4, Objects: 2.01}, FirstCall: &result.FirstCall{EncodeNs: 35000, DecodeNs: 1800},
			Compressed: []result.Compressed{{With: "gzip", Messages: 1, Bytes: 72.2, CompressNs: 30000}, {With: "gzip", Messages: 1000, Bytes: 40.4, CompressNs: 2000}},
			Evolution:  []result.TypeChange{{Change: "appended", Forward: result.Right, Backward: result.Refused}, {Change: "moved", Forward: result.Wrong, Backward: result.Wrong}},
			Program:    &result.Program{Bytes: 123456, Modules: 0, Lines: 1234, BuildSeconds: 1.26}},
		{Shape: "small", Codec: "bale/proto", Hostile: &result.Hostile{Inputs: 400, Refused: 100, Accepted: 280, Panicked: 4, OutOfMemory: 16,
			MaxBytes: 16e9, MaxPerByte: 3.2e9, MaxInput: 5, Worst: "16 GB from 5 bytes"}, Deterministic: &no, Memory: &result.Memory{LiveHeapNs: 640}},
		{Shape: "small", Codec: "colfer", Hostile: &result.Hostile{Inputs: 2000, Refused: 1000, Accepted: 997, Panicked: 3, Worst: "panics: index out of range [3]"},
			Failed: []result.AspectFailure{{Aspect: "first", Reason: "the runner stopped: exit status 3"}}},
	}
	return r
}

func TestAspectsGolden(t *testing.T) {
	var b bytes.Buffer
	if err := Aspects(&b, withAspects()); err != nil {
		t.Fatal(err)
	}
	golden(t, "aspects.md", b.Bytes())
}

// TestAspectsInReports checks that the table of aspects is in report.md, and that the terminal names the codecs with faults on damaged input.
func TestAspectsInReports(t *testing.T) {
	r := withAspects()
	var md, screen, without bytes.Buffer
	if err := Markdown(&md, r, Reader{}); err != nil {
		t.Fatal(err)
	}
	if err := Table(&screen, r, Options{Width: 80}); err != nil {
		t.Fatal(err)
	}
	r.Aspects = nil
	if err := Table(&without, r, Options{Width: 80}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"### small: aspects", "16 GB from 5 bytes", "| appended |"} {
		if !strings.Contains(md.String(), want) {
			t.Errorf("report.md has no %q", want)
		}
	}
	const line = "Faults on damaged input: out of memory: bale/proto; panics: colfer.\n"
	if got := strings.Replace(screen.String(), line, "", 1); got != without.String() {
		t.Errorf("the screen should differ by the line %q:\n%s", line, screen.String())
	}
}

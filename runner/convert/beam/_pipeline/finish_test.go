package pipeline

import (
	"slices"
	"strings"
	"testing"

	"bale/runner/convert"
)

// TestCheckCover checks lists of pieces from which one is missing, or in which one is twice.
func TestCheckCover(t *testing.T) {
	inputs := []convert.Input{{Path: "a", Size: 30}, {Path: "empty", Size: 0}, {Path: "b", Size: 10}}
	whole := []Piece{{Input: 0, Start: 0, End: 10}, {Input: 0, Start: 10, End: 20}, {Input: 0, Start: 20, End: 30}, {Input: 1}, {Input: 2, Start: 0, End: 10}}
	if err := checkCover(inputs, whole); err != nil {
		t.Error(err)
	}
	for i := range whole {
		if err := checkCover(inputs, slices.Delete(slices.Clone(whole), i, i+1)); err == nil {
			t.Errorf("piece %d is missing, and that is no error", i)
		}
		if err := checkCover(inputs, slices.Insert(slices.Clone(whole), i, whole[i])); err == nil {
			t.Errorf("piece %d is there twice, and that is no error", i)
		}
	}
	cut := slices.Clone(whole)
	cut[2].End = 29
	if err := checkCover(inputs, cut); err == nil || err.Error() != "a: the runner has not converted the part at offset 29: begin again in a new folder" {
		t.Errorf("a file is not converted to its end: %v", err)
	}
	if err := checkCover(inputs, append(whole, Piece{Input: 3})); err == nil {
		t.Error("a piece is of no input, and that is no error")
	}
}

// TestOutputNames checks the names of output files.
func TestOutputNames(t *testing.T) {
	inputs := []convert.Input{{Path: "in/a.jsonl", Output: "sub.d/a.compact.gz"}, {Path: "in/.b", Output: ".b"}, {Path: "in/c", Output: "c"}}
	pieces := []Piece{{Input: 0}, {Input: 0}, {Input: 1}, {Input: 1}, {Input: 2}}
	got, err := outputNames(inputs, pieces)
	want := "sub.d/a-00000-of-00002.compact.gz sub.d/a-00001-of-00002.compact.gz .b-00000-of-00002 .b-00001-of-00002 c"
	if err != nil || strings.Join(got, " ") != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	inputs[2].Output = ".b-00001-of-00002"
	if _, err := outputNames(inputs, pieces); err == nil || !strings.Contains(err.Error(), "would both be written to .b-00001-of-00002") {
		t.Errorf("two parts have the same name: %v", err)
	}
}

package result

import "testing"

// TestMerge checks that Merge keeps all aspects, and the figures of two parts of the same aspect.
func TestMerge(t *testing.T) {
	yes := true
	var a Aspects
	for _, part := range []Aspects{
		{Memory: &Memory{LiveHeapNs: 3}},
		{Hostile: &Hostile{Inputs: 5}},
		{Memory: &Memory{Bytes: 1, Objects: 2}},
		{Deterministic: &yes, Compressed: []Compressed{{With: "gzip"}}},
		{Program: &Program{Lines: 4}, FirstCall: &FirstCall{EncodeNs: 6}, Evolution: []TypeChange{{Change: "moved"}}},
		{Failed: []AspectFailure{{Aspect: "first"}}},
	} {
		a.Merge(part)
	}
	if *a.Memory != (Memory{1, 2, 3}) || a.Hostile.Inputs != 5 || a.Deterministic == nil || len(a.Compressed) != 1 || a.Program.Lines != 4 ||
		a.FirstCall.EncodeNs != 6 || len(a.Evolution) != 1 || len(a.Failed) != 1 {
		t.Errorf("merged to %+v, memory %+v", a, a.Memory)
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[float64]string{0: "0 B", 512: "512 B", 999: "999 B", 1000: "1.0 KB", 9949: "9.9 KB", 9960: "10 KB", 999_600: "1.0 MB", 16e9: "16 GB", 2.24e14: "224 TB"} {
		if got := Bytes(n); got != want {
			t.Errorf("%v is %q, want %q", n, got, want)
		}
	}
}

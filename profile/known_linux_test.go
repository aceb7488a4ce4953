package profile

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/asn1"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	pprofile "runtime/pprof"
	"slices"
	"syscall"
	"testing"
	"time"

	"bale/internal/slow"
)

// A work is something that the program of TestKnown does for a share of its CPU time. Only work of serializers has a codec.
type work struct {
	codec     string
	direction Direction
	share     float64
	do        func()
}

type knownItem struct {
	ID    int
	Name  string
	Notes []string
}

type knownNumbers struct {
	A, B, C int64
	D       [64]uint32
}

// works returns the works of TestKnown.
func works(t *testing.T) []work {
	v := knownItem{ID: 7, Name: "a name with some length", Notes: []string{"one", "two", "three and four"}}
	numbers := knownNumbers{A: 1, B: 2, C: 3}
	must := func(b []byte, err error) []byte {
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	gobbed, fixed := new(bytes.Buffer), new(bytes.Buffer)
	check := func(err error) { must(nil, err) }
	check(gob.NewEncoder(gobbed).Encode(v))
	check(binary.Write(fixed, binary.LittleEndian, numbers))
	js, x, der := must(json.Marshal(v)), must(xml.Marshal(v)), must(asn1.Marshal(v))
	return []work{
		{"json", Encode, 0.18, func() { _, err := json.Marshal(v); check(err) }},
		{"json", Decode, 0.15, func() { check(json.Unmarshal(js, new(knownItem))) }},
		{"gob", Encode, 0.05, func() { check(gob.NewEncoder(new(bytes.Buffer)).Encode(v)) }},
		{"gob", Decode, 0.10, func() { check(gob.NewDecoder(bytes.NewReader(gobbed.Bytes())).Decode(new(knownItem))) }},
		{"xml", Encode, 0.08, func() { _, err := xml.Marshal(v); check(err) }},
		{"xml", Decode, 0.12, func() { check(xml.Unmarshal(x, new(knownItem))) }},
		{"asn1", Encode, 0.03, func() { _, err := asn1.Marshal(v); check(err) }},
		{"asn1", Decode, 0.05, func() { _, err := asn1.Unmarshal(der, new(knownItem)); check(err) }},
		{"encoding-binary", Encode, 0.02, func() { check(binary.Write(new(bytes.Buffer), binary.LittleEndian, numbers)) }},
		{"encoding-binary", Decode, 0.02, func() { check(binary.Read(bytes.NewReader(fixed.Bytes()), binary.LittleEndian, new(knownNumbers))) }},
		{"", Other, 0.20, func() { sha256.Sum256(make([]byte, 1<<10)) }},
	}
}

// TestKnown profiles a program that spends known shares of its CPU time in ten ways. The shares are of the time that the thread has run, so that other programs on the machine
// do not change them. They may differ by 3 points.
func TestKnown(t *testing.T) {
	slow.Only(t, "it runs for 20 seconds of CPU time")
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // it is collected between the works
	path := filepath.Join(t.TempDir(), "cpu.pprof")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list := works(t)
	if err := pprofile.StartCPUProfile(f); err != nil {
		t.Skipf("another profile is running: %v", err)
	}
	spend(list, 20*time.Second)
	pprofile.StopCPUProfile()
	p, err := Read(context.Background(), []string{path})
	if err != nil {
		t.Fatal(err)
	}
	r := New(p, nil)
	near(t, "sum", sum(r), 1)
	own := shareBelow(p, "crypto/sha256")
	worked := r.CPU.Serializers + own // without garbage collection and what the other threads do
	for _, w := range list {
		got := own
		if w.codec != "" {
			got = shareOf(r, w.codec, w.direction)
		}
		t.Logf("%s %s: %.1f %%, want %.1f %%", w.codec, w.direction, got/worked*100, w.share*100)
		if math.Abs(got/worked-w.share) > 0.03 {
			t.Errorf("%s %s: %.1f %% of the CPU time, want %.1f %%", w.codec, w.direction, got/worked*100, w.share*100)
		}
	}
}

// spend does each work for its share of a CPU time, in turns.
func spend(list []work, total time.Duration) {
	spent := make([]time.Duration, len(list))
	for step := time.Duration(1); step <= 100; step++ {
		for i, w := range list {
			start := threadTime()
			for until := time.Duration(w.share*float64(total)) * step / 100; spent[i] < until; {
				for range 50 {
					w.do()
				}
				now := threadTime()
				spent[i] += now - start
				start = now
			}
		}
		runtime.GC()
	}
}

// threadTime returns the CPU time of the thread.
func threadTime() time.Duration {
	const thread = 1 // RUSAGE_THREAD
	var usage syscall.Rusage
	if err := syscall.Getrusage(thread, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// shareBelow returns the share of the samples with a function of a package on their stacks.
func shareBelow(p *Profiles, pkg string) (share float64) {
	all, index, r := 0.0, valueIndex(p.CPU, "cpu"), newReader(newMatcher(nil, &Source{}))
	for _, s := range p.CPU.Sample {
		all += float64(s.Value[index])
		if slices.ContainsFunc(r.stack(s), func(f frame) bool { return f.Package == pkg }) {
			share += float64(s.Value[index])
		}
	}
	return share / all
}

func shareOf(r *Report, codec string, d Direction) float64 {
	for _, row := range r.Rows {
		if row.Codec == codec && row.Direction == d {
			return row.CPU
		}
	}
	return 0
}

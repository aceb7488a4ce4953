package bench

import (
	"flag"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

var (
	table  = flag.Bool("table", false, "measure all calls and print the tables of docs/performance.md#calls")
	rounds = flag.Int("rounds", 100, "the number of rounds for -table")
)

// A cost is what a call costs with a codec, and the share of serialization in it.
type cost struct{ time, timeShare, bytes, bytesShare float64 }

// TestTable prints how much of a call is serialization, for each host. Without the flag -table, it measures two hosts for a moment to check
// the table.
func TestTable(t *testing.T) {
	if *table {
		fmt.Print(tables(t, hosts, *rounds))
		return
	}
	var few []host
	for _, h := range hosts {
		if h.name == "bbolt" || h.name == "net/rpc" {
			few = append(few, h)
		}
	}
	rows := strings.Count(tables(t, few, 1), " %")
	if want := len(few) * len(codecs) * len(sizes) * 2; rows != want {
		t.Errorf("the tables have %d shares, want %d", rows, want)
	}
}

// tables measures hosts, and returns a table of times and one of memory for each size.
func tables(t *testing.T, hosts []host, rounds int) string {
	var out strings.Builder
	for _, lines := range sizes {
		costs := map[string][]cost{}
		for _, h := range hosts {
			t.Run(fmt.Sprint(h.name, " ", lines), func(t *testing.T) { costs[h.name] = measure(t, h, lines, rounds) })
		}
		writeTable(&out, fmt.Sprintf("time of a call, %d lines", lines), hosts, costs, func(c cost) string {
			return fmt.Sprintf("%s µs, %.0f %%", threeDigits(c.time/1000), 100*c.timeShare)
		})
		writeTable(&out, fmt.Sprintf("memory of a call, %d lines", lines), hosts, costs, func(c cost) string {
			return fmt.Sprintf("%s KB, %.0f %%", threeDigits(c.bytes/1000), 100*c.bytesShare)
		})
	}
	return out.String()
}

// threeDigits returns a number with three digits, or without its fraction if that has more.
func threeDigits(x float64) string {
	return strconv.FormatFloat(x, 'f', max(0, 2-int(math.Log10(max(x, 1)))), 64)
}

// measure measures the calls of a host. In each round, every codec has a block of whole calls and one of its serialization alone, so that
// changes of the machine's speed affect all of them. It returns medians.
func measure(t *testing.T, h host, lines, rounds int) []cost {
	calls := newCalls(t, h, lines)
	type samples struct{ time, timeShare, bytes, bytesShare []float64 }
	found := make([]samples, len(calls))
	for range rounds {
		for i, c := range calls {
			whole, wholeBytes := block(t, c.whole, 3*time.Millisecond)
			alone, aloneBytes := block(t, c.alone, time.Millisecond)
			s := &found[i]
			s.time, s.timeShare = append(s.time, whole), append(s.timeShare, alone/whole)
			s.bytes, s.bytesShare = append(s.bytes, wholeBytes), append(s.bytesShare, aloneBytes/wholeBytes)
		}
	}
	costs := make([]cost, len(calls))
	for i, s := range found {
		costs[i] = cost{median(s.time), median(s.timeShare), median(s.bytes), median(s.bytesShare)}
	}
	return costs
}

// block repeats an operation for a time. It returns the time of one operation, in nanoseconds, and the number of bytes that it allocates in this
// process.
func block(t *testing.T, f func() (any, error), d time.Duration) (ns, bytes float64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var passed time.Duration
	n, start := 0.0, time.Now()
	for ; passed < d; passed = time.Since(start) {
		if _, err := f(); err != nil {
			t.Fatal(err)
		}
		n++
	}
	runtime.ReadMemStats(&after)
	return float64(passed.Nanoseconds()) / n, float64(after.TotalAlloc-before.TotalAlloc) / n
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}

// writeTable writes a row for each host that was measured.
func writeTable(out *strings.Builder, title string, hosts []host, costs map[string][]cost, text func(cost) string) {
	fmt.Fprintf(out, "| %s |", title)
	for _, c := range codecs {
		fmt.Fprintf(out, " %s |", c.name)
	}
	fmt.Fprintf(out, "\n|---|%s\n", strings.Repeat("--:|", len(codecs)))
	for _, h := range hosts {
		if costs[h.name] == nil {
			continue // its server is missing
		}
		fmt.Fprintf(out, "| %s: %s |", h.name, h.call)
		for _, c := range costs[h.name] {
			fmt.Fprintf(out, " %s |", text(c))
		}
		fmt.Fprintln(out)
	}
	fmt.Fprintln(out)
}

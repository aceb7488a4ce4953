package result

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"bale/measure"
)

// A Writer appends to rounds.txt, the raw rounds of a run in the Go benchmark format. Each line goes to
// the file in one write, so that an interruption can tear only the last one. It is for one goroutine.
type Writer struct {
	f     *os.File
	procs int
}

// OpenWriter opens or creates the rounds at path for appending. A torn last line is cut off first. The
// environment is written as file configuration; of a file that has some already, only what differs.
func OpenWriter(path string, env Environment) (*Writer, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	w := &Writer{f, env.Procs}
	if err := w.begin(env); err != nil {
		f.Close()
		return nil, err
	}
	return w, nil
}

func (w *Writer) begin(env Environment) error {
	have, err := os.ReadFile(w.f.Name())
	if err != nil {
		return err
	}
	whole := bytes.LastIndexByte(have, '\n') + 1
	if whole < len(have) {
		if err := w.f.Truncate(int64(whole)); err != nil {
			return err
		}
	}
	if head := configLines(readConfig(have[:whole]), fileConfig(env)); head != "" {
		_, err = w.f.WriteString(head)
	}
	return err
}

// Round notes that a round begins, counted from 1 over the whole run, in the given epoch. It is a
// comment: the k-th line of a cell is its round k, whatever the comments say.
func (w *Writer) Round(round, epoch int, at time.Time) error {
	_, err := fmt.Fprintf(w.f, "# round %d epoch %d at %s\n", round, epoch, at.UTC().Format(time.RFC3339))
	return err
}

// Rerun records that a block of the cell was discarded and run again, because the machine was disturbed. why is "steal" and the clock ticks
// that the kernel reported. The line comes before that of the block that counts.
func (w *Writer) Rerun(c measure.Cell, why string) error {
	_, err := fmt.Fprintf(w.f, "%s%s %s\n", rerunPrefix, benchName(c), why)
	return err
}

// Block appends one block. Measurements are kept to six significant digits, which is far below what
// any of them can be repeated to. A block that cannot be one (see checkBlock) is an error and is not
// written.
func (w *Writer) Block(b measure.Block) error {
	if err := checkBlock(&b); err != nil {
		return fmt.Errorf("block of %s: %w", benchName(b.Cell), err)
	}
	var line strings.Builder
	fmt.Fprintf(&line, "Benchmark%s-%d\t%d", benchName(b.Cell), w.procs, b.N)
	for _, m := range measurements(&b) {
		if m.optional && *m.value == 0 {
			continue
		}
		fmt.Fprintf(&line, "\t%s %s", sixDigits(*m.value), m.unit)
	}
	line.WriteByte('\n')
	_, err := w.f.WriteString(line.String())
	return err
}

// Close closes the file. What was written before is safe without it.
func (w *Writer) Close() error {
	return w.f.Close()
}

// A measurement is one value-unit pair of a benchmark line.
type measurement struct {
	unit     string
	value    *float64
	optional bool // left out if it is 0
}

// measurements lists the pairs of a block in the order they are written.
func measurements(b *measure.Block) []measurement {
	return []measurement{
		{"ns/op", &b.Ns, false}, {"B/op", &b.Bytes, false}, {"allocs/op", &b.Allocs, false}, {"wall-ns", &b.WallNs, false}, {"cpu-ns", &b.CPUNs, false},
		{"yard-ns", &b.YardNs, false}, {"handoff-ns", &b.HandoffNs, true},
	}
}

// checkBlock refuses a block without operations or without time, and one with a figure that is negative
// or no number: such a block would spoil every median and ratio it comes near.
func checkBlock(b *measure.Block) error {
	if b.N < 1 {
		return fmt.Errorf("%d operations", b.N)
	}
	for _, m := range measurements(b) {
		if v := *m.value; !(v >= 0) || math.IsInf(v, 1) || v == 0 && (m.value == &b.Ns || m.value == &b.YardNs) {
			return fmt.Errorf("%v %s", v, m.unit)
		}
	}
	return nil
}

// sixDigits rounds to six significant digits and writes the rest without an exponent, as testing does.
func sixDigits(v float64) string {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	if err != nil { // cannot happen: it was just formatted
		rounded = v
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// fileConfig is the environment as configuration keys and values.
func fileConfig(env Environment) map[string]string {
	config := map[string]string{
		"go": env.Go, "goos": env.GOOS, "goarch": env.GOARCH, "cpu": env.CPU, "bale": env.Bale, "date": env.Date,
		"seed": strconv.FormatUint(env.Seed, 10), "procs": strconv.Itoa(env.Procs),
	}
	for path, version := range env.Modules {
		config[moduleKey(path)] = version
	}
	// A key without a value would delete the key, and a line break in one would end it.
	for key, value := range config {
		if value = strings.Join(strings.Fields(value), " "); value == "" {
			value = "unknown"
		}
		config[key] = value
	}
	return config
}

// configLines are the lines that turn one configuration into another, sorted by key.
func configLines(have, want map[string]string) string {
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if have[key] != want[key] {
			fmt.Fprintf(&b, "%s: %s\n", key, want[key])
		}
	}
	for _, key := range slices.Sorted(maps.Keys(have)) {
		if _, ok := want[key]; !ok {
			fmt.Fprintf(&b, "%s:\n", key)
		}
	}
	return b.String()
}

// readConfig is the configuration in force at the end of data.
func readConfig(data []byte) map[string]string {
	config := make(map[string]string)
	for line := range bytes.Lines(data) {
		key, value, ok := strings.Cut(strings.TrimSpace(string(line)), ":")
		switch {
		case !ok || !isConfigKey(key):
		case value == "":
			delete(config, key)
		default:
			config[key] = strings.TrimSpace(value)
		}
	}
	return config
}

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

	"bale/runner/measure"
)

// A Writer appends to rounds.txt, which has the blocks of a run in the Go benchmark format. It writes each line in one call, so that an
// interruption can leave only the last line incomplete. A Writer must not be used by several goroutines at a time.
type Writer struct {
	f     *os.File
	procs int
}

// OpenWriter opens or creates the file at path for appending. It removes an incomplete last line. It writes the environment as file
// configuration, without the keys that the file already has with the same values.
func OpenWriter(path string, env Environment) (*Writer, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	w := &Writer{f, env.Procs}
	if err := w.writeHeader(env); err != nil {
		f.Close()
		return nil, err
	}
	return w, nil
}

// writeHeader removes an incomplete last line and writes the configuration.
func (w *Writer) writeHeader(env Environment) error {
	have, err := os.ReadFile(w.f.Name())
	if err != nil {
		return err
	}
	complete := bytes.LastIndexByte(have, '\n') + 1
	if complete < len(have) {
		if err := w.f.Truncate(int64(complete)); err != nil {
			return err
		}
	}
	if head := configLines(readConfig(have[:complete]), fileConfig(env)); head != "" {
		_, err = w.f.WriteString(head)
	}
	return err
}

// Round writes a comment that a round begins. Rounds are counted from 1 over the whole run. Readers ignore the comment: the k-th line of a
// cell is its round k.
func (w *Writer) Round(round, epoch int, at time.Time) error {
	_, err := fmt.Fprintf(w.f, "# round %d epoch %d at %s\n", round, epoch, at.UTC().Format(time.RFC3339))
	return err
}

// Rerun writes a comment that a block of the cell was discarded and is run again because the machine was disturbed. why is "steal" and the
// number of clock ticks that the kernel reported. The comment comes before the line of the repeated block.
func (w *Writer) Rerun(c measure.Cell, why string) error {
	_, err := fmt.Fprintf(w.f, "%s%s %s\n", rerunPrefix, benchName(c), why)
	return err
}

// Block appends a block. Measurements are rounded to six significant digits, which is far more than their precision. An invalid block (see
// checkBlock) is an error and is not written.
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
	if b.CPUNs > 0 { // for benchstat, which cannot divide; readers take cpu-ns
		fmt.Fprintf(&line, "\t%s cpu-ns/op", sixDigits(CPUTime.of(&b)))
	}
	line.WriteByte('\n')
	_, err := w.f.WriteString(line.String())
	return err
}

// Close closes the file. Blocks are in the file even without it.
func (w *Writer) Close() error {
	return w.f.Close()
}

// A measurement is one value-unit pair of a benchmark line.
type measurement struct {
	unit     string
	value    *float64
	optional bool // left out if it is 0
}

// measurements returns the value-unit pairs of a block in the order in which they are written.
func measurements(b *measure.Block) []measurement {
	return []measurement{
		{"ns/op", &b.Ns, false}, {"B/op", &b.Bytes, false}, {"allocs/op", &b.Allocs, false}, {"wall-ns", &b.WallNs, false}, {"cpu-ns", &b.CPUNs, false},
		{"yard-ns", &b.YardNs, false}, {"handoff-ns", &b.HandoffNs, true}, {"own-ns", &b.OwnNs, true}, {"steal-ns", &b.StealNs, true},
	}
}

// checkBlock returns an error for a block without operations or without time, and for one with a figure that is negative or not finite.
func checkBlock(b *measure.Block) error {
	if b.N < 1 {
		return fmt.Errorf("%d operations: want at least 1", b.N)
	}
	for _, m := range measurements(b) {
		if v := *m.value; !(v >= 0) || math.IsInf(v, 1) || v == 0 && (m.value == &b.Ns || m.value == &b.YardNs) {
			return fmt.Errorf("%v %s is not a valid measurement", v, m.unit)
		}
	}
	return nil
}

// sixDigits formats v with six significant digits and without an exponent, as package testing does.
func sixDigits(v float64) string {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	if err != nil { // does not happen for a formatted number
		rounded = v
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// fileConfig returns the environment as configuration keys and values.
func fileConfig(env Environment) map[string]string {
	config := map[string]string{
		"go": env.Go, "goos": env.GOOS, "goarch": env.GOARCH, "cpu": env.CPU, "bale": env.Bale, "date": env.Date,
		"seed": strconv.FormatUint(env.Seed, 10), "procs": strconv.Itoa(env.Procs),
	}
	for path, version := range env.Modules {
		config[moduleKey(path)] = version
	}
	// A key without a value would delete the key, and a line break would end the value.
	for key, value := range config {
		if value = strings.Join(strings.Fields(value), " "); value == "" {
			value = "unknown"
		}
		config[key] = value
	}
	return config
}

// configLines returns the lines that change the configuration have to want, sorted by key.
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

// readConfig returns the configuration that applies at the end of data.
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

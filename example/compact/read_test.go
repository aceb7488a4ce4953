// Package compact tests read.py, a reader of the compact format that was written from docs/compact.md.
package compact

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// A vector is an entry of testdata/vectors/compact.json.
type vector struct {
	Type, Bytes string
	Value       any
	Error       string // why the message is malformed; "" if it has a value
}

const lock = "../../testdata/vectors/bale.lock"

// vectors returns the vectors of compact. It skips the test if there is no Python.
func vectors(t *testing.T) []vector {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed")
	}
	data, err := os.ReadFile("../../testdata/vectors/compact.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []vector
	if err := parse(data, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// parse is json.Unmarshal that keeps the digits of numbers.
func parse(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	return d.Decode(v)
}

// An answer is what the reader makes of a message.
type answer struct {
	Value any
	Error string
}

// read has the reader decode messages, each with the name of its type in front.
func read(t *testing.T, messages []string) []answer {
	t.Helper()
	cmd := exec.Command("python3", "-B", "testdata/lines.py", lock)
	cmd.Stdin, cmd.Stderr = strings.NewReader(strings.Join(messages, "\n")), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var answers []answer
	for line := range bytes.Lines(out) {
		var a answer
		if err := parse(line, &a); err != nil {
			t.Fatal(err)
		}
		answers = append(answers, a)
	}
	if len(answers) != len(messages) {
		t.Fatalf("got %d answers to %d messages", len(answers), len(messages))
	}
	return answers
}

// TestReader checks that the reader decodes the message of each vector to its value, and refuses malformed messages.
func TestReader(t *testing.T) {
	list := vectors(t)
	var messages []string
	for _, v := range list {
		messages = append(messages, v.Type+" "+v.Bytes)
	}
	for i, a := range read(t, messages) {
		v := list[i]
		switch {
		case v.Error != "" && a.Error == "":
			t.Errorf("%s %s: got %v, want an error, because %s", v.Type, v.Bytes, a.Value, v.Error)
		case v.Error == "" && (a.Error != "" || !equal(a.Value, v.Value)):
			t.Errorf("%s %.200s:\ngot  %v %s\nwant %v", v.Type, v.Bytes, a.Value, a.Error, v.Value)
		}
	}
}

// TestTruncated checks that the reader refuses every truncation of each message, and messages with a byte behind them.
func TestTruncated(t *testing.T) {
	var messages []string
	for _, v := range vectors(t) {
		if v.Error != "" || len(v.Bytes) > 2000 {
			continue // the truncations of a long message are megabytes
		}
		for n := 0; n < len(v.Bytes); n += 2 {
			messages = append(messages, v.Type+" "+v.Bytes[:n])
		}
		messages = append(messages, v.Type+" "+v.Bytes+"00")
	}
	for i, a := range read(t, messages) {
		if a.Error == "" {
			t.Errorf("%s: no error; the value is %v", messages[i], a.Value)
		}
	}
}

// TestCommand checks the command line of the reader.
func TestCommand(t *testing.T) {
	for _, v := range vectors(t) {
		if v.Type != "Texts" || v.Error != "" {
			continue
		}
		message, _ := hex.DecodeString(v.Bytes)
		run := func(message []byte) (any, string, error) {
			var stderr bytes.Buffer
			cmd := exec.Command("python3", "-B", "read.py", lock, v.Type)
			cmd.Stdin, cmd.Stderr = bytes.NewReader(message), &stderr
			out, err := cmd.Output()
			var value any
			if err == nil {
				err = parse(out, &value)
			}
			return value, stderr.String(), err
		}
		if value, stderr, err := run(message); err != nil || !equal(value, v.Value) {
			t.Errorf("got %v, %s, %v, want %v", value, stderr, err, v.Value)
		}
		if _, stderr, err := run(message[:len(message)-1]); fmt.Sprint(err) != "exit status 1" || !strings.HasPrefix(stderr, "read.py: truncated") {
			t.Errorf("a truncated message: %v, %s", err, stderr)
		}
	}
}

// TestLength checks that the reader stays short.
func TestLength(t *testing.T) {
	data, err := os.ReadFile("read.py")
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(data, []byte("\n")); n > 230 {
		t.Errorf("read.py has %d lines, want at most 230", n)
	}
	for i, line := range strings.Split(string(data), "\n") {
		if len(line) > 120 {
			t.Errorf("read.py:%d has %d characters, want at most 120", i+1, len(line))
		}
	}
}

// equal reports whether two JSON values are the same. Numbers are compared as numbers.
func equal(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for k, v := range a {
			if w, ok := b[k]; !ok || !equal(v, w) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !equal(a[i], b[i]) {
				return false
			}
		}
		return true
	case json.Number:
		b, ok := b.(json.Number)
		return ok && (a == b || strings.ContainsAny(string(a+b), ".eE") && sameFloat(string(a), string(b)))
	}
	return a == b
}

// sameFloat reports whether two texts are the same float64, with the same sign.
func sameFloat(a, b string) bool {
	x, _ := strconv.ParseFloat(a, 64)
	y, _ := strconv.ParseFloat(b, 64)
	return x == y && (x != 0 || strings.HasPrefix(a, "-") == strings.HasPrefix(b, "-"))
}

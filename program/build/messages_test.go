package build

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bale/gen/format/all"
	"bale/internal/testdir"
	"bale/runner/show"
)

var allVectors = flag.Bool("vectors", false, "show the test vectors of all formats, not only those of compact: this takes 15 s of processor time to build")

// vectors is the folder of the test vectors.
const vectors = "../../testdata/vectors"

// A vector is an entry in a file of test vectors.
type vector struct {
	Type, Bytes, From, Note, Error string
	Value                          json.RawMessage
}

// TestMessages shows all test vectors, and encodes what is shown.
func TestMessages(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a program")
	}
	testdir.Unoptimized(t)
	dir := testdir.New(t)
	types, err := os.ReadFile(vectors + "/types.go")
	if err != nil {
		t.Fatal(err)
	}
	lock, err := os.ReadFile(vectors + "/bale.lock")
	if err != nil {
		t.Fatal(err)
	}
	if !*allVectors {
		types = regexp.MustCompile(`wire=compact\S*`).ReplaceAll(types, []byte("wire=compact"))
		types = regexp.MustCompile(`(?m)^//bale:gen wire=[^c].*$`).ReplaceAll(types, []byte("//"))
		types = regexp.MustCompile(` //bale:(?:sint|fixed|unknown|\d+)\b.*`).ReplaceAll(types, nil)
	}
	if err := WriteFiles(dir, map[string][]byte{"types.go": types, "bale.lock": lock, "go.mod": []byte("module example.org/vectors\n\ngo 1.26\n")}); err != nil {
		t.Fatal(err)
	}
	b := &Builder{Cache: testdir.New(t)}
	built := 0
	load := func() *MessageProgram {
		p, err := b.Messages(t.Context(), dir, MessageType{}, all.Formats, func() { built++ })
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := load()
	for _, f := range all.Binary {
		if f.Name == "compact" || *allVectors {
			checkVectors(t, p, f.Name)
		}
	}
	if load(); built != 1 {
		t.Errorf("the program is built %d times", built)
	}
}

// checkVectors shows the vectors of a format: in frames, all of a type at once, and the malformed ones.
func checkVectors(t *testing.T, p *MessageProgram, wire string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(vectors, wire+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var list []vector
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	slices.SortStableFunc(list, func(a, b vector) int { return cmp.Compare(a.Type, b.Type) })
	for len(list) > 0 {
		typ, n := list[0].Type, 1
		for n < len(list) && list[n].Type == typ {
			n++
		}
		var stream, again []byte // the second has those that an encoder of bale writes
		var want []json.RawMessage
		for _, v := range list[:n] {
			message, err := hex.DecodeString(v.Bytes)
			if err != nil {
				t.Fatal(err)
			}
			frame := append(binary.AppendUvarint(nil, uint64(len(message))), message...)
			if v.Error != "" {
				if out, err := runMessages(p, show.Request{Do: show.Show, Type: typ, Wire: wire, Framed: true, Lines: true}, frame); err == nil {
					t.Errorf("%s: %s %s is shown as %s, but %s", wire, typ, v.Bytes, out, v.Error)
				}
				continue
			}
			stream, want = append(stream, frame...), append(want, v.Value)
			if v.From == "" && v.Note == "" {
				again = append(again, frame...)
			}
		}
		checkShown(t, p, typ, wire, stream, want, len(again) == len(stream))
		list = list[n:]
	}
}

// checkShown compares messages in frames with their values, and the messages that are encoded from what is shown with the messages.
func checkShown(t *testing.T, p *MessageProgram, typ, wire string, stream []byte, want []json.RawMessage, canonical bool) {
	t.Helper()
	req := show.Request{Do: show.Show, Type: typ, Wire: wire, Framed: true, Lines: true}
	shown, err := runMessages(p, req, stream)
	if err != nil {
		t.Errorf("%s: %s: %v", wire, typ, err)
		return
	}
	lines := strings.Split(strings.TrimSuffix(string(shown), "\n"), "\n")
	for i, text := range want {
		if i >= len(lines) || !sameJSON(t, []byte(lines[i]), text) {
			t.Errorf("%s: %s is shown as\n%s\nwant\n%s", wire, typ, lines[min(i, len(lines)-1)], text)
			return
		}
	}
	req.Do = show.Encode
	if message, err := runMessages(p, req, shown); err != nil || canonical && !bytes.Equal(message, stream) {
		t.Errorf("%s: %s: %x is encoded again as %x: %v", wire, typ, stream, message, err)
	}
	req.Do = show.Hex
	if _, err := runMessages(p, req, stream[:min(len(stream), 300)]); err != nil && len(stream) <= 300 {
		t.Errorf("%s: %s: %v", wire, typ, err)
	}
}

// sameJSON compares the JSON of a value. bale show prints float32 with fewer digits than the vectors, keys
// without spaces, and an address as text.
func sameJSON(t *testing.T, shown, vector []byte) bool {
	t.Helper()
	vector = []byte(strings.NewReplacer(`\": `, `\":`, `, \"`, `,\"`).Replace(string(vector))) // keys that are structs
	var a, b any
	for text, v := range map[*[]byte]*any{&shown: &a, &vector: &b} {
		d := json.NewDecoder(bytes.NewReader(*text))
		d.UseNumber()
		if err := d.Decode(v); err != nil {
			t.Fatalf("%s: %v", *text, err)
		}
	}
	return sameValue(a, b)
}

func sameValue(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		for name := range a {
			ok = ok && (name == "Address" || sameValue(a[name], b[name]))
		}
		return ok && len(a) == len(b)
	case []any:
		b, ok := b.([]any)
		ok = ok && len(a) == len(b)
		for i := 0; ok && i < len(a); i++ {
			ok = sameValue(a[i], b[i])
		}
		return ok
	case json.Number:
		b, ok := b.(json.Number)
		x, _ := a.Float64()
		y, _ := b.Float64()
		return ok && (a == b || x == y || float32(x) == float32(y) && strings.ContainsAny(string(b), ".e"))
	}
	return reflect.DeepEqual(a, b)
}

// runMessages runs the program with a request.
func runMessages(p *MessageProgram, req show.Request, in []byte) ([]byte, error) {
	arg, err := json.Marshal(req)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(p.Path, string(arg))
	cmd.Stdin = bytes.NewReader(in)
	var problems bytes.Buffer
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, problems.Bytes())
	}
	return out, err
}

package profile

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bale/internal/testdir"
)

const program = `package feed

import (
	"encoding/json"
	"io"
)

type Entry struct{ A int }

func List(w io.Writer, list []Entry) error {
	return json.NewEncoder(w).Encode(list) // line 11
}

func reply(w io.Writer, v any) error { return json.NewEncoder(w).Encode(v) } // line 14

func One(w io.Writer, e *Entry) error {
	return reply(w, e) // line 17
}

func Read(b []byte) (m map[string]Entry, err error) {
	err = json.Unmarshal(
		b, // line 22
		&m,
	)
	return m, err
}

func generic[T any](v T) ([]byte, error) { return json.Marshal(v) } // line 28

func Generic(e Entry) ([]byte, error) { return generic[Entry](e) } // line 30

func Local() ([]byte, error) {
	type local struct{ A int }
	return json.Marshal(local{}) // line 34
}

type wrapped struct{ data any }

func (w wrapped) write() ([]byte, error) { return json.Marshal(w.data) } // line 39

func Wrapped(e Entry) ([]byte, error) { return send(wrapped{e}) } // line 41

func send(w wrapped) ([]byte, error) { return w.write() } // line 43

func Number() ([]byte, error) { return json.Marshal(7) } // line 45
`

// TestSource checks the types that the source shows: those of arguments, also through functions that pass them on.
func TestSource(t *testing.T) {
	dir := testdir.New(t)
	for name, text := range map[string]string{"go.mod": "module example.com/app\n\ngo 1.26\n", "feed/feed.go": program} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	source, err := Load(context.Background(), dir, "./...")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Join(source.Modules, " ") != "example.com/app" {
		t.Errorf("modules %v", source.Modules)
	}
	const pkg = "example.com/app/feed."
	for _, c := range []struct{ stack, function, typ string }{
		{pkg + "List feed.go:11 > encoding/json.(*Encoder).Encode", "List", "[]Entry"},
		{pkg + "One feed.go:17 > " + pkg + "reply feed.go:14 > encoding/json.(*Encoder).Encode", "One", "Entry"},
		{pkg + "One feed.go:17 > +" + pkg + "reply feed.go:14 > encoding/json.(*Encoder).Encode", "One", "Entry"},
		{pkg + "Read feed.go:22 > encoding/json.Unmarshal", "Read", "map[string]Entry"},
		{pkg + "Generic feed.go:30 > " + pkg + "generic[go.shape.struct { A int }] feed.go:28 > encoding/json.Marshal", "Generic", "Entry"},
		{pkg + "Local feed.go:34 > encoding/json.Marshal", "Local", ""},
		{pkg + "Number feed.go:45 > encoding/json.Marshal", "Number", ""},
		{pkg + "Wrapped feed.go:41 > " + pkg + "send feed.go:43 > " + pkg + "wrapped.write feed.go:39 > encoding/json.Marshal", "wrapped.write", ""},
		{pkg + "List other.go:11 > encoding/json.(*Encoder).Encode", "List", ""},
		{pkg + "List feed.go:900 > encoding/json.(*Encoder).Encode", "List", ""},
	} {
		r := New(&Profiles{CPU: build("cpu", sampled{1, c.stack})}, source)
		call := r.Callers[0]
		if call.Function != pkg+c.function || call.Type != c.typ || c.typ != "" && call.Package+"." != pkg {
			t.Errorf("%s: %s passes %q of %s, want %s and %q", c.stack, call.Function, call.Type, call.Package, c.function, c.typ)
		}
	}
	for pattern, want := range map[string]string{"./none": "loading package ./none", "./feed/...x": "no package matches ./feed/...x"} {
		if _, err := Load(context.Background(), dir, pattern); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", pattern, err, want)
		}
	}
}

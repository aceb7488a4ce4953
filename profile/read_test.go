package profile

import (
	"bytes"
	"compress/gzip"
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	pprof "github.com/google/pprof/profile"
)

// TestReadErrors checks that each profile that cannot be used gives an error that says why, and what to do.
func TestReadErrors(t *testing.T) {
	good := build("cpu", sampled{1, "main.f"})
	mutex := build("cpu", sampled{1, "main.f"})
	mutex.SampleType = []*pprof.ValueType{{Type: "contentions", Unit: "count"}, {Type: "delay", Unit: "nanoseconds"}}
	negative := build("cpu", sampled{5, "main.f"}, sampled{-3, "main.f"})
	stripped := build("cpu", sampled{1, "main.f"})
	for _, f := range stripped.Function {
		f.Name, f.Filename = "", ""
	}
	java := build("cpu", sampled{1, "java.util.HashMap.get"})
	java.Function[0].Filename = "HashMap.java"
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	_, _ = z.Write([]byte("no profile"))
	_ = z.Close()
	for _, c := range []struct{ name, path, want string }{
		{"empty file", writeFile(t, "x", nil), "it is empty: a program writes its CPU profile when it calls pprof.StopCPUProfile"},
		{"text", writeFile(t, "x", []byte("hello\n")), "it is not a profile"},
		{"HTML", writeFile(t, "x", []byte("<html>")), "go test -bench . -cpuprofile cpu.pprof"},
		{"compressed text", writeFile(t, "x", zipped.Bytes()), "it is not a profile"},
		{"cut short", writeFile(t, "x", zipped.Bytes()[:15]), "decompressing it"},
		{"trace", writeFile(t, "x", []byte("go 1.26 trace\x00\x00\x00")), "it is an execution trace"},
		{"no samples", write(t, build("cpu")), "it has no samples: profile the program for longer"},
		{"samples without values", write(t, build("cpu", sampled{0, "main.f"})), "it has no samples"},
		{"another type", write(t, mutex), "it is a profile of contentions and delay: give a CPU profile"},
		{"a difference", write(t, negative), "it has negative values"},
		{"stripped", write(t, stripped), "it has no names of functions: add them with 'go tool pprof -proto"},
		{"another language", write(t, java), "none of its functions is Go code"},
		{"no file", "/nonexistent/x.pprof", "no such file"},
		{"another machine", "http://example.com:6060/debug/pprof/profile", "curl -o cpu.pprof 'http://example.com:6060/debug/pprof/profile'"},
		{"another machine by address", "https://192.0.2.1/x", "bale opens no connections to others"},
		{"a name that begins like this machine", "http://localhost.example.com/x", "is on another machine"},
	} {
		_, err := Read(context.Background(), []string{write(t, good), c.path})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// TestURL reads profiles from a server on this machine. A redirection to another machine is refused.
func TestURL(t *testing.T) {
	var b bytes.Buffer
	if err := build("cpu", sampled{1, "main.f > encoding/json.Marshal"}).Write(&b); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/debug/pprof/profile":
			_, _ = w.Write(b.Bytes())
		case "/away":
			http.Redirect(w, r, "http://example.com/x", http.StatusFound)
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	p, err := Read(context.Background(), []string{server.URL + "/debug/pprof/profile?seconds=1"})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "share", New(p, nil).Share(), 1)
	for path, want := range map[string]string{"/away": "example.com is on another machine", "/": "404 Not Found; the usual paths are"} {
		if _, err := Read(context.Background(), []string{server.URL + path}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
	server.Close()
	if _, err := Read(context.Background(), []string{server.URL}); err == nil || !strings.Contains(err.Error(), "net/http/pprof") {
		t.Errorf("no server: %v", err)
	}
}

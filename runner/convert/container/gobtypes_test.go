package container

import (
	"bytes"
	"encoding/gob"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"
)

type left struct{ N, X int }

type right struct{ N, Y int }

// TestGobTypes continues a stream with those of another process. encoding/gob numbers types in the order of their first use in a process, so that another
// type can have a number of the stream.
func TestGobTypes(t *testing.T) {
	if of := os.Getenv("GOB_TYPES"); of != "" {
		os.Stdout.Write(framesOf(t, of))
		os.Exit(0)
	}
	another := func(of string) []byte {
		t.Helper()
		cmd := exec.Command(os.Args[0], "-test.run=^TestGobTypes$")
		cmd.Env = append(os.Environ(), "GOB_TYPES="+of)
		framed, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		return framed
	}
	begun, state, err := joinGob(nil, another("left"))
	if err != nil {
		t.Fatal(err)
	}
	for of, want := range map[string]string{"left": "", "left right": "", "right left": "gave gob's number", "right": "gave gob's number"} {
		more, _, err := joinGob(state, another(of))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want an error with %q", of, err, want)
			continue
		}
		if err != nil {
			continue
		}
		dec := gob.NewDecoder(bytes.NewReader(append(bytes.Clone(begun), more...)))
		for _, name := range strings.Fields("left " + of) {
			got := reflect.New(reflect.TypeOf(valueOf(name)))
			if err := dec.DecodeValue(got); err != nil || got.Elem().Interface() != valueOf(name) {
				t.Errorf("%s: %+v, %v, want %+v", of, got.Elem(), err, valueOf(name))
			}
		}
	}
}

func valueOf(name string) any {
	if name == "left" {
		return left{1, 2}
	}
	return right{3, 4}
}

// framesOf returns a stream with the values of some names, in a frame.
func framesOf(t *testing.T, names string) []byte {
	var b bytes.Buffer
	enc := gob.NewEncoder(&b)
	for _, name := range strings.Fields(names) {
		if err := enc.Encode(valueOf(name)); err != nil {
			t.Fatal(err)
		}
	}
	framed, err := gobStream.Append(nil, b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return framed
}

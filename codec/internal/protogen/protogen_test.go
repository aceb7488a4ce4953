package protogen

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bale/codec"
	"bale/codec/lower"
	"bale/model/directive"
)

// TestPointers checks the schema of pointers: what docs/proto.md says of them, and of durations.
func TestPointers(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.org/p\n\ngo 1.24\n",
		"p.go": `package p

import "time"

type T struct {
	Int   *int8
	Text  *string
	Bytes *[]byte
	List  []*bool
	Map   map[string]*float32
	Wait  time.Duration
}
`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	m, err := directive.Load(t.Context(), dir, ".", []string{"T"})
	if err != nil {
		t.Fatal(err)
	}
	caps := Caps("example.org/p/gen", "google.golang.org/protobuf/types/known/timestamppb")
	for _, c := range []struct {
		caps lower.Caps
		want []string
	}{
		{caps, []string{"message T", "optional int32 Int = 1;", "optional string Text = 2;", ".OptUint8 Bytes = 3;", "repeated .ItemPtrBool List = 4;", "map<string, .ItemPtrFloat32> Map = 5;", "int64 Wait = 6;",
			"message OptUint8", "bytes V = 1;", "message ItemPtrBool", "optional bool V = 1;", "message ItemPtrFloat32", "optional float V = 1;"}},
		{Oneofs(caps), []string{"oneof one_of_Int {\n    int32 Int = 1;\n  }", "oneof one_of_Text {\n    string Text = 2;\n  }", "oneof one_of_V {\n    bool V = 1;\n  }"}},
	} {
		_, text := File(&codec.Input{Plan: lower.New(m, c.caps), Gen: "example.org/p/gen", GenName: "gen", Unique: "u"})
		text = regexp.MustCompile(`\.gen_u\.`).ReplaceAllString(text, ".")
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in\n%s", want, text)
			}
		}
	}
}

package conform

import (
	"context"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/bufbuild/protocompile"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/dynamicpb"
)

func TestEnums(t *testing.T) {
	text, err := os.ReadFile("conform.proto")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\nenum Color {\n  option allow_alias = true;\n  COLOR_BLACK = 0;\n  COLOR_NONE = 0;\n  COLOR_DARK = -1;\n  COLOR_RED = 1;\n  COLOR_HUGE = 2147483647;\n}\n",
		"\nenum Level {\n  option allow_alias = true;\n  LEVEL_UNSPECIFIED = 0;\n  LEVEL_LOW = 1;\n  LEVEL_HIGH = 1000;\n  LEVEL_TOP = 1000;\n}\n",
		"\nenum State {\n  STATE_UNSPECIFIED = 0;\n  STATE_OPEN = 1;\n  STATE_CLOSED = 2;\n}\n",
		"  Color one = 1;\n  optional Color ptr = 2;\n  repeated Color list = 3;\n  repeated Color two = 4;\n  map<int32, Color> keys = 5;\n",
		"  sint32 sint = 7;\n  sfixed32 fixed = 8;\n", "  Level other = 10;\n  int64 month = 11;\n  int32 no_const = 12;\n",
		"  State state = 1;\n  int64 size = 2;\n  uint32 flag = 3;\n", "    Color color = 1;\n",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}

	// Every constant has the same bytes.
	c := protocompile.Compiler{Resolver: protocompile.WithStandardImports(&protocompile.SourceResolver{})}
	files, err := c.Compile(context.Background(), "conform.proto")
	if err != nil {
		t.Fatal(err)
	}
	for _, state := range []State{0, Open, Closed, 77, -5} {
		v := Wide{State: state, Size: 5_000_000_000, Flag: Last}
		b, err := v.MarshalProto()
		if err != nil {
			t.Fatal(err)
		}
		m := dynamicpb.NewMessage(files[0].Messages().ByName("Wide"))
		if err := proto.Unmarshal(b, m); err != nil {
			t.Fatal(err)
		}
		if got := m.Get(m.Descriptor().Fields().ByName("state")).Enum(); int(got) != int(state) {
			t.Errorf("%d is %d", state, got)
		}
		theirs, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
		var back Wide
		if err != nil || back.UnmarshalProto(theirs) != nil || !reflect.DeepEqual(back, v) {
			t.Errorf("%d comes back as %+v, %v", state, back, err)
		}
	}
}

func TestConformEnums(t *testing.T) { conform(t, baleEnumsProto, "Enums", true, true) }

package proto_test

import (
	"regexp"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/all"
	"bale/gen/format/proto"
	"bale/internal/slow"
)

// methodBody matches a method with its body, on several lines.
var methodBody = regexp.MustCompile(`(?ms)^(func \(\w+ \*?\w+\) [^\n]*) \{\n.*?^\}\n`)

// opaque is the generator of messages of the opaque API.
func opaque(folders ...string) generator { return generator{api: "OPAQUE", folders: folders} }

// TestOpaqueLayout: messages of the opaque API that are not laid out as this version of bale knows it are refused.
func TestOpaqueLayout(t *testing.T) {
	t.Parallel()
	m := newMessages(t, "")
	m.compileWith(t, opaque("lazy"))
	const file = "own/opaque/lazy/lazy.pb.go"
	text := string(m.Read(t, file))
	for _, c := range []struct{ name, old, new, want string }{
		{"as it is", "", "", ""},
		{"version", `"opaque.v1"`, `"opaque.v2"`, "the layout opaque.v2, and this version of bale knows opaque.v1"},
		{"bits", "[3]uint32", "[4]uint32", "a field XXX_presence of type [4]uint32, and this version of bale expects [3]uint32"},
		{"type of the bits", "[3]uint32", "[3]uint64", "a field XXX_presence of type [3]uint64, and this version of bale expects [3]uint32"},
		{"unknown field", "\tunknownFields ", "\tXXX_more int\n\tunknownFields ", "a field XXX_more, which this version of bale does not know"},
		{"pointer", "xxx_hidden_After *string ", "xxx_hidden_After string ", "a Go field xxx_hidden_After of a type that this version of bale does not expect"},
		{"missing field", "xxx_hidden_After *string ", "// ", "no Go field for field after"},
		{"no bits", "XXX_presence [1]uint32", "// ", "no field XXX_presence"},
	} {
		t.Run(c.name, func(t *testing.T) {
			changed := text
			if at := regexp.MustCompile(strings.ReplaceAll(regexp.QuoteMeta(c.old), " ", " +")).FindStringIndex(text); at != nil { // gofmt aligns columns
				changed = text[:at[0]] + c.new + text[at[1]:]
			}
			if c.old != "" && changed == text {
				t.Fatalf("the file does not have %q", c.old)
			}
			changed = methodBody.ReplaceAllString(changed, "$1 { panic(0) }\n") // which may not compile any more
			m.Write(t, file, []byte(changed))
			err := m.Generate(t, "own/opaque/lazy", gen.Request{Messages: true, Known: []*emit.Format{proto.Format}})
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want+": update bale, or generate the message with api_level = API_OPEN")):
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// TestOpaqueOnly: only the format proto encodes messages of the opaque API, and only in their package.
func TestOpaqueOnly(t *testing.T) {
	t.Parallel()
	m := newMessages(t, "")
	m.compileWith(t, opaque("other"))
	for _, c := range []struct{ name, source, want string }{
		{"field", "//bale:gen wire=proto\ntype Mine struct{ Chain *other.Chain }", ""},
		{"other format", "//bale:gen wire=compact\ntype Mine struct{ Chain *other.Chain }", "the message has protobuf's opaque API, whose fields only the format proto can encode: use wire=proto, or generate the message with api_level = API_OPEN"},
		{"type with the fields", "//bale:gen wire=proto\ntype Mine other.Chain", "Mine has the fields of a message of protobuf's opaque API, which only code in package example.org/messages/own/opaque/other can name: generate methods there, with bale gen -messages"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m.Write(t, "mine/mine.go", []byte("package mine\n\nimport \"example.org/messages/own/opaque/other\"\n\n"+c.source+"\n"))
			err := m.Generate(t, "mine", gen.Request{Known: all.Formats})
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// TestMessagesElsewhere compares messages that hold messages of the opaque API in packages without generated methods, and in packages with them.
func TestMessagesElsewhere(t *testing.T) {
	slow.Only(t, "it compiles packages of protobuf")
	t.Parallel()
	m := newMessages(t, "")
	m.compileWith(t, opaque("kinds2", "kinds3", "known", "names", "other", "refers", "opaque2024"))
	m.without = []string{"own/opaque/other", "own/opaque/kinds3"}
	m.sortFolders(t)
	m.compare(t)
}

// Package partspeed compares the time of reading a part of a message with that of reading all of it.
package partspeed

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/format/all"
	"bale/gen/internal/gentest"
)

var speed = flag.Bool("speed", false, "TestParts: print the figures of docs/gen.md#reading-a-part; run it with -v and nothing beside it")

// TestParts checks that each part of the messages in testdata has the fields that it names. With -speed, it also measures the parts.
func TestParts(t *testing.T) {
	gentest.SkipIfShort(t)
	files := map[string]string{}
	for _, name := range []string{"spans.go", "parts_test.go", "others.go", "others_test.go"} {
		files[name] = "testdata/" + name
	}
	m := gentest.New(t, files)
	m.Write(t, "go.mod", []byte("module example.org/partspeed\n\ngo 1.24\n"))
	fields := 40 // 400 take 40 s of processor time to compile
	if *speed {
		fields = 400
	}
	m.Write(t, "record.go", []byte(record(fields)))
	if err := m.Generate(t, "", gen.Request{Known: all.Formats}); err != nil {
		t.Fatal(err)
	}
	args := []string{gentest.Unoptimized, "."}
	if *speed {
		args = []string{"-v", "-timeout", "0", ".", "-args", "-speed"}
	}
	out, err := m.Test(t, args...)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Log(out)
}

// record returns the declaration of a struct of n fields, with a part that has every 33rd of the first 400.
func record(n int) string {
	types := []string{"string", "int64", "uint32", "bool", "float64", "string", "[]string", "int", "time.Time", "uint64"}
	var fields, part []string
	for i := range n {
		name := fmt.Sprintf("F%d", i)
		fields = append(fields, "\t"+name+" "+types[i%len(types)]+"\n")
		if i%33 == 0 && i < 396 {
			part = append(part, name)
		}
	}
	return "package partspeed\n\nimport \"time\"\n\n//bale:gen wire=proto,msgpack,cbor,json,compact\n//bale:read Some=" + strings.Join(part, ",") +
		"\ntype Record struct {\n" + strings.Join(fields, "") + "}\n"
}

package streams

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/format/all"
	"bale/gen/internal/gentest"
)

// docsMain runs the functions of docs/streams.md.
const docsMain = `package main

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	var b bytes.Buffer
	check(save(&b, []Order{{ID: 1, Lines: []string{"a"}}, {ID: 2, Lines: []string{"b", "c"}}}))
	wire := b.Bytes()
	check(load(bytes.NewReader(wire)))
	fmt.Println(count(bytes.NewReader(wire)))
	fmt.Println(count(bytes.NewReader(wire[:len(wire)-1])))

	f, err := os.CreateTemp("", "orders")
	check(err)
	defer os.Remove(f.Name())
	_, err = f.Write(wire[:len(wire)-1])
	check(err)
	_, err = f.Seek(0, io.SeekStart)
	check(err)
	log.SetFlags(0)
	log.SetOutput(os.Stdout)
	check(appendTo(f, &Order{ID: 3}))
	_, err = f.Seek(0, io.SeekStart)
	check(err)
	check(load(f))

	events := Log{{"x"}, {"y"}}
	message, err := events.MarshalCBOR()
	check(err)
	check(printLog(bytes.NewReader(message)))
}
`

// docsOutput is what docsMain prints.
const docsOutput = `1 [a]
2 [b c]
3 <nil>
1 frame 1 at offset 6: unexpected EOF: the stream ends after 7 of 8 bytes of the message
cutting off what follows offset 6: frame 1 at offset 6: unexpected EOF: the stream ends after 7 of 8 bytes of the message
1 [a]
3 []
x
y
`

// TestDocs generates code for the types in docs/streams.md, and runs its functions.
func TestDocs(t *testing.T) {
	gentest.SkipIfShort(t)
	page, err := os.ReadFile("../../../docs/streams.md")
	if err != nil {
		t.Fatal(err)
	}
	source := "package main\n\nimport (\n\t\"bufio\"\n\t\"bytes\"\n\t\"errors\"\n\t\"fmt\"\n\t\"io\"\n\t\"log\"\n\t\"os\"\n)\n" + strings.TrimPrefix(docsMain, "package main\n")
	blocks := regexp.MustCompile(`(?m)(^ {4}(//bale:|func ).*\n((    .*)?\n)*)`).FindAllString(string(page), -1)
	if len(blocks) < 3 {
		t.Fatalf("%d blocks of code", len(blocks))
	}
	for _, block := range blocks {
		source += "\n" + strings.ReplaceAll("\n"+block, "\n    ", "\n")
	}
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/docs\n\ngo 1.23\n"))
	m.Write(t, "main.go", []byte(source))
	if err := m.Generate(t, "", gen.Request{Known: all.Formats}); err != nil {
		t.Fatal(err)
	}
	m.Vet(t, ".")
	if out := m.MustRunGo(t, "run", "."); out != docsOutput {
		t.Errorf("the program prints\n%s\nwant\n%s", out, docsOutput)
	}
}

// Package pages tests the Go code on pages of the documentation.
package pages

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/format/all"
	"bale/gen/internal/gentest"
)

// programs has the pages, and a test for the code of each.
var programs = map[string]string{
	"evolve": `
func TestPage(t *testing.T) {
	b, err := (&Invoice{ID: 1, Lines: []InvoiceLine{{"a", 2}}}).MarshalBinary()
	var v Invoice
	if err := cmp.Or(err, v.UnmarshalBinary(b)); err != nil || v.Lines[0].SKU != "a" {
		t.Fatal(v, err)
	}
}
`,
	"memory": `
func TestPage(t *testing.T) {
	var b bytes.Buffer
	for range 3 {
		b.Reset()
		if err := send(&b, &Event{User: "ann", Tags: []string{"x"}}); err != nil {
			t.Fatal(err)
		}
		if name, err := user(b.Bytes()); err != nil || name != "ann" {
			t.Fatal(name, err)
		}
	}
	if _, err := user(nil); err == nil {
		t.Fatal("a message of no bytes is accepted")
	}
}
`,
	"answers": `
func TestPage(t *testing.T) {
	b, err := (&Item{"a", 2, 3}).MarshalProto()
	if err != nil || string(b) != "\n\x01a\x10\x02\x18\x03" {
		t.Fatalf("% x, %v", b, err)
	}
}
`,
}

// TestPages compiles and runs the fenced Go code on the pages.
func TestPages(t *testing.T) {
	gentest.SkipIfShort(t)
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/pages\n\ngo 1.24\n"))
	used := regexp.MustCompile(`\b(bytes|cmp|io|sync|testing)\.`)
	for name, test := range programs {
		page, err := os.ReadFile("../../../docs/" + name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		code := ""
		for _, block := range regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
			code += block[1] + "\n"
		}
		for file, text := range map[string]string{"page.go": code, "page_test.go": test} {
			imports := map[string]bool{}
			head := "package " + name + "\n\n"
			for _, u := range used.FindAllStringSubmatch(text, -1) {
				if !imports[u[1]] {
					head += "import \"" + u[1] + "\"\n"
				}
				imports[u[1]] = true
			}
			m.Write(t, name+"/"+file, []byte(head+"\n"+strings.TrimSpace(text)+"\n"))
		}
		if err := m.Generate(t, name, gen.Request{Known: all.Formats}); err != nil {
			t.Fatalf("docs/%s.md: %v", name, err)
		}
	}
	if out, err := m.Test(t, gentest.Unoptimized, "./..."); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

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

// A program has what the code of a page needs beside it: other declarations, and a test.
type program struct{ declarations, test string }

// programs has the pages.
var programs = map[string]program{
	"evolve": {"", `
func TestPage(t *testing.T) {
	b, err := (&Invoice{ID: 1, Lines: []InvoiceLine{{"a", 2}}}).MarshalBinary()
	var v Invoice
	if err := cmp.Or(err, v.UnmarshalBinary(b)); err != nil || v.Lines[0].SKU != "a" {
		t.Fatal(v, err)
	}
}
`},
	"types": {`
type Circle struct{ R float64 }

type Square struct{ Side float64 }

type Group []Shape

func (c Circle) Area() float64 { return 3 * c.R * c.R }

func (s *Square) Area() float64 { return s.Side * s.Side }

func (g Group) Area() float64 { return 0 }

//bale:gen
type Page Drawing
`, `
func TestPage(t *testing.T) {
	b, err := (&Page{Shapes: []Shape{Circle{1}, &Square{2}, Group{Circle{3}}}, Meta: map[string]any{"a": []any{true, "x"}}}).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var v Page
	if err := v.UnmarshalBinary(b); err != nil || v.Shapes[1].Area() != 4 || v.Meta["a"].([]any)[1] != "x" {
		t.Fatal(v, err)
	}
}

func TestPools(t *testing.T) {
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
`},
	"lock": {`
type Status int

//bale:gen
type Ticket struct{ Status Status }
`, `
func TestPage(t *testing.T) {
	lock, err := os.ReadFile("bale.lock")
	if err != nil || !strings.Contains(string(lock), "\nenum Status.Closed 1\n") {
		t.Fatalf("%s, %v", lock, err)
	}
}
`},
	"msgpack": {`
type Home struct{ City, Street string }

type Work struct{ City string }

//bale:gen wire=msgpack
type Someone Person
`, `
func TestPage(t *testing.T) {
	p := Someone{"ann", Home{"Ulm", "Main"}, Work{"Bonn"}}
	b, err := p.MarshalMsgpack()
	if want := "\x84\xa4Name\xa3ann\xa4City\xa3Ulm\xa6Street\xa4Main\xa4Work\x81\xa4City\xa4Bonn"; err != nil || string(b) != want {
		t.Fatalf("%q, %v, want %q", b, err, want)
	}
}
`},
}

// TestPages compiles and runs the fenced Go code on the pages.
func TestPages(t *testing.T) {
	gentest.SkipIfShort(t)
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/pages\n\ngo 1.24\n"))
	used := regexp.MustCompile(`\b(bytes|cmp|io|os|strings|sync|testing)\.`)
	for name, p := range programs {
		page, err := os.ReadFile("../../../docs/" + name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		code := ""
		for _, block := range regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
			code += block[1] + "\n"
		}
		for file, text := range map[string]string{"page.go": code + p.declarations, "page_test.go": p.test} {
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

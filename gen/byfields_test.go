package gen

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bale/gen/format/all"
)

// TestByFields checks by which methods the types of a module are encoded, and the notes about what methods lose.
func TestByFields(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.24\n",
		"other/other.go": `package other

import (
	"math/big"
	"time"
)

//bale:gen methods=Compact
type Open struct{ N int; Next *Open }

//bale:gen methods=Compact
type Closed struct{ n int }

type Plain struct{ N int }

type Zoned struct { time.Time; zone string }

type Rounded struct { *big.Rat; unit string }
` + ownMethodsOf("Open") + ownMethodsOf("Closed") + ownMethodsOf("Plain"),
		"p.go": `package p

import (
	"math/big"
	"net/url"
	"regexp"

	"example.com/m/other"
)

//bale:gen
type Order struct {
	Open   other.Open
	Opens  []*other.Open //bale:custom binary
	Closed other.Closed
	Plain  other.Plain
	Named  []Named
	Node   Node
	Zoned  map[string]other.Zoned
	Unit   other.Rounded
	Link   *url.URL
	Float  big.Float
	Text   []big.Float //bale:custom text
	Regexp []*regexp.Regexp
	Any    any ` + "`bale:\"union int, *regexp.Regexp, []any\"`" + `
}

//bale:gen methods=Compact
type Node struct { N int; Kids []Node }

type Named struct { N int }
` + ownMethodsOf("Node") + ownMethodsOf("Named"),
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	targets, _, err := load(t.Context(), &Request{Dir: dir, Pattern: ".", Known: all.Formats})
	if err != nil {
		t.Fatal(err)
	}
	p := targets[0]
	if p.model == nil {
		t.Fatal(p.errs)
	}
	lock := string(p.updatedLock(p.model, p.check(p.model)))
	for _, line := range []string{
		"Order.Open 1 example.com/m/other.Open", "Order.Opens 2 []*binary(example.com/m/other.Open)", "Order.Closed 3 binary(example.com/m/other.Closed)",
		"Order.Plain 4 binary(example.com/m/other.Plain)", "Order.Named 5 []binary(Named)", "Order.Node 6 Node", "Node.Kids 2 []Node", "Order.Float 10 gob(math/big.Float)", "Order.Text 11 []text(math/big.Float)",
	} {
		if !strings.Contains(lock, "compact "+line+"\n") {
			t.Errorf("no line %q in\n%s", line, lock)
		}
	}
	var paths []string
	for _, note := range p.lossNotes() {
		paths = append(paths, strings.Split(note, ": ")[1])
	}
	if want := []string{"Order.Zoned[]", "Order.Unit", "Order.Link", "Order.Text[]", "Order.Regexp[]", "Order.Any.(*regexp.Regexp)"}; !slices.Equal(paths, want) {
		t.Errorf("notes about %q, want %q", paths, want)
	}
}

// ownMethodsOf returns marshal methods of a type.
func ownMethodsOf(name string) string { return strings.ReplaceAll(ownMethods, "Root", name) }

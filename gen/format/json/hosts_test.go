package json_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/all"
	"bale/gen/format/json"
	"bale/gen/internal/gentest"
	"bale/internal/slow"
)

const hostTypes = `package order

type Order struct {
	ID    int
	Lines []string
}

var order = Order{7, []string{"a"}}
`

const hostTest = `package order

import (
	"bytes"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
)

const want = ` + "`" + `{"ID":7,"Lines":["a"]}` + "`" + `

func TestHTTP(t *testing.T) {
	w := httptest.NewRecorder()
	orderHandler(w, nil)
	if w.Body.String() != want || w.Header().Get("Content-Type") != "application/json" {
		t.Errorf("got %s of type %s", w.Body, w.Header().Get("Content-Type"))
	}
}

func TestSlog(t *testing.T) {
	var b bytes.Buffer
	slog.New(slog.NewJSONHandler(&b, nil)).Info("placed", "order", &order)
	if !strings.Contains(b.String(), ` + "`" + `"order":` + "`" + `+want) {
		t.Errorf("got %s", &b)
	}
}
`

// TestHosts compiles the examples of docs/json.md, and runs those for the standard library.
func TestHosts(t *testing.T) {
	gentest.SkipIfShort(t)
	page, err := os.ReadFile("../../../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	std, others := "package order\n\nimport (\n\t\"log/slog\"\n\t\"net/http\"\n\t\"os\"\n)\n\n", map[string]string{}
	paths := map[string]string{"gin": "github.com/gin-gonic/gin", "echo": "github.com/labstack/echo/v4", "fiber": "github.com/gofiber/fiber/v2"}
	for _, block := range regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		code := block[1]
		host := regexp.MustCompile(`(gin|echo|fiber)\.C`).FindStringSubmatch(code)
		switch {
		case host != nil:
			others[host[1]] = code
		case strings.HasPrefix(code, "func "):
			std += code
		default:
			std += "func init() {\n" + code + "}\n\n"
		}
	}
	if len(others) != len(paths) {
		t.Fatalf("docs/json.md has examples for %d of %d hosts", len(others), len(paths))
	}
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/order\n\ngo 1.24\n"))
	m.Write(t, "order.go", []byte(hostTypes))
	m.Write(t, "std.go", []byte(std))
	m.Write(t, "order_test.go", []byte(hostTest))
	if err := m.Generate(t, ".", gen.Request{Types: []string{"Order"}, Formats: []*emit.Format{json.Format}, Known: all.Formats}); err != nil {
		t.Fatal(err)
	}
	if out, err := m.Test(t, gentest.Unoptimized, "."); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if !slow.Enabled() { // the rest downloads gin, echo and fiber, and compiles the examples for them
		return
	}
	get := []string{"get", "github.com/gin-gonic/gin@v1.10.1", "github.com/labstack/echo/v4@v4.13.4", "github.com/gofiber/fiber/v2@v2.52.9"}
	for host, code := range others {
		m.Write(t, host+".go", []byte("package order\n\nimport (\n\t\"net/http\"\n\n\t\""+paths[host]+"\"\n)\n\nvar _ = http.StatusOK\n\n"+code))
	}
	m.MustRunGo(t, get...)
	m.MustRunGo(t, "vet", ".")
}

package gentest

import (
	"os"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/model"
)

// CheckErrors generates code in all formats for the source, as file refused.go, and checks the complete list of errors, with position
// and path.
func CheckErrors(t *testing.T, formats []*emit.Format, source string, want ...string) {
	t.Helper()
	m := New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/refused\n\ngo 1.26\n"))
	m.Write(t, "refused.go", []byte(source))
	errs, _ := m.Generate(t, "", gen.Request{Known: formats}).(model.Errors)
	var got []string
	for _, e := range errs {
		got = append(got, strings.TrimPrefix(e.Error(), m.Dir+"/"))
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// ReadFile returns the content of a file.
func ReadFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

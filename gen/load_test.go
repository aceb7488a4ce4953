package gen

import (
	"os"
	"path/filepath"
	"testing"

	"bale/gen/format/all"
)

// TestUnionInMethods checks that an error in a union is reported if the interface is in a type that has methods for JSON, which other formats do not call.
func TestUnionInMethods(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.24\n",
		"lib/lib.go": "package lib\n\ntype Shape interface{ Area() int }\n\ntype Shapes map[string]Shape\n\nfunc (Shapes) MarshalJSON() ([]byte, error) { return nil, nil }\n\n" +
			"func (*Shapes) UnmarshalJSON([]byte) error { return nil }\n",
		"m.go": "package m\n\nimport \"example.com/m/lib\"\n\n//bale:union example.com/m/lib.Shape *other.Circle\n\n//bale:gen\ntype Order struct{ Shapes lib.Shapes }\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	outputs, err := Generate(t.Context(), &Request{Dir: dir, Pattern: ".", Known: all.Formats})
	if err != nil {
		t.Fatal(err)
	}
	const want = "m.go:5:1: Shape: union: *other.Circle is no type of package example.com/m (undefined: other): list types with commas, as in //bale:union Circle, *Square"
	if err := outputs[0].Err; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

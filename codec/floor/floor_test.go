package floor

import (
	"os"
	"path/filepath"
	"testing"

	"bale/codec/lower"
	"bale/model"
)

// TestImagesConvertNothing: a message of the floor is an image of the user's value. A type that other serializers carry by its own
// marshal method is a gap, and a type that can be copied is carried as it is.
func TestImagesConvertNothing(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/raw\n\ngo 1.26\n",
		"raw.go": `package raw

import "math/big"

type Object interface{ Kind() string }

type Raw struct {
	Bytes  []byte
	Object Object
}

func (r Raw) MarshalJSON() ([]byte, error)  { return r.Bytes, nil }
func (r *Raw) UnmarshalJSON(b []byte) error { r.Bytes = b; return nil }

type Named struct {
	N   int
	Big *big.Int
	Raw struct{ Bytes []byte }
}

type Holder struct{ Raw Raw }
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	m, err := model.Load(t.Context(), dir, ".", []string{"Named", "Holder"})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range Codec.Variants {
		if v.Name == "stream" {
			continue // it encodes bytes, and can call methods
		}
		plan := lower.New(m, v.Caps(m.Package+"/gen"))
		if named := plan.Roots[0]; len(named.Gaps) > 0 || !plan.Own(0) {
			t.Errorf("floor/%s: Named is not carried as it stands: %v", v.Name, named.Gaps)
		}
		if holder := plan.Roots[1]; len(holder.Gaps) != 1 || holder.Gaps[0].Path != "Holder.Raw.Object" {
			t.Errorf("floor/%s: the gaps of Holder are %v, want one at Holder.Raw.Object", v.Name, holder.Gaps)
		}
	}
}

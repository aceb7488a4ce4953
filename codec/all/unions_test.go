package all_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bale/codec"
	"bale/codec/all"
	"bale/codec/lower"
	"bale/model"
	"bale/model/directive"
)

var update = flag.Bool("update", false, "rewrite the golden file")

const shop = `package shop

// Payment is how an order is paid.
//
//bale:union Cash, *Card, Voucher
type Payment any

type Cash struct{ Cents int64 }

type Card struct {
	Number string
	Backup Payment
}

type Voucher string

type Order struct {
	Payment Payment
	Split   []Payment
}
`

// TestUnions compares the schemas of serializers with unions with a golden file. The script unionforms tests that they work.
func TestUnions(t *testing.T) {
	m := load(t, shop, "Order")
	var b strings.Builder
	for _, name := range []string{"goavro", "hamba-avro", "flatbuffers/object", "bebop", "gencode/fixed"} {
		fmt.Fprintf(&b, "-- %s --\n%s\n", name, strings.TrimSpace(schemaOf(t, name, m)))
	}
	const golden = "testdata/unions.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("%s differs: run go test -update and look at the difference. Now:\n%s", golden, b.String())
	}
}

// TestOwnUnions: the code of these serializers works on the user's interfaces.
func TestOwnUnions(t *testing.T) {
	m := load(t, shop, "Order")
	for _, name := range []string{"gob", "gotiny", "mus/varint", "benc"} {
		if plan := lower.New(m, variant(t, name).Caps("")); !plan.Own(0) {
			t.Errorf("%s converts Order", name)
		}
	}
}

// load returns the model of a type in a package with the given source.
func load(t *testing.T, source, typ string) *model.Model {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/shop\n\ngo 1.24\n", "shop.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	m, err := directive.Load(t.Context(), dir, ".", []string{typ})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// schemaOf returns the schema that a variant makes for a model: the input of its compiler, or the text in its adapter.
func schemaOf(t *testing.T, name string, m *model.Model) string {
	t.Helper()
	out := generate(t, name, m)
	for _, s := range out.Steps {
		for _, file := range slices.Sorted(maps.Keys(s.Files)) {
			return string(s.Files[file])
		}
	}
	_, text, _ := strings.Cut(out.Code[0].Setup, "`")
	text, _, _ = strings.Cut(text, "`")
	return text
}

// generate returns what a variant generates for a model.
func generate(t *testing.T, name string, m *model.Model) *codec.Output {
	t.Helper()
	v := variant(t, name)
	const gen = "example.com/shop/balegen"
	out, err := v.Generate(&codec.Input{Plan: lower.New(m, v.Caps(gen)), Name: m.Name, Gen: gen, GenName: "balegen", Unique: "0"})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func variant(t *testing.T, name string) *codec.Variant {
	t.Helper()
	for _, c := range all.Codecs {
		for _, v := range c.Variants {
			if c.FullName(v) == name {
				return v
			}
		}
	}
	t.Fatalf("there is no codec %s", name)
	return nil
}

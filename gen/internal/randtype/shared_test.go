package randtype_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/all"
	"bale/gen/internal/gentest"
)

// TestSharedMemory decodes into used values whose places share memory, in the formats of [gentest.Some]: shallow copies, pointers to other parts of the value and
// to the value itself, parts of one list. It also checks that memory of decoded values is reused.
func TestSharedMemory(t *testing.T) {
	gentest.SkipIfShort(t)
	wires := "wire=" + strings.ReplaceAll(emit.Names(gentest.Some(all.Binary, all.Ways)), " ", "")
	m := gentest.New(t, map[string]string{"go.mod": "../../../codec/skycoin/pins.mod", "go.sum": "../../../codec/skycoin/pins.sum"})
	for _, name := range []string{"cart.go", "cart_test.go", "nested.go", "nested_test.go"} {
		text, err := os.ReadFile("testdata/shared/" + name)
		if err != nil {
			t.Fatal(err)
		}
		m.Write(t, "cart/"+name, bytes.ReplaceAll(text, []byte("wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed"), []byte(wires)))
	}
	if err := m.Generate(t, "cart", gen.Request{Known: all.Formats}); err != nil {
		t.Fatal(err)
	}
	if out, err := m.Test(t, gentest.CompilerFlag(false), "./cart"); err != nil {
		t.Error(out)
	}
}

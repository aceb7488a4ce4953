package kinds

import (
	"fmt"
	"os"
	"testing"

	"github.com/skycoin/skycoin/src/cipher/encoder"
)

func TestVectors(t *testing.T) {
	text := ""
	for _, v := range vectors() {
		text += fmt.Sprintf("%T %x\n", v, encoder.Serialize(v))
	}
	if err := os.WriteFile("skycoin.bytes", []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

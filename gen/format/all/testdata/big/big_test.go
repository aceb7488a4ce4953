package big

import (
	"strings"
	"testing"
)

// A form holds the size and append methods of a value in one format.
type form struct {
	name   string
	size   func() int
	append func([]byte) ([]byte, error)
}

func forms[T any, P interface {
	*T
	SizeBinary() int
	SizeFixed() int
	SizeVarint() int
	SizeMsgpack() int
	SizeCBOR() int
	SizeXDR() int
	SizeSproto() int
	SizeSprotoPacked() int
	SizeProto() int
	AppendBinary([]byte) ([]byte, error)
	AppendFixed([]byte) ([]byte, error)
	AppendVarint([]byte) ([]byte, error)
	AppendMsgpack([]byte) ([]byte, error)
	AppendCBOR([]byte) ([]byte, error)
	AppendXDR([]byte) ([]byte, error)
	AppendSproto([]byte) ([]byte, error)
	AppendSprotoPacked([]byte) ([]byte, error)
	AppendProto([]byte) ([]byte, error)
}](v P) []form {
	return []form{{"compact", v.SizeBinary, v.AppendBinary}, {"fixed", v.SizeFixed, v.AppendFixed}, {"varint", v.SizeVarint, v.AppendVarint},
		{"msgpack", v.SizeMsgpack, v.AppendMsgpack}, {"cbor", v.SizeCBOR, v.AppendCBOR}, {"xdr", v.SizeXDR, v.AppendXDR}, {"sproto", v.SizeSproto, v.AppendSproto}, {"sproto-packed", v.SizeSprotoPacked, v.AppendSprotoPacked},
		{"proto", v.SizeProto, v.AppendProto}}
}

// refused checks that no format in list encodes the value.
func refused(t *testing.T, name string, list []form) {
	for _, f := range list {
		b, err := f.append(make([]byte, 3, 100000))
		if size := f.size(); size != 0 || err == nil || len(b) != 3 {
			t.Errorf("%s in %s: size %d, %d bytes, %v", name, f.name, size, len(b), err)
		}
	}
}

// TestBig checks that messages of 2 GiB and more are refused if an int has 32 bits, even if the sum of their sizes wraps to a
// small number.
func TestBig(t *testing.T) {
	mega, giga := strings.Repeat("x", 1<<20), strings.Repeat("y", 1<<30)
	texts := &Texts{}
	for range 4096 {
		texts.T = append(texts.T, mega)
	}
	refused(t, "4,096 strings", forms(texts))
	refused(t, "four strings", forms(&Four{giga, giga, giga, giga}))
	refused(t, "2 GiB", forms(&Four{giga, giga[:len(giga)-100], giga[:100], ""}))
	tree := Tree{Name: mega}
	for range 4 {
		parent := Tree{}
		for range 8 {
			parent.Kids = append(parent.Kids, tree)
		}
		tree = parent
	}
	refused(t, "a tree", forms(&tree))
	for _, f := range forms(&Four{"a", "b", mega, "d"}) {
		if b, err := f.append(nil); err != nil || f.size() != len(b) || len(b) < len(mega) {
			t.Errorf("%s: size %d, %d bytes, %v", f.name, f.size(), len(b), err)
		}
	}
}

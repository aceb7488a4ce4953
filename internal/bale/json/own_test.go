//go:build !purego

package json

import (
	"bytes"
	"testing"
	"unsafe"

	"bale/internal/bale/core"
)

// TestOwn checks that TextOwn and Base64Own, and those of encoding/json/v2, decode what the others decode, into memory that is not the room of a message.
func TestOwn(t *testing.T) {
	inRoom := func(d *Input, p *byte) bool {
		room := d.Backing[:cap(d.Backing)]
		if len(room) == 0 {
			return false
		}
		first := uintptr(unsafe.Pointer(unsafe.SliceData(room)))
		at := uintptr(unsafe.Pointer(p))
		return at >= first && at < first+uintptr(len(room))
	}
	for _, text := range []string{`"abc"`, `"a\nb"`, `"ä"`, `""`, `"a`, `x`, "\"\xff\""} {
		for name, pair := range map[string][2]func(d *Input, n int) (string, int){
			"TextOwn":   {(*Input).Text, (*Input).TextOwn},
			"TextOwnV2": {(*Input).TextV2, (*Input).TextOwnV2},
		} {
			d := &Input{Input: core.Input{B: []byte(text)}}
			want, wantEnd := pair[0](d, 0)
			got, end := pair[1](d, 0)
			if got != want || end != wantEnd {
				t.Errorf("%s(%s) is %q, %d; want %q, %d", name, text, got, end, want, wantEnd)
			}
			if text == `"abc"` && !inRoom(d, unsafe.StringData(want)) {
				t.Errorf("%s is decoded by the other function, but not into the room of the message", text)
			}
			if got != "" && inRoom(d, unsafe.StringData(got)) {
				t.Errorf("%s(%s) is in the room of the message", name, text)
			}
		}
	}
	for _, text := range []string{`"AQID"`, `""`, `"AQ=="`, `"A"`, `x`} {
		for name, pair := range map[string][2]func(d *Input, old []byte, n int) ([]byte, int){
			"Base64Own":   {(*Input).Base64, (*Input).Base64Own},
			"Base64OwnV2": {(*Input).Base64V2, (*Input).Base64OwnV2},
		} {
			d := &Input{Input: core.Input{B: []byte(text)}}
			want, wantEnd := pair[0](d, nil, 0)
			got, end := pair[1](d, nil, 0)
			if !bytes.Equal(got, want) || (got == nil) != (want == nil) || end != wantEnd {
				t.Errorf("%s(%s) is %q, %d; want %q, %d", name, text, got, end, want, wantEnd)
			}
			if text == `"AQID"` && !inRoom(d, &want[0]) {
				t.Errorf("%s is decoded by the other function, but not into the room of the message", text)
			}
			if len(got) > 0 && inRoom(d, &got[0]) {
				t.Errorf("%s(%s) is in the room of the message", name, text)
			}
		}
	}
}

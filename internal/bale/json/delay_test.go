//go:build !purego

package json

import (
	"encoding/json"
	"testing"
)

// TestMark checks that a list that grows moves only the receivers of methods that were delayed after it began.
func TestMark(t *testing.T) {
	d := &Input{Unchecked: true, Times: 1}
	d.B = []byte(`[1,2,3]`)
	var slab []json.RawMessage
	list := make([]json.RawMessage, 1)
	d.delay(&list[0], 1, 2) // of another list
	mark := Mark(d, []json.RawMessage(nil))
	d.delay(&list[0], 1, 2)
	more := MoreReceivers(d, &slab, list, 1, 1, 3, mark)
	if d.Delayed[0].v != any(&list[0]) || d.Delayed[1].v != any(&more[0]) {
		t.Errorf("the receivers are %p and %p, want %p and %p", d.Delayed[0].v, d.Delayed[1].v, &list[0], &more[0])
	}
	if mark := Mark(d, list); mark != 0 {
		t.Errorf("the mark of a list in old memory is %d, want 0", mark)
	}
}

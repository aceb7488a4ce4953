package proto

import (
	"testing"

	"bale/internal/bale/core"
)

// inputOf returns an input of n bytes after messages with the given totals.
func inputOf(n int, latest *Totals) *Input {
	return &Input{Input: core.Input{B: make([]byte, n), Budget: core.NewBudget(n)}, Latest: latest}
}

// TestCount: the elements of the first messages are counted, and those of some later ones.
func TestCount(t *testing.T) {
	var latest *Totals
	for i := range firstTotals {
		d := inputOf(100, latest)
		if !d.Count() {
			t.Fatalf("message %d is not counted", i)
		}
		latest = d.Counted([]int{2, 0, 7})
	}
	counted := 0
	for range 100 * everyTotal {
		if inputOf(100, latest).Count() {
			counted++
		}
	}
	if counted < 20 || counted > 500 {
		t.Errorf("%d of %d messages are counted", counted, 100*everyTotal)
	}
	if inputOf(0, nil).Count() || inputOf(maxTotalsBytes+1, nil).Count() {
		t.Error("an empty message is counted, or a long one")
	}
}

// TestCounted: totals follow the latest messages, and do not grow without limit. A long message counts as much as a short one. A Totals does not change.
func TestCounted(t *testing.T) {
	latest := inputOf(100, nil).Counted([]int{100, 0})
	first := *latest
	for range 200 {
		latest = inputOf(maxTotalsBytes, latest).Counted([]int{0, maxTotalsBytes})
	}
	if latest.messages > 2*maxTotals || latest.elems[0] > 0 || latest.messages*perBytes-latest.elems[1] > 100 {
		t.Errorf("after 200 long messages: %+v", latest)
	}
	if first.messages != 1 || first.elems[0] != perBytes {
		t.Errorf("the first totals became %+v", first)
	}
	for range maxTotals {
		latest = inputOf(100, latest).Counted([]int{2, 0})
	}
	if got := inputOf(100, latest).ahead(1, 0, 1, 1); got > 60 {
		t.Errorf("after %d short messages without elements, %d are expected", maxTotals, got)
	}
}

// TestAhead: a message has as many elements for its length as the latest ones. Memory is limited.
func TestAhead(t *testing.T) {
	latest := inputOf(100, nil).Counted([]int{4, 0, 50})
	for _, c := range []struct{ bytes, i, had, size, want int }{
		{100, 0, 0, 8, 4}, {100, 0, 3, 8, 1}, {100, 0, 4, 8, 0}, {100, 0, 9, 8, 0}, {50, 0, 0, 8, 2}, {51, 0, 0, 8, 3}, {1, 0, 0, 8, 1}, {100, 1, 0, 8, 0},
		{100, 3, 0, 8, 0}, {100, 2, 0, 16, 50}, {100, 2, 0, 17, 0}, {1 << 30, 2, 0, 1, 0}, {maxAhead, 2, 0, 2, maxAhead / 2}, {maxAhead + 2, 2, 0, 2, 0},
	} {
		if got := inputOf(c.bytes, latest).ahead(c.i, c.had, 2, c.size); got != c.want {
			t.Errorf("%+v: got %d", c, got)
		}
	}
	d := inputOf(100, latest)
	if a, b := d.ahead(2, 10, 2, 15), d.ahead(0, 0, 2, 51); a != 40 || b != 0 || d.Early != 600 {
		t.Errorf("more memory than %d for a byte: %d and %d elements, %d bytes", aheadPerByte, a, b, d.Early)
	}
	d = inputOf(100, latest)
	if d.Left = 4 * 100; d.ahead(0, 0, 2, 25) != 4 || d.ahead(0, 0, 2, 1) != 0 {
		t.Error("more memory than a quarter of what is left")
	}
}

// TestTakes takes elements with right, small, large and no totals. Each element has memory of its own, which is zero.
func TestTakes(t *testing.T) {
	for _, totals := range []int{-1, 0, 1, 5, 20, 21, 1000} {
		var latest *Totals
		if totals >= 0 {
			latest = inputOf(200, nil).Counted([]int{totals})
		}
		var slab core.Slab[int64]
		var taken []*int64
		d, had := inputOf(200, latest), 0
		for n := range 200 {
			switch n % 10 {
			case 3:
				taken = append(taken, TakeOne(d, &slab, &had, 0, n, 8, 2))
			case 5:
				list := TakeSome(d, &slab, &had, n/50, 0, n, n+2, 8, 2)
				if list == nil || len(list) != n/50 || cap(list) != n/50 {
					t.Fatalf("totals %d, byte %d: a list of %d, capacity %d", totals, n, len(list), cap(list))
				}
				for i := range list {
					taken = append(taken, &list[i])
				}
			}
		}
		if had != len(taken) {
			t.Errorf("totals %d: had %d, want %d", totals, had, len(taken))
		}
		for i, x := range taken {
			if *x != 0 {
				t.Fatalf("totals %d: element %d is %d", totals, i, *x)
			}
			*x = int64(i + 1)
		}
	}
}

// TestTakeOutermost: a list of the outermost message, whose memory ResetProto keeps, does not share it.
func TestTakeOutermost(t *testing.T) {
	d, slab, had := inputOf(100, nil), core.Slab[string]{}, 3
	slab.Fill(50)
	if list := TakeSome(d, &slab, &had, 7, 0, 20, 100, 16, 2); len(list) != 7 || slab.Left() != 50 || had != 3 {
		t.Errorf("a list of %d, %d elements left, %d had", len(list), slab.Left(), had)
	}
}

package lab

import "testing"

func TestDisturbed(t *testing.T) {
	var p pace
	for i := range 60 { // every third is disturbed: the reference has to be the others
		y := 100.0
		if i%3 == 2 {
			y = 165
		}
		if got := p.disturbed(y, 100); (got > 0) != (y > 100) {
			t.Errorf("block %d, yardstick %v: disturbed %v", i, y, got)
		}
	}
	again := 0
	for range paceKept { // slower for good
		if p.disturbed(165, 165) > 0 {
			again++
		}
	}
	if got := p.disturbed(165, 165); got > 0 || again > paceKept/2 {
		t.Errorf("a machine that stays slow is disturbed for %d blocks, and then by %v", again, got)
	}
}

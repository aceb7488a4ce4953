package gen

import (
	"fmt"
	"strconv"
	"strings"

	"bale/gen/plan"
)

// collectMemory records the memory limits of roots with //bale:memory.
func (t *target) collectMemory(d *plan.Directives, roots []*root) {
	for _, r := range roots {
		for _, n := range r.Notes {
			if firstWord(n.Text) != "memory" {
				continue
			}
			if d.Memory[r.Node] > 0 {
				t.fail(n.Pos, r.Name, "the type has two memory directives: remove one")
			}
			d.Memory[r.Node], _ = parseMemory(n.Text) // addType has reported the error
		}
	}
}

// parseMemory returns the number of bytes that a directive such as memory=64MiB allows.
func parseMemory(text string) (uint64, error) {
	size, ok := strings.CutPrefix(text, "memory=")
	shift := 0
	for unit, bits := range map[string]int{"KiB": 10, "MiB": 20, "GiB": 30} {
		if number, has := strings.CutSuffix(size, unit); has {
			size, shift = number, bits
		}
	}
	n, err := strconv.ParseUint(size, 10, 63-shift)
	if !ok || err != nil || n == 0 {
		return 0, fmt.Errorf("%s: want the bytes that a decoded value may take, as in memory=1GiB or memory=100000", text)
	}
	return n << shift, nil
}

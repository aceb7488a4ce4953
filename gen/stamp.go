package gen

import (
	"crypto/sha256"
	"encoding/binary"

	"bale/gen/emit"
	"bale/gen/plan"
)

// stamps finds the stamps of the roots that carry //bale:stamp, for each of their formats.
func (t *target) stamps(home string, d *plan.Directives) {
	for _, r := range t.roots {
		for _, n := range r.notes {
			if n.text != "stamp" {
				continue
			}
			if r.has("evolve") {
				t.fail(n.pos, r.name, "stamp and evolve exclude each other: with evolve other versions of the program can read a message, and with stamp they refuse it")
			}
			for _, f := range r.wires {
				if f.Stamped == nil {
					t.fail(n.pos, r.name, "stamp is of no use to the wire %s yet: leave it out", f.Name)
					continue
				}
				d.SetStamp(f.Prefix(), r.node, stamp(f, f.Stamped(home, t.byWire(f)).Text(d, r.node)))
			}
		}
	}
}

// stamp returns the stamp of a layout: the first four bytes of the SHA-256 hash of the format's name and the text of the layout.
func stamp(f *emit.Format, layout string) uint32 {
	sum := sha256.Sum256([]byte(f.Name + " " + layout))
	return binary.BigEndian.Uint32(sum[:])
}

//go:build !balesafe

package core

// Backing is the memory of strings that are copied.
type Backing = []byte

// MakeRoom makes room for strings of n bytes together.
func (d *Input) MakeRoom(n int) { d.Backing = New(n) }

// OneString is the k bytes at n.
func (d *Input) OneString(n, k int) string {
	if d.Whole != "" {
		return d.Whole[n : n+k]
	}
	return d.CopyString(n, k)
}

// CopyString copies the k bytes at n behind those of other strings, those of 8 to 16 bytes without a call.
func (d *Input) CopyString(n, k int) string {
	at := len(d.Backing)
	if k > cap(d.Backing)-at {
		if k > Piece {
			return d.OwnString(n, k)
		}
		d.MoreRoom(n, k, at)
		at = 0
	}
	d.Backing = d.Backing[:at+k]
	b := d.B[n : n+k]
	if m := k - 8; uint(m) <= 8 {
		p, q := All(b), At(d.Backing, at)
		x := Get64(p, m)
		Put64(q, 0, Get64(p, 0))
		Put64(q, m, x)
	} else {
		copy(d.Backing[at:], b)
	}
	return Text(d.Backing[at:], true)
}

package compact

import "bale/gen/runtime/core"

// Fail returns what is wrong with a message, and where.
//
//go:noinline
func Fail(path string, code, offset int) (int, error) {
	f := core.Fault{Code: code}
	return 0, f.Error(path, offset)
}

// TextLeft is how many bytes of the text are not yet used.
func (d *Decoder) TextLeft() int { return len(d.Text) + d.TextEnd - d.TextAt }

// MoreText copies the next piece of the text, for a string of n bytes and those behind it, and reports whether there are as many.
// A long text is copied in pieces, so that a string keeps no more than one of them alive.
//
//go:noinline
func (d *Decoder) MoreText(n uint64) bool {
	if n > uint64(d.TextLeft()) {
		return false
	}
	at := d.TextAt - len(d.Text)
	d.TextAt = at + max(int(n), min(d.TextEnd-at, core.Piece))
	d.Text = string(d.B[at:d.TextAt])
	d.Copied(len(d.Text))
	return true
}

// SkipText leaves out what is in front of an offset.
func (d *Decoder) SkipText(to int) {
	if to < d.TextAt {
		d.Text = d.Text[to-d.TextAt+len(d.Text):]
		return
	}
	d.Text, d.TextAt = "", to
}

// Raw is the n bytes that the text begins with.
func (d *Decoder) Raw(n int) []byte { return d.B[d.TextAt-len(d.Text):][:n] }

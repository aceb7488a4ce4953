package compact

import "bale/internal/bale/core"

// Fail returns the error for a code at a path and an offset.
//
//go:noinline
func Fail(path string, code, offset int) (int, error) {
	f := core.Fault{Code: code}
	return 0, f.Error(path, offset)
}

// FailAt is Fail for a field of the type root.
//
//go:noinline
func FailAt(root, path string, code, offset int) (int, error) {
	f := core.Fault{Code: code, Path: []string{path}}
	return 0, f.Error(root, offset)
}

// FailBy is Fail for the error of a function that converts a value of an earlier layout.
//
//go:noinline
func FailBy(path string, err error, offset int) (int, error) {
	f := core.Fault{Code: core.Malformed, Cause: err}
	return 0, f.Error(path, offset)
}

// TextLeft returns how many bytes of the text are not yet used.
func (d *Decoder) TextLeft() int { return len(d.Text) + d.TextEnd - d.TextAt }

// MoreText copies the next piece of the text, and reports whether the text has the n bytes of the string at its start. A long
// text is copied in pieces, so that a string keeps at most one piece alive.
//
//go:noinline
func (d *Decoder) MoreText(n uint64) bool {
	at := d.TextAt - len(d.Text)
	if n > uint64(d.TextEnd-at) {
		return false
	}
	d.TextAt = at + max(int(n), min(d.TextEnd-at, core.Piece))
	d.Text = string(d.B[at:d.TextAt])
	d.Copied(len(d.Text))
	return true
}

// SkipText skips the text up to an offset.
func (d *Decoder) SkipText(to int) {
	if to < d.TextAt {
		d.Text = d.Text[to-d.TextAt+len(d.Text):]
		return
	}
	d.Text, d.TextAt = "", to
}

// Raw returns the first n bytes of the text that is left, in the message.
func (d *Decoder) Raw(n int) []byte { return d.B[d.TextAt-len(d.Text):][:n] }

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

// TextPos returns the offset in B of the text that is not yet used.
func (d *Decoder) TextPos() int { return d.TextAt - len(d.Text) + d.TextUsed }

// TextLeft returns how many bytes of the text are not yet used.
func (d *Decoder) TextLeft() int { return d.TextEnd - d.TextPos() }

// Unused returns the part of the piece of the text that is not yet used. Decoders keep it in a variable while they decode several strings, and return the
// rest to [Decoder.SetUnused].
func (d *Decoder) Unused() string { return d.Text[d.TextUsed:] }

// SetUnused sets the part of the piece that is not yet used, a part at its end.
func (d *Decoder) SetUnused(text string) { d.TextUsed = len(d.Text) - len(text) }

// More returns text, the part of the piece that is not yet used, if it has n bytes, else the next piece of the text. The result is shorter than n bytes if
// the text has no more.
func (d *Decoder) More(text string, n uint64) string {
	if n > uint64(len(text)) {
		return d.nextPiece(text, n)
	}
	return text
}

// nextPiece copies the next piece of the text, with at least n bytes. A long text is copied in pieces, so that a string keeps at most one piece alive.
//
//go:noinline
func (d *Decoder) nextPiece(text string, n uint64) string {
	at := d.TextAt - len(text)
	if n > uint64(d.TextEnd-at) {
		return ""
	}
	d.TextAt = at + max(int(n), min(d.TextEnd-at, core.Piece))
	d.Text = string(d.B[at:d.TextAt])
	d.Copied(len(d.Text))
	return d.Text
}

// SkipText skips the text up to an offset.
func (d *Decoder) SkipText(to int) {
	d.TextUsed = len(d.Text) - max(d.TextAt-to, 0)
	d.TextAt = max(d.TextAt, to)
}

// rawText returns the next n bytes of the text, in the message.
func (d *Decoder) rawText(n uint64) ([]byte, bool) {
	at := d.TextPos()
	if n > uint64(d.TextEnd-at) {
		return nil, d.Fail(core.Truncated)
	}
	end := at + int(n)
	d.SkipText(end)
	return d.B[at:end], true
}

// OwnText decodes a string of n bytes that has its own memory.
func (d *Decoder) OwnText(n uint64) (string, bool) {
	raw, ok := d.rawText(n)
	return string(raw), ok
}

// InternedText decodes a string of n bytes that is interned.
func (d *Decoder) InternedText(n uint64) (string, bool) {
	raw, ok := d.rawText(n)
	return core.Intern(&d.Known, raw), ok
}

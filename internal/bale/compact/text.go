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

// More returns text, the copied text that is not yet used, if it has n bytes, else the next piece of the text. The result is shorter than n bytes if
// the text has no more. Decoders keep the text in a variable for several strings, since each assignment to d.Text asks whether the collector marks.
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
	text = string(d.B[at:d.TextAt])
	d.Copied(len(text))
	return text
}

// SkipText skips the text up to an offset.
func (d *Decoder) SkipText(to int) {
	if to < d.TextAt {
		d.Text = d.Text[to-d.TextAt+len(d.Text):]
		return
	}
	d.Text, d.TextAt = "", to
}

// rawText returns the next n bytes of the text, in the message.
func (d *Decoder) rawText(n uint64) ([]byte, bool) {
	at := d.TextAt - len(d.Text)
	if n > uint64(d.TextEnd-at) {
		return nil, d.Fail(core.Truncated)
	}
	end := at + int(n)
	if d.Text == "" {
		d.TextAt = end
	} else {
		d.SkipText(end)
	}
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

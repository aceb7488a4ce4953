package core

import "fmt"

// An Input is the state of decoding a message.
type Input struct {
	Fault
	Budget
	B       []byte
	N       int         // offset of the error
	Alias   bool        // strings and byte slices may share memory with B
	Exact   bool        // Text is the exact number, not an estimate
	Whole   string      // a copy of the message, if strings are parts of it
	Text    int         // number of bytes of strings
	Beside  int         // minimum number of bytes that do not belong to strings
	Backing Backing     // memory for copied strings
	Known   *[64]string // interned strings
}

// Core returns d, also for a type that embeds d.
func (d *Input) Core() *Input { return d }

// Stop records an error at byte n, and returns -1.
//
//go:noinline
func (d *Input) Stop(code int, path string, n int) int {
	d.N = n
	d.FailAt(code, path)
	return -1
}

// Unlike records that the value at n is not what its type expects, and returns -1.
//
//go:noinline
func (d *Input) Unlike(n int, want, found string) int {
	d.Cause = fmt.Errorf("%w: expected %s, found %s", Errors[Malformed], want, found)
	return d.Stop(Malformed, "", n)
}

// OtherLength records that the array of k elements before n should have want, and returns -1.
func (d *Input) OtherLength(n, k, want int) int {
	return d.Unlike(n, fmt.Sprint(want, " elements"), fmt.Sprint(k))
}

// Piece is the maximum size of memory that several strings share, so that a string keeps no more than that alive. A longer string
// has memory of its own.
const Piece = 64 << 10

// MoreRoom allocates memory for the string of k bytes at n and for the following strings: for all of them if their total length is
// known, else for an estimated number. used is the length of the previous memory that has been used.
func (d *Input) MoreRoom(n, k, used int) {
	room := 0
	if d.Exact {
		d.Text -= used
		room = max(k, min(d.Text, Piece))
	} else {
		room = max(k, min(len(d.B)-max(n, d.Beside), max(128, Estimate(d.Text, n, len(d.B))), Piece))
		d.Text += room
		room = (room + 15) &^ 15 // the size that is allocated anyway: see TakeRoom
	}
	d.Copied(room)
	d.MakeRoom(room)
}

// OwnString returns the k bytes at n as a string with memory of its own: it is too long to share memory with others, or the message
func (d *Input) OwnString(n, k int) string {
	if d.Exact {
		d.Text -= k
	}
	d.Copied(k)
	return string(d.B[n : n+k])
}

// ExpectText prepares for strings of n bytes in total. If they take more than three quarters of a short message, they become parts
// of one copy of the message, which needs no call for each string.
func (d *Input) ExpectText(n int) {
	switch {
	case d.Whole != "" || n > Piece:
	case n > len(d.B)-len(d.B)/4 && len(d.B) <= Piece:
		d.Whole = string(d.B)
		d.Copied(len(d.B))
	default:
		d.Copied(n)
		d.MakeRoom(n)
	}
}

// GatherText prepares for the strings of a message of n bytes, whose total length is known. If aliasing is allowed, they become
// parts of the message. If they take more than three quarters of a short message, they become parts of one copy of it, which needs
// no call for each string. Otherwise they are copied together.
func (d *Input) GatherText(n int) {
	d.Exact = true
	switch {
	case d.Alias:
		d.Whole = Text(d.B[:n], true)
	case d.Text > n-n/4 && n <= Piece:
		d.Whole = string(d.B[:n])
		d.Copied(n)
	}
}

// Intern returns b as a string. It returns the string from an earlier call with equal bytes if another string has not replaced it.
func (d *Input) Intern(b []byte) string { return Intern(&d.Known, b) }

// Intern returns b as a string. It returns a known string if one with the same bytes is in the table.
func Intern(known **[64]string, b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if *known == nil {
		*known = new([64]string)
	}
	slot := &(*known)[(len(b)*7+int(b[0])*5+int(b[len(b)/2])*3+int(b[len(b)-1]))%64]
	if *slot != string(b) {
		*slot = string(b)
	}
	return *slot
}

package core

// An Input is where the reading of a message stands.
type Input struct {
	Fault
	Budget
	B       []byte
	N       int         // where the fault is
	Alias   bool        // strings and bytes may be parts of b
	Exact   bool        // text is known, and not an estimate
	Whole   string      // the message, where strings are parts of it
	Text    int         // bytes of strings
	Beside  int         // bytes that are not of strings, at least
	Backing Backing     // of strings that are copied
	Known   *[64]string // strings that are interned
}

// Stop notes what is wrong.
//
//go:noinline
func (d *Input) Stop(code int, path string, n int) int {
	d.N = n
	d.FailAt(code, path)
	return -1
}

// Piece is how long the memory is at most that strings share, so that a string keeps no more than that alive. A longer string
// has memory of its own.
const Piece = 64 << 10

// MoreRoom makes room for the k bytes of the string at n, and for the next ones: for all, where it is known how long they are,
// else for some. The room that there was has been used up to a length.
func (d *Input) MoreRoom(n, k, used int) {
	room := 0
	if d.Exact {
		d.Text -= used
		room = max(k, min(d.Text, Piece))
	} else {
		room = max(k, min(len(d.B)-max(n, d.Beside), max(128, Estimate(d.Text, n, len(d.B))), Piece))
		d.Text += room
		room = (room + 15) &^ 15 // as large as the memory is: see TakeRoom
	}
	d.Copied(room)
	d.MakeRoom(room)
}

// OwnString is the k bytes at n, which are too many to share memory with other strings.
func (d *Input) OwnString(n, k int) string {
	if d.Exact {
		d.Text -= k
	}
	d.Copied(k)
	return string(d.B[n : n+k])
}

// ExpectText is told how long all strings are together. Where they are nearly all there is, they become parts of one copy of
// that, which takes no call for each.
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

// GatherText gets ready for the strings of a message of n bytes, of which it is known how long they are. Most often they are
// copied together; where they are nearly all of the message, to copy that takes no call for each.
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

// Intern is b as a string: the one that it was before in the message, if not too many have come between.
func (d *Input) Intern(b []byte) string { return Intern(&d.Known, b) }

// Intern is b as a string: one of those that are known, if it is the same.
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

package profile

import (
	"strings"

	"bale/codec/facts"
)

// resolve returns the entry and the direction of a match. If the outermost function is only in a package of the serializer, the functions that it calls say
// more: what is in a file of bale gen says which format it is.
func (m *matcher) resolve(found match, inner stack) (*facts.Entry, Direction) {
	if found.direction != Other {
		return found.entry, found.direction
	}
	for _, f := range inner {
		deeper := m.find(f.symbol)
		if deeper.entry == nil || deeper.direction == Other {
			continue
		}
		if deeper.entry == found.entry || strings.HasPrefix(deeper.entry.Codecs[0], found.entry.Codecs[0]+"/") {
			return deeper.entry, deeper.direction
		}
	}
	return found.entry, Other
}

// collects reports whether a function is one of the garbage collector's. What allocating functions have to help it with is one, too.
func collects(s symbol) bool {
	if s.Package != "runtime" {
		return false
	}
	if rest, ok := strings.CutPrefix(s.Name, "gc"); ok && rest != "" && rest[0] >= 'A' && rest[0] <= 'Z' {
		return true
	}
	switch outerName(s.Name) {
	case "bgsweep", "bgscavenge", "sweepone", "deductSweepCredit", "wbBufFlush", "wbBufFlush1", "GC":
		return true
	}
	return false
}

// transfers are the packages whose readers and writers take time that no serializer can save.
var transfers = set("compress/bzip2", "compress/flate", "compress/gzip", "compress/lzw", "compress/zlib", "crypto/tls", "internal/poll", "net", "net/http",
	"net/http/internal", "net/textproto", "os", "syscall", "golang.org/x/net/http2")

// readsOrWrites reports whether a function reads from or writes to something outside of the memory of the program, or compresses.
func readsOrWrites(s symbol) bool {
	if !transfers[s.Package] {
		return false
	}
	name := s.Base
	for _, word := range []string{"Read", "Write", "Flush", "read", "write"} {
		if strings.HasPrefix(name, word) {
			return true
		}
	}
	return false
}

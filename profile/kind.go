package profile

import "strings"

// A kind says what a sample is charged to.
type kind int

const (
	rest         kind = iota // no serializer is on the stack
	ofSerializer             // a serializer
	inputOutput              // a serializer reads or writes
	collection               // garbage collection
	unnamed                  // the stack has no names
)

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

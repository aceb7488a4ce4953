package result

import (
	"fmt"
	"strconv"
	"strings"

	"bale/measure"
)

// A cell's benchmark name is
//
//	Encode/shape=<shape>/codec=<codec>/mode=<form,memory,strings,procs>-<procs>
//
// benchfmt splits a name at slashes, so in shapes and codecs a slash is written as a colon, which no
// codec's name holds, and every other byte outside letters, digits and -._+,~@ as %XX. So
// gencode/unsafe reads gencode:unsafe, and nothing is lost. Percent alone would do, but
// gencode%2Funsafe is no name to type after benchstat -filter.

// benchName is the name of a cell without "Benchmark" in front and "-<procs>" behind.
func benchName(c measure.Cell) string {
	op := string(c.Op)
	if op != "" {
		op = strings.ToUpper(op[:1]) + op[1:]
	}
	return op + "/shape=" + escape(c.Shape) + "/codec=" + escape(c.Codec) + "/mode=" + c.Mode.String()
}

// parseBenchName reads what benchName writes, with or without "-<procs>" behind.
func parseBenchName(name string) (measure.Cell, error) {
	var c measure.Cell
	parts := strings.Split(name, "/")
	if len(parts) != 4 {
		return c, fmt.Errorf("benchmark name %q: want op/shape=/codec=/mode=", name)
	}
	switch parts[0] {
	case "Encode":
		c.Op = measure.Encode
	case "Decode":
		c.Op = measure.Decode
	default:
		return c, fmt.Errorf("benchmark name %q: no such operation", name)
	}
	var mode string
	for i, field := range []struct {
		key string
		to  *string
	}{{"shape=", &c.Shape}, {"codec=", &c.Codec}, {"mode=", &mode}} {
		value, ok := strings.CutPrefix(parts[i+1], field.key)
		if !ok {
			return c, fmt.Errorf("benchmark name %q: want %s as part %d", name, field.key, i+2)
		}
		value, err := unescape(value)
		if err != nil {
			return c, fmt.Errorf("benchmark name %q: %w", name, err)
		}
		*field.to = value
	}
	mode, _, _ = strings.Cut(mode, "-")
	var err error
	c.Mode, err = measure.ParseMode(mode)
	return c, err
}

func escape(s string) string {
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c == '/':
			b.WriteByte(':')
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._+,~@", c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

func unescape(s string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ':':
			b.WriteByte('/')
		case '%':
			if i+2 >= len(s) {
				return "", fmt.Errorf("%q: %% without two hexadecimal digits", s)
			}
			v, err := strconv.ParseUint(s[i+1:i+3], 16, 8)
			if err != nil {
				return "", fmt.Errorf("%q: %% without two hexadecimal digits", s)
			}
			b.WriteByte(byte(v))
			i += 2
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String(), nil
}

// moduleKey is the configuration key for a module. Keys hold no upper case, so a capital is written as
// the module proxies write it: an exclamation mark and the small letter.
func moduleKey(path string) string {
	var b strings.Builder
	b.WriteString("module-")
	for _, r := range path {
		if 'A' <= r && r <= 'Z' {
			b.WriteByte('!')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

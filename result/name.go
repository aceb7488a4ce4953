package result

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"bale/runner/measure"
)

// A cell's benchmark name is
//
//	Encode/shape=<shape>/codec=<codec>/mode=<form,memory,strings,procs,values>-<procs>
//
// benchfmt splits a name at slashes. In shapes and codecs a slash is therefore written as a colon, which occurs in no codec's name, and every
// other byte except letters, digits and -._+,~@ as %XX. The name gencode/unsafe becomes gencode:unsafe, which is easier to type after
// benchstat -filter than gencode%2Funsafe.

// benchName returns the name of a cell without the prefix "Benchmark" and the suffix "-<procs>".
func benchName(c measure.Cell) string {
	op := string(c.Op)
	if op != "" {
		op = strings.ToUpper(op[:1]) + op[1:]
	}
	return op + "/shape=" + escape(c.Shape) + "/codec=" + escape(c.Codec) + "/mode=" + c.Mode.String()
}

// parseBenchName parses a result of benchName, with or without the suffix "-<procs>".
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
		return c, fmt.Errorf("benchmark name %q: unknown operation %q: want Encode or Decode", name, parts[0])
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

// escape returns s in the form that a benchmark name uses.
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

// unescape returns the text of which s is the escaped form.
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

// moduleKey returns the configuration key for a module. Keys may not contain capitals, so a capital becomes an exclamation mark and the small
// letter, as in paths of the module proxy. The path of a replaced module is that of its folder, which may have spaces and other characters
// that keys may not contain. Their bytes become %xx.
func moduleKey(path string) string {
	var b strings.Builder
	b.WriteString("module-")
	for _, r := range path {
		switch {
		case 'A' <= r && r <= 'Z':
			b.WriteByte('!')
			b.WriteRune(r + 'a' - 'A')
		case r == ':' || r == '%' || unicode.IsUpper(r) || unicode.IsSpace(r):
			for _, c := range []byte(string(r)) {
				fmt.Fprintf(&b, "%%%02x", c)
			}
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

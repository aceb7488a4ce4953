package profile

import (
	"net/url"
	"path"
	"strings"
)

// A symbol is the name of a function in a profile, in parts.
type symbol struct {
	Package  string // import path, without the folder vendor
	Name     string // with the receiver, without type arguments: "(*Decoder).Decode"
	Receiver string // type name of the receiver, without type arguments, or ""
	Base     string // Name without the receiver; of a closure, with the names of the functions around it
	Args     string // type arguments of the function or of its receiver, or ""
	File     string // last element of the path of the source file, or ""
}

// parseSymbol returns the parts of a name as runtime/pprof and the linker write it. Names of other languages have no Package.
func parseSymbol(name, file string) symbol {
	s := symbol{File: path.Base(strings.ReplaceAll(file, `\`, "/"))}
	if file == "" {
		s.File = ""
	}
	name, s.Args = cutTypeArgs(name)
	slash := strings.LastIndexByte(name, '/')
	dot := strings.IndexByte(name[slash+1:], '.')
	if dot <= 0 || strings.ContainsAny(name, " <>:") {
		s.Name, s.Base = name, name
		return s
	}
	s.Package, s.Name = name[:slash+1+dot], name[slash+dot+2:]
	if plain, err := url.PathUnescape(s.Package); err == nil {
		s.Package = plain // the linker writes a dot in the last element as %2e
	}
	if i := strings.LastIndex(s.Package, "/vendor/"); i >= 0 {
		s.Package = s.Package[i+len("/vendor/"):]
	}
	s.Receiver, s.Base = splitMethod(s.Name)
	return s
}

// cutTypeArgs removes what is in brackets from a name, and returns the first of it. The text in brackets may have brackets, and quoted tags of fields.
func cutTypeArgs(name string) (plain, args string) {
	var b strings.Builder
	depth, start, quoted := 0, 0, false
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case quoted && c == '\\':
			i++
		case depth > 0 && c == '"':
			quoted = !quoted
		case quoted:
		case c == '[':
			if depth == 0 {
				start = i + 1
			}
			depth++
		case c == ']' && depth > 0:
			depth--
			if depth == 0 && args == "" {
				args = name[start:i]
			}
		case depth == 0:
			b.WriteByte(c)
		}
	}
	if args == "..." {
		args = ""
	}
	return b.String(), args
}

// splitMethod returns the type and the method of "(*T).M" or "T.M". A function has no type, and neither does a closure in a function.
func splitMethod(name string) (receiver, base string) {
	if rest, ok := strings.CutPrefix(name, "(*"); ok {
		if typ, method, ok := strings.Cut(rest, ")."); ok {
			return typ, strings.TrimSuffix(method, "-fm")
		}
	}
	typ, method, ok := strings.Cut(name, ".")
	if !ok || typ == "" || isClosure(method) {
		return "", strings.TrimSuffix(name, "-fm")
	}
	return typ, strings.TrimSuffix(method, "-fm")
}

// isClosure reports whether the part of a name after a dot was made by the compiler: func1, gowrap2, deferwrap1, 0.
func isClosure(part string) bool {
	part, _, _ = strings.Cut(part, ".")
	part, _, _ = strings.Cut(part, "-")
	for _, word := range []string{"func", "gowrap", "deferwrap", "init", ""} {
		if digits, ok := strings.CutPrefix(part, word); ok && strings.Trim(digits, "0123456789") == "" {
			return true
		}
	}
	return false
}

// full returns the name with its package, as it is printed.
func (s symbol) full() string {
	if s.Package == "" {
		return s.Name
	}
	return s.Package + "." + s.Name
}

// standardTops are the top-level folders of the standard library. No module may have one of these as the first element of its path.
var standardTops = set("archive", "bufio", "builtin", "bytes", "cmp", "compress", "container", "context", "crypto", "database", "debug", "embed", "encoding", "errors",
	"expvar", "flag", "fmt", "go", "hash", "html", "image", "index", "internal", "io", "iter", "log", "maps", "math", "mime", "net", "os", "path", "plugin", "reflect",
	"regexp", "runtime", "simd", "slices", "sort", "strconv", "strings", "structs", "sync", "syscall", "testing", "text", "time", "type", "unicode", "unique", "unsafe",
	"vendor", "weak")

// standard reports whether the function belongs to the standard library, or is none of a Go package.
func (s symbol) standard() bool {
	top, _, _ := strings.Cut(s.Package, "/")
	return s.Package == "" || standardTops[top]
}

func set(words ...string) map[string]bool {
	m := map[string]bool{}
	for _, w := range words {
		m[w] = true
	}
	return m
}

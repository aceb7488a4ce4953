package profile

import (
	"path"
	"strings"

	"bale/codec/facts"
)

// A Direction says what a serializer does.
type Direction string

// The directions. Other is what a serializer does beside both, such as checking or indenting.
const (
	Encode Direction = "encode"
	Decode Direction = "decode"
	Other  Direction = "other"
)

// A match says which entry a function belongs to.
type match struct {
	entry     *facts.Entry
	direction Direction // Other if only the package matches
	weak      bool      // the function counts only if no other serializer is on the stack
	anywhere  bool      // the pattern is for functions of any package
}

// A matcher finds the entries of functions.
type matcher struct {
	entries  []facts.Entry
	source   *Source // weak matches are for functions of the user's code
	packages map[string]*facts.Entry
	files    []filePattern
	byPath   map[string][]pattern // patterns with a package, by the package
	anywhere []pattern
}

type pattern struct {
	match
	name, file string
}

type filePattern struct {
	file  string
	entry *facts.Entry
}

func newMatcher(entries []facts.Entry, source *Source) *matcher {
	m := &matcher{entries: entries, source: source, packages: map[string]*facts.Entry{}, byPath: map[string][]pattern{}}
	for i := range m.entries {
		e := &m.entries[i]
		for _, text := range e.Encode {
			m.add(text, match{entry: e, direction: Encode})
		}
		for _, text := range e.Decode {
			m.add(text, match{entry: e, direction: Decode})
		}
		for _, p := range e.Packages {
			if file, ok := strings.CutPrefix(p, "@"); ok {
				m.files = append(m.files, filePattern{file, e})
			} else {
				m.packages[p] = e
			}
		}
	}
	return m
}

// add adds a pattern as [facts.Entry] describes it.
func (m *matcher) add(text string, to match) {
	text, to.weak = strings.CutPrefix(text, "?")
	p := pattern{match: to}
	text, p.file, _ = strings.Cut(text, "@")
	if name, ok := strings.CutPrefix(text, "."); ok {
		p.name, p.anywhere = name, true
		m.anywhere = append(m.anywhere, p)
		return
	}
	slash := strings.LastIndexByte(text, '/')
	pkg, name, _ := strings.Cut(text[slash+1:], ".")
	for strings.HasPrefix(name, "v2.") || strings.HasPrefix(name, "v3.") { // gopkg.in/yaml.v3
		pkg, name = pkg+"."+name[:2], name[3:]
	}
	p.name = name
	m.byPath[text[:slash+1]+pkg] = append(m.byPath[text[:slash+1]+pkg], p)
}

// find returns the match of a function. Its entry is nil if the function belongs to no serializer.
func (m *matcher) find(s symbol) match {
	if s.Package == "" {
		return match{}
	}
	name := outerName(s.Name)
	for _, pkg := range []string{s.Package, withoutMajor(s.Package)} {
		for _, p := range m.byPath[pkg] {
			if fits(p.name, name) {
				return p.match
			}
		}
	}
	if found := m.searchAnywhere(s, name, false); found.entry != nil {
		return found
	}
	for _, f := range m.files {
		if fits(f.file, s.File) {
			return match{entry: f.entry, direction: Other}
		}
	}
	for pkg := s.Package; ; {
		if e := m.packages[pkg]; e != nil {
			return match{entry: e, direction: Other}
		}
		slash := strings.LastIndexByte(pkg, '/')
		if slash < 0 {
			return m.searchAnywhere(s, name, true)
		}
		pkg = pkg[:slash]
	}
}

// searchAnywhere returns the match with a pattern for functions of any package. A pattern with a dot is for the name with its receiver.
func (m *matcher) searchAnywhere(s symbol, name string, weak bool) match {
	if s.standard() {
		return match{}
	}
	receiver, base := splitMethod(name)
	for _, p := range m.anywhere {
		against := base
		if strings.Contains(p.name, ".") {
			against = name
		}
		if p.weak != weak || weak && (receiver == "" || !m.source.owns(s)) || !fits(p.name, against) || p.file != "" && !fits(p.file, s.File) {
			continue
		}
		return p.match
	}
	return match{}
}

// outerName returns the name of the function or method that a closure is in.
func outerName(name string) string {
	receiver, base := splitMethod(name)
	outer, part, ok := strings.Cut(base, ".")
	if !ok || !isClosure(part) {
		return strings.TrimSuffix(name, "-fm")
	}
	if receiver == "" {
		return outer
	}
	return name[:strings.LastIndex(name, base)] + outer
}

// withoutMajor returns a path without its element for a major version: "github.com/vmihailenco/msgpack/v5" without "/v5".
func withoutMajor(pkg string) string {
	parts := strings.Split(pkg, "/")
	for i := len(parts) - 1; i > 0; i-- {
		if digits, ok := strings.CutPrefix(parts[i], "v"); ok && digits != "" && strings.Trim(digits, "0123456789") == "" {
			return strings.Join(append(parts[:i:i], parts[i+1:]...), "/")
		}
	}
	return pkg
}

// fits reports whether a name matches a pattern. The names have no slashes or brackets, which path.Match treats differently.
func fits(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}

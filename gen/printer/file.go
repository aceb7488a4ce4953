package printer

import (
	"go/format"
	"maps"
	"slices"
	"strings"
)

// File returns the complete file, formatted, with only the imports and declarations that it needs.
func (p *Printer) File(name string) ([]byte, error) {
	for _, path := range Standard {
		p.Import(path)
	}
	parts := []string{"package p\n" + p.body.String()}
	for _, key := range slices.Sorted(maps.Keys(p.declared)) {
		parts = append(parts, p.declared[key])
	}
	if p.Version != "" {
		parts = append(parts, p.versionCheck())
	}
	text := strings.Join(parts, "\n")
	for name, n := range p.constants {
		text = strings.ReplaceAll(text, name, n)
	}
	if p.Reserve && CheckLocals {
		if err := p.checkLocals(text); err != nil {
			return []byte(text), err
		}
	}
	text, used, err := p.reduce(text)
	if err != nil {
		return []byte(text), err
	}
	text = "package " + name + "\n\n" + p.importLines(used) + strings.TrimPrefix(text, "package p\n")
	return format.Source([]byte(text))
}

// reduce returns the text of the file with its final names and without what it does not need, and the names of the packages that it uses.
func (p *Printer) reduce(text string) (reduced string, used map[string]bool, err error) {
	for _, step := range []func(string) (string, error){prune, p.rename} {
		if text, err = step(text); err != nil {
			return text, nil, err
		}
	}
	return tidy(text)
}

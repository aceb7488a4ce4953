package printer

import (
	"go/format"
	"maps"
	"slices"
	"strings"
)

// File returns the complete file, formatted, with only the imports and declarations that it needs.
func (p *Printer) File(name string) ([]byte, error) {
	text, used, err := p.text()
	if err != nil {
		return []byte(text), err
	}
	return p.format(name, text, used)
}

// Files is File without what [Printer.Aside] has printed, which is in a second file. That is nil if nothing is in it.
func (p *Printer) Files(name string) (first, second []byte, err error) {
	if p.aside == "" {
		first, err = p.File(name)
		return first, nil, err
	}
	text, _, err := p.text()
	if err != nil {
		return []byte(text), nil, err
	}
	text, aside, err := p.cut(text)
	if err != nil {
		return []byte(text), nil, err
	}
	var files [2][]byte
	for i, x := range []string{text, "package p\n" + aside} {
		used, err := qualifiers(x)
		if err != nil {
			return []byte(x), nil, err
		}
		if files[i], err = p.format(name, x, used); err != nil {
			return files[i], nil, err
		}
	}
	return files[0], files[1], nil
}

// format returns the formatted file of a package with a text, and with the imports among the used names.
func (p *Printer) format(name, text string, used map[string]bool) ([]byte, error) {
	text = "package " + name + "\n\n" + p.importLines(used) + strings.TrimPrefix(text, "package p\n")
	return format.Source([]byte(text))
}

// text returns the text of the file, with only the declarations that it needs, and the names of the packages that it uses.
func (p *Printer) text() (text string, used map[string]bool, err error) {
	for _, path := range Standard {
		p.Import(path)
	}
	parts := []string{"package p\n" + p.body.String() + p.aside}
	for _, key := range slices.Sorted(maps.Keys(p.declared)) {
		parts = append(parts, p.declared[key])
	}
	if p.Version != "" {
		parts = append(parts, p.versionCheck())
	}
	text = strings.Join(parts, "\n")
	for name, n := range p.constants {
		text = strings.ReplaceAll(text, name, n)
	}
	if p.Reserve && CheckLocals {
		if err := p.checkLocals(text); err != nil {
			return text, nil, err
		}
	}
	return p.reduce(text)
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

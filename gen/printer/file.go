package printer

import (
	"go/format"
	"maps"
	"slices"
	"strings"
)

// File returns the complete file, formatted, with only the imports and helpers that it needs.
func (p *Printer) File(name string) ([]byte, error) {
	p.AddRuntime("core")
	parts := []string{"package p\n" + p.body.String()}
	var runtime []string
	for _, key := range slices.Sorted(maps.Keys(p.helpers)) {
		if p.runtime[key] { // it refers to no types or packages of the user
			runtime = append(runtime, p.helpers[key])
		} else {
			parts = append(parts, p.helpers[key])
		}
	}
	if p.Reserve && CheckLocals {
		if err := p.checkLocals(strings.Join(parts, "\n")); err != nil {
			return []byte(strings.Join(parts, "\n")), err
		}
	}
	parts = append(parts, runtime...)
	text, used, err := p.reduce(strings.Join(parts, "\n"))
	if err != nil {
		return []byte(text), err
	}
	text = "package " + name + "\n\n" + p.importLines(used) + strings.TrimPrefix(text, "package p\n")
	return format.Source([]byte(text))
}

// reduce returns the text of the file with its final names and without what it does not need, and the names of the packages that it uses. What is
// unused goes first: each step parses the text, and most of the helpers' text is unused.
func (p *Printer) reduce(text string) (reduced string, used map[string]bool, err error) {
	var later []string // what rename makes the code call
	for name, helper := range ownBuiltins {
		if p.Taken[name] != "" {
			later = append(later, helper)
		}
	}
	steps := []func(string) (string, error){func(text string) (string, error) { return prune(text, later...) }}
	steps = append(steps, func(text string) (string, error) { return pruneMethods(text, later...) }, p.rename)
	if len(later) > 0 {
		steps = append(steps, func(text string) (string, error) { return prune(text) })
	}
	for _, step := range steps {
		if text, err = step(text); err != nil {
			return text, nil, err
		}
	}
	less, err := pruneMembers(text)
	if err == nil && less != text { // types that only unused fields had
		less, err = prune(less)
	}
	if err != nil {
		return less, nil, err
	}
	return tidy(less)
}

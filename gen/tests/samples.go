package tests

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/lock/layout"
	"bale/model"
)

// samplesFolder is the folder of sample messages for the generated tests, in the package's folder.
const samplesFolder = "testdata/bale"

// version returns a hash of the layout of a root's messages, or "" for a type without a layout in the lock file. The hash is part
// of the name of the file with sample messages, so the messages of earlier layouts stay.
func (t *Package) version(f *emit.Format, r *emit.Root) string {
	d := t.Directives
	if r.Unlocked {
		return ""
	}
	rules := f.Lock.Layout
	if rules == nil {
		rules = &layout.Rules{}
	}
	l := layout.Build(f.Name, rules, d, t.Path, []*model.Named{r.Node})
	l.ApplyPlaces(d)
	var text strings.Builder
	for _, line := range l.Lines() {
		fmt.Fprintln(&text, line.Owner, line.Field, line.Number, line.Form, line.Removed)
	}
	if f.Lock.Numbers != nil {
		for _, name := range slices.Sorted(maps.Keys(l.Defs)) {
			fmt.Fprintln(&text, name, l.Defs[name].Numbers(d, f.Lock.Numbers))
		}
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(text.String())))[:8]
}

// StaleSamples returns the files of sample messages below the package's folder that no longer have to decode: those of other layouts of the roots for
// which a change is accepted.
func (t *Package) StaleSamples(dir string, accepts func(r *emit.Root, f *emit.Format) bool) []string {
	var list []string
	for _, r := range t.plain() {
		for _, f := range r.Formats {
			if !accepts(r, f) {
				continue
			}
			stem := filepath.Join(dir, filepath.FromSlash(samplesFolder), r.Name+"."+f.Name+".")
			files, _ := filepath.Glob(stem + "*") // only the folder's name may have special characters of patterns
			for _, file := range files {
				if file != stem+t.version(f, r) {
					list = append(list, file)
				}
			}
		}
	}
	return list
}

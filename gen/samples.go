package gen

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/layout"
	"bale/gen/plan"
	"bale/model"
)

// samplesFolder is the folder of sample messages for the generated tests, in the package's folder.
const samplesFolder = "testdata/bale"

// version returns a hash of the layout of a root's messages, or "" for a type without a layout in the lock file. The hash is part
// of the name of the file with sample messages, so the messages of earlier layouts stay.
func (t *target) version(f *emit.Format, r *root, d *plan.Directives) string {
	if t.unlocked[r.name] {
		return ""
	}
	rules := f.Lock.Layout
	if rules == nil {
		rules = &layout.Rules{}
	}
	l := layout.Build(f.Name, rules, d, t.src.Package, []*model.Named{r.node})
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

// findStaleSamples returns the files of sample messages that no longer have to decode: those of other layouts of the roots for which the request accepts
// a change.
func (t *target) findStaleSamples(d *plan.Directives) []string {
	var list []string
	for _, r := range t.roots {
		for _, f := range r.formats {
			changed := func(x loss) bool { return slices.Contains(x.formats, f) && t.holds(r, x.path) }
			if !slices.ContainsFunc(t.accepted, changed) {
				continue
			}
			stem := filepath.Join(t.src.Dir, filepath.FromSlash(samplesFolder), r.name+"."+f.Name+".")
			files, _ := filepath.Glob(stem + "*") // only the folder's name may have special characters of patterns
			for _, file := range files {
				if file != stem+t.version(f, r, d) {
					list = append(list, file)
				}
			}
		}
	}
	return list
}

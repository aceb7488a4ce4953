package matrix

import (
	"regexp"
	"slices"
	"strings"

	"bale/feature"
	"bale/measure"
)

// A Support says how a codec variant carries one kind of field.
type Support struct {
	Carried bool
	Losses  []string // what comes back different, sorted: "nil became empty"
}

// A Table has the supports of codec variants: by the name of the variant, and by the name of the feature. A feature that has not been tried is
// missing.
type Table map[string]map[string]Support

// add adds a support.
func (t Table) add(codec, feature string, s Support) {
	if t[codec] == nil {
		t[codec] = map[string]Support{}
	}
	t[codec][feature] = s
}

// Supports returns the supports that rows of Lab.Probe of package lab show.
func Supports(rows []*measure.Row) Table {
	names := map[string]string{}
	for _, f := range feature.All {
		names[measure.ShapeName(f.Type)] = f.Name
	}
	t := Table{}
	for _, r := range rows {
		s := Support{Carried: r.Status == measure.OK || r.Status == measure.Lossy}
		for _, l := range r.Losses {
			s.Losses = append(s.Losses, lossKind(l))
		}
		slices.Sort(s.Losses)
		s.Losses = slices.Compact(s.Losses)
		t.add(r.Codec, names[r.Shape], s)
	}
	return t
}

// Read returns the supports in the tables of a page that Write has written.
func Read(page string) Table {
	t := Table{}
	for _, section := range strings.Split(page, "\n## ")[1:] {
		kinds := map[string]string{} // by letter
		for _, m := range legendLine.FindAllStringSubmatch(section, -1) {
			kinds[m[1]] = m[2]
		}
		var codecs []string
		for line := range strings.Lines(section) {
			cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
			switch {
			case !strings.HasPrefix(line, "|"):
				codecs = nil
			case strings.TrimSpace(cells[0]) == fieldTitle:
				codecs = cells[1:]
			case len(cells) == len(codecs)+1 && !strings.HasPrefix(line, "| :--"):
				t.readLine(codecs, cells, kinds)
			}
		}
	}
	return t
}

// legendLine matches the explanation of a letter below a table.
var legendLine = regexp.MustCompile(`(?m)^- ([a-z]{1,2}): (.*)$`)

// readLine adds the supports of one line of a table.
func (t Table) readLine(codecs, cells []string, kinds map[string]string) {
	for i, codec := range codecs {
		signs := strings.Fields(cells[i+1])
		if len(signs) == 0 {
			continue // not tried
		}
		s := Support{Carried: signs[0] == ownSign || signs[0] == convertedSign}
		for _, letter := range signs[1:] {
			s.Losses = append(s.Losses, kinds[letter])
		}
		slices.Sort(s.Losses)
		for _, name := range strings.Split(strings.TrimSpace(cells[0]), ", ") {
			t.add(strings.TrimSpace(codec), name, s)
		}
	}
}

package matrix

import (
	_ "embed"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"bale/model/feature"
	"bale/runner/measure"
)

// A Support says how a codec variant carries one kind of field.
type Support struct {
	Sign    string   // one of the signs below
	Losses  []string // of what is carried: what comes back different, sorted: "nil became empty"
	Failure string   // of what failed: the reason
}

// The signs of a support.
const (
	ownSign       = "own"       // carried on the user's type
	convertedSign = "converted" // carried with a conversion
	gapSign       = "gap"       // cannot be carried
	failedSign    = "failed"    // does not build or run
)

// Carried reports whether the field is carried. Some of its values may come back different.
func (s Support) Carried() bool { return s.Sign == ownSign || s.Sign == convertedSign }

// A Table has the supports of codec variants: by the name of the variant, and by the type of the feature. A feature that has not been tried is
// missing.
type Table map[string]map[string]Support

// add adds a support.
func (t Table) add(codec, feature string, s Support) {
	if t[codec] == nil {
		t[codec] = map[string]Support{}
	}
	t[codec][feature] = s
}

//go:embed support.tsv
var tested string

// Tested returns what each serializer carried when this version of bale was tested: the file support.tsv.
func Tested() (Table, error) { return Parse(tested) }

// Supports returns the supports that rows of Lab.Probe of package lab show.
func Supports(rows []*measure.Row) Table {
	types := map[string]string{}
	for _, f := range feature.All {
		types[measure.ShapeName(f.Type)] = f.Type
	}
	t := Table{}
	for _, r := range rows {
		t.add(r.Codec, types[r.Shape], supportOf(r))
	}
	return t
}

func supportOf(r *measure.Row) Support {
	switch {
	case r.Status == measure.HasGap:
		return Support{Sign: gapSign}
	case !r.Measured():
		return Support{Sign: failedSign, Failure: fmt.Sprintf("%s: %s", r.Status, withoutVarying(r.Reason))}
	}
	s := Support{Sign: convertedSign}
	if r.Own {
		s.Sign = ownSign
	}
	for _, l := range r.Losses {
		s.Losses = append(s.Losses, lossKind(l))
	}
	slices.Sort(s.Losses)
	s.Losses = slices.Compact(s.Losses)
	return s
}

// varyingPart matches the parts of a reason that can differ between runs: the first value that fails can depend on the order of a map.
var varyingPart = regexp.MustCompile(`encode value \d+|index out of range \[\d+\] with length \d+`)

// withoutVarying returns a reason without the parts that can differ between runs.
func withoutVarying(reason string) string {
	return varyingPart.ReplaceAllStringFunc(reason, func(s string) string {
		if strings.HasPrefix(s, "encode") {
			return "encode"
		}
		return "index out of range"
	})
}

// lossKind returns the kind of a loss, without the field.
func lossKind(l measure.Loss) string {
	if l.Path == "" && l.Edge != "" {
		return l.Kind + ": " + l.Edge
	}
	return l.Kind
}

// supportHead is the first line of support.tsv.
const supportHead = "codec\tcarried\tdifferent or failed\tfields"

// WriteData writes a table as support.tsv has it. A line has a variant, a sign, the losses or the failure, and the features that it is about.
func (t Table) WriteData(w io.Writer) error {
	if _, err := fmt.Fprintln(w, supportHead); err != nil {
		return err
	}
	for _, codec := range slices.Sorted(maps.Keys(t)) {
		var lines []string
		features := map[string][]string{}
		for _, f := range feature.All {
			s, ok := t[codec][f.Type]
			if !ok {
				continue
			}
			note := strings.NewReplacer("\t", " ", "\n", " ").Replace(s.Failure + strings.Join(s.Losses, lossSeparator))
			line := strings.Join([]string{codec, s.Sign, note}, "\t")
			if features[line] == nil {
				lines = append(lines, line)
			}
			features[line] = append(features[line], f.Type)
		}
		for _, line := range lines {
			if _, err := fmt.Fprintf(w, "%s\t%s\n", line, strings.Join(features[line], " ")); err != nil {
				return err
			}
		}
	}
	return nil
}

const lossSeparator = "; "

// Parse returns the table that WriteData has written.
func Parse(text string) (Table, error) {
	t := Table{}
	text, ok := strings.CutPrefix(text, supportHead+"\n")
	if !ok {
		return nil, fmt.Errorf("line 1: want %q", supportHead)
	}
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		cells := strings.Split(line, "\t")
		if len(cells) != 4 || !slices.Contains([]string{ownSign, convertedSign, gapSign, failedSign}, cells[1]) {
			return nil, fmt.Errorf("line %d: want a codec, a sign, a note and features, separated by tabs", i+2)
		}
		s := Support{Sign: cells[1]}
		switch {
		case s.Sign == failedSign:
			s.Failure = cells[2]
		case cells[2] != "":
			s.Losses = strings.Split(cells[2], lossSeparator)
		}
		for _, f := range strings.Fields(cells[3]) {
			t.add(cells[0], f, s)
		}
	}
	return t, nil
}

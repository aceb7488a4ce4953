package matrix

import (
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// Aspects has the findings about codec variants in addition to times, as texts.
type Aspects struct {
	About  string                // when, where and how they were found
	Titles []string              // of the columns: the shape, the codec, aspects, and perhaps a note that a person added
	Rows   map[string][][]string // by variant, one for each shape
}

// ParseAspects parses a table as WriteAspects writes it.
func ParseAspects(text string) (*Aspects, error) {
	about, text, _ := strings.Cut(text, "\n")
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.LazyQuotes = '\t', true
	rows, err := r.ReadAll()
	if err != nil || len(rows) == 0 || len(rows[0]) < 2 || rows[0][1] != "codec" {
		return nil, fmt.Errorf("aspects: want a line that says how they were found, and a table whose second column is codec: %w", err)
	}
	a := &Aspects{strings.TrimPrefix(about, "# "), rows[0], map[string][][]string{}}
	for _, row := range rows[1:] {
		a.Rows[row[1]] = append(a.Rows[row[1]], row)
	}
	return a, nil
}

// WriteAspects writes a table as aspects.tsv has it: a line that says how the aspects were found, the titles, and the rows.
func WriteAspects(w io.Writer, about string, titles []string, rows [][]string) error {
	if _, err := fmt.Fprintf(w, "# %s\n", about); err != nil {
		return err
	}
	c := csv.NewWriter(w)
	c.Comma = '\t'
	return c.WriteAll(append([][]string{titles}, rows...))
}

// Of returns the texts of an aspect of a variant, one line for each shape. It returns "" if the aspect is not known.
func (a *Aspects) Of(variant, title string) string {
	var texts []string
	if i := slices.Index(a.Titles, title); i >= 0 {
		for _, row := range a.Rows[variant] {
			texts = append(texts, row[i])
		}
	}
	if strings.Join(texts, "") == "" {
		return ""
	}
	return strings.Join(texts, "\n")
}

// A finding is a word for texts of an aspect.
type finding struct {
	word  string
	texts *regexp.Regexp
}

// The findings about damaged messages and about changed types, the worst one first.
var (
	damages = []finding{
		{"crashes", regexp.MustCompile(`(?m)^crashes`)}, {"memory", regexp.MustCompile(`(?m)^(over )?[\d.]+ \wB`)}, {"hangs", regexp.MustCompile(`(?m)^hangs`)},
		{"panics", regexp.MustCompile(`(?m)^panics`)}, {"safe", regexp.MustCompile(`(?m)^safe`)},
	}
	outcomes = []finding{{"misreads", regexp.MustCompile(`wrong`)}, {"refuses", regexp.MustCompile(`refused`)}, {"reads", regexp.MustCompile(`right`)}}
)

// worst returns the first word that applies to a text, or "".
func worst(list []finding, text string) string {
	for _, f := range list {
		if f.texts.MatchString(text) {
			return f.word
		}
	}
	return ""
}

// Damaged returns the worst that damaged messages do to a variant, or "" if it is not known.
func (a *Aspects) Damaged(variant string) string {
	return worst(damages, a.Of(variant, "damaged input"))
}

// Changed returns the worst that happens to messages when the type changes, or "" if it is not known, and the changes after which it happens.
func (a *Aspects) Changed(variant string) (word string, after []string) {
	changes := []string{"appended", "removed", "renamed", "moved", "swapped"}
	text := ""
	for _, c := range changes {
		text += a.Of(variant, c)
	}
	word = worst(outcomes, text)
	return word, slices.DeleteFunc(changes, func(c string) bool { return word == "" || worst(outcomes, a.Of(variant, c)) != word })
}

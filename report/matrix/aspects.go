package matrix

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Aspects has the findings about codec variants other than times, as texts.
type Aspects struct {
	About  string                // when, where and how they were found
	Titles []string              // the columns: a shape, a codec, and the aspects
	Rows   map[string][][]string // by variant, one for each shape
}

// ParseAspects parses a table as FormatAspects writes it.
func ParseAspects(text string) (*Aspects, error) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	about, ok := strings.CutPrefix(lines[0], "# ")
	if !ok || len(lines) < 2 || !strings.HasPrefix(lines[1], "shape\tcodec\t") {
		return nil, errors.New("aspects: want a line that begins with # and says how they were found, and a line of titles that begins with shape and codec")
	}
	a := &Aspects{About: about, Titles: strings.Split(lines[1], "\t"), Rows: map[string][][]string{}}
	for i, line := range lines[2:] {
		cells := strings.Split(line, "\t")
		if len(cells) != len(a.Titles) {
			return nil, fmt.Errorf("aspects: line %d has %d columns: want %d", i+3, len(cells), len(a.Titles))
		}
		a.Rows[cells[1]] = append(a.Rows[cells[1]], cells)
	}
	return a, nil
}

// FormatAspects returns a table as aspects.tsv has it: a line that says how the aspects were found, the titles, and the rows.
func FormatAspects(about string, titles []string, rows [][]string) string {
	clean := strings.NewReplacer("\t", " ", "\n", " ")
	text := "# " + clean.Replace(about) + "\n"
	for _, row := range append([][]string{titles}, rows...) {
		for i, cell := range row {
			text += clean.Replace(cell)
			text += map[bool]string{true: "\n", false: "\t"}[i == len(row)-1]
		}
	}
	return text
}

// text returns the text of an aspect of a row.
func (a *Aspects) text(row []string, title string) string {
	if i := slices.Index(a.Titles, title); i >= 0 {
		return row[i]
	}
	return ""
}

// noteTitle is the title of a column that people fill in: the text is on the card, and the same for all shapes.
const noteTitle = "note"

// Note returns the note on the aspects of a variant, or "".
func (a *Aspects) Note(variant string) string {
	if rows := a.Rows[variant]; len(rows) > 0 {
		return a.text(rows[0], noteTitle)
	}
	return ""
}

// worst returns the last word of a list that word returns for a row of a variant. It returns "" if the variant has no rows, or none has a word.
func (a *Aspects) worst(variant string, words []string, word func(row []string) string) string {
	worst := -1
	for _, row := range a.Rows[variant] {
		worst = max(worst, slices.Index(words, word(row)))
	}
	if worst < 0 {
		return ""
	}
	return words[worst]
}

// damaged returns the worst that damaged messages do to a variant: "safe", "panics", "hangs", "memory" or "crashes". It returns "" if it is not known.
func (a *Aspects) damaged(variant string) string {
	words := []string{"safe", "panics", "hangs", "memory", "crashes"}
	return a.worst(variant, words, func(row []string) string {
		word, _, _ := strings.Cut(a.text(row, "damaged input"), ":")
		if word != "" && !slices.Contains(words, word) {
			return "memory" // "16 GB from 5 bytes"
		}
		return word
	})
}

// changes are the changes of a type after which messages were decoded.
var changes = []string{"appended", "removed", "renamed", "moved", "swapped"}

// changed returns what happens to messages when the type changes, "reads", "refuses" or "misreads", and the changes after which it does.
// It returns "" if it is not known.
func (a *Aspects) changed(variant string) (word string, after []string) {
	words := []string{"reads", "refuses", "misreads"}
	outcome := func(change string) string {
		return a.worst(variant, words, func(row []string) string {
			switch text := a.text(row, change); {
			case strings.Contains(text, "wrong"):
				return "misreads"
			case strings.Contains(text, "refused"):
				return "refuses"
			case text == "right":
				return "reads"
			}
			return ""
		})
	}
	for _, change := range changes {
		switch got := outcome(change); {
		case slices.Index(words, got) > slices.Index(words, word):
			word, after = got, []string{change}
		case got == word && got != "":
			after = append(after, change)
		}
	}
	return word, after
}

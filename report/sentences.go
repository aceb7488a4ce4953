package report

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// said holds the sentences of a verdict as the page shows them: the first names the winner, which is bold, and the rest is a list.
type said struct {
	Before, Winner, After string // first sentence; without a winner, all of it is Before
	Rest                  []string
}

// advising matches the beginning of a sentence that recommends a codec.
var advising = regexp.MustCompile(`^(For [^:]*, u|U)se `)

// maxLead is the maximum number of characters of a first sentence that recommends a codec. What follows the colon of a longer one is a sentence
// of the rest.
const maxLead = 90

// Sentences divides the verdict, without the command that it ends with. advice.js does the same.
func (v *classView) Sentences() said {
	winner := ""
	if v.Use != nil {
		winner = v.Use.Row.Codec
	}
	return sentences(strings.TrimSuffix(v.Said(), " To find out:"), winner)
}

func sentences(text, winner string) said {
	list := split(text)
	at := max(0, slices.IndexFunc(list, advising.MatchString))
	lead := list[at]
	list = slices.Delete(list, at, at+1)
	before := advising.FindString(lead)
	if head, tail, ok := strings.Cut(lead, ": "); ok && before != "" && utf8.RuneCountInString(lead) > maxLead {
		lead, list = head+":", slices.Insert(list, 0, tail)
	}
	after, ok := strings.CutPrefix(lead[len(before):], winner)
	if before == "" || winner == "" || !ok || after == "" || !strings.ContainsRune(":. ", rune(after[0])) {
		return said{Before: lead, Rest: list}
	}
	return said{before, winner, after, list}
}

// split returns the sentences of a text. A full stop in parentheses does not end a sentence.
func split(text string) (list []string) {
	start, depth := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth <= 0 && strings.HasPrefix(text[i:], ". ") {
			list, start = append(list, text[start:i+1]), i+2
		}
	}
	return append(list, text[start:])
}

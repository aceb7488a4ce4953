package facts

import _ "embed"

// A Review records that an author of a serializer has read its adapter: see docs/internal/contract.md.
type Review struct {
	Codec   string // name of a codec or of a variant
	Version string // of the serializer's module
	By      string // name of the author
	Date    string // as 2006-01-02
	Link    string // to what the author wrote
}

//go:embed reviewed.tsv
var reviewedTable string

const reviewedHead = "codec\tversion\tby\tdate\tlink"

// ParseReviews parses a table with one line for each review and tabs between the columns.
func ParseReviews(text string) ([]Review, error) {
	lines, err := parseTable("reviewed", reviewedHead, text)
	var list []Review
	for _, c := range lines {
		list = append(list, Review{c[0], c[1], c[2], c[3], c[4]})
	}
	return list, err
}

// Reviewed returns the review of a codec or of a variant, if there is one.
func Reviewed(codec string) (Review, bool) {
	list := must(ParseReviews(reviewedTable))
	for _, r := range list {
		if r.Codec == codec {
			return r, true
		}
	}
	return Review{}, false
}

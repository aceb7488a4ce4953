package facts_test

import (
	"os"
	"slices"
	"testing"
	"time"

	"bale/codec/all"
	"bale/codec/facts"
)

// TestReviewed checks the table of reviews: each is of a codec that exists, complete, and with a date.
func TestReviewed(t *testing.T) {
	text, err := os.ReadFile("reviewed.tsv")
	if err != nil {
		t.Fatal(err)
	}
	list, err := facts.ParseReviews(string(text))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range all.Codecs {
		for _, v := range c.Variants {
			names = append(names, c.FullName(v))
		}
	}
	for _, r := range list {
		if _, err := time.Parse(time.DateOnly, r.Date); err != nil || !slices.Contains(names, r.Codec) || r.Version == "" || r.By == "" || r.Link == "" {
			t.Errorf("%+v, %v", r, err)
		}
	}
	one, err := facts.ParseReviews("codec\tversion\tby\tdate\tlink\nmsgp\tv1.6.5\tA. Uthor\t2026-11-29\thttps://example.com/1\n")
	if want := (facts.Review{Codec: "msgp", Version: "v1.6.5", By: "A. Uthor", Date: "2026-11-29", Link: "https://example.com/1"}); err != nil || len(one) != 1 || one[0] != want {
		t.Errorf("%+v, %v", one, err)
	}
	if _, err := facts.ParseReviews("codec\tversion\tby\tdate\tlink\nmsgp\n"); err == nil {
		t.Error("a line without columns is accepted")
	}
}

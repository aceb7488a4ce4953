package report

import (
	"fmt"
	"slices"

	"bale/result"
	"bale/runner/measure"
)

// sharedMark follows the names of codecs whose decoded strings share memory, in tables with both.
const sharedMark = "†"

// sharedMeaning explains sharedMark.
const sharedMeaning = sharedMark + ": decoded strings share memory; the ranking is over shared and own strings"

// rankAndSharedMeaning explains the ranks, too.
const rankAndSharedMeaning = "rank: 1 + significantly faster codecs, = equal; over own and shared (" + sharedMark + ") strings"

// markShared sets Shares of the lines if the class has both: codecs whose decoded strings share memory, and others whose strings have their own.
func (v *classView) markShared() {
	has := func(s measure.Strings) bool {
		return slices.ContainsFunc(v.Lines, func(l *line) bool { return l.Row.Strings == s && !l.Row.Reference && l.Dec != nil })
	}
	if v.Mode.Strings != measure.Copy || !has(measure.Own) || !has(measure.Shared) {
		return
	}
	v.Mixed = true
	for _, l := range v.Lines {
		l.Shares = l.Row.Strings == measure.Shared && !l.Row.Reference
	}
}

// ownText returns a sentence about a recommended line whose strings share memory, with the first line in the reader's order whose strings have
// their own. It returns "" for other lines. advice.js does the same.
func (v *classView) ownText(use *line) string {
	if use == nil || v.Mode.Strings != measure.Copy || use.Row.Strings != measure.Shared {
		return ""
	}
	i := slices.IndexFunc(v.Order, func(l *line) bool {
		return l.Row.Strings == measure.Own && l.Complete() && !l.Row.Reference && !l.Row.LosesSamples() && l.stands(v.Cost)
	})
	if i < 0 {
		return sharesText(use.Row.Codec, "", "")
	}
	superlative := "fastest"
	if v.Cost != "" {
		superlative = "cheapest"
	}
	return sharesText(use.Row.Codec, superlative, v.Order[i].Row.Codec)
}

// stands reports whether the line may follow the recommended one in a ranking by cost, or by speed if cost is "".
func (l *line) stands(cost string) bool {
	if cost != "" {
		return !l.Excluded && !l.Unsure
	}
	rank, _, _ := l.Ranks()
	return rank > 0
}

// sharesText says that the strings of a codec share memory, and which is the first one whose strings do not; "" if there is none.
func sharesText(codec, superlative, own string) string {
	text := fmt.Sprintf("Strings that %s decodes share memory", codec)
	if own != "" {
		text += fmt.Sprintf("; %s with strings of their own: %s", superlative, own)
	}
	return text + "."
}

// markShared sets Shares of the codecs whose decoded strings share memory in some shape, if the table has both these and others.
func (v *meansView) markShared(r *result.Results) {
	if v.Mode.Strings != measure.Copy {
		return
	}
	shares, own := map[string]bool{}, map[string]bool{}
	for i := range r.Rows {
		switch row := &r.Rows[i]; row.Strings {
		case measure.Shared:
			shares[row.Codec] = true
		case measure.Own:
			own[row.Codec] = true
		}
	}
	v.Shares, v.Own = shares, own
	for name := range shares {
		delete(own, name)
	}
	v.Mixed = len(v.where(func(m *result.Mean) bool { return shares[m.Codec] })) > 0 && len(v.where(func(m *result.Mean) bool { return own[m.Codec] })) > 0
}

// ownText is classView.ownText for the verdict by speed over all shapes.
func (v *meansView) ownText(codec string) string {
	if !v.Shares[codec] {
		return ""
	}
	own := v.where(func(m *result.Mean) bool { return m.Complete() && m.Lossy == 0 && m.Rank > 0 && v.Own[m.Codec] })
	if len(own) == 0 {
		return " " + sharesText(codec, "", "")
	}
	return " " + sharesText(codec, "fastest", own[0].Codec)
}

// leftOutText says which codecs -modes left out because of their strings. It returns "" if it left out none.
func leftOutText(r *result.Results) string {
	if r.OnlyStrings == "" {
		return ""
	}
	var names []string
	for i := range r.Rows {
		row := &r.Rows[i]
		if row.Measured() && !row.Reference && row.Strings != "" && row.Strings != r.OnlyStrings && !slices.Contains(names, row.Codec) {
			names = append(names, row.Codec)
		}
	}
	if len(names) == 0 {
		return ""
	}
	what := map[measure.Strings]string{measure.Own: "share memory", measure.Shared: "have their own memory"}[r.OnlyStrings]
	return fmt.Sprintf("Left out by -modes %s, since their decoded strings %s: %s.", r.OnlyStrings, what, someOf(names, 10))
}

package report

import (
	"bufio"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"bale/report/markdown"
	"bale/report/verdict"
	"bale/result"
)

// Summary writes the main results of a run as GitHub Markdown: the conditions, and for each shape the first n codecs of the first class, the
// usual ones, and the verdict for each use, without the command that finds out more, or only that for speed if the run has no aspects; then the versions of
// the serializers. It links to page, the HTML page of the same run, unless page is "". It returns the first error of w.
//
// Under each table are the first n codecs of others, the results without bale's formats, unless others is nil.
func Summary(w io.Writer, r, others *result.Results, reader Reader, n int, page string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "# Results\n\n")
	if page != "" {
		link := url.URL{Path: filepath.ToSlash(page)}
		fmt.Fprintf(b, "[The page of this run](%s) has all rows, and the costs of your own use.\n\n", markdown.Escape(link.String()))
	}
	fmt.Fprintf(b, "| | |\n| :-- | :-- |\n")
	for _, f := range conditions(r) {
		fmt.Fprintf(b, "| %s | %s |\n", f[0], markdown.Escape(f[1]))
	}
	fmt.Fprintln(b)
	verdicts := make([][]*shapeView, len(verdict.Presets))
	for i := range verdict.Presets {
		use := reader
		use.For = verdict.Presets[i]
		verdicts[i] = views(r, &use)
	}
	var without []*shapeView
	if others != nil {
		without = views(others, &reader)
	}
	for i, s := range verdicts[0] {
		if len(s.Classes) == 0 {
			continue
		}
		c := s.Classes[0]
		fmt.Fprintf(b, "## %s\n\nClass %s, sorted by rank.\n\n", markdown.Escape(s.Name), c.Mode)
		lines := c.foremost(n)
		if slices.ContainsFunc(lines, func(l *line) bool { return l.Shares }) {
			fmt.Fprintf(b, "%s.\n\n", sharedMeaning)
		}
		mdPlain(b, newPlainTable(summaryColumns.columns(), lines))
		if k := slices.IndexFunc(without, func(o *shapeView) bool { return o.Name == s.Name && len(o.Classes) > 0 }); k >= 0 {
			fmt.Fprintf(b, "Ranked without bale's formats: %s.\n\n", markdown.Escape(without[k].Classes[0].firstRanked(n)))
		}
		fmt.Fprintf(b, "| use | verdict |\n| :-- | :-- |\n")
		for k, p := range verdict.Presets {
			if k > 0 && len(r.Aspects) == 0 { // of no codec it is known whether it meets the needs of the use
				break
			}
			fmt.Fprintf(b, "| %s | %s |\n", p.Name, markdown.Escape(strings.TrimSuffix(verdicts[k][i].Classes[0].Said(), " To find out:")))
		}
		fmt.Fprintln(b)
	}
	fmt.Fprintf(b, "## Versions\n\n")
	mdVersions(b, r)
	return b.Flush()
}

// summaryColumns are the columns of a table in a summary.
var summaryColumns = detail{rank: true, ratio: true, spread: true, size: true, allocs: true}

// firstRanked returns the ranks and names of the first n codecs of a class.
func (v *classView) firstRanked(n int) string {
	var names []string
	for _, l := range v.Order {
		if !l.Row.Reference && l.Rank != "" && len(names) < n {
			names = append(names, l.Rank+" "+l.Row.Codec)
		}
	}
	return strings.Join(names, ", ")
}

// foremost returns the reference, the first n lines of a class, and the lines of the usual codecs.
func (v *classView) foremost(n int) []*line {
	usual, listed := v.usual(), 0
	var list []*line
	for _, l := range v.Order {
		if l.Row.Reference || listed < n || usual[l] {
			list = append(list, l)
		}
		if !l.Row.Reference {
			listed++
		}
	}
	return list
}

// mdVersions writes a list of the modules of the measured serializers with their versions.
func mdVersions(w io.Writer, r *result.Results) {
	codecs := map[string][]string{}
	for i := range r.Rows {
		row := &r.Rows[i]
		if row.Module == "" || row.Reference || !row.Measured() {
			continue
		}
		name := row.Module + " " + ShortVersion(row.Version)
		if !slices.Contains(codecs[name], row.Codec) {
			codecs[name] = append(codecs[name], row.Codec)
		}
	}
	var names []string
	for name := range codecs {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(w, "- %s: %s\n", markdown.Escape(name), markdown.Escape(strings.Join(codecs[name], ", ")))
	}
}

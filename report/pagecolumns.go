package report

// A pageColumn is a column of the page's ranking. The script draws all of its cells.
type pageColumn struct {
	Title string `json:"title"`
	About string `json:"about,omitempty"` // shown when the pointer is on the title
	// Value is the path of the value in a line of the script, such as "enc.a". With of, it is set from the title.
	Value  string   `json:"value"`
	Format string   `json:"format"`          // how table.js draws and sorts the value: a name in its list formats
	Words  []string `json:"words,omitempty"` // of the format answer: for a need that is met, and for one that is not
	Class  string   `json:"class,omitempty"` // CSS classes of all cells
	Width  int      `json:"width,omitempty"` // the column is hidden on pages that are narrower, in pixels: 1180, 1060, 900 or 560; 0 if it never is
	Aspect bool     `json:"aspect,omitempty"`

	// of returns a value that is not in the script's lines otherwise; nil if Value is there.
	of func(l *line) any
}

// pageColumns lists the columns of the page's ranking. This list is the only place that knows them. The address of a page has the position of
// the column that it is sorted by, so a new column comes last.
var pageColumns = []pageColumn{
	{Title: "Codec", Value: "codec", Format: "name"},
	{Title: "Rank", Value: "rank", Format: "rank", Class: "rank", Width: 560,
		About: "1 plus the number of codecs that are significantly faster, by the geometric mean of both times"},
	{Title: "Encode", Value: "enc", Format: "time", Class: "enc", About: "with the half-width of the 95 % interval"},
	{Title: "Ratio", Value: "enc", Format: "ratio", Width: 900, About: "time to encode divided by that of the fastest codec"},
	{Title: "Allocs", Value: "enc.a", Format: "count", Width: 1060, About: "allocations to encode"},
	{Title: "Decode", Value: "dec", Format: "time", Class: "dec", About: "with the half-width of the 95 % interval"},
	{Title: "Ratio", Value: "dec", Format: "ratio", Width: 900, About: "time to decode divided by that of the fastest codec"},
	{Title: "Allocs", Value: "dec.a", Format: "count", Width: 1060, About: "allocations to decode"},
	{Title: "Size", Value: "row.size", Format: "size", Class: "size", About: "mean encoded bytes"},
	{Title: "Front", Value: "front", Format: "mark", Class: "onfront", Width: 900,
		About: "no other codec is at least as good in time and size, and better in one of them"},
	{Title: "Cores", Value: "bill.cores", Format: "amount", Width: 1060, About: "cores that are busy with encoding and decoding"},
	{Title: "Mbit/s", Value: "bill.mbit", Format: "amount", Width: 1180},
	{Title: "$/month", Value: "bill.dollar", Format: "dollars", Class: "cost", About: "cost of cores, and of bytes sent or kept"},
	{Title: "Input", Value: "row.answers.hostile", Format: "answer", Words: []string{"safe", "unsafe"}, Class: "word", Width: 900, Aspect: true,
		About: "whether the decoder is safe with damaged messages"},
	{Title: "Change", Value: "row.answers.evolution", Format: "answer", Words: []string{"safe", "wrong"}, Class: "word", Width: 900, Aspect: true,
		About: "whether messages are decoded correctly or refused after a field is appended, removed, renamed or moved"},
}

// columnsOfPage returns the columns for the script.
func columnsOfPage() []pageColumn {
	list := make([]pageColumn, len(pageColumns))
	for i, c := range pageColumns {
		if c.of != nil {
			c.Value = "values." + c.Title
		}
		list[i] = c
	}
	return list
}

// values returns the values of a line that only columns know, by the titles of the columns; nil if there are none.
func (l *line) values() map[string]any {
	var list map[string]any
	for _, c := range pageColumns {
		if c.of != nil {
			if list == nil {
				list = map[string]any{}
			}
			list[c.Title] = c.of(l)
		}
	}
	return list
}

package report

import (
	"math"
	"strconv"

	"bale/report/verdict"
	"bale/result"
	"bale/runner/measure"
)

// pageData and the types below it are the data for the page's script, which reads them as JSON.
type pageData struct {
	Columns  []pageColumn     `json:"columns"`
	Runs     []runData        `json:"runs"`
	Presets  []verdict.Preset `json:"presets"`
	Needs    any              `json:"needs"`
	Networks any              `json:"networks"`
	Start    verdict.Preset   `json:"start"`
	Now      string           `json:"now"`
}

type runData struct {
	ID         string           `json:"id"`
	Folder     string           `json:"folder"` // results folder; "" if it is not known
	Unfinished bool             `json:"unfinished,omitempty"`
	Shapes     []shapeData      `json:"shapes"`
	Codecs     map[string]items `json:"codecs"` // items about each codec, for every shape
}

type shapeData struct {
	ID      string             `json:"id"`
	Name    string             `json:"name"`
	Aspects bool               `json:"aspects"` // the table has columns for aspects
	Rows    map[string]rowData `json:"rows"`    // by codec
	Failed  map[string]string  `json:"failed"`  // by codec, the reason why it has no results
	Classes []classData        `json:"classes"`
}

// rowData is the data of a row that is the same in every class.
type rowData struct {
	Wire      string                     `json:"wire"`
	Size      float64                    `json:"size"`
	Lossy     bool                       `json:"lossy,omitempty"`
	Reference bool                       `json:"reference,omitempty"`
	Strings   measure.Strings            `json:"strings,omitempty"`
	Answers   map[verdict.Need]answerRow `json:"answers"`           // known answers
	Never     map[verdict.Need]string    `json:"never,omitempty"`   // reasons why other answers cannot be found out
	Says      string                     `json:"says,omitempty"`    // what a verdict that recommends the row says about it
	Changes   string                     `json:"changes,omitempty"` // what the verdict by speed says in addition
	Kind      string                     `json:"kind,omitempty"`    // words below the name and the wire format
	Next      string                     `json:"next,omitempty"`    // command by which a user adopts the codec
	Card      items                      `json:"card"`
}

type answerRow struct {
	Met bool   `json:"met"`
	Why string `json:"why"`
}

type classData struct {
	Mode    [5]string  `json:"mode"`
	About   string     `json:"about"`
	Verdict string     `json:"verdict"` // verdict by speed
	Fastest string     `json:"fastest"` // codec of that verdict, or one of those that tie
	Noise   float64    `json:"noise"`
	Notes   []noteData `json:"notes,omitempty"`
	Lines   []lineData `json:"lines"`
}

// noteData is a note in parts, since many rows share a part.
type noteData struct {
	Codec string   `json:"codec"`
	Parts []string `json:"parts"`
}

type lineData struct {
	Codec  string    `json:"codec"`
	Note   int       `json:"note,omitempty"`
	Rank   string    `json:"rank"`
	Front  bool      `json:"front,omitempty"`
	Shares bool      `json:"shares,omitempty"` // decoded strings share memory, unlike those of other lines
	Enc    *cellData `json:"enc"`
	Dec    *cellData `json:"dec"`

	Values map[string]any `json:"values,omitempty"` // see pageColumn
}

type cellData struct {
	T      float64  `json:"t"`             // nanoseconds
	CPU    bool     `json:"cpu,omitempty"` // T is CPU time, else wall time
	Wall   float64  `json:"w"`             // wall time as measured, in nanoseconds
	Lo     *float64 `json:"lo"`
	Hi     *float64 `json:"hi"`
	X      float64  `json:"x"`   // ratio to the fastest; 0 if there is none
	XLo    *float64 `json:"xlo"` // interval of the ratio; nil if it is infinite, or with Tilde, since it is not shown then
	XHi    *float64 `json:"xhi"`
	Tilde  bool     `json:"tilde,omitempty"`
	Bytes  float64  `json:"b"`
	Allocs float64  `json:"a"`
	Rank   string   `json:"rank"`
}

func newShapeData(s pageShape) shapeData {
	d := shapeData{ID: s.ID, Name: s.Name, Aspects: s.Aspects(), Rows: map[string]rowData{}, Failed: map[string]string{}, Classes: []classData{}}
	for _, row := range s.Failed {
		d.Failed[row.Codec] = string(row.Status) + ": " + failureText(row)
	}
	for _, c := range s.Classes {
		class := classData{
			Mode:  c.Mode.Words(),
			About: c.About(), Verdict: c.Speed, Noise: c.Noise, Lines: []lineData{},
		}
		if c.Fastest != nil {
			class.Fastest = c.Fastest.Row.Codec
		}
		for _, l := range c.Lines {
			class.Lines = append(class.Lines, lineData{
				l.Row.Codec, l.Note, l.Rank, l.Front, l.Shares, newCellData(l.Enc, l.EncRank), newCellData(l.Dec, l.DecRank), l.values(),
			})
			if l.Note > 0 {
				class.Notes = append(class.Notes, noteData{l.Row.Codec, l.noteParts()})
			}
			if _, ok := d.Rows[l.Row.Codec]; !ok {
				d.Rows[l.Row.Codec] = newRowData(l)
			}
		}
		d.Classes = append(d.Classes, class)
	}
	return d
}

func newRowData(l *line) rowData {
	d := rowData{l.Row.Wire, eightDigits(l.Row.Size), l.Row.LosesSamples(), l.Row.Reference, l.Row.Strings, map[verdict.Need]answerRow{}, map[verdict.Need]string{}, aboutText(l.Row), outlivesText(l), l.kindText(), l.Row.Next, l.card()}
	for _, n := range verdict.Needs {
		switch a := l.Answer(n.Need); {
		case a.Known:
			d.Answers[n.Need] = answerRow{a.Met, a.Why}
		case a.Why != "":
			d.Never[n.Need] = a.Why
		}
	}
	return d
}

func newCellData(c *result.Cell, rank string) *cellData {
	if c == nil {
		return nil
	}
	d := &cellData{
		T: eightDigits(c.Ns.Center), CPU: c.Time == result.CPUTime, Wall: eightDigits(c.Wall.Center), Lo: bound(c.Ns, c.Ns.Lo, eightDigits), Hi: bound(c.Ns, c.Ns.Hi, eightDigits), X: sameDigits(c.Ratio.Center),
		Tilde: c.Tilde, Bytes: shownCount(c.Bytes), Allocs: shownCount(c.Allocs), Rank: rank,
	}
	if !c.Tilde {
		d.XLo, d.XHi = bound(c.Ratio, c.Ratio.Lo, sameDigits), bound(c.Ratio, c.Ratio.Hi, sameDigits)
	}
	return d
}

// bound returns v, a bound of the interval i, rounded, or nil if the interval is infinite.
func bound(i result.Interval, v float64, round func(float64) float64) *float64 {
	if !i.Finite() {
		return nil
	}
	v = round(v)
	return &v
}

// sameDigits rounds a ratio to the fewest digits, but at least five, that are shown as the same text, also by the page's
// script.
func sameDigits(v float64) float64 {
	same := func(short float64) bool {
		return threeDigits(short) == threeDigits(v) && scriptDigits(short) == threeDigits(v) && (short == 1) == (v == 1) // the ratio 1 marks the fastest
	}
	for n := 5; n < 16; n++ {
		if short := parsed(strconv.FormatFloat(v, 'g', n, 64)); same(short) {
			return short
		}
	}
	if !same(v) { // half of the last digit
		return math.Nextafter(v, 0)
	}
	return v
}

// scriptDigits is threeDigits in the page's script. JavaScript rounds half of the last digit up, and Go to the even digit: it shows 134.5 as 135.
func scriptDigits(v float64) string { return threeDigits(math.Nextafter(v, math.Inf(1))) }

// eightDigits rounds to eight digits, to keep the page small: sixteen digits of each number would double its size. The script computes
// costs from these numbers, so fewer digits could change the last digit of a cost.
func eightDigits(v float64) float64 { return parsed(strconv.FormatFloat(v, 'g', 8, 64)) }

// shownCount rounds a number to the digits that count shows.
func shownCount(v float64) float64 {
	places := 0
	if v < 10 {
		places = 2
	}
	return parsed(strconv.FormatFloat(v, 'f', places, 64))
}

// parsed returns the number of a text that FormatFloat made.
func parsed(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(err) // cannot happen: FormatFloat made the text
	}
	return v
}

package report

import (
	"strconv"

	"bale/result"
)

// shapeData and the types below it are what the page's script reads.
type shapeData struct {
	ID      string      `json:"id"`
	Name    string      `json:"name"`
	Classes []classData `json:"classes"`
}

type classData struct {
	Mode    [5]string  `json:"mode"`
	About   string     `json:"about"`
	Verdict string     `json:"verdict"`
	Notes   []string   `json:"notes"`
	Lines   []lineData `json:"lines"`
}

type lineData struct {
	Codec     string    `json:"codec"`
	Wire      string    `json:"wire"`
	Version   string    `json:"version"`
	Size      float64   `json:"size"`
	Lossy     bool      `json:"lossy,omitempty"`
	Reference bool      `json:"reference,omitempty"`
	Note      int       `json:"note,omitempty"`
	Rank      string    `json:"rank"`
	Enc       *cellData `json:"enc"`
	Dec       *cellData `json:"dec"`
}

type cellData struct {
	T      float64  `json:"t"` // nanoseconds
	Lo     *float64 `json:"lo"`
	Hi     *float64 `json:"hi"`
	X      float64  `json:"x"` // ratio to the fastest
	XLo    *float64 `json:"xlo"`
	XHi    *float64 `json:"xhi"`
	Tilde  bool     `json:"tilde,omitempty"`
	Bytes  float64  `json:"b"`
	Allocs float64  `json:"a"`
	Rank   string   `json:"rank"`
}

func newShapeData(s pageShape) shapeData {
	d := shapeData{ID: s.ID, Name: s.Name, Classes: []classData{}}
	for _, c := range s.Classes {
		class := classData{
			Mode:  c.Mode.Words(),
			About: c.About(), Verdict: c.Verdict, Notes: append([]string{}, c.Notes...), Lines: []lineData{},
		}
		for _, l := range c.Lines {
			class.Lines = append(class.Lines, lineData{
				l.Row.Codec, l.Row.Wire, ShortVersion(l.Row.Version), l.Row.Size, l.Row.Loses(), l.Row.Reference, l.Note, l.Rank,
				newCellData(l.Enc, l.EncRank), newCellData(l.Dec, l.DecRank),
			})
		}
		d.Classes = append(d.Classes, class)
	}
	return d
}

func newCellData(c *result.Cell, rank string) *cellData {
	if c == nil {
		return nil
	}
	return &cellData{
		eightDigits(c.Ns.Center), bound(c.Ns, c.Ns.Lo), bound(c.Ns, c.Ns.Hi),
		eightDigits(c.Ratio.Center), bound(c.Ratio, c.Ratio.Lo), bound(c.Ratio, c.Ratio.Hi),
		c.Tilde, c.Bytes, c.Allocs, rank,
	}
}

// bound is a bound of an interval, nil when it is infinite.
func bound(i result.Interval, v float64) *float64 {
	if !i.Finite() {
		return nil
	}
	v = eightDigits(v)
	return &v
}

// eightDigits keeps the page small: sixteen digits of each number would double it.
func eightDigits(v float64) float64 {
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 8, 64), 64)
	if err != nil { // cannot happen: it was just formatted
		return v
	}
	return short
}

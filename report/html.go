package report

import (
	"embed"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"bale/report/published"
	"bale/report/verdict"
	"bale/result"
	"bale/runner/measure"
)

// bare removes comment lines and indentation from a script that has no string of several lines.
func bare(script string) string {
	var text strings.Builder
	for line := range strings.Lines(script) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			text.WriteString(line + "\n")
		}
	}
	return text.String()
}

//go:embed assets/head.html
var headHTML string

//go:embed assets/page.html
var pageHTML string

//go:embed assets/page.css
var pageCSS string

//go:embed assets/*.js
var scripts embed.FS

// The scripts of the page: the chart library, and bale's own script. The files of bale's script share one scope.
var (
	chartJS = joinScripts("chart.umd.min")
	pageJS  = "'use strict';\n(() => {\n" + bare(joinScripts("page", "format", "reader", "advice", "table", "charts", "address", "start")) + "})();\n"
)

func joinScripts(names ...string) string {
	var text strings.Builder
	for _, name := range names {
		source, err := scripts.ReadFile("assets/" + name + ".js")
		if err != nil {
			panic(err) // cannot happen: the files are embedded
		}
		text.Write(source)
		text.WriteString("\n")
	}
	return text.String()
}

// NewTemplate returns the template of a page with the look of bale's pages. Its text begins with {{template "head" "TITLE"}}, which forbids all requests, and
// gives the element html the class js if scripts run. The template is parsed when it is first called for: parsing takes 1 to 2 ms, which every command
// of bale would wait for.
func NewTemplate(text string, funcs template.FuncMap) func() *template.Template {
	return sync.OnceValue(func() *template.Template {
		head := template.New("page").Funcs(template.FuncMap{"style": func() template.CSS { return template.CSS(pageCSS) }})
		return template.Must(template.Must(head.Parse(headHTML)).Funcs(funcs).Parse(text))
	})
}

var pageTemplate = NewTemplate(pageHTML, template.FuncMap{
	"duration": duration, "plusMinus": plusMinus, "ratio": ratioShort,
	"count": result.Count, "size": sizeText, "amount": amount, "dollars": dollars, "losses": lossText, "join": func(names []string) string { return strings.Join(names, ", ") },
	"rankMeaning": func() string { return strings.ToUpper(rankMeaning[:1]) + rankMeaning[1:] },
	"lossy":       (*measure.Row).LosesSamples, "first": func(l *line) bool { return l.Both != nil && l.Both.Rank == 1 },
})

// HTML writes a page about runs, with verdicts for the reader. The page is one file that needs no network. Without JavaScript, it shows the
// first rows of the ranking of every shape in its first class. With JavaScript, it shows one run at a time, with a form for the reader's use and needs,
// charts, all classes, a card for each row, and sortable tables. HTML returns the first error of w.
func HTML(w io.Writer, runs []*result.Results, reader Reader) error {
	p := newPage(runs, &reader)
	var err error
	if p.Packed, err = pack(p.Data); err != nil {
		return err
	}
	if slices.ContainsFunc(runs, func(r *result.Results) bool { return r.Code != nil }) {
		var size counter
		if err = pageTemplate().Execute(&size, p); err != nil {
			return err
		}
		var ids []string
		for _, r := range p.Runs {
			ids = append(ids, r.ID)
		}
		if p.Code, err = newPageCode(runs, ids, maxPage-int(size)); err != nil {
			return err
		}
	}
	return pageTemplate().Execute(w, p)
}

// A page is the data of the template.
type page struct {
	Menu         string // what the menu of runs chooses: "run", or "codecs" if there are two views of one run
	Runs         []pageRun
	Axes         []axis
	About        string // explanation of the published figures
	Explanations []string
	Data         pageData
	Packed       *packed // Data; the template writes it as escaped JSON
	Code         *pageCode
	Chart        template.JS
	Script       template.JS
}

// A pageRun is one run on a page.
type pageRun struct {
	ID        string // ID of its element
	Label     string // label in the menu of runs
	Where     string
	Warnings  []string
	Means     []*meansView // over all shapes
	Shapes    []pageShape
	Published []*publishedView
	Facts     [][2]string
	Drift     *driftChart
}

type pageShape struct {
	*shapeView
	ID       string     // ID of its section
	LossesOf *pageShape // an earlier shape with the same losses, as of the same type with other lengths; nil for none
}

// First returns the class that the page shows first: the default class if it was measured. It returns nil if no class was measured.
func (s pageShape) First() *classView {
	if len(s.Classes) == 0 {
		return nil
	}
	return s.Classes[0]
}

// staticRows is the maximum number of rows in a table that the page shows without JavaScript. The script makes its tables from the data, which have all
// rows. With all rows in both, the page of a run of 143 codecs on the built-in shapes would have more than 1 MiB.
const staticRows = 20

// static returns the lines of the table without JavaScript.
func (v *classView) static() []*line { return v.Order[:min(len(v.Order), staticRows)] }

// Static returns the table without JavaScript.
func (v *classView) Static() *plainTable { return v.plain(v.static()) }

// Rest returns the number of lines that the table without JavaScript lacks.
func (v *classView) Rest() int { return len(v.Order) - len(v.static()) }

// A numberedNote is a note on a line, with the number by which the line refers to it.
type numberedNote struct {
	Number int
	Text   string
}

// StaticNotes returns the notes on the lines of the table without JavaScript.
func (v *classView) StaticNotes() []numberedNote {
	var list []numberedNote
	for _, l := range v.static() {
		if l.Note > 0 {
			list = append(list, numberedNote{l.Note, v.Notes[l.Note-1]})
		}
	}
	slices.SortFunc(list, func(a, b numberedNote) int { return a.Number - b.Number })
	return list
}

// equalLosses reports whether two shapes have the same codecs with the same losses.
func equalLosses(a, b []*measure.Row) bool {
	return slices.EqualFunc(a, b, func(a, b *measure.Row) bool { return a.Codec == b.Codec && slices.Equal(a.Losses, b.Losses) })
}

// sameLosses holds the codecs of a shape that have the same losses.
type sameLosses struct {
	Codecs []string
	Losses []measure.Loss
}

// SameLosses returns the losses of the shape's rows, in the order of the first codec of each.
func (s pageShape) SameLosses() []*sameLosses {
	var list []*sameLosses
	for _, row := range s.Lossy {
		i := slices.IndexFunc(list, func(g *sameLosses) bool { return slices.Equal(g.Losses, row.Losses) })
		if i < 0 {
			i = len(list)
			list = append(list, &sameLosses{Losses: row.Losses})
		}
		list[i].Codecs = append(list[i].Codecs, row.Codec)
	}
	return list
}

// Aspects reports whether hostile input or evolution are known for some line, so that the table has columns for them.
func (s pageShape) Aspects() bool {
	return slices.ContainsFunc(s.Classes, func(c *classView) bool {
		return slices.ContainsFunc(c.Lines, func(l *line) bool { return l.Hostile().Known || l.Evolution().Known })
	})
}

// An axis is one axis of a mode, with the values that occur in the results.
type axis struct {
	Name   string
	Values []axisValue
}

type axisValue struct{ Name, About string }

func newPage(runs []*result.Results, reader *Reader) *page {
	p := &page{
		Menu: "run", About: publishedText, Explanations: explanations,
		Data:  pageData{Runs: []runData{}, Columns: columnsOfPage(), Presets: verdict.Presets, Needs: verdict.Needs, Networks: verdict.Networks, Start: *reader.preset(), Now: reader.Now},
		Chart: template.JS(chartJS), Script: template.JS(pageJS), // both are trusted
	}
	var modes []measure.Mode
	for i, r := range runs {
		run := newPageRun(r, reader, "run-"+strconv.Itoa(i+1))
		data := runData{ID: run.ID, Folder: r.Folder, Unfinished: r.Unfinished, Shapes: []shapeData{}, Codecs: map[string]items{}}
		for _, s := range run.Shapes {
			data.Shapes = append(data.Shapes, newShapeData(s))
			for _, c := range s.Classes {
				modes = append(modes, c.Mode)
				for _, l := range c.Lines {
					data.Codecs[l.Row.Codec] = l.about()
				}
			}
		}
		p.Runs, p.Data.Runs = append(p.Runs, run), append(p.Data.Runs, data)
	}
	if len(runs) == 2 && runs[1].Without != "" { // two views of one run
		p.Menu, p.Runs[0].Label, p.Runs[1].Label = "codecs", "all", "without "+runs[1].Without
	}
	p.Axes = axes(modes)
	return p
}

func newPageRun(r *result.Results, reader *Reader, id string) pageRun {
	e := r.Environment
	date, clock, _ := strings.Cut(e.Date, "T")
	run := pageRun{
		ID: id, Label: strings.Join([]string{e.CPU, e.GOOS + "/" + e.GOARCH, e.Go, date + " " + clock[:min(5, len(clock))]}, ", "),
		Where:    strings.Join([]string{e.CPU, e.GOOS + "/" + e.GOARCH, e.Go, date, floors(&e)}, " · "),
		Warnings: r.Warnings, Facts: conditions(r), Drift: newDriftChart(r.Drift),
	}
	for _, t := range published.Tables(r) {
		run.Published = append(run.Published, newPublishedView(&t))
	}
	shapes := views(r, reader)
	run.Means = meansViews(r, shapes, reader)
	for i, s := range shapes {
		shape := pageShape{shapeView: s, ID: id + "-shape-" + strconv.Itoa(i+1)}
		if k := slices.IndexFunc(run.Shapes, func(earlier pageShape) bool { return equalLosses(earlier.Lossy, s.Lossy) }); k >= 0 {
			shape.LossesOf = &run.Shapes[k]
		}
		run.Shapes = append(run.Shapes, shape)
	}
	return run
}

// axes returns the axes of a mode that have more than one value in modes. The others offer no choice.
func axes(modes []measure.Mode) []axis {
	var list []axis
	for i, a := range modeAxes {
		measured := slices.DeleteFunc(slices.Clone(a.Values), func(v axisValue) bool {
			return !slices.ContainsFunc(modes, func(m measure.Mode) bool { return m.Words()[i] == v.Name })
		})
		if len(measured) > 1 {
			list = append(list, axis{a.Name, measured})
		}
	}
	return list
}

// modeAxes lists the axes of a mode, in the order of measure.Mode.Words.
var modeAxes = []axis{
	{"form", []axisValue{
		{string(measure.Convert), "From and to your own struct, conversions timed"},
		{string(measure.Native), "From and to the serializer's own type, prepared outside the timing"},
	}},
	{"memory", []axisValue{
		{string(measure.Fresh), "into fresh memory"},
		{string(measure.Reuse), "into memory that is reused"},
	}},
	{"strings", []axisValue{
		{string(measure.Copy), "decoded strings are copies"},
		{string(measure.Alias), "decoded strings may point into the input"},
	}},
	{"procs", []axisValue{
		{string(measure.Seq), "on one goroutine"},
		{string(measure.Par), "on all CPUs at the same time"},
	}},
	{"values", []axisValue{
		{string(measure.Varied), "on values that the processor cannot learn"},
		{string(measure.Known), "on 64 values that the processor has learned"},
	}},
}

// About describes a class in words.
func (v *classView) About() string {
	var parts []string
	for i, word := range v.Mode.Words() {
		about := word
		for _, value := range modeAxes[i].Values {
			if value.Name == word {
				about = value.About
			}
		}
		parts = append(parts, about)
	}
	if v.Mixed {
		parts = append(parts, "codecs whose decoded strings share memory are ranked together with those whose strings have their own")
	}
	return strings.Join(parts, "; ") + "."
}

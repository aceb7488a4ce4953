package report

import (
	_ "embed" // for the assets
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"

	"bale/measure"
	"bale/published"
	"bale/result"
)

//go:embed assets/page.html
var pageHTML string

//go:embed assets/page.css
var pageCSS string

//go:embed assets/page.js
var pageJS string

//go:embed assets/chart.umd.min.js
var chartJS string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"duration": duration, "plusMinus": plusMinus, "ratio": ratioShort, "bounds": ratioBounds,
	"count": count, "size": size, "version": ShortVersion, "losses": lossText,
	"lossy": (*measure.Row).Loses, "first": func(l *line) bool { return l.Both != nil && l.Both.Rank == 1 },
	"pair": func(c *result.Cell, rank string) rankedCell { return rankedCell{c, rank} },
}).Parse(pageHTML))

// A rankedCell is what the template of a cell needs.
type rankedCell struct {
	Cell *result.Cell
	Rank string
}

// HTML writes everything there is to say of results as one file that needs nothing from any network.
// Without JavaScript it holds the ranking of every shape in its first class; with it, charts, all
// classes, and tables that can be sorted. It returns the first error of w.
func HTML(w io.Writer, r *result.Results) error {
	return pageTemplate.Execute(w, newPage(r))
}

// A page is what the template needs.
type page struct {
	Where        string
	Warnings     []string
	Axes         []axis
	Shapes       []pageShape
	Published    []*publishedView
	About        string // of what is published
	Facts        [][2]string
	Drift        *driftChart
	Explanations []string
	Data         []shapeData // the template writes it as JSON, and escapes it
	Style        template.CSS
	Chart        template.JS
	Script       template.JS
}

type pageShape struct {
	*shapeView
	ID string // of its section
}

// First is the class to begin with: the default one where it was measured. It is nil if none was.
func (s pageShape) First() *classView {
	if len(s.Classes) == 0 {
		return nil
	}
	return s.Classes[0]
}

// An axis is one part of a mode, with the values that the results have.
type axis struct {
	Name   string
	Values []axisValue
}

type axisValue struct{ Name, About string }

func newPage(r *result.Results) *page {
	e := r.Environment
	p := &page{
		Where:    strings.Join([]string{e.CPU, e.GOOS + "/" + e.GOARCH, e.Go, strings.SplitN(e.Date, "T", 2)[0], floors(&e)}, " · "),
		Warnings: r.Warnings, Facts: facts(r), Drift: newDriftChart(r.Drift), Explanations: explanations, Data: []shapeData{},
		Style: template.CSS(pageCSS), Chart: template.JS(chartJS), Script: template.JS(pageJS), // all three our own
	}
	for _, t := range published.Beside(r) {
		p.Published = append(p.Published, newPublishedView(&t))
	}
	p.About = publishedText
	var modes []measure.Mode
	for i, s := range views(r) {
		shape := pageShape{s, "shape-" + strconv.Itoa(i+1)}
		p.Shapes = append(p.Shapes, shape)
		p.Data = append(p.Data, newShapeData(shape))
		for _, c := range s.Classes {
			modes = append(modes, c.Mode)
		}
	}
	p.Axes = axes(modes)
	return p
}

// axes lists the parts of a mode that have more than one value, for there is no choice in the others.
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

// modeAxes are the parts of a mode, in the order of measure.Mode.Words.
var modeAxes = []axis{
	{"form", []axisValue{
		{string(measure.Convert), "From and to your own struct, conversions timed"},
		{string(measure.Native), "From and to the serializer's own type, prepared outside the timing"},
	}},
	{"memory", []axisValue{
		{string(measure.Fresh), "into fresh memory"},
		{string(measure.Reuse), "into memory kept between operations"},
	}},
	{"strings", []axisValue{
		{string(measure.Copy), "decoded strings own their memory"},
		{string(measure.Alias), "decoded strings may point into the input"},
	}},
	{"procs", []axisValue{
		{string(measure.Seq), "on one goroutine"},
		{string(measure.Par), "on all CPUs at once"},
	}},
	{"values", []axisValue{
		{string(measure.Varied), "on values that the processor cannot learn"},
		{string(measure.Known), "on 64 values that the processor has learned"},
	}},
}

// About says in words what a class measures.
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
	return strings.Join(parts, "; ") + "."
}

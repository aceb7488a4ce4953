package sequence

import (
	"slices"
	"strings"

	"bale/gen/plan"
	"bale/model"
)

// A Run is a sequence of values of bounded size that are decoded with one check of how many bytes are left. It may end with the
// head of a value without bound: its flag or count. The rest of that value comes after the run.
type Run struct {
	Values []*plan.Value
	Head   *plan.Value // or nil
	Width  Width       // the count of Head is included with its minimum
}

// maxRun is the maximum size of a run of variable size. Near the end of a message, where fewer bytes are left than the run may
// take, the decoder copies the rest.
const maxRun = 160

// run returns the first run of values, and the values after it.
func (p *Printer) run(values []*plan.Value) (*Run, []*plan.Value) {
	r := &Run{}
	for i, s := range values {
		w := p.width(s.Type)
		switch {
		case s.Omit:
		case p.inRun(s):
			if !w.fixed() && i > 0 && r.Width.Max+w.Max > maxRun {
				return r, values[i:]
			}
			r.Values = append(r.Values, s)
			r.Width = r.Width.add(w)
			continue
		case s.Kind == plan.Pointer, s.Kind != plan.String && s.Kind != plan.Record && s.Kind != plan.Array && p.HasNilFlags():
			r.Width = r.Width.add(Width{p.flagWidth(), p.flagWidth()})
		case s.Kind != plan.Record && s.Kind != plan.Array:
			minBytes := p.CountWidth().Min
			r.Width = r.Width.add(Width{minBytes, minBytes})
		}
		r.Head = s
		return r, values[i+1:]
	}
	return r, nil
}

// inRun reports whether a value can be part of a run before its end.
func (p *Printer) inRun(s *plan.Value) bool {
	switch s.Kind {
	case plan.Integer, plan.ByteArray:
		return true
	case plan.Time:
		return !p.ScansFirst() || p.TimeWidth().fixed()
	case plan.Array:
		e := model.Underlying(s.Type).(*model.Array).Elem
		values := p.elemValues(s, "", e)
		return p.width(s.Type).fixed() && (len(values) != 1 || values[0].Kind != plan.Record)
	}
	return false
}

// Variable reports whether the size of the run is variable.
func (r *Run) Variable() bool { return !r.Width.fixed() }

// MaxTouched returns the number of bytes that decoding the run may touch, if everything has its maximum size and the decoder loads
// load(k) bytes for a number of kind k.
func (r *Run) MaxTouched(p *Printer, load func(k model.Kind) int) int {
	at, window := 0, r.Width.Max
	for _, s := range r.Values {
		if s.Kind == plan.Integer {
			window = max(window, at+load(plan.Basic(s.Type)))
		}
		at += p.width(s.Type).Max
	}
	return window
}

// Path returns the path of a run in an error: a field, or a range of fields.
func (r *Run) Path() string {
	all := slices.Clone(r.Values)
	if r.Head != nil {
		all = append(all, r.Head)
	}
	if len(all) == 0 {
		return ""
	}
	first, last := all[0].Path, all[len(all)-1].Path
	if first == last || first == "" {
		return first
	}
	return first + " to " + last[strings.LastIndexByte(last, '.')+1:]
}

// pathComment prints a comment with the path of a run.
func (p *Printer) pathComment(r *Run) {
	if path := r.Path(); path != "" {
		p.Line("// %s", path)
	}
}

// callAndCheck prints a call of a function that decodes or scans a value, and the error return if the call can fail.
func (p *Printer) callAndCheck(call, path string, fails bool) {
	p.Set(call)
	if fails {
		p.ReturnFailedIf(path, "n < 0")
	}
}

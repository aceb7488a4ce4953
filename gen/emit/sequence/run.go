package sequence

import (
	"slices"
	"strings"

	"bale/gen/plan"
	"bale/schema"
)

// A Run is steps that are read one after the other with one check of how many bytes are left: all that have
// a limit. At its end may stand the head of a step that has none: a byte or a count, and then comes the rest of it.
type Run struct {
	Steps []*Step
	Head  *Step // or nil
	Width Width // a count is taken for its least
}

// maxRun is how long a run may be where its end is not known: a reader copies the last bytes of a message if there
// are fewer than the run may take.
const maxRun = 160

// run is the first run of some steps, and the steps behind it.
func (p *Printer) run(steps []*Step) (*Run, []*Step) {
	r := &Run{}
	for i, s := range steps {
		w := p.width(s.Type)
		switch {
		case s.Omit:
		case p.inRun(s):
			if !w.fixed() && i > 0 && r.Width.Max+w.Max > maxRun {
				return r, steps[i:]
			}
			r.Steps = append(r.Steps, s)
			r.Width = r.Width.add(w)
			continue
		case s.Kind == plan.Pointer, s.Kind != plan.String && s.Kind != plan.Record && s.Kind != plan.Array && p.Nils():
			r.Width = r.Width.add(Width{p.flagWidth(), p.flagWidth()})
		case s.Kind != plan.Record && s.Kind != plan.Array:
			minBytes := p.Count().Min
			r.Width = r.Width.add(Width{minBytes, minBytes})
		}
		r.Head = s
		return r, steps[i+1:]
	}
	return r, nil
}

// inRun reports whether a step has a limit.
func (p *Printer) inRun(s *Step) bool {
	switch s.Kind {
	case plan.Integer, plan.ByteArray:
		return true
	case plan.Time:
		return !p.Scans() || p.TimeWidth().fixed()
	case plan.Array:
		e := schema.Underlying(s.Type).(*schema.Array).Elem
		steps := p.elemSteps(s, "", e)
		return p.width(s.Type).fixed() && (len(steps) != 1 || steps[0].Kind != plan.Record)
	}
	return false
}

// Numbers reports whether the run's end has to be found out.
func (r *Run) Numbers() bool { return !r.Width.fixed() }

// Window is how many bytes a reader of the run may touch that loads so many for a number of a kind, and whatever
// comes before it may be as long as it can.
func (r *Run) Window(p *Printer, load func(k schema.Kind) int) int {
	at, window := 0, r.Width.Max
	for _, s := range r.Steps {
		if s.Kind == plan.Integer {
			window = max(window, at+load(plan.Basic(s.Type)))
		}
		at += p.width(s.Type).Max
	}
	return window
}

// Path is where in the value a run is: at a field, or from one to another.
func (r *Run) Path() string {
	all := slices.Clone(r.Steps)
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

// heading prints a comment that says what comes.
func (p *Printer) pathComment(r *Run) {
	if path := r.Path(); path != "" {
		p.Line("// %s", path)
	}
}

// recall prints a call that reads or checks a value with functions of its own, and what is done if it fails.
func (p *Printer) callAndCheck(call, path string, fails bool) {
	p.Set(call)
	if fails {
		p.LeaveIf(path, "n < 0")
	}
}

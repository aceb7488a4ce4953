// Package compact prints code for bale's own wire format. The lengths of a struct's numbers precede the numbers, so encoding and
// decoding need no branch that depends on the data. docs/compact.md specifies the format.
package compact

import (
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

type generator struct {
	*emit.Generator // its slabs are in the order of the totals of a message
	dec             *emit.Decoder
	names           map[string]bool // names of functions that are printed or queued
	queue           []*plan.Value   // types whose functions are to be printed, with the rules for the strings and bytes that they decode
	unused          int             // maximum bytes that a room check requests beyond those that are counted
	skips           []model.Type    // types whose records are skipped, by functions that are to be printed
	skipped         map[string]bool // their names
	numbersAt       int             // offset of the first number of the current record
	loaded          int             // how many numbers of the current record have been loaded
	lastNumber      int             // index of the code of the number that was loaded last in the current record, or -1
	endNumber       int             // index of the code of the last number of the current record
	ending          bool            // the numbers of the current record are loaded with the bytes before them
	shared          []shared        // items of records of earlier layouts that have functions of their own
	converters      []string        // functions of the user that convert values of earlier layouts
	later           []func()        // print the functions that the one that is printed calls
	once            bool            // some roots are encoded without counting first
	gaps            bool            // some numbers of the current record are not loaded
}

// Format is the compact format.
var Format = &emit.Format{
	Name: "compact", Title: "Compact",
	Check:   emit.Check{Directives: []string{"evolve", "stamp", plan.Unstamped, "was", "read"}},
	Methods: emit.Methods{Suffix: emit.StandardSuffix},
	Print:   emit.Print{Code: printFormat},
	Lock:    emit.Lock{Layout: lockRules},
}

func newGenerator(w *emit.Printer, roots []*model.Named) *generator {
	p := &generator{Generator: &emit.Generator{Printer: w, Title: "baleCompact", Graph: &plan.Graph{Home: w.Package, Roots: map[*model.Named]bool{}}},
		names: map[string]bool{}, skipped: map[string]bool{}}
	for _, r := range roots {
		p.Roots[r] = true
	}
	return p
}

// printFormat prints the functions for the roots of a package.
func printFormat(w *emit.Printer, roots []*model.Named) {
	p := newGenerator(w, roots)
	p.dec = emit.NewDecoder(p.Generator, "uint64")
	p.dec.Result, p.dec.Counted, p.dec.TakeElems = "false", true, p.dec.TakeCountedElems
	p.dec.ClaimedBytes, p.dec.SlabClaimBits = p.claim, p.minBits
	p.FindSharing(p.Directives.WithEarlier(p.Title, p.Directives.WithParts(roots)))
	for _, r := range roots {
		for _, e := range p.totalTypes(r) {
			p.AddSlab(e)
		}
	}
	p.once = slices.ContainsFunc(roots, p.encodesOnce)
	for _, r := range roots {
		p.root(r)
		for _, part := range p.Directives.PartsOf(r) {
			p.partRoot(part.Root, r)
		}
	}
	p.queued()
	p.Aside(func() {
		for _, r := range p.Directives.WithParts(roots) {
			p.earlier(r)
		}
		p.queued()
		p.converterFuncs()
	})
	p.types()
}

// queued prints the functions that are queued, and those that they queue.
func (p *generator) queued() {
	for {
		switch {
		case len(p.queue) > 0:
			x := p.queue[0]
			p.queue = p.queue[1:]
			p.functions(x)
		case len(p.skips) > 0:
			t := p.skips[0]
			p.skips = p.skips[1:]
			p.skipFunc(t)
		case len(p.shared) > 0:
			s := p.shared[0]
			p.shared = p.shared[1:]
			p.sharedFunc(s)
		default:
			return
		}
	}
}

// name returns the suffix of the names of t's functions, such as Order in baleCompactPutOrder, and queues the functions for printing.
func (p *generator) name(t model.Type) string { return p.nameWith(t, noRules) }

// nameWith is like name, for the function that decodes t with rules for its strings.
func (p *generator) nameWith(t model.Type, rules plan.Rules) string {
	name := p.Name(t)
	if p.Ordered(t) {
		name = p.NameAs("sorted "+name, name+"Sorted")
	}
	if p.grows(t) || !holdsText(t) {
		rules = noRules
	}
	switch {
	case rules.Own:
		name = p.NameAs("own "+name, name+"Own")
	case rules.Intern:
		name = p.NameAs("interned "+name, name+"Interned")
	}
	if !p.names[name] {
		p.names[name] = true
		p.queue = append(p.queue, &plan.Value{Type: t, Rules: rules})
	}
	return name
}

// holdsText reports whether the rules of a field for strings and bytes apply to a field of type t. It does not look into structs: their
// fields have rules of their own.
func holdsText(t model.Type) bool {
	return holds(t, map[model.Type]bool{}, func(t model.Type) bool { return model.IsKind(t, model.String) || model.IsBytes(t) })
}

// holdsBytes is holdsText for bytes alone.
func holdsBytes(t model.Type) bool { return holds(t, map[model.Type]bool{}, model.IsBytes) }

// holds reports whether is holds for t or a type in it, outside of structs. seen has the types that are looked into.
func holds(t model.Type, seen map[model.Type]bool, is func(model.Type) bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	if is(t) {
		return true
	}
	switch u := model.Underlying(t).(type) {
	case *model.Slice:
		return holds(u.Elem, seen, is)
	case *model.Array:
		return holds(u.Elem, seen, is)
	case *model.Pointer:
		return holds(u.Elem, seen, is)
	case *model.Map:
		return holds(u.Key, seen, is) || holds(u.Elem, seen, is)
	}
	return false
}

// functions prints the functions of a type: count, put, measure and get, and those of a union.
func (p *generator) functions(x *plan.Value) {
	if x.Rules == noRules && p.Type(x.Type) == "string" {
		p.stringFunctions(p.name(x.Type))
		return
	}
	recursive := p.holdsItself(x.Type)
	if x.Rules == noRules && model.PartOf(x.Type) == nil {
		l, name := p.layout(x.Type, noRules), p.name(x.Type)
		if p.needsCount(x.Type) {
			p.count(x.Type, l, name, recursive)
		}
		p.put(x.Type, l, name)
		p.printLater()
		p.measure(x.Type, l, name, recursive)
	}
	p.get(x.Type, x.Rules, recursive)
	p.printLater()
	switch {
	case plan.Members(x.Type) == nil:
	case model.PartOf(x.Type) != nil:
		p.unionGet(x.Type, p.name(x.Type))
	default:
		p.union(x.Type, p.name(x.Type))
	}
}

// printLater prints the functions that the last one calls.
func (p *generator) printLater() {
	for _, print := range p.later {
		print()
	}
	p.later = nil
}

// stringFunctions prints the functions of a string that is a record of its own: those of the runtime.
func (p *generator) stringFunctions(name string) {
	p.Func("func baleCompactPut%s(e *baleCompactEncoder, b balecore.Buffer, n, s int, v *string) (int, int) {\nreturn balecompact.PutString(&e.Encoder, b, n, s, v)\n}\n", name)
	p.Func("func baleCompactMeasure%s(e *baleCompactEncoder, v *string) int64 { return balecompact.MeasureString(&e.Encoder, v) }\n", name)
	p.Func("func baleCompactGet%s(d *baleCompactDecoder, v *string) bool { return balecompact.GetString(&d.Decoder, v) }\n", name)
	if p.needsCount(&model.Basic{Kind: model.String}) {
		p.Func("func baleCompactCount%s(e *baleCompactEncoder, v *string) { e.Text += int64(len(*v)) }\n", name)
	}
}

// needsCount reports whether a record of t can be longer than maxSize or has text, so that it must be counted before it is written.
func (p *generator) needsCount(t model.Type) bool {
	return slices.ContainsFunc(p.layout(t, noRules).items, func(it *item) bool {
		switch it.Kind {
		case plan.Array, plan.Pointer, plan.String, plan.Bytes, plan.List, plan.Map, plan.Custom, plan.Union, plan.Record:
			return true
		}
		return false
	})
}

// partsOf returns the types whose values an item holds in the rest of its record.
func partsOf(it *item) []model.Type {
	switch it.Kind {
	case plan.Record:
		return []model.Type{it.Type}
	case plan.Custom:
		return nil
	}
	return slices.Collect(model.Children(it.Type))
}

// leads reports whether is holds for a type inside t, at any depth.
func (p *generator) leads(t model.Type, is func(model.Type) bool) bool {
	return p.leadsBy(t, partsOf, is)
}

// leadsBy is like leads, with partsOf to find the types inside an item.
func (p *generator) leadsBy(t model.Type, partsOf func(*item) []model.Type, is func(model.Type) bool) bool {
	return plan.Reachable(t, func(t model.Type) (parts []model.Type) {
		for _, it := range p.layout(t, noRules).items {
			parts = append(parts, partsOf(it)...)
		}
		return parts
	}, is)
}

// holdsItself reports whether a value of t can hold another value of t.
func (p *generator) holdsItself(t model.Type) bool {
	return p.leads(t, func(e model.Type) bool { return p.Type(e) == p.Type(t) })
}

// someItem reports whether is holds for any item in a message of t, other than custom values and records.
func (p *generator) someItem(t model.Type, is func(*item) bool) bool {
	has := func(t model.Type) bool {
		return slices.ContainsFunc(p.layout(t, noRules).items, func(it *item) bool {
			return it.Kind != plan.Custom && it.Kind != plan.Record && is(it)
		})
	}
	return has(t) || p.leads(t, has)
}

// ownsBytes reports whether any bytes of a message have memory of their own.
func (p *generator) ownsBytes(t model.Type) bool {
	return p.someItem(t, func(it *item) bool { return it.Rules.Own && holdsBytes(it.Type) })
}

// sharesText reports whether any strings of a message are parts of one copy of the text.
func (p *generator) sharesText(t model.Type) bool {
	return p.someItem(t, func(it *item) bool { return holdsText(it.Type) && !it.Rules.Own && !it.Rules.Intern })
}

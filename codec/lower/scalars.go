package lower

import (
	"fmt"

	"bale/model"
)

func (l *lowerer) basic(t model.Type, k model.Kind, path string) *Node {
	c, ok := l.plan.Caps.Scalars[k]
	switch {
	case ok && c == k && isBasic(t):
		return &Node{Form: Unchanged, Src: t, Go: t}
	case ok:
		return &Node{Form: Cast, Src: t, Go: &model.Basic{Kind: c}}
	case k == model.Float32:
		return l.bits(t, model.Uint32, path)
	case k == model.Float64:
		return l.bits(t, model.Uint64, path)
	case k == model.String && l.plan.Caps.Bytes:
		return &Node{Form: Bytes, Src: t, Go: byteSlice()}
	case k == model.Complex64, k == model.Complex128:
		return l.complex(t, k, path)
	}
	return l.gap(path, "this format has no type for %s", k)
}

func isBasic(t model.Type) bool {
	_, ok := t.(*model.Basic)
	return ok
}

func (l *lowerer) bits(t model.Type, k model.Kind, path string) *Node {
	c, ok := l.plan.Caps.Scalars[k]
	if !ok {
		return l.gap(path, "this format has no type for a float, nor for its bits (%s)", k)
	}
	return &Node{Form: Bits, Src: t, Go: &model.Basic{Kind: c}}
}

func (l *lowerer) complex(t model.Type, k model.Kind, path string) *Node {
	part := model.Type(&model.Basic{Kind: model.Float64})
	if k == model.Complex64 {
		part = &model.Basic{Kind: model.Float32}
	}
	m := l.synthetic("Complex"+fmt.Sprint(k.Bits()), OfComplex, t, func(m *Msg) {
		l.add(m, "Re", l.node(part, path))
		l.add(m, "Im", l.node(part, path))
	})
	return l.use(m, t)
}

func (l *lowerer) time(t model.Type, path string) *Node {
	switch l.plan.Caps.Time {
	case TimeOwn:
		return &Node{Form: Unchanged, Src: t, Go: &model.Time{}}
	case TimeStamp:
		m := l.synthetic("Timestamp", OfTime, &model.Time{}, func(m *Msg) {
			m.Go, m.Extern = l.plan.Caps.Timestamp, true
			m.Fields = []*Field{{Go: "Seconds", Node: scalar(model.Int64)}, {Go: "Nanos", Node: scalar(model.Int32)}}
		})
		return l.use(m, t)
	}
	m := l.synthetic("Time", OfTime, &model.Time{}, func(m *Msg) {
		l.add(m, "Sec", l.node(&model.Basic{Kind: model.Int64}, path))
		l.add(m, "Nsec", l.node(&model.Basic{Kind: model.Int32}, path))
	})
	return l.use(m, t)
}

func scalar(k model.Kind) *Node {
	b := &model.Basic{Kind: k}
	return &Node{Form: Unchanged, Src: b, Go: b}
}

// use returns a node for message m, which stands for t, or nil if m is nil.
func (l *lowerer) use(m *Msg, t model.Type) *Node {
	if m == nil {
		return nil
	}
	n := &Node{Form: Message, Src: t, Go: m.Go, Msg: m, Ref: l.plan.Caps.Refs}
	if n.Ref {
		n.Go = &model.Pointer{Elem: m.Go}
	}
	return n
}

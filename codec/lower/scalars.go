package lower

import (
	"fmt"

	"bale/schema"
)

func (l *lowerer) basic(t schema.Type, k schema.Kind, path string) *Node {
	c, ok := l.plan.Caps.Scalars[k]
	switch {
	case ok && c == k && isBasic(t):
		return &Node{Form: Unchanged, Src: t, Go: t}
	case ok:
		return &Node{Form: Cast, Src: t, Go: &schema.Basic{Kind: c}}
	case k == schema.Float32:
		return l.bits(t, schema.Uint32, path)
	case k == schema.Float64:
		return l.bits(t, schema.Uint64, path)
	case k == schema.String && l.plan.Caps.Bytes:
		return &Node{Form: Bytes, Src: t, Go: byteSlice()}
	case k == schema.Complex64, k == schema.Complex128:
		return l.complex(t, k, path)
	}
	return l.gap(path, "this format has no type for %s", k)
}

func isBasic(t schema.Type) bool {
	_, ok := t.(*schema.Basic)
	return ok
}

func (l *lowerer) bits(t schema.Type, k schema.Kind, path string) *Node {
	c, ok := l.plan.Caps.Scalars[k]
	if !ok {
		return l.gap(path, "this format has no type for a float, nor for its bits (%s)", k)
	}
	return &Node{Form: Bits, Src: t, Go: &schema.Basic{Kind: c}}
}

func (l *lowerer) complex(t schema.Type, k schema.Kind, path string) *Node {
	part := schema.Type(&schema.Basic{Kind: schema.Float64})
	if k == schema.Complex64 {
		part = &schema.Basic{Kind: schema.Float32}
	}
	m := l.synthetic("Complex"+fmt.Sprint(k.Bits()), OfComplex, t, func(m *Msg) {
		l.add(m, "Re", l.node(part, path))
		l.add(m, "Im", l.node(part, path))
	})
	return l.use(m, t)
}

func (l *lowerer) time(t schema.Type, path string) *Node {
	switch l.plan.Caps.Time {
	case TimeOwn:
		return &Node{Form: Unchanged, Src: t, Go: &schema.Time{}}
	case TimeStamp:
		m := l.synthetic("Timestamp", OfTime, &schema.Time{}, func(m *Msg) {
			m.Go, m.Extern = l.plan.Caps.Timestamp, true
			m.Fields = []*Field{{Go: "Seconds", Node: scalar(schema.Int64)}, {Go: "Nanos", Node: scalar(schema.Int32)}}
		})
		return l.use(m, t)
	}
	m := l.synthetic("Time", OfTime, &schema.Time{}, func(m *Msg) {
		l.add(m, "Sec", l.node(&schema.Basic{Kind: schema.Int64}, path))
		l.add(m, "Nsec", l.node(&schema.Basic{Kind: schema.Int32}, path))
	})
	return l.use(m, t)
}

func scalar(k schema.Kind) *Node {
	b := &schema.Basic{Kind: k}
	return &Node{Form: Unchanged, Src: b, Go: b}
}

// use returns a node for message m, which stands for t, or nil if m is nil.
func (l *lowerer) use(m *Msg, t schema.Type) *Node {
	if m == nil {
		return nil
	}
	n := &Node{Form: Message, Src: t, Go: m.Go, Msg: m, Ref: l.plan.Caps.Refs}
	if n.Ref {
		n.Go = &schema.Pointer{Elem: m.Go}
	}
	return n
}

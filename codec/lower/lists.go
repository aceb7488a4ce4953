package lower

import (
	"strings"

	"bale/model"
)

func (l *lowerer) list(t, elem model.Type, path string) *Node {
	if l.plan.Caps.Bytes && model.IsKind(elem, model.Uint8) && isBasic(elem) {
		return &Node{Form: Bytes, Src: t, Go: l.byteString()}
	}
	e := l.elem(elem, path+"[]")
	if e == nil {
		return nil
	}
	return &Node{Form: List, Src: t, Go: &model.Slice{Elem: e.Go}, Elem: e}
}

// byteString returns the carrier of byte strings.
func (l *lowerer) byteString() model.Type {
	if l.plan.Caps.Base64 {
		return &model.Basic{Kind: model.String}
	}
	return byteSlice()
}

func byteSlice() model.Type {
	return &model.Slice{Elem: &model.Basic{Kind: model.Uint8}}
}

// elem lowers the element of a list. It is wrapped in a message if the format has no lists of its type.
func (l *lowerer) elem(t model.Type, path string) *Node {
	e := l.node(t, path)
	if e == nil {
		return nil
	}
	if l.plan.Caps.Elem != nil && !l.plan.Caps.Elem(e) {
		e = l.wrap(e, t, "Item"+RootName(model.GoType(e.Src, baseName)))
	}
	switch e.Form {
	case Message:
		e.Ref = l.plan.Caps.ElemRefs
		e.Go = e.Msg.Go
		if e.Ref {
			e.Go = &model.Pointer{Elem: e.Msg.Go}
		}
	case Optional:
		if !l.plan.Caps.NilElems {
			e.Ref, e.Go = l.plan.Caps.ElemRefs, e.Msg.Go
			if e.Ref {
				e.Go = &model.Pointer{Elem: e.Msg.Go}
			}
		}
	}
	return e
}

func baseName(path string) string {
	return path[strings.LastIndexByte(path, '/')+1:]
}

func (l *lowerer) array(t model.Type, a *model.Array, path string) *Node {
	if caps := l.plan.Caps; !caps.Arrays || caps.Own && caps.Refuse != nil && caps.Refuse(a, l.plan.In) != "" {
		return l.list(t, a.Elem, path)
	}
	e := l.elem(a.Elem, path+"[]")
	if e == nil {
		return nil
	}
	return &Node{Form: Array, Src: t, Go: &model.Array{Len: a.Len, Elem: e.Go}, Elem: e}
}

func (l *lowerer) pointer(t, elem model.Type, path string) *Node {
	caps := l.plan.Caps
	if caps.Pointers {
		e := l.node(elem, path)
		if e == nil {
			return nil
		}
		target := e.Go
		if e.Form == Message {
			target = e.Msg.Go // the pointer points to the message in either case
		}
		if caps.Pointee != nil && !caps.Pointee(target) {
			e = l.wrap(e, elem, "Opt"+RootName(model.GoType(elem, baseName)))
		}
		if e.Form == Message && e.Ref {
			return &Node{Form: Optional, Src: t, Go: e.Go, Msg: e.Msg, Ref: true}
		}
		return &Node{Form: Pointer, Src: t, Go: &model.Pointer{Elem: e.Go}, Elem: e}
	}
	if caps.Optional {
		e := l.node(elem, path)
		if e == nil {
			return nil
		}
		if _, scalar := e.Go.(*model.Basic); scalar && caps.Presence != Unchanged {
			return &Node{Form: caps.Presence, Src: t, Go: &model.Pointer{Elem: e.Go}, Elem: e}
		}
		if e.Form != Message {
			e = l.wrap(e, elem, "Opt"+RootName(model.GoType(elem, baseName)))
		}
		return &Node{Form: Optional, Src: t, Go: &model.Pointer{Elem: e.Msg.Go}, Msg: e.Msg, Ref: true}
	}
	return l.optionalList(t, elem, path)
}

// optionalList lowers a pointer to a list of at most one element.
func (l *lowerer) optionalList(t, elem model.Type, path string) *Node {
	e := l.elem(elem, path)
	if e == nil {
		return nil
	}
	return &Node{Form: OptionalList, Src: t, Go: &model.Slice{Elem: e.Go}, Elem: e}
}

func (l *lowerer) mapping(t model.Type, m *model.Map, path string) *Node {
	k, e := l.entryPart(m.Key, path+"{key}"), l.entryPart(m.Elem, path+"{}")
	if k == nil || e == nil {
		return nil
	}
	if l.plan.Caps.Maps != nil && hashable(k.Go) && l.plan.Caps.Maps(k, e) {
		return &Node{Form: Map, Src: t, Go: &model.Map{Key: k.Go, Elem: e.Go}, Key: k, Elem: e}
	}
	pair := l.synthetic("Pair"+RootName(model.GoType(m, baseName)), OfPair, m, func(p *Msg) {
		l.add(p, "Key", l.entryPart(m.Key, path+"{key}"))
		l.add(p, "Value", l.entryPart(m.Elem, path+"{}"))
	})
	n := &Node{Form: Pairs, Src: t, Msg: pair, Ref: l.plan.Caps.ElemRefs}
	n.Go = &model.Slice{Elem: pair.Go}
	if n.Ref {
		n.Go = &model.Slice{Elem: &model.Pointer{Elem: pair.Go}}
	}
	return n
}

// entryPart lowers a key or an element of a map. A pointer of the form Presence, which is for fields of structs, is wrapped in a message.
func (l *lowerer) entryPart(t model.Type, path string) *Node {
	n := l.node(t, path)
	if n != nil && l.plan.Caps.Presence != Unchanged && n.Form == l.plan.Caps.Presence {
		return l.wrap(n, t, "Item"+RootName(model.GoType(t, baseName)))
	}
	return n
}

// hashable reports whether a carrier may be a map's key. The user's own key always may.
func hashable(t model.Type) bool {
	return !model.Inline(t, func(t model.Type) bool {
		switch model.Underlying(t).(type) {
		case *model.Slice, *model.Map:
			return true
		}
		return false
	})
}

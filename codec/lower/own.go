package lower

import "bale/schema"

// own reports whether the serializer can carry t as it stands, and everything reachable from it.
func (l *lowerer) own(t schema.Type, seen map[schema.Type]bool) bool {
	if seen[t] {
		return true
	}
	seen[t] = true
	caps := l.plan.Caps
	if n, ok := t.(*schema.Named); ok {
		if caps.Opaque != nil && caps.Opaque(n) {
			return true
		}
		if l.closed(n) {
			return false
		}
	}
	if caps.Refuse != nil && caps.Refuse(t, l.plan.In) != "" {
		return false
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		return caps.Scalars[u.Kind] == u.Kind
	case *schema.Time:
		return caps.Time == TimeOwn
	case *schema.Interface:
		return false
	case *schema.Struct:
		for _, f := range u.Fields {
			if !l.own(f.Type, seen) {
				return false
			}
		}
		return true
	case *schema.Slice:
		return l.own(u.Elem, seen)
	case *schema.Array:
		return (caps.Arrays || caps.Bytes && schema.IsKind(u.Elem, schema.Uint8)) && l.own(u.Elem, seen)
	case *schema.Pointer:
		return caps.Pointers && l.own(u.Elem, seen)
	case *schema.Map:
		k, e := &Node{Form: Same, Src: u.Key, Go: u.Key}, &Node{Form: Same, Src: u.Elem, Go: u.Elem}
		return caps.Maps != nil && caps.Maps(k, e) && l.own(u.Key, seen) && l.own(u.Elem, seen)
	}
	return true
}

// RefuseUnexported refuses structs with unexported fields, which reflection-based serializers
// and most generators leave out in silence.
func RefuseUnexported(t schema.Type, _ *Package) string {
	if s, ok := schema.Underlying(t).(*schema.Struct); ok {
		for _, f := range s.Fields {
			if !f.Exported {
				return "unexported field " + f.Name
			}
		}
	}
	return ""
}

// AnyMap allows every map.
func AnyMap(_, _ *Node) bool { return true }

// StringMap allows maps with string keys.
func StringMap(key, _ *Node) bool { return schema.IsKind(key.Go, schema.String) }

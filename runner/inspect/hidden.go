package inspect

import "reflect"

// HasHiddenParts reports whether values of i, which is custom, have parts that are accessible only through the type's own methods:
// unexported fields of another module. Such values are compared by their marshaled form, and so are custom lists and maps. All others
// are compared by their fields, since the form may leave some out.
func (i *Info) HasHiddenParts() bool {
	if i.hidden == nil {
		hides := i.Kind != reflect.Struct || i.InHome || i.reachesHidden(map[*Info]bool{})
		i.hidden = &hides
	}
	return *i.hidden
}

func (i *Info) reachesHidden(seen map[*Info]bool) bool {
	if i == nil || seen[i] {
		return false
	}
	seen[i] = true
	for _, f := range i.Fields {
		if !f.Settable || f.Info.compared().reachesHidden(seen) {
			return true
		}
	}
	for _, m := range i.Members {
		if m.compared().reachesHidden(seen) {
			return true
		}
	}
	return i.Elem.compared().reachesHidden(seen) || i.Key.compared().reachesHidden(seen)
}

// compared returns i if its values may be compared part by part, or nil if they are compared as a unit.
func (i *Info) compared() *Info {
	if i == nil || i.Class == Timestamp || i.Class == Custom || i.Class == Validated {
		return nil
	}
	return i
}

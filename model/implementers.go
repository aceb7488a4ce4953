package model

import "go/types"

// Implementers returns the types that the package declares and that implement i, which has methods: as "T", or as "*T" if only the pointer
// does. The types are in the order of their names. It is nil if the model was not loaded.
func (m *Model) Implementers(i *Interface) (names []string) {
	source := i.source
	if i.Text == "error" && source == nil {
		source = types.Universe.Lookup("error").Type()
	}
	if m.pkg == nil || source == nil || i.Methods == 0 {
		return nil
	}
	methods := source.Underlying().(*types.Interface)
	for _, name := range m.pkg.Scope().Names() {
		t, ok := m.pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || t.IsAlias() || types.IsInterface(t.Type()) {
			continue
		}
		if n, ok := t.Type().(*types.Named); !ok || n.TypeParams() != nil {
			continue // a generic type has no values
		}
		switch {
		case types.Implements(t.Type(), methods):
			names = append(names, name)
		case types.Implements(types.NewPointer(t.Type()), methods):
			names = append(names, "*"+name)
		}
	}
	return names
}

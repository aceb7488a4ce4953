package profile

import "strings"

// next returns the command that measures the alternatives on the type of the largest caller. If the type is not known, TYPE and PACKAGE stand for it.
func (a *Advice) next() string {
	typ, pkg := "TYPE", "PACKAGE"
	if a.Call != nil && a.Call.Type != "" {
		typ, pkg = a.Call.Type, strings.TrimSuffix(a.Call.Package, "_test")
	}
	if pkg == "main" {
		pkg = "." // a profile does not have the path of the package
	}
	if strings.ContainsAny(typ, "[]*, ") {
		typ = "'" + typ + "'"
	}
	words := []string{"bale compare -type", typ}
	if a.Now != "" {
		words = append(words, "-now", a.Now)
	}
	if len(a.Alternatives) > 0 {
		names := []string{a.Now}
		for _, alt := range a.Alternatives {
			names = append(names, alt.Codec)
		}
		words = append(words, "-codecs", strings.Join(names, ","))
	}
	return strings.Join(append(words, pkg), " ")
}

package directive

import (
	"fmt"
	"strings"
	"unicode"

	"bale/model"
)

// A JSONForm is what a directive says about the form of a union in the format json.
type JSONForm struct {
	Field string            // the name of the discriminator, or "" for the object form
	Types []string          // members with another name, without spaces
	Names map[string]string // their names, by type
	Pos   string
}

// JSONForm returns the form that the directives choose, or nil.
func (u Uses) JSONForm() *JSONForm {
	for _, x := range u.All("json union") {
		form := *x.Value.(*JSONForm)
		form.Pos = x.Pos
		return &form
	}
	return nil
}

// parseJSONUnion parses a form such as json union=field:type Circle=circle.
func parseJSONUnion(text string) (any, string) {
	word, list, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(text, "json")), " ")
	kind, isUnion := strings.CutPrefix(word, "union=")
	field, isField := strings.CutPrefix(kind, "field:")
	form := &JSONForm{Field: field, Names: map[string]string{}}
	switch {
	case !isUnion || !isField && kind != "object":
		return nil, fmt.Sprintf("%q: want the form of a union, json union=object or json union=field:NAME, as in //bale:json union=field:type", text)
	case isField && !isJSONName(field):
		return nil, "union=field: needs the name of the field that names the type, as in //bale:json union=field:type"
	case !isField:
		form.Field = ""
	}
	for _, entry := range model.SplitTypes(list) {
		typ, name, named := strings.Cut(entry, "=")
		typ, name = strings.ReplaceAll(typ, " ", ""), strings.TrimSpace(name)
		switch {
		case !named || typ == "" || !isJSONName(name):
			return nil, fmt.Sprintf("%q: want a type of the union and its name in JSON, as in *Square=square", entry)
		case form.Names[typ] != "":
			return nil, fmt.Sprintf("%s has two names: remove one", typ)
		}
		form.Types = append(form.Types, typ)
		form.Names[typ] = name
	}
	return form, ""
}

// isJSONName reports whether a name can be in a directive: encoding/json takes it in a tag, and it has no spaces and brackets.
func isJSONName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(c rune) bool {
		return !strings.ContainsRune("!#$%&*+-./:;<=>?@^_|~", c) && !unicode.IsLetter(c) && !unicode.IsDigit(c)
	})
}

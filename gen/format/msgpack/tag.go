package msgpack

import (
	"fmt"
	"reflect"
	"strings"

	"bale/model"
)

// A tag is the content of a field's tag. A tag with the key msgpack means what it means to vmihailenco/msgpack, and one with the key msg
// what it means to tinylib/msgp.
type tag struct {
	name  string
	alias string // another name that is decoded
	skip  bool
	omit  bool // omitted if empty
	array bool // on the field _msgpack: the struct is encoded as an array
	embed embedding
	fault string // the reason why bale cannot do what the tag says to its library, or ""
}

// An embedding is the way in which an embedded struct is encoded.
type embedding int

const (
	asField  embedding = iota // one field, named like its type
	ifUnique                  // the fields of the struct are fields of the outer struct, unless a name is taken
	asFields                  // the same, but a name that is taken is an error
)

// marker is the name of the field whose tag has vmihailenco/msgpack's options for the struct.
const marker = "_msgpack"

// libraries has the two libraries by the keys of their tags.
var libraries = map[string]string{"msgpack": "vmihailenco/msgpack", "msg": "tinylib/msgp"}

// tagOf parses the tag of a field.
func tagOf(f *model.Field) tag {
	key := "msgpack"
	text, ok := reflect.StructTag(f.Tag).Lookup(key)
	if !ok && f.Name != marker {
		if text, ok = reflect.StructTag(f.Tag).Lookup("msg"); ok {
			key = "msg"
		}
	}
	t := tag{}
	for _, key := range []string{"msgpack", "msg"} {
		if fault := model.TagFault(f.Tag, key, "name"); fault != "" {
			t.fail("%s", fault)
		}
	}
	if f.Embedded && key == "msgpack" {
		t.embed = ifUnique
	}
	words := strings.Split(text, ",")
	if key == "msgpack" { // the library trims spaces, and takes a first word with a colon for an option
		if strings.Contains(words[0], ":") {
			words = append([]string{""}, words...)
		}
		for i, w := range words {
			words[i] = strings.Trim(w, " ")
		}
		if strings.ContainsAny(text, `'\(`) {
			t.fail("the tag has one of the characters ', \\ and (, which have a special meaning to vmihailenco/msgpack: write the name without them")
		}
	}
	t.name = words[0]
	t.skip = t.name == "-" || f.Name == marker
	for _, option := range words[1:] {
		t.add(f, key, option)
	}
	if t.name == "" {
		t.name = f.Name
	}
	return t
}

// fail records the first fault.
func (t *tag) fail(format string, args ...any) {
	if t.fault == "" {
		t.fault = fmt.Sprintf(format, args...)
	}
}

// add applies one option of a tag with a key.
func (t *tag) add(f *model.Field, key, option string) {
	alias, aliased := strings.CutPrefix(option, "alias:")
	limit := strings.HasPrefix(option, "limit=")
	switch {
	case option == "omitempty" || option == "omitzero":
		t.omit = true
	case option == "" || option == "allownil" || option == "zerocopy" || limit && key == "msg":
	case option == "flatten", option == "inline" && key == "msgpack":
		if f.Embedded {
			t.embed = asFields
		}
	case option == "noinline":
		t.embed = asField
	case aliased && key == "msgpack":
		if alias = strings.Trim(alias, " "); t.alias != "" || alias == "" {
			t.fail("vmihailenco/msgpack reads one name after alias: write the option once, as in `msgpack:\"name,alias:old\"`")
		}
		t.alias = alias
	case (option == "as_array" || option == "asArray") && f.Name == marker:
		t.array = true
	default:
		t.fail("%s", unknownOption(f, key, option))
	}
}

// unknownOption returns the error text for an option that bale does not have in tags with a key.
func unknownOption(f *model.Field, key, option string) string {
	text := fmt.Sprintf("unknown option %q in a tag of %s: ", option, libraries[key])
	name, _, _ := strings.Cut(option, ":")
	switch {
	case option == "as_array" || option == "asArray":
		return fmt.Sprintf("the option %s is for the field _msgpack of the struct: write _msgpack struct{} `msgpack:\",as_array\"`", option)
	case key == "msg" && option == "inline":
		return text + "its option is flatten"
	case key == "msg" && name == "alias":
		return text + "write the tag with the key msgpack, as in `msgpack:\"name,alias:old\"`"
	case option == "intern":
		return text + "bale does not write references to strings: remove the option; bale's own directive intern, as in `bale:\"intern\"`, lets decoded strings share memory"
	case option == "extension":
		return text + "bale does not write extensions: remove the option, or leave the field out with `bale:\"skip\"`"
	case f.Name == marker:
		return text + "the field _msgpack can have omitempty and as_array"
	case key == "msg":
		return text + "the msgpack format has omitempty, omitzero, flatten, noinline, allownil, zerocopy and limit=N"
	}
	return text + "the msgpack format has omitempty, omitzero, alias:NAME, inline, noinline and flatten"
}

// Skips reports whether a field is not encoded.
func Skips(f *model.Field) bool { return tagOf(f).skip }

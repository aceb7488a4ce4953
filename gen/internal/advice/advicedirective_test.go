package advice

import (
	"strings"
	"testing"

	"bale/model/advicetest"
)

// TestAdviceOfDirectives tries the advice of errors about directives and tags.
func TestAdviceOfDirectives(t *testing.T) {
	all := append(fieldAdvice(), typeAdvice()...)
	all = append(all, unionAdvice()...)
	all = append(all, formatAdvice()...)
	all = append(all, partAdvice()...)
	advicetest.Run(t, module, some(all), generateAll)
}

// field returns the case of a field in a wire format. The advice is followed by replacing old by new in the field.
func field(name, wire, text, want, do, old, new string) advicetest.Case {
	return advicetest.Case{Name: name, Source: order(wire, "\t"+text+"\n\tLast int") + rest, Want: want, Do: do, Edits: []advicetest.Edit{{Old: old, New: new}}}
}

// rest is the end of the source of each case.
const rest = `
type Line struct{ N int }

type Shape interface{ Area() int }

type Square struct{ N int }

func (*Square) Area() int { return 0 }

type Circle struct{ N int }

func (Circle) Area() int { return 0 }
`

// fieldAdvice has errors about the directives of fields.
func fieldAdvice() []advicetest.Case {
	return []advicetest.Case{
		field("tag without quotes", "compact", "F int `bale:skip`", "the tag is malformed", "bale:\"skip\"", "bale:skip", "bale:\"skip\""),
		field("tag with a comma", "compact", "F int `json:\"f\",bale:\"skip\"`", "the tag is malformed", "bale:\"skip\"", `,bale:"skip"`, ` bale:"skip"`),
		field("two tags", "compact", "F string `bale:\"own\" bale:\"max=64\"`", "has the key bale twice", "write one", `"own" bale:"max=64"`, `"own,max=64"`),
		field("empty", "compact", "F int `bale:\"\"`", "a directive without words", "remove it", " `bale:\"\"`", ""),
		field("space", "compact", "F chan int // bale:skip", "is an ordinary comment", "//bale:skip", "// bale:skip", "//bale:skip"),
		field("misspelt", "compact", "F int //bale:skipp", `unknown directive "skipp"`, "skip", "skipp", "skip"),
		field("misspelt in a tag", "compact", "F string `bale:\"maxx=64\"`", `unknown directive "maxx"`, "max=", "maxx=", "max="),
		field("max without number", "compact", "F string `bale:\"max=x\"`", "max=x: want", "max=64", "max=x", "max=64"),
		field("max without value", "compact", "F string `bale:\"max\"`", "max=: want", "max=64", `"max"`, `"max=64"`),
		field("max of 0", "varint", "F []int //bale:max=0", "max=0: want", "max=64", "max=0", "max=64"),
		field("max of a number", "fixed", "F int //bale:max=4", "max is for strings", "remove it", " //bale:max=4", ""),
		field("intern", "compact", "F []int `bale:\"intern\"`", "intern is for strings", "remove it", " `bale:\"intern\"`", ""),
		field("own", "xdr", "F Line `bale:\"own\"`", "own is for strings", "remove it", " `bale:\"own\"`", ""),
		field("intern and own", "compact", "F string `bale:\"own,intern\"`", "exclude each other", "remove own", "own,", ""),
		field("sint", "proto", "F uint `bale:\"sint\"`", "sint is for signed", "remove it", " `bale:\"sint\"`", ""),
		field("fixed", "proto", "F int16 `bale:\"fixed\"`", "fixed is for integers of 32 bits", "remove it", " `bale:\"fixed\"`", ""),
		field("sint and fixed", "proto", "F int `bale:\"sint,fixed\"`", "exclude each other", "take sint", "sint,fixed", "sint"),
		field("unknown", "proto", "F []int `bale:\"unknown\"`", "unknown is for a slice of bytes", "remove it", " `bale:\"unknown\"`", ""),
		field("unknown with a number", "proto", "F []byte `bale:\"unknown,3\"`", "unknown excludes other directives", "remove them", ",3", ""),
		field("without effect", "compact", "F int `bale:\"3\"`", "have no effect", "remove them", " `bale:\"3\"`", ""),
		field("without effect, other format", "compact", "F int `bale:\"sint\"`", "have no effect", "add a format that has them, such as proto", "wire=compact", "wire=compact,proto"),
		field("skip with others", "compact", "F chan int `bale:\"skip,max=3\"`", "skip excludes other directives", "keep one of them", ",max=3", ""),
		field("skip with a value", "compact", "F chan int `bale:\"skip=1\"`", "skip takes no value", "write skip alone", "skip=1", "skip"),
		field("twice", "compact", "F string `bale:\"max=3\"` //bale:max=4", "max appears twice", "remove one", " //bale:max=4", ""),
		field("directive of types", "compact", "F Line //bale:evolve", "evolve is for types", "put it above the declaration of one", " //bale:evolve\n\tLast int\n}\n", "\n\tLast int\n}\n\n//bale:evolve"),
		field("sorted", "compact", "F []int //bale:sorted", "sorted is for maps", "remove it", " //bale:sorted", ""),
		field("sorted without order", "compact", "F map[complex128]int //bale:sorted", "sorted is for keys that have an order", "remove it", " //bale:sorted", ""),
		field("custom without methods", "compact", "F string //bale:custom json", "has no methods", "remove the directive", " //bale:custom json", ""),
		field("custom of an unknown way", "compact", "F string //bale:custom xml", "is not a known encoding", "skip", "F string //bale:custom xml", "F string `bale:\"skip\"`"),
		field("custom skip", "compact", "F chan int //bale:custom skip", "mark the field", "`bale:\"skip\"`", "//bale:custom skip", "`bale:\"skip\"`"),
	}
}

// top returns the case of a directive above the type Order.
func top(name, directives, want, do, old, new string) advicetest.Case {
	return field(name, "compact\n"+directives, "F int", want, do, old, new)
}

// typeAdvice has errors about the directives of types, and about types.
func typeAdvice() []advicetest.Case {
	list := []advicetest.Case{
		top("misspelt above a type", "//bale:evlove", `unknown directive "evlove"`, "evolve", "evlove", "evolve"),
		top("evolve with an argument", "//bale:evolve some", "evolve takes no argument but all", "//bale:evolve all", "//bale:evolve some", "//bale:evolve all"),
		top("stamp with an argument", "//bale:stamp v1", "stamp takes no argument but off", "//bale:stamp=off", "//bale:stamp v1", "//bale:stamp=off"),
		top("field's directive above a type", "//bale:max=4", "max is for fields", "put it at one", "//bale:max=4\ntype Order struct {\n\tF int", "type Order struct {\n\tF string //bale:max=4"),
		top("memory of words", "//bale:memory=much", "want the bytes", "memory=1GiB", "memory=much", "memory=1GiB"),
		top("memory without value", "//bale:memory", "want the bytes", "memory=100000", "//bale:memory", "//bale:memory=100000"),
		top("two memory directives", "//bale:memory=1GiB\n//bale:memory=2GiB", "the type has two memory directives", "remove one", "//bale:memory=2GiB\n", ""),
		top("array in compact", "//bale:array", "array has no effect in the format compact", "remove it", "//bale:array\n", ""),
	}
	source := func(name, source, want, do, old, new string) {
		list = append(list, advicetest.Case{Name: name, Source: "package app\n\n" + source, Want: want, Do: do, Edits: []advicetest.Edit{{Old: old, New: new}}})
	}
	source("unknown argument of gen", "//bale:gen size=4\ntype T struct{ N int }", `unknown argument "size=4"`, "wire=", "size=4", "wire=compact")
	source("unknown format", "//bale:gen wire=fast\ntype T struct{ N int }", `unknown format "fast"`, "compact", "fast", "compact")
	source("wrong ending", "//bale:gen methods=a-b\ntype T struct{ N int }", "want letters", "methods=Compact", "methods=a-b", "methods=Compact")
	source("ending of a library", "//bale:gen methods=JSON\ntype T struct{ N int }", "other libraries call MarshalJSON", "methods=Compact", "methods=JSON", "methods=Compact")
	source("ending of another format", "//bale:gen methods=Proto wire=compact,proto\ntype T struct{ N int }", "also has a method", "choose another ending", "methods=Proto", "methods=Compact")
	source("ending without compact", "//bale:gen methods=Own wire=proto\ntype T struct{ N int }", "which the type does not have", "remove it", " methods=Own", "")
	source("not at a type", "//bale:gen\ntype T struct{ N int }\n\n//bale:gen\nvar x int\n\ntype U struct{ N int }", "//bale:gen is not at a type or a field", "put it right above a type's declaration", "//bale:gen\nvar x int\n\n", "//bale:gen\n")
	source("alias with evolve", "//bale:gen\ntype T struct{ L A }\n\n//bale:evolve\ntype A = B\n\ntype B struct{ N int }", "has no effect on an alias", "put it above the aliased type", "//bale:evolve\ntype A = B\n\n", "type A = B\n\n//bale:evolve\n")
	source("alias with gen", "//bale:gen\ntype A = B\n\ntype B struct{ N int }", "an alias cannot have methods of its own", "name the type that it stands for", "//bale:gen\ntype A = B\n\n", "type A = B\n\n//bale:gen\n")
	source("alias of an alias", "//bale:gen\ntype A = B\n\ntype B = C\n\ntype C struct{ N int }", "an alias cannot have methods of its own", "name the type that it stands for", "//bale:gen\ntype A = B\n\ntype B = C\n\n", "//bale:gen\n")
	for kind, of := range map[string]string{
		"an instance": "Box[int]\n\ntype Box[T any] struct{ N T }", "an alias of an instance": "B\n\ntype B = Box[int]\n\ntype Box[T any] struct{ N T }", "a struct without a name": "struct{ N int }",
		"a list": "[]int", "a map": "map[string]int", "a predeclared type": "int", "another package's type": "time.Month",
	} {
		imports := ""
		if of == "time.Month" {
			imports = "import \"time\"\n\n"
		}
		source("alias of "+kind, imports+"//bale:gen\ntype A = "+of, "an alias cannot have methods of its own", "declare a type, without the =", "type A = ", "type A ")
	}
	source("alias of a pointer", "//bale:gen\ntype A = *B\n\ntype B struct{ N int }", "a pointer cannot have methods", "put it into a struct", "type A = *B", "type A struct{ N *B }")
	source("generic", "//bale:gen\ntype P[A any] struct{ N A }\n", "a generic type has no encoding", "type T P[", "//bale:gen\n", "//bale:gen\ntype T P[int]\n\n")
	source("pointer", "//bale:gen\ntype R *int", "a pointer cannot have methods", "put it into a struct", "type R *int", "type R struct{ N *int }")
	source("interface", "//bale:gen\ntype I interface{ M() }\n", "an interface cannot have methods", "put it into a struct", "type I interface{ M() }", "type I struct {\n\tI interface{ M() } //bale:union M\n}\n\ntype M int\n\nfunc (M) M() {}")
	source("without a name", "//bale:gen\ntype _ struct{ N int }", "a type needs a name", "name it", "type _", "type T")
	source("own method", "//bale:gen\ntype T struct{ N int }\n\nfunc (T) MarshalBinary() ([]byte, error) { return nil, nil }\n\nfunc (*T) UnmarshalBinary(b []byte) error { return nil }", "bale gen writes the method MarshalBinary", "delete this one",
		"func (T) MarshalBinary() ([]byte, error) { return nil, nil }\n\nfunc (*T) UnmarshalBinary(b []byte) error { return nil }", "")
	source("field with the name of a method", "//bale:gen\ntype T struct{ SizeBinary int }", "writes a method of this name", "rename the field", "SizeBinary", "Size")
	source("stamp without effect", "//bale:gen wire=proto\n//bale:stamp\ntype T struct{ N int }", "stamp has no effect in the format proto", "remove the directive", "//bale:stamp\n", "")
	source("evolve without effect", "//bale:gen wire=proto\n//bale:evolve\ntype T struct{ N int }", "has no effect in the formats of the type", "remove it", "//bale:evolve\n", "")
	source("evolve without effect, other format", "//bale:gen wire=proto\n//bale:evolve\ntype T struct{ N int }", "has no effect in the formats of the type", "add the format compact", "wire=proto", "wire=proto,compact")
	source("evolve of a list", "//bale:gen\n//bale:evolve\ntype T []B\n\ntype B struct{ N int }", "has no fields to append", "//bale:evolve all", "//bale:evolve", "//bale:evolve all")
	source("evolve of numbers", "//bale:gen\n//bale:evolve all\ntype T []int", "holds no struct with a name", "remove it", "//bale:evolve all\n", "")
	source("value without gen", "//bale:gen\ntype T struct{ N int }\n\n//bale:value\ntype U struct{ N int }", "value is for types that get methods", "//bale:gen", "//bale:value", "//bale:gen\n//bale:value")
	source("array of numbers", "//bale:gen wire=msgpack\ntype T struct{ A A }\n\n//bale:array\ntype A []int", "array is for structs", "remove it", "//bale:array\n", "")
	source("predeclared name", "//bale:gen\ntype T struct{ N []int }\n\nfunc len(int) {}", "the package declares len", "rename it", "func len(", "func size(")
	return list
}

// unionAdvice has errors about unions and custom types.
func unionAdvice() []advicetest.Case {
	custom := func(name, directive, want, do, old, new string) advicetest.Case {
		c := field(name, "compact", "F int", want, do, old, new)
		c.Source = strings.Replace(c.Source, "package app\n", "package app\n\nimport \"net/url\"\n\nvar _ url.URL\n\n//bale:"+directive+"\n", 1)
		return c
	}
	return []advicetest.Case{
		field("union without types", "compact", "F Shape //bale:union", "union names no types", "//bale:union Circle, *Square", "//bale:union", "//bale:union Circle, *Square"),
		field("union that lacks a pointer", "compact", "F Shape //bale:union Square", "but a pointer does", "write *Square", "union Square", "union *Square"),
		field("union of an unknown type", "compact", "F Shape //bale:union Circel", "Circel is no type", "list types with commas", "Circel", "Circle"),
		field("union with a type twice", "compact", "F Shape //bale:union Circle, Circle", "appears twice", "remove one", ", Circle", ""),
		field("union with an interface", "compact", "F any //bale:union Shape", "Shape is an interface", "list the types that implement it", "union Shape", "union Circle, *Square"),
		field("union without a method", "compact", "F Shape //bale:union Circle, Line", "it has no method Area", "leave the type out", ", Line", ""),
		field("union without a method, added", "compact", "F Shape //bale:union Circle, Line", "it has no method Area", "add the method", "type Line", "func (Line) Area() int { return 0 }\n\ntype Line"),
		field("union with a channel", "compact", "F any //bale:union int, chan int", "no serializer can carry chan int", "leave it out", ", chan int", ""),
		field("union with syntax", "compact", "F any //bale:union Circle *Square", "is no type", "//bale:union Circle, *Square", "//bale:union Circle *Square", "//bale:union Circle, *Square"),
		field("union of a number", "compact", "F int //bale:union Circle", "union is for interfaces", "remove it", " //bale:union Circle", ""),
		field("union in a key", "compact", "F map[any]int //bale:union string, []int", "which no map can find", "leave that out of the union", ", []int", ""),
		custom("custom of one word", "custom net/url.URL", "write a type with its package path, and an encoding", "write a type with its package path", "net/url.URL\n", "net/url.URL skip\n"),
		custom("custom of an unknown package", "custom net/uri.URL skip", "is imported neither", "check the path", "net/uri.URL", "net/url.URL"),
		custom("custom of an unknown type", "custom net/url.URI skip", "has no type URI", "check the name", "url.URI", "url.URL"),
		custom("custom of an unknown field", "custom net/url.URL.Hots skip", "has no field Hots", "check the name", "Hots", "Host"),
		custom("custom of a missing way", "custom net/url.URL text", "has no methods for text", "binary", "URL text", "URL binary"),
		custom("custom of a field", "custom net/url.URL.Host json", "which only skip applies to", "skip", "Host json", "Host skip"),
		custom("custom of own field", "custom Line.N skip", "mark the field", "`bale:\"skip\"`", "//bale:custom Line.N skip\n", "// `bale:\"skip\"`\n"),
		custom("custom with arguments", "custom net/url.URL[int] skip", "name the type without type arguments", "net/url.URL", "net/url.URL[int]", "net/url.URL"),
		custom("custom twice", "custom net/url.URL binary\n//bale:custom net/url.URL skip", "is encoded with binary already", "write one directive", "//bale:custom net/url.URL skip\n", ""),
		custom("union of no interface", "union net/url.URL int", "is neither an interface nor a field", "name one that is", "net/url.URL int", "PKG.Shape Circle"),
		custom("two unions", "union PKG.Shape Circle\n//bale:union PKG.Shape *Square", "has a union already", "list all types in one", "Shape Circle\n//bale:union PKG.Shape *Square", "Shape Circle, *Square"),
	}
}

// formatAdvice has errors of single formats.
func formatAdvice() []advicetest.Case {
	return []advicetest.Case{
		// proto and sproto: numbers and kinds
		field("proto, number 0", "proto", "F int `bale:\"0\"`", "can have the number 0", "use one from 1", `"0"`, `"1"`),
		field("proto, reserved number", "proto", "F int `bale:\"19000\"`", "can have the number 19000", "use one from 1", `"19000"`, `"18999"`),
		field("proto, large number", "proto", "F int `bale:\"536870912\"`", "can have the number 536870912", "use one from 1 to 536870911", `"536870912"`, `"536870910"`),
		field("sproto, large number", "sproto", "F int `bale:\"40000\"`", "can have the number 40000", "use one from 0 to", `"40000"`, `"400"`),
		field("number twice", "proto", "A int //bale:3\n\tB int //bale:3", "has the number 3 already", "take another one", "B int //bale:3", "B int //bale:4"),
		field("two numbers", "proto", "F int `bale:\"3\"` //bale:4", "a field can have one number", "remove one", " //bale:4", ""),
		field("no number left", "proto", "F int //bale:536870911", "there is no number left for it", "//bale:1", "Last int", "Last int //bale:1"),
		field("two numbers, tag", "proto", "F int `protobuf:\"varint,3\"` //bale:4", "the directive says number 4 and the tag says 3", "remove one of them", " //bale:4", ""),
		field("proto tag without number", "proto", "F int `protobuf:\"varint\"`", "has no number", "protobuf:\"varint,3\"", `protobuf:"varint"`, `protobuf:"varint,3"`),
		field("proto tag with the wrong kind", "proto", "F uint `protobuf:\"zigzag32,3\"`", "have no sign", "change one of them", "zigzag32", "varint"),
		field("proto tag with a wrong size", "proto", "F int16 `protobuf:\"fixed32,3\"`", "have 16 bits", "change one of them", "int16", "int32"),
		field("proto tag of a group", "proto", "F Line `protobuf:\"group,3\"`", "groups cannot be encoded", "remove the tag", " `protobuf:\"group,3\"`", ""),
		field("proto tags of a map", "proto", "F map[int32]int32 `protobuf:\"bytes,3\" protobuf_key:\"fixed32,1\" protobuf_val:\"varint,2\"`", "integers of a map have one encoding", "`bale:\"skip\"`", "`protobuf:\"bytes,3\" protobuf_key:\"fixed32,1\" protobuf_val:\"varint,2\"`", "`bale:\"skip\"`"),
		field("sproto tag without number", "sproto", "F int `sproto:\"integer\"`", "a tag of sproto has a kind and a number", "`sproto:\"integer,0\"`", "`sproto:\"integer\"`", "`sproto:\"integer,0\"`"),
		field("sproto tag with a word", "sproto", "F int `sproto:\"integer,one\"`", "one is not a number", "`sproto:\"integer,0\"`", "`sproto:\"integer,one\"`", "`sproto:\"integer,0\"`"),
		field("sproto tag with another kind", "sproto", "F int `sproto:\"string,0\"`", "the tag says string", "remove the tag", " `sproto:\"string,0\"`", ""),

		// msgpack
		field("msgpack tag, quotes", "msgpack", "F int `msgpack:\"it's\"`", "special meaning", "write the name without them", "it's", "its"),
		field("msgpack tag, unknown option", "msgpack", "F int `msgpack:\"f,omitnil\"`", `unknown option "omitnil"`, "omitempty", "omitnil", "omitempty"),
		field("msgpack tag, array", "msgpack", "F int `msgpack:\",as_array\"`", "is for the field _msgpack", "_msgpack struct{} `msgpack:\",as_array\"`", "F int `msgpack:\",as_array\"`", "_msgpack struct{} `msgpack:\",as_array\"`\n\tF int"),
		field("msg tag, inline", "msgpack", "Line `msg:\",inline\"`", "its option is flatten", "flatten", "inline", "flatten"),
		field("msg tag, alias", "msgpack", "F int `msg:\"name,alias:old\"`", "write the tag with the key msgpack", "`msgpack:\"name,alias:old\"`", "`msg:\"name,alias:old\"`", "`msgpack:\"name,alias:old\"`"),
		field("msgpack tag, intern", "msgpack", "F string `msgpack:\",intern\"`", "does not write references", "`bale:\"intern\"`", "`msgpack:\",intern\"`", "`bale:\"intern\"`"),
		field("msg tag, extension", "msgpack", "F Line `msg:\",extension\"`", "does not write extensions", "`bale:\"skip\"`", "`msg:\",extension\"`", "`bale:\"skip\"`"),
		field("msgpack tag, two aliases", "msgpack", "F int `msgpack:\"f,alias:a,alias:b\"`", "reads one name after alias", "write the option once", ",alias:b", ""),
		field("msgpack, the same name", "msgpack", "A int `msgpack:\"x\"`\n\tB int `msgpack:\"x\"`", "is also the name of", "give one of them another name", "B int `msgpack:\"x\"`", "B int `msgpack:\"y\"`"),
		field("msgpack, alias is a name", "msgpack", "A int\n\tB int `msgpack:\"B,alias:A\"`", "its alias \"A\" is also the name", "remove the alias", ",alias:A", ""),
		field("msgpack, embedded pointer without fields", "msgpack", "*None\n}\n\ntype None struct {\n\tX int `msgpack:\"-\"`\n}\n\ntype Other struct {", "has no fields of its own", "`msgpack:\",noinline\"`", "*None\n", "*None `msgpack:\",noinline\"`\n"),
		field("msgpack, inline pointer", "msgpack", "*Line `msgpack:\",inline\"`", "not for pointers", "remove the option", " `msgpack:\",inline\"`", ""),
		field("msgpack, inline with a name twice", "msgpack", "N int\n\tLine `msgpack:\",inline\"`", "is also the name of", "`msgpack:\"", "N int\n", "N int `msgpack:\"n\"`\n"),
		field("msgpack, alias of inlined", "msgpack", "Line `msgpack:\",alias:l\"`", "alias has no effect on an embedded struct", "noinline", ",alias:l", ",noinline,alias:l"),
		field("msgpack, skipped in an array", "msgpack", "_msgpack struct{} `msgpack:\",as_array\"`\n\tF chan int `bale:\"skip\"`", "other libraries write the skipped field", "msgpack:\"-\"", "`bale:\"skip\"`", "`bale:\"skip\" msgpack:\"-\"`"),
		field("msgpack, unexported in an array", "msgpack", "_msgpack struct{} `msgpack:\",as_array\"`\n\tf int", "other libraries do not write unexported fields", "`bale:\"skip\"`", "f int", "f int `bale:\"skip\"`"),
		field("msgpack, embedded pointer in an array", "msgpack", "_msgpack struct{} `msgpack:\",as_array\"`\n\t*Line", "an array does not tell whether", "`msgpack:\",noinline\"`", "\t*Line", "\t*Line `msgpack:\",noinline\"`"),
		field("msgpack, pointers to itself", "msgpack", "F Loop\n\tG int\n}\n\ntype Loop *Loop\n\ntype None struct {", "nothing but pointers to itself", "`bale:\"skip\"`", "F Loop", "F Loop `bale:\"skip\"`"),
		field("msgpack, array that is too long", "msgpack", "F [1 << 32]struct{}", "is too long for msgpack", "`bale:\"skip\"`", "[1 << 32]struct{}", "[1 << 32]struct{} `bale:\"skip\"`"),
		field("msgpack, array that is too long, other format", "msgpack", "F [1 << 32]struct{}", "is too long for msgpack", "use another format", "wire=msgpack", "wire=compact"),

		// fixed, xdr, varint
		field("fixed, unexported", "fixed", "f int", "has no unexported fields", "`bale:\"skip\"`", "f int", "f int `bale:\"skip\"`"),
		field("fixed, unexported, other format", "fixed", "f int", "has no unexported fields", "use another format", "wire=fixed", "wire=varint"),
		field("fixed, omitempty", "fixed", "F []int `enc:\",omitempty\"`", "omitempty is allowed only on the last field", "remove the option", " `enc:\",omitempty\"`", ""),
		field("fixed, maxlen", "fixed", "F []int `enc:\",maxlen=x\"`", "is not a length", "maxlen=64", "maxlen=x", "maxlen=64"),
		field("xdr, opaque", "xdr", "F []byte `xdropaque:\"false\"`", "always encodes bytes as opaque data", "remove the tag", " `xdropaque:\"false\"`", ""),
	}
}

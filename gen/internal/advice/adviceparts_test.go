package advice

import "bale/model/advicetest"

// partAdvice has errors about the directive read.
func partAdvice() (list []advicetest.Case) {
	read := func(name, wire, directive, want, do, old, new string) {
		list = append(list, advicetest.Case{
			Name: "part, " + name,
			Source: "package app\n\nimport \"net/url\"\n\n//bale:gen wire=" + wire + "\n//bale:read " + directive + "\ntype T struct {\n\tA int\n\tIn In\n\tAny any `bale:\"union In\"`\n\tURL url.URL\n" +
				"\tLeft\n\tRight\n\tOut int `msgpack:\"-\"`\n}\n\ntype In struct{ N int }\n\ntype Left struct{ X int }\n\ntype Right struct{ X int }\n",
			Want: want, Do: do, Edits: []advicetest.Edit{{Old: old, New: new}},
		})
	}
	read("no name", "proto", "A,In", "there is no =", "read Head=", "read A", "read Head=A")
	read("name in lower case", "proto", "head=A", "an upper-case letter first", "Head=", "head=", "Head=")
	read("space", "proto", "Head=A, In", "there is a space", "Head=", "Head=A, In", "Head=A,In")
	read("empty path", "proto", "Head=A,,In", "a path is empty", "Head=", "Head=A,,In", "Head=A,In")
	read("misspelt", "proto", "Head=A,Inn.N", "T has no field Inn: did you mean", "In", "Inn", "In")
	read("not there", "proto", "Head=Inside", "T has no field Inside", "names of fields in Go", "Inside", "In.N")
	read("twice", "proto", "Head=A,A", "the path appears twice", "remove one", ",A", "")
	read("inside of another", "proto", "Head=In,In.N", "In reads the field", "remove one of the two paths", ",In.N", "")
	read("around another", "proto", "Head=In.N,In", "it reads what In.N reads", "remove one of the two paths", ",In\n", "\n")
	read("in an interface", "compact", "Head=Any.N", "an interface can be read only as a whole: end the path at", "Any", "Any.N", "Any")
	read("in a custom type", "compact", "Head=URL.Host", "the methods of URL encode it", "URL", "URL.Host", "URL")
	read("in a number", "compact", "Head=A.N", "a value that has no fields: end the path at", "A", "A.N", "A")
	read("two embedded structs", "proto", "Head=X", "fields of several embedded structs", "write the name of the embedded struct before it", "=X", "=Left.X")
	read("a field that is not encoded", "msgpack", "Head=A,Out", "a message does not hold the field Out", "remove the path", ",Out", "")
	read("without effect", "xdr", "Head=A", "read has no effect in the formats of the type", "remove the directive", "//bale:read Head=A\n", "")
	read("without effect, other format", "xdr", "Head=A", "read has no effect in the formats of the type", "add a format that has parts, such as proto", "wire=xdr", "wire=xdr,proto")
	read("name of another method", "proto", "Alias=A", "which decodes the whole value", "rename the part", "Alias=", "Head=")
	read("same name", "proto", "Head=A\n//bale:read Head=In", "two parts with the name Head", "rename one", "Head=In", "Tail=In")
	cases := func(name, do, old, new string) {
		list = append(list, advicetest.Case{
			Name: "part, names that differ in case, " + name,
			Source: "package app\n\n//bale:gen wire=json\n//bale:read Head=A,Last.Key\ntype T struct {\n\tA int\n\t*Last\n}\n\n" +
				"type Last struct {\n\tKey   int `json:\"key\"`\n\tUpper int `json:\"KEY\"`\n}\n",
			Want: `the names "key" and "KEY" in Last, an embedded pointer that is the last field of its struct, differ only in their case`, Do: do,
			Edits: []advicetest.Edit{{Old: old, New: new}},
		})
	}
	cases("both are read", "add the path", "Last.Key", "Last.Key,Last.Upper")
	cases("a field follows", "put a field after", "\t*Last\n", "\t*Last\n\tB int\n")
	return list
}

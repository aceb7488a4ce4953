package advice

import (
	"strings"
	"testing"

	"bale/model/advicetest"
)

// order returns the source of a type with a wire format and fields.
func order(wire, fields string) string {
	return "package app\n\n//bale:gen wire=" + wire + "\ntype Order struct {\n" + fields + "\n}\n"
}

// custom returns the source of the message Order with fields of package net/netip.
func custom(fields string) string {
	return strings.Replace(order("compact", fields), "package app\n", "package app\n\nimport \"net/netip\"\n", 1)
}

// status returns the source of a message with an enum type.
func status(constants string) string {
	return "package app\n\n//bale:gen\ntype Order struct{ S Status }\n\ntype Status int\n\nconst (\n" + constants + "\n)\n"
}

// TestAdviceOfLock tries the advice of errors about bale.lock: about changes of types, and about lines that are damaged.
func TestAdviceOfLock(t *testing.T) {
	const (
		none   = "if nobody keeps such messages"
		ab     = "\tA int\n\tB string"
		open   = "\tOpen Status = iota\n\tClosed"
		lockIn = "bale.lock"
	)
	accept := []string{"-accept"}
	merge := func(line, mine, theirs string) advicetest.Edit {
		return advicetest.Edit{File: lockIn, Old: line, New: "<<<<<<< HEAD\n" + mine + "=======\n" + theirs + ">>>>>>> topic\n"}
	}
	advicetest.Run(t, module, some([]advicetest.Case{
		// Changes of types without field numbers.
		{Name: "type changed", Earlier: order("compact", ab), Source: order("compact", "\tA string\n\tB string"), Want: "it was int (bale.lock line", Do: "undo the change",
			Edits: []advicetest.Edit{{Old: "A string", New: "A int"}}},
		{Name: "type changed, converted", Earlier: order("compact", "\tA *int\n\tB string"), Source: order("compact", "\tA string\n\tB string"), Want: "it was *int (bale.lock line", Do: "write //bale:was A *int FUNC",
			Edits: []advicetest.Edit{{Old: "A string", New: "A string //bale:was A *int text"}, {Old: "package app\n", New: "package app\n\nfunc text(*int) string { return \"\" }\n"}}},
		{Name: "custom type changed", Earlier: custom("\tA netip.Addr"), Source: order("compact", "\tA string"), Want: "undo the change, keep the field and add another one with the new type, or run",
			Do: "undo the change", Edits: []advicetest.Edit{{Old: "\n//bale:gen wire=compact\ntype Order struct {\n\tA string", New: "\nimport \"net/netip\"\n\n//bale:gen wire=compact\ntype Order struct {\n\tA netip.Addr"}}},
		{Name: "custom type changed, converted", Earlier: custom("\tA netip.Addr"), Source: custom("\tA string\n\tB netip.Addr"), Want: "it was binary(net/netip.Addr)", Do: "write //bale:was A binary(net/netip.Addr) FUNC",
			Edits: []advicetest.Edit{{Old: "A string", New: "A string //bale:was A binary(net/netip.Addr) text"}, {Old: "\n}\n", New: "\n}\n\nfunc text(netip.Addr) string { return \"\" }\n"}}},
		{Name: "type changed, accepted", Earlier: order("fixed", ab), Source: order("fixed", "\tA string\n\tB string"), Want: none, Do: "-accept", NewFlags: accept},
		{Name: "field removed", Earlier: order("varint", ab), Source: order("varint", "\tB string"), Want: "is gone", Do: "undo the change",
			Edits: []advicetest.Edit{{Old: "\tB string", New: ab}}},
		{Name: "field inserted", Earlier: order("xdr", ab), Source: order("xdr", "\tX bool\n"+ab), Want: "X: the field is new", Do: "-accept", NewFlags: accept},
		{Name: "field appended to a struct that does not evolve", Earlier: order("compact\n//bale:stamp=off", ab), Source: order("compact\n//bale:stamp=off", ab+"\n\tC bool"), Want: "the field is new",
			Do: "//bale:evolve", Edits: []advicetest.Edit{{Old: "type Order", New: "//bale:evolve\ntype Order"}}, NewFlags: accept},
		{Name: "another format", Earlier: order("fixed", ab), Source: order("fixed", ab+"\n\tC bool"), Want: "use a format that allows it, such as proto",
			Do: "proto", Edits: []advicetest.Edit{{Old: "wire=fixed", New: "wire=proto"}}},
		{Name: "evolving struct, inserted", Earlier: order("compact\n//bale:evolve", ab), Source: order("compact\n//bale:evolve", "\tX int\n"+ab), Want: "X",
			Do: "append", Edits: []advicetest.Edit{{Old: "\tX int\n" + ab, New: ab + "\n\tX int"}}},
		{Name: "evolving struct, moved", Earlier: order("compact\n//bale:evolve", ab), Source: order("compact\n//bale:evolve", "\tB string\n\tA int"), Want: "it was after",
			Do: "keep the order", Edits: []advicetest.Edit{{Old: "\tB string\n\tA int", New: ab}}},
		{Name: "evolve removed", Earlier: order("compact\n//bale:evolve", ab), Source: order("compact", ab), Want: "no longer does",
			Do: "//bale:evolve", Edits: []advicetest.Edit{{Old: "type Order", New: "//bale:evolve\ntype Order"}}},
		{Name: "evolve removed, flag", Earlier: order("compact\n//bale:evolve", ab), Source: order("compact", ab), Want: "no longer does", Do: "-evolve", NewFlags: []string{"-evolve"}},
		{Name: "evolve added", Earlier: order("compact\n//bale:stamp=off", ab), Source: order("compact\n//bale:stamp=off\n//bale:evolve", ab), Want: "it did not evolve before", Do: "undo the change",
			Edits: []advicetest.Edit{{Old: "//bale:evolve\n", New: ""}}},
		{Name: "stamp added", Earlier: order("fixed", ab), Source: order("fixed\n//bale:stamp", ab), Want: "the directive changes the bytes", Do: "-accept", NewFlags: accept},
		{Name: "compact, stamp added", Earlier: order("compact\n//bale:stamp=off", ab), Source: order("compact", ab), Want: "had no stamp", Do: "//bale:stamp=off",
			Edits: []advicetest.Edit{{Old: "type Order", New: "//bale:stamp=off\ntype Order"}}},
		{Name: "compact, stamp added, package", Earlier: order("compact\n//bale:stamp=off", ab), Source: order("compact", ab), Want: "had no stamp", Do: "stamp=off",
			Edits: []advicetest.Edit{{Old: "package ", New: "//bale:gen stamp=off\npackage "}}},
		{Name: "compact, stamp removed", Earlier: order("compact", ab), Source: order("compact\n//bale:stamp=off", ab), Want: "begin with a stamp", Do: "remove stamp=off",
			Edits: []advicetest.Edit{{Old: "\n//bale:stamp=off", New: ""}}},
		{Name: "stamp removed", Earlier: order("fixed\n//bale:stamp", ab), Source: order("fixed", ab), Want: "the directive changes the bytes", Do: "undo the change",
			Edits: []advicetest.Edit{{Old: "type Order", New: "//bale:stamp\ntype Order"}}},
		{Name: "msgpack, renamed", Earlier: order("msgpack", ab), Source: order("msgpack", "\tA int\n\tName string"), Want: "it is new, and B",
			Do: "`msgpack:\"B\"`", Edits: []advicetest.Edit{{Old: "Name string", New: "Name string `msgpack:\"B\"`"}}},
		{Name: "msgpack, type changed", Earlier: order("msgpack", ab), Source: order("msgpack", "\tA string\n\tB string"), Want: "it was int", Do: "undo the change",
			Edits: []advicetest.Edit{{Old: "A string", New: "A int"}}},

		// Constants.
		{Name: "constant inserted", Earlier: status(open), Source: status("\tOpen Status = iota\n\tPaused\n\tClosed"), Want: "Closed: it was 1",
			Do: "append new constants at the end", Edits: []advicetest.Edit{{Old: "\tPaused\n\tClosed", New: "\tClosed\n\tPaused"}}},
		{Name: "constant inserted, accepted", Earlier: status(open), Source: status("\tOpen Status = iota\n\tPaused\n\tClosed"), Want: none, Do: "-accept", NewFlags: accept},
		{Name: "count of constants", Earlier: status(open + "\n\tNumber"), Source: status(open + "\n\tPaused\n\tNumber"), Want: "Number: it was 2",
			Do: "//bale:skip", Edits: []advicetest.Edit{{Old: "\tNumber", New: "\tNumber //bale:skip"}}},
		{Name: "constant renamed", Earlier: status(open), Source: status("\tOpen Status = iota\n\tDone"), Want: "it has the value 1 of Closed, which is gone",
			Do: "rename it in that line, too", Edits: []advicetest.Edit{{File: lockIn, Old: "Closed", New: "Done"}}},
		{Name: "constant with the value of another", Earlier: status(open), Source: status("\tOpen Status = iota\n\tDone"), Want: "it has the value 1 of Closed",
			Do: "give it a value that none had", Edits: []advicetest.Edit{{Old: "\tDone", New: "\t_\n\tDone"}}},

		// Field numbers.
		{Name: "field renamed", Earlier: order("proto", ab), Source: order("proto", "\tA int\n\tName string"), Want: "the field is new, and B",
			Do: "rename it in that line, too", Edits: []advicetest.Edit{{File: lockIn, Old: "Order.B 2", New: "Order.Name 2"}}},
		{Name: "field renamed, accepted", Earlier: order("sproto", ab), Source: order("sproto", "\tA int\n\tName string"), Want: "the field is new, and B", Do: "-accept", NewFlags: accept},
		{Name: "number changed", Earlier: order("proto", ab), Source: order("proto", "\tA int `bale:\"7\"`\n\tB string"), Want: "the number is 7 here, and 1 in bale.lock",
			Do: "take that", Edits: []advicetest.Edit{{Old: `"7"`, New: `"1"`}}},
		{Name: "number changed, without messages", Earlier: order("proto", ab), Source: order("proto", "\tA int `bale:\"7\"`\n\tB string"), Want: "the number is 7 here",
			Do: "delete the line", Edits: []advicetest.Edit{{File: lockIn, Old: "proto Order.A 1 int64 (int)\n"}}},
		{Name: "number of a removed field", Earlier: order("proto", ab), Source: order("proto", "\tA int\n\tC bool `bale:\"2\"`"), Want: "has the number 2 already",
			Do: "take another one", Edits: []advicetest.Edit{{Old: `"2"`, New: `"3"`}}},
		{Name: "form changed", Earlier: order("proto", ab), Source: order("proto", "\tA string\n\tB string"), Want: "which does not read what has been written",
			Do: "add a field instead", Edits: []advicetest.Edit{{Old: "\tA string\n\tB string", New: ab + "\n\tA2 string"}}},
		{Name: "form changed, without messages", Earlier: order("sproto", ab), Source: order("sproto", "\tA string\n\tB string"), Want: "which does not read what has been written",
			Do: "delete the line", Edits: []advicetest.Edit{{File: lockIn, Old: "sproto Order.A 0 integer (int)\n"}}},
		{Name: "only the name of a type changed", Earlier: order("proto", "\tL Line") + "\ntype Line struct{ N int }\n", Source: order("proto", "\tL Row") + "\ntype Row struct{ N int }\n",
			Want: "where only a type has another name", Do: "change it in bale.lock, too", Edits: []advicetest.Edit{{File: lockIn, Old: "Line (Line)", New: "Row (Row)"}, {File: lockIn, Old: "Line.N", New: "Row.N"}}},
		{Name: "type renamed", Earlier: order("proto", "\tL Line") + "\ntype Line struct {\n\tA int `bale:\"4\"`\n\tB int `bale:\"5\"`\n}\n",
			Source: order("proto", "\tL Row") + "\ntype Row struct {\n\tA, B int\n}\n", Want: "", Do: "change it in bale.lock, too",
			Edits: []advicetest.Edit{{File: lockIn, Old: "Line (Line)", New: "Row (Row)"}, {File: lockIn, Old: "Line.A", New: "Row.A"}, {File: lockIn, Old: "Line.B", New: "Row.B"}}},

		// Damaged lines.
		{Name: "merge conflict, numbers", Earlier: order("proto", ab+"\n\tC bool"), Want: "is not a line of a lock file", Do: "keep the lines of both sides",
			Spoiled: []advicetest.Edit{merge("proto Order.C 3 bool (bool)\n", "proto Order.C 3 bool (bool)\n", "proto Order.D 3 bool (bool)\n")},
			Source:  order("proto", ab+"\n\tC, D bool"),
			Edits: []advicetest.Edit{{File: lockIn, Old: "<<<<<<< HEAD\n"}, {File: lockIn, Old: "=======\n"}, {File: lockIn, Old: ">>>>>>> topic\n"},
				{File: lockIn, Old: "Order.D 3", New: "Order.D 4"}}},
		{Name: "merge conflict, places", Earlier: order("compact\n//bale:evolve", ab+"\n\tC bool"), Want: "is not a line of a lock file", Do: "renumber",
			Spoiled: []advicetest.Edit{merge("compact Order.C 3 bool\n", "compact Order.C 3 bool\n", "compact Order.D 3 bool\n")},
			Source:  order("compact\n//bale:evolve", ab+"\n\tC, D bool"),
			Edits: []advicetest.Edit{{File: lockIn, Old: "<<<<<<< HEAD\n"}, {File: lockIn, Old: "=======\n"}, {File: lockIn, Old: ">>>>>>> topic\n"},
				{File: lockIn, Old: "Order.D 3", New: "Order.D 4"}}},
		{Name: "merge conflict, constants", Earlier: status(open + "\n\tPaused"), Want: "is not a line of a lock file", Do: "keep the lines of both sides",
			Spoiled: []advicetest.Edit{merge("enum Status.Paused 2\n", "enum Status.Paused 2\n", "enum Status.Lost 3\n")},
			Source:  status(open + "\n\tPaused\n\tLost"),
			Edits:   []advicetest.Edit{{File: lockIn, Old: "<<<<<<< HEAD\n"}, {File: lockIn, Old: "=======\n"}, {File: lockIn, Old: ">>>>>>> topic\n"}}},
		{Name: "the same number twice", Earlier: order("proto", ab), Want: "already has the number 2", Do: "delete the line of the field",
			Spoiled: []advicetest.Edit{{File: lockIn, New: "proto Order.C 2 bool (bool)\n"}}, Edits: []advicetest.Edit{{File: lockIn, Old: "proto Order.C 2 bool (bool)\n"}}},
		{Name: "the same field twice", Earlier: order("proto", ab), Want: "has the field already", Do: "delete the line with the number",
			Spoiled: []advicetest.Edit{{File: lockIn, New: "proto Order.A 3 int64 (int)\n"}}, Edits: []advicetest.Edit{{File: lockIn, Old: "proto Order.A 3 int64 (int)\n"}}},
		{Name: "the same field of a layout twice", Earlier: order("compact\n//bale:evolve", ab), Want: "has the field already", Do: "restore the line",
			Spoiled: []advicetest.Edit{{File: lockIn, New: "compact Order.A 3 int\n"}}, Edits: []advicetest.Edit{{File: lockIn, Old: "compact Order.A 3 int\n"}}},
		{Name: "the same field of a layout twice, accepted", Earlier: order("compact\n//bale:evolve", ab), Want: "has the field already", Do: "-accept",
			Spoiled: []advicetest.Edit{{File: lockIn, New: "compact Order.A 3 int\n"}}, NewFlags: accept},
		{Name: "the same constant twice", Earlier: status(open), Want: "has the constant already", Do: "delete the line with the value",
			Spoiled: []advicetest.Edit{{File: lockIn, New: "enum Status.Closed 2\n"}}, Edits: []advicetest.Edit{{File: lockIn, Old: "enum Status.Closed 2\n"}}},
		{Name: "the same type twice", Earlier: order("compact\n//bale:stamp=off", ab), Want: "already describes Order", Do: "delete the line",
			Spoiled: []advicetest.Edit{{File: lockIn, New: "compact Order: root union\n"}}, Edits: []advicetest.Edit{{File: lockIn, Old: "compact Order: root union\n"}}},
		{Name: "malformed line", Earlier: order("proto", ab), Want: "is not a line of a lock file", Do: "proto Order.Lines 2 repeated Line ([]Line)",
			Spoiled: []advicetest.Edit{{File: lockIn, Old: "proto Order.B 2 string (string)", New: "proto Order.B two"}},
			Edits:   []advicetest.Edit{{File: lockIn, Old: "proto Order.B two", New: "proto Gone.A 1 int (int)\nproto Order.Lines 2 repeated Line ([]Line)"}}, NewFlags: accept},
		{Name: "the line of the type is missing", Earlier: order("compact\n//bale:stamp=off", ab), Want: "there is no line", Do: "compact Order: root struct",
			Spoiled: []advicetest.Edit{{File: lockIn, Old: "compact Order: root struct\n"}}, Edits: []advicetest.Edit{{File: lockIn, New: "compact Order: root struct\n"}}},
		{Name: "the line of a type inside is missing", Earlier: order("fixed", "\tL Line") + "\ntype Line struct{ N int }\n", Want: "there is no line", Do: "fixed Line: struct",
			Spoiled: []advicetest.Edit{{File: lockIn, Old: "fixed Line: struct\n"}}, Edits: []advicetest.Edit{{File: lockIn, New: "fixed Line: struct\n"}}},
		{Name: "all lines of a type inside are missing", Earlier: order("xdr", "\tL Line") + "\ntype Line struct{ N int }\n", Want: "there is no line", Do: "-accept",
			Spoiled: []advicetest.Edit{{File: lockIn, Old: "xdr Line: struct\n"}, {File: lockIn, Old: "xdr Line.N 1 int\n"}}, NewFlags: accept},
		{Name: "the line of a field is missing", Earlier: order("varint", ab), Want: "there is no place 1", Do: "-accept",
			Spoiled: []advicetest.Edit{{File: lockIn, Old: "varint Order.A 1 int\n"}}, NewFlags: accept},
		{Name: "a type that is none", Earlier: order("fixed", ab), Want: `"in]t" is no type`, Do: "restore the line",
			Spoiled: []advicetest.Edit{{File: lockIn, Old: "Order.A 1 int", New: "Order.A 1 in]t"}}, Edits: []advicetest.Edit{{File: lockIn, Old: "in]t", New: "int"}}},
		{Name: "totals that are none", Earlier: order("compact\n//bale:stamp=off", ab), Want: `"x" is not a number`, Do: "-accept",
			Spoiled: []advicetest.Edit{{File: lockIn, Old: "root struct", New: "root struct totals=x"}}, NewFlags: accept},
	}), generateAll)
}

// module has the files of the cases' module.
var module = map[string]string{"go.mod": "module example.org/app\n\ngo 1.26\n"}

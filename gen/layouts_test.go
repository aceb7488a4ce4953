package gen

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bale/gen/format/all"
	"bale/model"
)

// A change is a new list of fields for the struct Part, with the expected error: in the formats of ordered, in msgpack, and in
// compact if the struct evolves. "" means that the change is allowed.
type change struct {
	name, fields             string
	ordered, named, evolving string
	lock                     string // a line that is in the lock file afterwards if the struct evolves
}

const partBefore = "A int32\nB string\nC string\nD bool"

var changes = []change{
	{"same", partBefore, "", "", "", "compact Part.D 4 bool"},
	{"swap", "A int32\nC string\nB string\nD bool", "Part.C: it was field 3, and is field 2", "", "Part.C: it was after B, and is now before it: keep the order, and append new fields", ""},
	{"rotate", "B string\nC string\nD bool\nA int32", "Part.B: it was field 2, and is field 1", "", "Part.B: it was after A, and is now before it: keep the order, and append new fields", ""},
	{"insert", "A int32\nN int\nB string\nC string\nD bool", "Part.N: the field is new, and is before B", "", "Part.N: the field is new, and is before B: append it at the end of the struct", ""},
	{"append", partBefore + "\nN int", "Part.N: the field is new, and existing messages do not have it", "", "", "compact Part.N 5 int"},
	{"drop the last", "A int32\nB string\nC string", "Part: the field D, which was bool, is gone", "", "", "compact Part.D 4 bool removed"},
	{"drop another", "A int32\nC string\nD bool", "Part.C: the field B before it, which was string, is gone", "", "", "compact Part.B 2 string removed"},
	{"drop and append", "A int32\nB string\nC string\nN int", "Part.N: it is in the place of D, which was bool, and is int", "", "", "compact Part.N 5 int"},
	{"rename", "A int32\nN string\nC string\nD bool", "", "Part.N: it is new, and B, which was string, is gone: if it was renamed, the tag `msgpack:\"B\"` keeps its name in messages; if it is another field, remove the one and add the other in two runs of bale gen", "", "compact Part.N 2 string"},
	{"rename in the message alone", "A int32\nN string `msgpack:\"B\"`\nC string\nD bool", "", "", "", "compact Part.N 2 string"},
	{"retype", "A int32\nB int\nC string\nD bool", "Part.B: it was string, and is int", "=", "=", ""},
	{"other sign", "A uint32\nB string\nC string\nD bool", "Part.A: it was int32, and is uint32", "=", "=", ""},
	{"list", "A int32\nB []string\nC string\nD bool", "Part.B: it was string, and is []string", "=", "=", ""},
	{"rename and retype", "A int32\nN int\nC string\nD bool", "Part.N: it is in the place of B, which was string, and is int", "", "Part.N: it is in the place of B, which was string, and is int: append a new field at the end of the struct", ""},
	{"other name of the type", "A Code\nB string\nC string\nD bool", "", "", "", "compact Part.A 1 int32"},
}

// contexts are the places of a Part in a root's messages.
var contexts = []struct{ name, decls string }{
	{"root", ""},
	{"value", "type Root struct { P Part; Z int }"},
	{"element", "type Root struct { P []Part; Z int }"},
	{"array", "type Root struct { P [5]*Part; Z int }"},
	{"map", "type Root struct { P map[string]Part; Z int }"},
	{"member", "type Root struct { P any `bale:\"union int, Part, []any\"`; Z int }"},
}

// ordered are the formats that identify fields only by their order.
const ordered = "compact, fixed, varint, xdr"

// TestChanges checks the errors for each change of a struct, in each context and format.
func TestChanges(t *testing.T) {
	m := newLockModule(t)
	type want struct{ errors, lock string }
	wants := map[string]want{}
	for i, c := range changes {
		for j, x := range contexts {
			if testing.Short() && j != i%len(contexts) {
				continue
			}
			if c.named == "=" {
				wants[m.add(fmt.Sprintf("plain%dx%d", i, j), x.decls, "compact,fixed,varint,xdr,msgpack", "", c.fields)] = want{c.ordered + " [compact, fixed, varint, msgpack, xdr]", ""}
			} else {
				wants[m.add(fmt.Sprintf("plain%dx%d", i, j), x.decls, "compact,fixed,varint,xdr", "", c.fields)] = want{withFormats(c.ordered, ordered), ""}
				wants[m.add(fmt.Sprintf("named%dx%d", i, j), x.decls, "msgpack", "", c.fields)] = want{withFormats(c.named, "msgpack"), ""}
			}
			if c.evolving == "=" {
				c.evolving = c.ordered
			}
			wants[m.add(fmt.Sprintf("evolving%dx%d", i, j), x.decls, "compact", "//bale:evolve\n", c.fields)] = want{withFormats(c.evolving, "compact"), c.lock}
		}
	}
	for folder, got := range m.run(t) {
		w := wants[folder]
		if got.errors != w.errors {
			t.Errorf("%s: got %q, want %q\n%s", folder, got.errors, w.errors, m.after[folder])
		}
		if w.lock != "" && !strings.Contains(got.lock, w.lock+"\n") {
			t.Errorf("%s: want %q in\n%s", folder, w.lock, got.lock)
		}
	}
}

// withFormats returns the expected error text with the formats that report it.
func withFormats(text, formats string) string {
	if text == "" {
		return ""
	}
	return text + " [" + formats + "]"
}

// TestOtherChanges checks changes of unions, types and directives, and of the types of fields.
func TestOtherChanges(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles much code")
	}
	const five, all5 = "compact,fixed,varint,xdr,msgpack", " [compact, fixed, varint, msgpack, xdr]"
	const stamping, stamped = "fixed,varint,xdr", " [fixed, varint, xdr]"
	union := func(members string) string {
		return "type Root struct { U any `bale:\"union " + members + "\"` }\ntype Circle struct{ R float64 }\ntype Square struct{ R float64 }"
	}
	m := newLockModule(t)
	type want struct{ name, errors, lock string }
	wants := map[string]want{}
	for i, c := range []struct{ name, wires, before, after, errors, lock string }{
		{"union: append", five, union("Circle, string"), union("Circle, string, int"), "", "fixed Root.U.Int 3 int"},
		{"union: insert", five, union("Circle, string"), union("int, Circle, string"), "Root.U.Int: the member is new, and is before Circle" + all5, ""},
		{"union: swap", five, union("Circle, Square"), union("Square, Circle"), "Root.U.Square: it was member 2, and is member 1" + all5, ""},
		{"union: drop", five, union("Circle, string"), union("Circle"), "Root.U: the member String, which was string, is gone" + all5, ""},
		{"union: pointer", five, union("Circle, string"), union("*Circle, string"), "Root.U.Circle: it was Circle, and is *Circle" + all5, ""},
		{"union: other name", five, union("Circle, string"), union("Square, string"), "", "xdr Root.U.Square 1 Square"},
		{"field name of another type", five, "type Root struct { L []Line }\ntype Line struct { X int }", "type Root struct { L []Item }\ntype Item struct { X int }", "", "msgpack Root.L - []Item"},
		{"field type swap", five, "type Root struct { A Line; B Item }\ntype Line struct { X, Y int }\ntype Item struct { Y, X int }", "type Root struct { A Item; B Line }\ntype Line struct { X, Y int }\ntype Item struct { Y, X int }", "Root.A.Y: it was field 2, and is field 1 [" + ordered + "]\nRoot.B.X: it was field 2, and is field 1 [" + ordered + "]", ""},
		{"unnamed struct", five, "type Root struct { S []struct { A, B string } }", "type Root struct { S []struct { B, A string } }", "Root.S.B: it was field 2, and is field 1 [" + ordered + "]", ""},
		{"wider", five, "type Root struct { A int32 }", "type Root struct { A int64 }", "Root.A: it was int32, and is int64 [fixed, xdr]", ""},
		{"wider int", five, "type Root struct { A int; B uint }", "type Root struct { A int64; B uint64 }", "", "xdr Root.B 2 uint64"},
		{"narrower", five, "type Root struct { A int64 }", "type Root struct { A int }", "Root.A: it was int64, and is int" + all5, ""},
		{"bytes with a name", five, "type Root struct { A []byte }", "type Root struct { A []Octet }\ntype Octet byte", "Root.A: it was []byte, and is []uint8 [varint]", ""},
		{"bytes to numbers", five, "type Root struct { A []Octet }\ntype Octet byte", "type Root struct { A []uint16 }\ntype Octet byte", "Root.A: it was []uint8, and is []uint16" + all5, ""},
		{"array length", five, "type Root struct { A [3]int }", "type Root struct { A [4]int }", "Root.A: it was [3]int, and is [4]int" + all5, ""},
		{"map key", five, "type Root struct { A map[string]int }", "type Root struct { A map[bool]int }", "Root.A: it was map[string]int, and is map[bool]int" + all5, ""},
		{"custom", five, "type Root struct { A Own }\ntype Own struct{ N int }", "type Root struct { A Own }\ntype Own struct{ N int }\nfunc (Own) MarshalBinary() ([]byte, error) { return nil, nil }\nfunc (*Own) UnmarshalBinary([]byte) error { return nil }", "Root.A: it was Own, and is binary(Own)" + all5, ""},
		{"custom by gob", five, "type Root struct {\nA big.Float //bale:custom text\n}\nvar _ big.Float", "type Root struct { A big.Float }\nvar _ big.Float", "Root.A: it was text(math/big.Float), and is gob(math/big.Float)" + all5 + "; to go on calling its methods, write //bale:custom math/big.Float text anywhere in a file of the package", ""},
		{"custom by text again", five, "type Root struct {\nA big.Float //bale:custom text\n}\nvar _ big.Float", "type Root struct { A big.Float }\nvar _ big.Float\n//bale:custom math/big.Float text", "", "xdr Root.A 1 text(math/big.Float)"},
		{"custom inside itself", "fixed", "type Root struct {\nA []*Root //bale:custom binary\n}" + ownMethods, "type Root struct { A []*Root }" + ownMethods, "Root.A: it was []*binary(Root), and is []*Root [fixed]; to go on calling its methods, write //bale:custom Root binary anywhere in a file of the package", ""},
		{"custom inside itself again", "fixed", "type Root struct {\nA []*Root //bale:custom binary\n}" + ownMethods, "type Root struct { A []*Root }" + ownMethods + "\n//bale:custom Root binary", "", "fixed Root.A 1 []*binary(Root)"},
		{"custom and its own message", "fixed", "type Root struct { A Own }\n//bale:gen\ntype Own struct { N int }" + strings.ReplaceAll(ownMethods, "Root", "Own"), "type Root struct { A Own }\n//bale:gen\ntype Own struct { N int }", "", "fixed Root.A 1 Own"},
		{"recursive", five, "type Root []Root", "type Root [][]Root", "Root: it was []Root, and is [][]Root" + all5, ""},
		{"recursive, other name", five, "type Root struct { T Tree }\ntype Tree []Tree", "type Root struct { T Wood }\ntype Wood []Wood", "", "compact Wood: []Wood"},
		{"totals", "compact", "type Root struct { L []Line }\ntype Line struct { A []int32; B []int64 }", "type Root struct { L []Line }\ntype Line struct { A []int64; B []int64 }", "Root: its messages began with 2 totals, and begin with 1 total: two types of list elements or of pointers became one, or one became two [compact]", ""},
		{"totals: one type is two", "compact", "type Root struct { A []Line; L []struct{ B []Line } }\ntype Line struct { P *string }", "type Root struct { A []Line; L []struct{ B []Item } }\ntype Line struct { P *string }\ntype Item struct { P *string }", "Root: its messages begin with one total for all elements and targets of pointers of type Line, and these now have the types Item and Line [compact]", ""},
		{"totals: one of two fields is wider", "compact", "type Root struct { A []int32; L []struct{ B *int32 } }", "type Root struct { A []int64; L []struct{ B *int32 } }", "Root: its messages begin with one total for all elements and targets of pointers of type int32, and these now have the types int32 and int64 [compact]", ""},
		{"totals: none for the type", "compact", "type Root struct { A []Line; B []Line; L []struct{ C []string } }\ntype Line struct { P int }", "type Root struct { A []Line; B []Item; L []struct{ C []string } }\ntype Line struct { P int }\ntype Item struct { P int }", "", "compact Root: root struct totals=1"},
		{"totals: one for two types", "compact", "type Root struct { A []int32; L []struct{ B []int64 } }", "type Root struct { A []int64; L []struct{ B []int64 } }", "", "compact Root: root struct totals=1"},
		{"evolve", "compact", "type Root struct { A int }", "//bale:evolve\ntype Root struct { A int }", "Root: it did not evolve before, and //bale:evolve changes the bytes [compact]", ""},
		{"evolve no more", "compact", "//bale:evolve\ntype Root struct { A int }", "type Root struct { A int }", "Root: it evolved, and no longer does, which changes the bytes: //bale:evolve above it, //bale:evolve all above a type that contains it, or -evolve keeps them [compact]", ""},
		{"evolve all", "compact", "type Root struct { L []Line }\ntype Line struct { A int }", "//bale:evolve all\ntype Root struct { L []Line }\ntype Line struct { A int }", "Root: it did not evolve before, and //bale:evolve all above Root changes the bytes [compact]", ""},
		{"evolve all in the messages of another root", "compact", "type Root struct { A int }\n//bale:gen\ntype Other struct { L []Line }\ntype Line struct { A int }", "//bale:evolve all\ntype Root struct { A int; L []Line }\n//bale:gen\ntype Other struct { L []Line }\ntype Line struct { A int }", "Line: it did not evolve before, and //bale:evolve all above Root changes the bytes [compact]\nRoot: it did not evolve before, and //bale:evolve all above Root changes the bytes [compact]", ""},
		{"evolve all: change inside", "compact", "//bale:evolve all\ntype Root struct { L []Line; M map[string]*Item }\ntype Line struct { A int }\ntype Item struct { A, B int }", "//bale:evolve all\ntype Root struct { L []Line; M map[string]*Item; N New }\ntype Line struct { A int; B string; C Item }\ntype Item struct { A int }\ntype New struct{}", "", "compact New: evolving struct"},
		{"evolve all: keys keep their fields", "compact", "//bale:evolve all\ntype Root struct { M map[Key]int }\ntype Key struct { A, B int }", "//bale:evolve all\ntype Root struct { M map[Key]int }\ntype Key struct { A int }", "Key: the field B, which was int, is gone, and keys of maps that differ only in it would become one: keep it [compact]", ""},
		{"evolve all: unnamed structs keep their fields", "compact", "//bale:evolve all\ntype Root struct { S struct { A int } }", "//bale:evolve all\ntype Root struct { S struct { A, B int } }", "Root.S.B: the field is new, and existing messages do not have it [compact]", ""},
		{"evolve all and evolve above each", "compact", "//bale:evolve all\ntype Root struct { L []Line }\ntype Line struct { A int }", "//bale:evolve\ntype Root struct { L []Line }\n//bale:evolve\ntype Line struct { A int }", "", "compact Line: evolving struct"},
		{"evolve all no more", "compact", "//bale:evolve all\ntype Root struct { A int; L []Line }\ntype Line struct { A int }", "//bale:evolve\ntype Root struct { A int; L []Line }\ntype Line struct { A int }", "Line: it evolved, and no longer does, which changes the bytes: //bale:evolve above it, //bale:evolve all above a type that contains it, or -evolve keeps them [compact]", ""},
		{"array of msgpack", "msgpack", "type Root struct { A int }", "//bale:array\ntype Root struct { A int }", "Root: it was a struct with the names of its fields, and is a struct without the names of its fields [msgpack]", ""},
		{"array of msgpack: append", "msgpack", "//bale:array\ntype Root struct { A int }", "//bale:array\ntype Root struct { A int; B string }", "", "msgpack Root.B 2 string"},
		{"array of msgpack: drop", "msgpack", "//bale:array\ntype Root struct { A int; B string }", "//bale:array\ntype Root struct { A int }", "Root: the field B, which was string, is gone [msgpack]", ""},
		{"omitempty", "fixed", "type Root struct { A int; B []byte }", "type Root struct { A int; B []byte `enc:\",omitempty\"` }", "Root.B: it was []byte, and is omitempty []byte [fixed]", ""},
		{"skipped by a tag", "fixed", "type Root struct { A int; B []byte }", "type Root struct { A int `enc:\"-\"`; B []byte }", "Root.B: the field A before it, which was int, is gone [fixed]", ""},
		{"new root", five, "type Root struct { A int }", "type Root struct { A int }\n//bale:gen\ntype More struct { B int }", "", "compact More: root struct"},
		{"root that is gone", five, "type Root struct { A int }\n//bale:gen\ntype More struct { B Part }\ntype Part struct { C int }", "type Root struct { A int }", "", "compact More: root struct removed"},
		{"root of another name", "compact", "type Root struct { A int }\n//bale:gen\ntype More struct { B, C string }", "type Root struct { A int }\n//bale:gen\ntype Less struct { B, D string }", "", "compact Less.D 2 string"},
		{"root of another name that differs", "compact", "type Root struct { A int }\n//bale:gen\ntype More struct { B, C string }", "type Root struct { A int }\n//bale:gen\ntype Less struct { C, B string }", "Less.C: it was field 2, and is field 1 [compact]", ""},
		{"stamp: another name", stamping, "//bale:stamp\ntype Root struct { A int; L []Line }\ntype Line struct { X int }", "//bale:stamp\ntype Root struct { B int; M []Item }\ntype Item struct { Y int }", "", "varint Root: root stamped struct"},
		{"stamp: swap", stamping, "//bale:stamp\ntype Root struct { A int; B string }", "//bale:stamp\ntype Root struct { B string; A int }", "Root.B: it was field 2, and is field 1" + stamped, ""},
		{"stamp: wider", "varint", "//bale:stamp\ntype Root struct { A int32 }", "//bale:stamp\ntype Root struct { A int64 }", "Root: its layout was struct(int32), and is struct(int64), which has another stamp [varint]", ""},
		{"stamp: append to a union", stamping, "//bale:stamp\n" + union("Circle, string"), "//bale:stamp\n" + union("Circle, string, int"), "Root: its layout was ...t(union(struct(float64),string)), and is ...t(union(struct(float64),string,int)), which has another stamp" + stamped, ""},
		{"stamp: added", stamping, "type Root struct { A int }", "//bale:stamp\ntype Root struct { A int }", "Root: it did not have //bale:stamp before: the directive changes the bytes" + stamped, ""},
		{"stamp: removed", stamping, "//bale:stamp\ntype Root struct { A int }", "type Root struct { A int }", "Root: it had //bale:stamp, and no longer has it: the directive changes the bytes" + stamped, ""},
		{"sproto: part of another name", "sproto", "type Root struct { L Line }\ntype Line struct { A, B int }", "type Root struct { L Row }\ntype Row struct { B int }", "Root.L: number 0 is struct (Line) in bale.lock line 4, and would be struct (Row), which does not read what has been written: add a field instead, or delete the line if no message has been written; where only a type has another name, change it in bale.lock, too; or run bale gen -accept=Root.L if nobody keeps such messages\nRow: the type is new, and Line, which had such fields with other numbers, is gone: if it was renamed, rename it in all these lines, too; if it is another type, delete them, or run bale gen -accept=Row if nobody keeps such messages", ""},
		{"sproto: wider", "sproto", "type Root struct { A []int8; B map[string]uint8 }", "type Root struct { A []int64; B map[string]uint16 }", "", "sproto Root.B 1 *struct of pairs (map[string]uint16)"},
		{"sproto: another sign", "sproto", "type Root struct { A int8 }", "type Root struct { A uint64 }", "Root.A: number 0 is integer (int8) in bale.lock line 2, and would be integer (uint64), which does not read what has been written: add a field instead, or delete the line if no message has been written; where only a type has another name, change it in bale.lock, too; or run bale gen -accept=Root.A if nobody keeps such messages", ""},
		{"array of another length", "proto", "type Root struct { A *[37]byte }", "type Root struct { A *[3]byte }", "Root.A: number 1 is optional bytes (*[37]uint8) in bale.lock line 2, and would be optional bytes (*[3]uint8), which does not read what has been written: add a field instead, or delete the line if no message has been written; where only a type has another name, change it in bale.lock, too; or run bale gen -accept=Root.A if nobody keeps such messages", ""},
		{"array in a map", "proto", "type Root struct { A map[string][4]byte }", "type Root struct { A map[string][3]byte }", "Root.A: number 1 is map<string, bytes> (map[string][4]uint8) in bale.lock line 2, and would be map<string, bytes> (map[string][3]uint8), which does not read what has been written: add a field instead, or delete the line if no message has been written; where only a type has another name, change it in bale.lock, too; or run bale gen -accept=Root.A if nobody keeps such messages", ""},
		{"slice to array", "proto", "type Root struct { A []byte }", "type Root struct { A [3]byte }", "Root.A: number 1 is bytes ([]uint8) in bale.lock line 2, and would be bytes ([3]uint8), which does not read what has been written: add a field instead, or delete the line if no message has been written; where only a type has another name, change it in bale.lock, too; or run bale gen -accept=Root.A if nobody keeps such messages", ""},
		{"struct of another package", "proto", "type Root struct { A *Point }\ntype Point struct { X, Y int }", "type Root struct { A *image.Point }\nvar _ image.Point", "Root.A: number 1 is Point (*Point) in bale.lock line 4, and would be ImagePoint (*image.Point), which does not read what has been written: add a field instead, or delete the line if no message has been written; where only a type has another name, change it in bale.lock, too; or run bale gen -accept=Root.A if nobody keeps such messages", ""},
		{"narrower", "proto", "type Root struct { A int16 }", "type Root struct { A int8 }", "Root.A: number 1 is int32 (int16) in bale.lock line 2, and would be int32 (int8), which does not read what has been written: add a field instead, or delete the line if no message has been written; where only a type has another name, change it in bale.lock, too; or run bale gen -accept=Root.A if nobody keeps such messages", ""},
		{"custom", "proto", "type Root struct { A string }", "type Root struct { A big.Int }\nvar _ big.Int", "Root.A: number 1 is string (string) in bale.lock line 2, and would be string (text(math/big.Int)), which does not read what has been written: add a field instead, or delete the line if no message has been written; where only a type has another name, change it in bale.lock, too; or run bale gen -accept=Root.A if nobody keeps such messages", ""},
		{"sproto: struct without a name", "sproto", "type Root struct { L struct { A int } }", "type Root struct { L Line }\ntype Line struct { B int }", "Root.L: number 0 is struct (struct) in bale.lock line 2, and would be struct (Line), which does not read what has been written: add a field instead, or delete the line if no message has been written; where only a type has another name, change it in bale.lock, too; or run bale gen -accept=Root.L if nobody keeps such messages", ""},
		{"sproto: complex to numbers", "sproto", "type Root struct { A complex64 }", "type Root struct { A []float64 }", "Root.A: number 0 is *double (complex64) in bale.lock line 2, and would be *double ([]float64), which does not read what has been written: add a field instead, or delete the line if no message has been written; where only a type has another name, change it in bale.lock, too; or run bale gen -accept=Root.A if nobody keeps such messages", ""},
		{"root of another type", "proto", "type Root []int64", "type Root []string", "Root[message].Value: number 1 is repeated int64 ([]int64) in bale.lock line 2, and would be repeated string ([]string), which does not read what has been written: add a field instead, or delete the line if no message has been written; where only a type has another name, change it in bale.lock, too; or run bale gen -accept if nobody keeps such messages", ""},
		{"struct to another type", "proto", "type Root struct { A []string }", "type Root []int64", "Root: its messages had the field A, which was repeated string ([]string), with number 1, and the type is now []int64, which cannot decode them: generate code for another type, or run bale gen -accept=Root if nobody keeps such messages", ""},
		{"another type to a struct", "sproto", "type Root map[string]int", "type Root struct { A int }", "Root: its messages had the field Value, which was *struct of pairs (map[string]int), with number 0, and the type is now struct, which cannot decode them: generate code for another type, or run bale gen -accept=Root if nobody keeps such messages", ""},
		{"root of structs without a name", "proto", "type Root []struct { A int; B string }", "type Root []struct { B string; A, C int }", "", "proto Root.C 3 int64 (int)"},
		{"wider, of another spelling", "proto", "type Root struct { A int8; B map[bool][2]byte; C float32; D complex64 }", "type Root struct { A Small; B map[bool][]byte; C float32; D complex128 }\ntype Small int32", "", "proto Root.B 2 map<bool, bytes> (map[bool][]uint8)"},
		{"array to slice", "proto,sproto", "type Root struct { A [3]byte }", "type Root struct { A []byte }", "", "proto Root.A 1 bytes ([]uint8)"},
		{"drop from a key", "compact", "type Root struct { M map[Key]int }\n//bale:evolve\ntype Key struct { A, B int }", "type Root struct { M map[Key]int }\n//bale:evolve\ntype Key struct { A int }", "Key: the field B, which was int, is gone, and keys of maps that differ only in it would become one: keep it [compact]", ""},
		{"drop from a key with names", "msgpack", "type Root struct { M map[Key]int }\ntype Key struct { P [2]struct{ A, B int } }", "type Root struct { M map[Key]int }\ntype Key struct { P [2]struct{ A int } }", "Key.P: the field B, which was int, is gone, and keys of maps that differ only in it would become one: keep it [msgpack]", ""},
		{"drop from what a key points at", "msgpack", "type Root struct { M map[*Key]int }\ntype Key struct { A, B int }", "type Root struct { M map[*Key]int }\ntype Key struct { A int }", "", "msgpack Key.B - int removed"},
		{"no longer inlined", "msgpack", "type Root struct { Base; X int }\ntype Base struct { ID int; N string }", "type Root struct { X, ID int; Base }\ntype Base struct { ID int; N string }", "Root.Base: the field ID of this struct was encoded next to the other fields, and would be encoded inside Base: the reason is that two fields now have the same name; rename the new one [msgpack]", ""},
		{"embedded to named", "msgpack", "type Root struct { Base }\ntype Base struct { ID int }", "type Root struct { Base Base }\ntype Base struct { ID int }", "Root.Base: the field ID of this struct was encoded next to the other fields, and would be encoded inside Base; if it is another field, remove the one and add the other in two runs of bale gen [msgpack]", ""},
		{"named to embedded", "msgpack", "type Root struct { Base Base }\ntype Base struct { ID int }", "type Root struct { Base }\ntype Base struct { ID int }", "Root.ID: it was encoded inside Base, and would be encoded next to the other fields: the tag `msgpack:\",noinline\"` of Base keeps its place [msgpack]", ""},
		{"inlined now", "msgpack", "type Root struct { Home `msgpack:\",noinline\"`; Work }\ntype Home struct { City string }\ntype Work struct { City string }", "type Root struct { Home; Work `msgpack:\",noinline\"` }\ntype Home struct { City string }\ntype Work struct { City string }", "Root.Work: the field City of this struct was encoded next to the other fields, and would be encoded inside Work: the reason is that two fields now have the same name; rename the new one [msgpack]", ""},
		{"inlined pointer", "msgpack", "type Root struct { *Home `msgpack:\",noinline\"` }\ntype Home struct { City string }", "type Root struct { *Home }\ntype Home struct { City string }", "Root.City: it was encoded inside Home, and would be encoded next to the other fields: the tag `msgpack:\",noinline\"` of Home keeps its place [msgpack]", ""},
		{"inlined array", "msgpack", "type Root struct { Home `msgpack:\",noinline\"` }\n//bale:array\ntype Home struct { City string }", "type Root struct { Home }\n//bale:array\ntype Home struct { City string }", "Root.City: it was encoded inside Home, and would be encoded next to the other fields: the tag `msgpack:\",noinline\"` of Home keeps its place [msgpack]", ""},
		{"no longer inlined, methods", "msgpack", "type Root struct { Home; Two }\ntype Home struct { City string }\ntype Two struct { X string }\nfunc (Two) MarshalText() ([]byte, error) { return nil, nil }", "type Root struct { Home; Two }\ntype Home struct { City string }\ntype Two struct { X string }\nfunc (Two) MarshalText() ([]byte, error) { return nil, nil }\nfunc (Home) MarshalText() ([]byte, error) { return nil, nil }", "Root.Home: the field City of this struct was encoded next to the other fields, and would be encoded inside Home: the tag `msgpack:\",inline\"` of the embedded struct keeps its place [msgpack]", ""},
		{"renamed with an alias", "msgpack", "type Root struct { A int }", "type Root struct { B int `msgpack:\",alias:A\"` }", "", "msgpack Root.A - int removed"},
		{"alias of another type", "msgpack", "type Root struct { A int }", "type Root struct { B string `msgpack:\",alias:A\"` }", "Root.B: it was int, and is string [msgpack]", ""},
		{"tuple", "msgpack", "type Root struct { A int }", "//msgp:tuple Root\ntype Root struct { A int }", "Root: it was a struct with the names of its fields, and is a struct without the names of its fields [msgpack]", ""},
		{"fields put into a struct", "msgpack", "type Root struct { A, B int }", "type Root struct { A int; In *In }\ntype In struct { B int }", "Root.In: the field B of this struct was encoded next to the other fields, and would be encoded inside In; if it is another field, remove the one and add the other in two runs of bale gen [msgpack]", ""},
		{"cbor: renamed", "cbor", "type Root struct { A int }", "type Root struct { B int }", "Root.B: it is new, and A, which was int, is gone: if it was renamed, the tag `cbor:\"A\"` keeps its name in messages; if it is another field, remove the one and add the other in two runs of bale gen [cbor]", ""},
		{"cbor: name that is an integer", "cbor", "type Root struct { A int `cbor:\"-3,keyasint\"` }", "type Root struct { A int }", "Root.A: it is new, and [-3], which was int, is gone: if it was renamed, the tag `cbor:\"-3,keyasint\"` keeps its name in messages; if it is another field, remove the one and add the other in two runs of bale gen [cbor]", ""},
		{"cbor: renamed in the source alone", "cbor", "type Root struct { A int `cbor:\"3,keyasint\"` }", "type Root struct { B int64 `cbor:\"3,keyasint\"` }", "", "cbor Root.[3] - int64"},
		{"cbor: named to embedded", "cbor", "type Root struct { Base Base }\ntype Base struct { ID int }", "type Root struct { Base }\ntype Base struct { ID int }", "Root.ID: it was encoded inside Base, and would be encoded next to the other fields: the tag `cbor:\"Base\"` of Base keeps its place [cbor]", ""},
		{"cbor: array", "cbor", "type Root struct { _ struct{} `cbor:\",toarray\"`; B, A int }", "type Root struct { _ struct{} `cbor:\",toarray\"`; B, A int; C bool }", "", "cbor Root.C 3 bool"},
		{"embedded later", "msgpack", "type Root struct { X int }\ntype Base struct { ID int; N string }", "type Root struct { Base; X int }\ntype Base struct { ID int; N string }", "", "msgpack Root.N - string"},
		{"append to a key", "msgpack", "type Root struct { M map[Key]int }\ntype Key struct { A int }", "type Root struct { M map[Key]int }\ntype Key struct { A, B int }", "", "msgpack Key.B - int"},
		{"without a lock", "compact lock=off", "type Root struct { A int }", "type Root struct { B string }", "", ""},
		{"custom in a dropped field", "compact", "//bale:evolve\ntype Root struct { A int; B *big.Int }\nvar _ big.Int", "//bale:evolve\ntype Root struct { A int }\nvar _ big.Int", "Root: the field B, which was *text(math/big.Int), is gone, and only the methods of its custom type math/big.Int can decode it: keep it [compact]", ""},
	} {
		folder := fmt.Sprintf("p%d", i)
		m.write(folder, c.wires, c.before, c.after)
		wants[folder] = want{c.name, c.errors, c.lock}
	}
	for folder, got := range m.run(t) {
		w := wants[folder]
		if got.errors != w.errors {
			t.Errorf("%s:\ngot  %q\nwant %q", w.name, got.errors, w.errors)
		}
		if !strings.Contains(got.lock, w.lock) {
			t.Errorf("%s: want %q in\n%s", w.name, w.lock, got.lock)
		}
	}
}

// ownMethods are marshal methods of Root.
const ownMethods = "\nfunc (Root) MarshalBinary() ([]byte, error) { return nil, nil }\nfunc (*Root) UnmarshalBinary([]byte) error { return nil }"

// unstamped is the beginning of a file whose messages in compact have no stamp, so that changes are refused as in other formats without names and numbers.
const unstamped = "//bale:gen stamp=off\npackage p\n"

// A lockModule has one package for each change.
type lockModule struct {
	dir           string
	head          string            // of all sources
	before, after map[string]string // sources, by folder
}

func newLockModule(t *testing.T) *lockModule {
	return &lockModule{dir: t.TempDir(), head: unstamped, before: map[string]string{}, after: map[string]string{}}
}

// add adds a package in which Part changes, and returns its folder.
func (m *lockModule) add(folder, decls, wires, evolve, fields string) string {
	part := func(fields string) string {
		if decls == "" {
			return strings.ReplaceAll("\n//bale:gen wire="+wires+"\n"+evolve+"type Part struct {\n"+fields+"\n}\ntype Code int32\n", "\n\n", "\n")
		}
		return "//bale:gen wire=" + wires + "\n" + decls + "\n" + evolve + "type Part struct {\n" + fields + "\n}\ntype Code int32\n"
	}
	m.before[folder], m.after[folder] = m.head+part(partBefore), m.head+part(fields)
	return folder
}

// write adds a package with its source before and after the change.
func (m *lockModule) write(folder, wires, before, after string) {
	source := func(decls string) string {
		text := m.head + "\n"
		if strings.Contains(decls, "big.") {
			text += "import \"math/big\"\n\n"
		}
		if strings.Contains(decls, "image.Point") {
			text += "import \"image\"\n\n"
		}
		decls = strings.ReplaceAll(decls, "//bale:gen\n", "//bale:gen wire="+wires+"\n")
		return text + "//bale:gen wire=" + wires + "\n" + decls + "\n"
	}
	m.before[folder], m.after[folder] = source(before), source(after)
}

// An outcome is the errors for a package, shortened by the text that all errors share, and its new lock file.
type outcome struct{ errors, lock, notes string }

// run generates code for all packages before their change, and then after it.
func (m *lockModule) run(t *testing.T) map[string]outcome {
	m.files(t, m.before)
	m.locks(t, func(p *target, text []byte) {
		if len(p.errs) > 0 {
			t.Fatal(p.errs)
		}
		if err := os.WriteFile(p.lockFile(), text, 0o666); err != nil {
			t.Fatal(err)
		}
	})
	m.files(t, m.after)
	outcomes := map[string]outcome{}
	m.locks(t, func(p *target, text []byte) {
		outcomes[filepath.Base(p.src.Package)] = outcome{bare(t, p.errs), string(text), strings.Join(slices.Concat(p.lock.Notes, p.lock.Renamed()), "\n")}
	})
	if len(outcomes) != len(m.after) { // targets without a model count, too
		t.Fatalf("%d packages of %d", len(outcomes), len(m.after))
	}
	return outcomes
}

func (m *lockModule) files(t *testing.T, sources map[string]string) {
	if err := os.WriteFile(filepath.Join(m.dir, "go.mod"), []byte("module example.com/m\n\ngo 1.24\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for folder, text := range sources {
		dir := filepath.Join(m.dir, folder)
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "p.go"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// locks calls visit with each package and its new lock file. It generates no code, which would take most of the time.
func (m *lockModule) locks(t *testing.T, visit func(p *target, text []byte)) {
	t.Helper()
	targets, _, err := load(t.Context(), &Request{Dir: m.dir, Pattern: "./...", Known: all.Formats})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range targets {
		if p.plain().model == nil {
			t.Fatal(p.errs)
		}
		p.updateLock(p.directives())
		visit(p, p.lock.Text)
	}
}

var (
	refusedText = regexp.MustCompile(`^(.*): code for the new layout (?:would misread or refuse|cannot read) existing (.*) messages; undo the change, .*?(; to go on calling .*)?$`)
	lockPlace   = regexp.MustCompile(` \(bale\.lock line \d+\)`)
)

// bare returns the errors, one line for each, with the formats in brackets.
func bare(t *testing.T, errs model.Errors) string {
	var lines []string
	for _, e := range errs.InOrder() {
		if e.Pos == "" {
			t.Errorf("no position: %v", e)
		}
		found := refusedText.FindStringSubmatch(e.Msg)
		if found == nil {
			lines = append(lines, e.Path+": "+lockPlace.ReplaceAllString(e.Msg, ""))
			continue
		}
		lines = append(lines, fmt.Sprintf("%s: %s [%s]%s", e.Path, lockPlace.ReplaceAllString(found[1], ""), found[2], found[3]))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

package gen

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"bale/gen/emit"
	"bale/gen/lock"
	"bale/gen/plan"
	"bale/model"
)

// numberedFormat returns a format with field numbers whose functions do nothing.
func numberedFormat() *emit.Format {
	n := &plan.Numbering{
		Name: "proto", First: 1, Max: 99, Reserved: func(n int) bool { return n == 4 },
		Tag: func(f *model.Field) (int, bool, string) {
			n, err := strconv.Atoi(strings.Trim(f.Tag, "n:\""))
			return n, err == nil, ""
		},
		Form:   func(f *model.Field, r plan.Rules, home string) string { return model.TypeText(f.Type, "") },
		Member: func(t model.Type, home string) string { return model.TypeText(t, "") },
		Reads: func(from, to string) bool {
			return from == "int32" && to == "int64" || from == "int16" && to == "m.Code"
		},
	}
	f := &emit.Format{Name: "proto", Title: "Proto", Check: emit.Check{Directives: []string{"sint", "fixed", "unknown"}}, Lock: emit.Lock{Numbers: n}}
	f.Print.Code = func(p *emit.Printer, roots []*model.Named) {
		for _, r := range roots {
			p.Line("// %v\nfunc baleProtoAppend_%s(b []byte, v *%[2]s) ([]byte, error) { return b, nil }", p.Directives.Numbers(n, r.Underlying.(*model.Struct)), r.Name)
			p.Line("func baleProtoSize_%s(v *%[1]s) int { return 0 }", r.Name)
			p.Line("func baleProtoDecode_%s(b []byte, v *%[1]s, alias bool) (int, error) { return 0, nil }", r.Name)
		}
	}
	return f
}

const (
	inOrder3   = "proto Order.A 1 int (int)\nproto Order.B 2 string (string)\nproto Order.C 3 bool (bool)\n"
	union5     = "proto Order.U.Int32 1 int32 (int32)\nproto Order.U.Other 2 *m.Other (*Other)\nproto Order.U.ValueList 3 []m.baleUnionU ([]union)\nproto Order.U.Struct 5 struct{B bool} (struct)\nproto Order.U.Other2 6 m.Other (Other)\n"
	keysOfKeys = "proto Order.M 1 map[struct{X int}]map[struct{Y int}]struct{Z int} (map[struct]map[struct]struct)\nproto Order.M.Z 1 int (int)\nproto Order.M[key].X 1 int (int)\nproto Order.M[key]'.Y 1 int (int)\n"
	lacksB     = "proto Order.A 1 int (int)\nproto Order.B 2 string (string) removed\nproto Order.C 3 bool (bool)\n"
)

// longLine is longer than the 64 KiB that a bufio.Scanner reads.
var longLine = "proto Gone.A 3 struct{" + strings.Repeat("X int; ", 10_000) + "}\n"

// TestLock checks field numbers, the new content of the lock file, and which changes are refused.
func TestLock(t *testing.T) {
	f := numberedFormat()
	for _, c := range []struct{ name, fields, lock, numbers, want, err string }{
		{"new", "A int; B string; C bool", "", "[1 2 3]", inOrder3, ""},
		{"same", "A int; B string; C bool", inOrder3, "[1 2 3]", inOrder3, ""},
		{"reordered", "C bool; A int; B string", inOrder3, "[3 1 2]", inOrder3, ""},
		{"removed", "A int; C bool", inOrder3, "[1 3]", lacksB, ""},
		{"added behind what is reserved", "X int; A int; C bool", lacksB, "[5 1 3]", lacksB + "proto Order.X 5 int (int)\n", ""},
		{"back again", "A int; B string; C bool", lacksB, "[1 2 3]", inOrder3, ""},
		{"back as something else", "A int; B int; C bool", lacksB, "[1 5 3]", lacksB + "proto Order.B 5 int (int)\n", ""},
		{"tags", "A int `n:\"7\"`; B string; C bool //bale:2", "", "[7 8 2]", "proto Order.C 2 bool (bool)\nproto Order.A 7 int (int)\nproto Order.B 8 string (string)\n", ""},
		{"without types", "A int; B string; C bool", "proto Order.A 1 int\nproto Order.B 2 string\nproto Order.C 3 bool\n", "[1 2 3]", inOrder3, ""},
		{"wider", "A int64", "proto Order.A 1 int32 (int32)\n", "[1]", "proto Order.A 1 int64 (int64)\n", ""},
		{"what others have", "A int", "sproto Order.A 0 integer\nproto Gone.B 3 int\n", "[1]", "proto Gone.B 3 int\nproto Order.A 1 int (int)\nsproto Order.A 0 integer\n", ""},
		{"holds the unknown", "A int; U []byte //bale:unknown", "", "[1 -1]", "proto Order.A 1 int (int)\n", ""},
		{"parts", "P struct{ X int }; Q []Other", "", "[1 2]", "proto Order.P 1 struct{X int} (struct)\nproto Order.Q 2 []m.Other ([]Other)\nproto Order.P.X 1 int (int)\nproto Other.Y 1 int (int)\n", ""},
		{"union", "U any //bale:union int32,*Other,[]any,struct{ B bool },Other", "", "[1]", "proto Order.U 1 m.baleUnionU (union)\n" + union5 + "proto Order.U.Struct.B 1 bool (bool)\nproto Other.Y 1 int (int)\n", ""},
		{"union with others", "U any //bale:union string,*Other,[]any,Other,Code,[2]string", "proto Order.U 1 m.baleUnionU (union)\n" + union5 + "proto Order.U.Code 7 int16 (int16)\n", "[1]",
			"proto Order.U 1 m.baleUnionU (union)\n" + strings.NewReplacer("(int32)\n", "(int32) removed\n", "(struct)\n", "(struct) removed\n").Replace(union5) +
				"proto Order.U.Code 7 m.Code (int32)\nproto Order.U.String 8 string (string)\nproto Order.U.StringArray2 9 [2]string ([2]string)\nproto Other.Y 1 int (int)\n", ""},
		{"union with another type of the name", "U any //bale:union Code", "proto Order.U 1 m.baleUnionU (union)\nproto Order.U.Code 3 string (string)\n", "", "",
			"own.go:4:27: Order.U.Code: number 3 is string (string) in bale.lock line 3, and would be m.Code (int32), which does not read what has been written: add a field instead, or delete the line if no message has been written; where only a type has another name, change it in bale.lock, too; or run bale gen -accept=Order.U.Code if nobody keeps such messages"},
		{"keys of maps in maps", "M map[struct{ X int }]map[struct{ Y int }]struct{ Z int }", "", "[1]", keysOfKeys, ""},
		{"keys of maps in maps, same", "M map[struct{ X int }]map[struct{ Y int }]struct{ Z int }", keysOfKeys, "[1]", keysOfKeys, ""},
		{"a long line", "A int; B string", longLine + "proto Order.B 5 string (string)\n", "[6 5]", longLine + "proto Order.B 5 string (string)\nproto Order.A 6 int (int)\n", ""},

		{"removed from a key", "M map[struct{ X int }]int", "proto Order.M 1 map[struct{X int}]int (map[struct]int)\nproto Order.M[key].X 1 int (int)\nproto Order.M[key].Y 2 int (int)\n", "", "", "own.go:4:35: Order.M[key]: Y, which has the number 2 (bale.lock line 4), is gone, and keys of maps that differ only in it would become one: keep it, or run bale gen -accept if nobody keeps such messages"},
		{"renamed", "A int; X string; C bool", inOrder3, "", "", "own.go:5:2: Order.X: the field is new, and B, which has the number 2 and the same type (bale.lock line 3), is gone: if it was renamed, rename it in that line, too; if it is another field, remove the one and add the other in two runs of bale gen, or run bale gen -accept=Order.X if nobody keeps such messages"},
		{"type renamed", "A int; C bool; D string", strings.ReplaceAll(lacksB, "Order", "Purchase"), "", "", "own.go:4:6: Order: the type is new, and Purchase, which had such fields with other numbers (bale.lock line 2), is gone: if it was renamed, rename it in all these lines, too; if it is another type, delete them, or run bale gen -accept=Order if nobody keeps such messages"},
		{"type renamed, same numbers", "A int; B string; C bool", strings.ReplaceAll(inOrder3, "Order", "Purchase"), "[1 2 3]", inOrder3 + strings.ReplaceAll(inOrder3, "Order", "Purchase"), ""},
		{"accept: type renamed", "A int; C bool; D string", "accept\n" + strings.ReplaceAll(lacksB, "Order", "Purchase"), "[1 2 3]", "proto Order.A 1 int (int)\nproto Order.C 2 bool (bool)\nproto Order.D 3 string (string)\n" + strings.ReplaceAll(lacksB, "Order", "Purchase"), ""},
		{"struct without a name renamed", "B struct{ X, Y int }", "proto Order.B 1 struct{X int; Y int} (struct)\nproto Order.A.X 1 int (int)\nproto Order.A.Y 3 int (int)\n", "", "", "own.go:4:21: Order.B: the type is new, and Order.A, which had such fields with other numbers (bale.lock line 3), is gone: if it was renamed, rename it in all these lines, too; if it is another type, delete them, or run bale gen -accept=Order.B if nobody keeps such messages"},
		{"renamed in the lock, too", "A int; X string; C bool", strings.Replace(inOrder3, "Order.B", "Order.X", 1), "[1 2 3]", strings.Replace(inOrder3, "Order.B", "Order.X", 1), ""},
		{"another type for a removed one", "A int; X float64; C bool", inOrder3, "[1 5 3]", lacksB + "proto Order.X 5 float64 (float64)\n", ""},
		{"another field after a removed one", "A int; X string; C bool", lacksB, "[1 5 3]", lacksB + "proto Order.X 5 string (string)\n", ""},
		{"another number for a removed one", "A int; X string `n:\"7\"`; C bool", inOrder3, "[1 7 3]", lacksB + "proto Order.X 7 string (string)\n", ""},
		{"accept: renamed", "A int; X string; C bool", "accept\n" + inOrder3, "[1 5 3]", "proto Order.A 1 int (int)\nproto Order.C 3 bool (bool)\nproto Order.X 5 string (string)\n", ""},
		{"accept: narrower", "A int32", "accept\nproto Order.A 1 int64 (int64)\n", "[2]", "proto Order.A 2 int32 (int32)\n", ""},
		{"accept: exchanged tags", "A int `n:\"2\"`; B string `n:\"1\"`", "accept\nproto Order.A 1 int (int)\nproto Order.B 2 string (string)\n", "[2 1]", "proto Order.B 1 string (string)\nproto Order.A 2 int (int)\n", ""},
		{"accept: another tag", "A int `n:\"7\"`", "accept\nproto Order.A 1 int (int)\n", "[7]", "proto Order.A 7 int (int)\n", ""},
		{"narrower", "A int32", "proto Order.A 1 int64 (int64)\n", "", "", "own.go:4:21: Order.A: number 1 is int64 (int64) in bale.lock line 2, and would be int32 (int32), which does not read what has been written: add a field instead, or delete the line if no message has been written; where only a type has another name, change it in bale.lock, too; or run bale gen -accept=Order.A if nobody keeps such messages"},
		{"another tag", "A int `n:\"7\"`", "proto Order.A 1 int (int)\n", "", "", "own.go:4:21: Order.A: the number is 7 here, and 1 in bale.lock line 2: messages that are there have 1; take that, or delete the line if there are none"},
		{"a tag of a field", "A int; B int `n:\"1\"`", "proto Order.A 1 int (int)\n", "", "", "own.go:4:28: Order.B: A has the number 1 already: take another one"},
		{"a tag of a removed one", "B int `n:\"1\"`", "proto Order.A 1 int (int)\n", "", "", "own.go:4:21: Order.B: A has the number 1 already, though it was removed (bale.lock line 2): take another one"},
		{"no number for a field", "A int `n:\"4\"`", "", "", "", "own.go:4:21: Order.A: no field of the format proto can have the number 4: use one from 1 to 99 that the format does not reserve"},
		{"two numbers", "A int `n:\"5\"` //bale:6", "", "", "", "own.go:4:21: Order.A: the directive says number 6 and the tag says 5: remove one of them"},
		{"no room", "A int `n:\"99\"`; B int", "", "", "", "own.go:4:37: Order.B: there is no number left for it, since a new field gets one above the highest in use, and the highest is 99: give it one that is not in use, as in //bale:1"},
		{"two numbers in the lock", "A int; B bool", "proto Order.A 1 int (int)\nproto Order.B 2 bool (bool)\nproto Order.A 3 int (int)\n", "", "", "bale.lock:4:1: Order.A: line 2 has the field already, with the number 1: delete the line with the number that no existing message has"},
		{"two numbers, one removed", "A int; B bool", "proto Order.A 1 string (string) removed\nproto Order.B 2 bool (bool)\nproto Order.A 3 int (int)\n", "[3 2]", "proto Order.A 1 string (string) removed\nproto Order.B 2 bool (bool)\nproto Order.A 3 int (int)\n", ""},
		{"a merge", "A int", "proto Order.A 1 int (int)\n<<<<<<< HEAD\nproto Order.B 1 int (int)\n", "", "", "bale.lock:3:1: \"<<<<<<< HEAD\" is not a line of a lock file: want `proto Order.Lines 2 repeated Line ([]Line)`; to resolve a merge conflict, keep the lines of both sides, and renumber one of two fields that have the same number\nbale.lock:4:1: Order.B: line 2 already has the number 1: delete the line of the field that no existing message has"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			files := map[string]string{"go.mod": "module example.com/m\n\ngo 1.24\n",
				"own.go": "package m\n\n//bale:gen wire=proto\ntype Order struct { " + strings.ReplaceAll(c.fields, ";", "\n") + "\n}\n\ntype Other struct { Y int }\n\ntype Code int32\n"}
			if strings.Contains(c.err, ":4:") { // the fields are declared on one line
				files["own.go"] = strings.ReplaceAll(files["own.go"], "\n B", "; B")
			}
			old, accept := strings.CutPrefix(c.lock, "accept\n")
			if old != "" {
				files[lock.FileName] = lock.Head + old
			}
			for name, text := range files {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			outputs, err := Generate(t.Context(), &Request{Dir: dir, Pattern: ".", Known: []*emit.Format{f}, Accept: accept})
			if err != nil {
				t.Fatal(err)
			}
			made, err := outputs[0].Files, outputs[0].Err
			if c.err != "" {
				if err == nil || strings.ReplaceAll(err.Error(), "\n\t", "\n") != c.err {
					t.Fatalf("got\n%v\nwant\n%s", err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if want := "// " + c.numbers + "\n"; !strings.Contains(string(made[0].Data), want) {
				t.Errorf("want %s in\n%s", want, made[0].Data)
			}
			if got := string(made[1].Data); made[1].Path != filepath.Join(dir, lock.FileName) || got != lock.Head+c.want {
				t.Errorf("%s has\n%s\nwant\n%s", made[1].Path, got, lock.Head+c.want)
			}
		})
	}
}

// TestNumbersAlone checks that without a lock file, fields get the numbers that a new lock file would have.
func TestNumbersAlone(t *testing.T) {
	s := &model.Struct{Fields: []*model.Field{{Name: "A", Tag: "n:\"3\""}, {Name: "B"}, {Name: "C"}, {Name: "D", Tag: "n:\"1\""}}}
	var d *plan.Directives
	if got := fmt.Sprint(d.Numbers(numberedFormat().Lock.Numbers, s)); got != "[3 5 6 1]" {
		t.Errorf("got %s", got)
	}
}

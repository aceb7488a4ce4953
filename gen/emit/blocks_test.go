package emit

import (
	"strings"
	"testing"

	"bale/gen/plan"
	"bale/model"
)

func testDecoder(count string) *Decoder {
	p := NewPrinter("example.com/own")
	g := &Generator{Printer: p, Graph: &plan.Graph{Home: p.Package}, Title: "baleTest"}
	g.FindSharing(nil)
	return NewDecoder(g, count)
}

// TestExits checks that an error records the field and the enclosing loops, and that the function returns the result that its
// callers expect.
func TestExits(t *testing.T) {
	for _, c := range []struct {
		name string
		exit func(x *ErrorReturns)
		want string
	}{
		{"a field", func(x *ErrorReturns) { x.ReturnError("balecore.Overflow", "Fee", "n-2") }, "return d.Stop(balecore.Overflow, \"Fee\", n-2)\n"},
		{"in a loop", func(x *ErrorReturns) {
			x.Within(x.AddIndexLine("List", "i"), func() { x.ReturnError("balecore.Overflow", "Fee", "n") })
		}, "d.Stop(balecore.Overflow, \"Fee\", n)\nreturn d.InIndex(\"List\", i)\n"},
		{"an error that is already recorded", func(x *ErrorReturns) { x.ReturnErrorBy("") }, "return -1\n"},
		{"a call", func(x *ErrorReturns) { x.ReturnFailedIf("Fee", "n = %s; n < 0", "get()") }, "if n = get(); n < 0 {\nreturn d.In(\"Fee\")\n}\n"},
		{"a call for the value itself", func(x *ErrorReturns) { x.ReturnFailed("") }, "return -1\n"},
		{"a method for it", func(x *ErrorReturns) { x.ReturnFailed("Fee") }, "return d.In(\"Fee\")\n"},
		{"a method for it, in a loop", func(x *ErrorReturns) {
			x.Within(x.AddIndexLine("", "i"), func() { x.ReturnFailed("Fee") })
		}, "d.At(\"Fee\")\nreturn d.InIndex(\"\", i)\n"},
		{"a bool", func(x *ErrorReturns) { x.Result = "false"; x.ReturnError("balecore.Overflow", "Fee", "") }, "return d.FailAt(balecore.Overflow, \"Fee\")\n"},
		{"a bool for the value itself", func(x *ErrorReturns) { x.Result = "false"; x.ReturnError("balecore.Overflow", "", "") }, "return d.Fail(balecore.Overflow)\n"},
		{"an encoder", func(x *ErrorReturns) { x.Receiver, x.Result = "e", "0"; x.ReturnFailed("Fee") }, "e.At(\"Fee\")\nreturn 0\n"},
	} {
		d := testDecoder("int")
		if got := d.Capture(func() { c.exit(d.ErrorReturns) }); got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		}
	}
}

// TestLocals checks that variables are declared once, grouped by type, before the block that needs them.
func TestLocals(t *testing.T) {
	d := testDecoder("int")
	got := d.Capture(func() {
		d.Declared(func() {
			d.Line("%s, %s = 1, 2", d.Need("k", "int"), d.Need("c", "int"))
			d.Need("k", "int")
			d.Declared(func() { d.Line("%s = 3", d.Need("x", "uint64")) })
			d.Line("_ = %s", d.Need("b", "=balecore.All(d.B)"))
		})
	})
	if want := "b := balecore.All(d.B)\nvar c, k int\nk, c = 1, 2\nvar x uint64\nx = 3\n_ = b\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestCursor checks that constants are added up until the variable has to hold the position.
func TestCursor(t *testing.T) {
	d := testDecoder("int")
	c := NewCursor(d.Locals)
	got := d.Capture(func() {
		c.AddConst(3)
		d.Line("get(%s, %s)", c.Pos(), c.PosPlus(-3))
		c.AddVar("k")
		c.AddConst(1)
		c.Flush()
		c.Flush()
		c.AddConst(2)
		c.Set("put(" + c.Pos() + ")")
		c.EnterRun()
		c.AddConst(4)
		d.Line("get(%s, %s)", c.Pos(), c.Offset())
		c.AddVar("k")
		d.Line("get(%s, %s)", c.Pos(), c.Offset())
	})
	if want := "get(n+3, n)\nn += 3 + k\nn++\nn = put(n+2)\nget(4, n+4)\nm = 4 + k\nget(m, n+m)\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestDecoder checks the printed parts of decoding functions, with int and with uint64 counts.
func TestDecoder(t *testing.T) {
	text, octet := &model.Basic{Kind: model.String}, &model.Basic{Kind: model.Uint8}
	named := &model.Named{Package: "example.com/own", Name: "Text", Underlying: text}
	list := &model.Slice{Elem: text}
	for _, c := range []struct {
		name  string
		count string
		print func(d *Decoder)
		want  string
	}{
		{"a string", "int", func(d *Decoder) { d.Line("%s", d.String(text, plan.Rules{}, "b", "s")) }, "s\n"},
		{"a string of a named type", "int", func(d *Decoder) { d.Line("%s", d.String(named, plan.Rules{}, "b", "s")) }, "Text(s)\n"},
		{"a string with its own memory", "int", func(d *Decoder) { d.Line("%s", d.String(named, plan.Rules{Own: true}, "b", "s")) }, "Text(b)\n"},
		{"an interned string", "int", func(d *Decoder) { d.Line("%s", d.String(text, plan.Rules{Intern: true}, "b", "s")) }, "d.Intern(b)\n"},
		{"a slice", "int", func(d *Decoder) { d.MakeSlice("(*v)", list, plan.Rules{}, "k", "A") },
			"if *v != nil && cap(*v) >= k {\n*v = balecore.Resize(*v, k)\n} else {\nif !d.ChargeBytes(16*uint64(k), 0) {\nreturn d.Stop(d.Refusal(0), \"A\", n)\n}\n*v = make([]string, k)\n}\n"},
		{"a slice that claims bytes", "uint64", func(d *Decoder) {
			d.ClaimedBytes, d.EmptyNotNil = ClaimMinSize(func(model.Type) int { return 3 }), false
			d.MakeSlice("v.A", list, plan.Rules{}, "k", "A")
		}, "if uint64(cap(v.A)) >= k {\nv.A = balecore.Resize(v.A, int(k))\n} else {\nif !d.ChargeBytes(16*k, 3*k) {\nreturn d.Stop(d.Refusal(3*k), \"A\", n)\n}\nv.A = make([]string, k)\n}\n"},
		{"a slice from a slab", "uint64", func(d *Decoder) {
			d.AddSlab(text)
			d.TakeElems, d.Counted, d.EmptyNotNil, d.SlabClaimBits = d.TakeCountedElems, true, false, func(model.Type) int { return 4 }
			d.MakeSlice("v.A", list, plan.Rules{}, "k", "")
		}, "if uint64(cap(v.A)) >= k {\nv.A = balecore.Resize(v.A, int(k))\nd.slabs.totals[0] -= int(k)\n} else {\nif k > uint64(d.slabs.slab0.Left()) {\nif code := d.ChargeSlab(k, d.slabs.slab0.Left(), d.slabs.totals[0], 16, 4); code != 0 {\nreturn d.Stop(code, \"\", n)\n}\n}\nv.A = balecore.Take(&d.slabs.slab0, &d.slabs.totals[0], int(k))\n}\n"},
		{"bytes", "int", func(d *Decoder) { d.GetBytes("v.A", &model.Slice{Elem: octet}, plan.Rules{}, "n", "k", "A") },
			"if d.Alias {\nv.A = d.B[n : n+k : n+k]\n} else {\nif cap(v.A) < k || balecore.Overlaps(v.A, d.B) {\nif !d.ChargeBytes(uint64(k), 0) {\nreturn d.Stop(d.Refusal(0), \"A\", n)\n}\nv.A = nil\n}\nv.A = append(v.A[:0], d.B[n:n+k]...)\nif v.A == nil {\nv.A = []byte{}\n}\n}\n"},
		{"bytes with their own memory", "uint64", func(d *Decoder) {
			d.EmptyNotNil = false
			d.GetBytes("v.A", &model.Slice{Elem: octet}, plan.Rules{Own: true}, "n", "k", "A")
		}, "if uint64(cap(v.A)) < k || balecore.Overlaps(v.A, d.B) {\nif !d.ChargeBytes(k, 0) {\nreturn d.Stop(d.Refusal(0), \"A\", n)\n}\nv.A = nil\n}\nv.A = append(v.A[:0], d.B[n:n+int(k)]...)\n"},
		{"a pointer", "int", func(d *Decoder) { d.MakePointer("v.A", text, "A") },
			"if v.A == nil {\nif !d.ChargeBytes(16, 0) {\nreturn d.Stop(d.Refusal(0), \"A\", n)\n}\nv.A = new(string)\n}\n"},
		{"entries of a map", "int", func(d *Decoder) {
			d.ChargeMap(&model.Map{Key: octet, Elem: text}, "k", "A")
		}, "if code := d.ChargeMap(uint64(k), 24, 0); code != 0 {\nreturn d.Stop(code, \"A\", n)\n}\n"},
		{"a limit", "int", func(d *Decoder) { d.CheckLimit(plan.Rules{Max: 5}, "k", "A") }, "if k > 5 {\nreturn d.Stop(balecore.TooLong, \"A\", n)\n}\n"},
		{"no limit", "int", func(d *Decoder) { d.CheckLimit(plan.Rules{}, "k", "A") }, ""},
		{"entries", "uint64", func(d *Decoder) {
			d.GetEntries("v.A", &model.Map{Key: octet, Elem: text}, "k", "A", "key", "elem", func() { d.Line("get()") })
		}, "for i := range int(k) {\nvar key uint8\nvar elem string\nget()\nv.A[key] = elem\nif len(v.A) != i+1 {\nd.Stop(balecore.Duplicate, \"\", n)\nreturn d.InIndex(\"A\", i)\n}\n}\n"},
		{"a member", "int", func(d *Decoder) { d.DeclareMember("x", "(*v)", text, "(string)") },
			"if !d.ChargeBytes(16, 0) {\nreturn d.Stop(d.Refusal(0), \"(string)\", n)\n}\nvar x string\n"},
		{"a pointer as a member", "int", func(d *Decoder) { d.DeclareMember("x", "(*v)", &model.Pointer{Elem: text}, "") }, "x, _ := (*v).(*string)\n"},
	} {
		d := testDecoder(c.count)
		got := d.Capture(func() { c.print(d) })
		if got = strings.ReplaceAll(got, "[]uint8", "[]byte"); got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		}
	}
}

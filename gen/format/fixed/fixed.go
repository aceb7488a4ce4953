// Package fixed prints code for the format of Skycoin's encoder (github.com/skycoin/skycoin, cipher/encoder). Numbers have
// their full width and are little endian. Strings, slices and maps begin with a four-byte count.
//
// Types that this encoder does not support are encoded as follows:
//
//	int, uint, uintptr    eight bytes
//	complex numbers       the two parts
//	pointers              a byte 0 or 1, and the value that a pointer points at
//	times                 seconds since 1970 (8 bytes), nanoseconds (4), offset of the zone from UTC in seconds (4)
//	custom types          the result of the marshal method, like a byte slice
//	interfaces            four bytes with the position of the value's type in the union, from 1, or 0 for nil, and the value
package fixed

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"bale/gen/emit"
	"bale/gen/emit/sequence"
	"bale/gen/printer"
	"bale/model"
)

// Format is the fixed format.
var Format = func() *emit.Format {
	f := sequence.Format("fixed", "Fixed", coding{})
	f.View.MaxLen, f.Check.Root, f.Methods.Elements.Func = maxLen, check, "CountFixed"
	f.Print.Facts = func(root *model.Named) emit.Facts {
		return emit.Facts{NilIsEmpty: true, Unterminated: unterminated(root)}
	}
	return f
}()

type coding struct{}

func (coding) HasNilFlags() bool { return false }
func (coding) ScansFirst() bool  { return true }
func (coding) Padding() int      { return 1 }
func (coding) Slack() int        { return 0 }

// MemoryForm reports numbers, and arrays of them, if their width and byte order in memory are those of the format: one-byte integers
// on all machines, and other numbers on little-endian 64-bit machines.
func (c coding) MemoryForm(t model.Type) (everywhere, wide bool) {
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		return u.Kind == model.Int8 || u.Kind == model.Uint8, u.Kind != model.Bool && u.Kind != model.String
	case *model.Array:
		return c.MemoryForm(u.Elem)
	}
	return false, false
}

// FieldRule reads the field's tag for Skycoin's encoder.
func (coding) FieldRule(f *model.Field) sequence.Rule {
	tag := reflect.StructTag(f.Tag).Get("enc")
	r := sequence.Rule{Skip: strings.HasPrefix(tag, "-"), Omit: strings.Contains(tag, ",omitempty")}
	if _, maxText, ok := strings.Cut(tag, ",maxlen="); ok {
		maxText, _, _ = strings.Cut(maxText, ",")
		r.Max, _ = strconv.Atoi(maxText) // check has reported an invalid number
	}
	return r
}

func (coding) NumberWidth(k model.Kind) sequence.Width {
	n := k.Bits() / 8
	return sequence.Width{Min: n, Max: n}
}

func (coding) CountWidth() sequence.Width { return sequence.Width{Min: 4, Max: 4} }
func (coding) TimeWidth() sequence.Width  { return sequence.Width{Min: 16, Max: 16} }

func (coding) HasInvalid(k model.Kind) bool      { return k == model.Bool || k.Native() }
func (coding) GetFlag(at string) (x, typ string) { return "balecore.Get8(b, " + at + ")", "uint8" }

// Every number and count has a fixed width.
func (coding) SizeNumber(*sequence.Printer, model.Kind, string) string {
	panic("numbers have a fixed width")
}
func (coding) SizeCount(*sequence.Printer, string) string { panic("counts have a fixed width") }
func (coding) SizeTime(*sequence.Printer, string)         {}

func (coding) PutNumber(p *sequence.Printer, k model.Kind, x string) {
	switch bits := k.Bits(); k {
	case model.Bool:
		p.Line("balecore.Put8(b, %s, uint8(balecore.Bit(%s)))", p.Pos(), x)
	case model.Float32, model.Float64:
		p.Line("balecore.Put%d(b, %s, %s.Float%dbits(float%d(%s)))", bits, p.Pos(), p.Import("math"), bits, bits, x)
	default:
		p.Line("balecore.Put%d(b, %s, uint%d(%s))", bits, p.Pos(), bits, x)
	}
	p.AddConst(k.Bits() / 8)
}

func (coding) PutCount(p *sequence.Printer, x string) {
	p.Line("balecore.Put32(b, %s, uint32(%s))", p.Pos(), x)
	p.AddConst(4)
}

func (coding) PutTime(p *sequence.Printer, x string) {
	p.Line("balecore.Put64(b, %s, uint64(%s.Unix()))", p.Pos(), x)
	p.Line("balecore.Put32(b, %s, uint32(%s.Nanosecond()))", p.PosPlus(8), x)
	p.Line("balecore.Put32(b, %s, uint32(balecore.Zone(%s)))", p.PosPlus(12), printer.Addr(x))
	p.AddConst(16)
}

func (coding) ScanNumber(p *sequence.Printer, k model.Kind, path string) {
	switch {
	case k == model.Bool:
		p.ReturnErrorIf("balecore.Malformed", path, p.Pos(), "balecore.Get8(b, %s) > 1", p.Pos())
	case k == model.Int:
		p.ReturnErrorIf("balecore.Overflow", path, p.Pos(), "%[1]s.UintSize == 32 && int64(balecore.Get64(b, %[2]s)) != int64(int32(balecore.Get64(b, %[2]s)))", p.Import("math/bits"), p.Pos())
	case k.Native():
		p.ReturnErrorIf("balecore.Overflow", path, p.Pos(), "%s.UintSize == 32 && balecore.Get32(b, %s) != 0", p.Import("math/bits"), p.PosPlus(4))
	}
	p.AddConst(k.Bits() / 8)
}

func (coding) ScanTime(p *sequence.Printer, path string) {
	p.ReturnErrorIf("balecore.Overflow", path, p.Pos(), "balecore.Get32(b, %s) >= 1e9", p.PosPlus(8))
	p.AddConst(16)
}

func (coding) OpenRun(p *sequence.Printer, r *sequence.Run) { p.Need("b", "=balecore.All(d.B)") }
func (coding) CloseRun(*sequence.Printer, *sequence.Run)    {}

func (coding) GetNumber(p *sequence.Printer, k model.Kind, x, typ, path string) {
	if k == model.Bool {
		p.Line("%s = balecore.Get8(b, %s) != 0", x, p.Pos())
	} else {
		p.Line("%s = %s", x, p.FromBits(k, typ, func(bits, at int) string { return fmt.Sprintf("balecore.Get%d(b, %s)", bits, p.PosPlus(at)) }))
	}
	p.AddConst(k.Bits() / 8)
}

func (coding) GetCount(p *sequence.Printer, x string) {
	p.Line("%s = uint64(balecore.Get32(b, %s))", x, p.Pos())
	p.AddConst(4)
}

func (coding) GetRestOfCount(*sequence.Printer, string, string) {}

func (coding) GetTime(p *sequence.Printer, x, path, _ string) {
	p.Line("%s = d.OtherTime(int64(balecore.Get64(b, %s)), balecore.Get32(b, %s), int32(balecore.Get32(b, %s)))", x, p.Pos(), p.PosPlus(8), p.PosPlus(12))
	p.Import("time")
	p.AddConst(16)
}

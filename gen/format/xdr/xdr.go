// Package xdr prints code for XDR (RFC 4506), with the choices of github.com/davecgh/go-xdr. Numbers are big endian and take
// four bytes, or eight if the type has 64 bits. Strings, slices and maps begin with a count. Every part is padded to a multiple
// of four bytes. Bytes are opaque data, a pointer is optional data, and a time is text as in RFC 3339.
//
// Types that XDR does not have are encoded as follows: int, uint and uintptr as hyper, a complex number as its two parts, and
// the result of a custom method as opaque data.
package xdr

import (
	"fmt"
	"reflect"

	"bale/gen/emit"
	"bale/gen/emit/sequence"
	"bale/gen/plan"
	"bale/model"
)

// Format is the XDR format.
var Format = func() *emit.Format {
	f := sequence.Format("xdr", "XDR", coding{})
	f.Check.Root, f.Methods.Elements.Func = check, "CountXDR"
	f.Print.Facts = func(*model.Named) emit.Facts { return emit.Facts{NilIsEmpty: true} }
	return f
}()

type coding struct{}

func (coding) HasNilFlags() bool { return false }
func (coding) Padding() int      { return 4 }
func (coding) ScansFirst() bool  { return true }

// Slack returns 8. Zeros are stored after a string even if it needs no padding, and eight digits of a time are stored at once
// even if it has fewer.
func (coding) Slack() int { return 8 }

// MemoryForm reports bytes, of named types, too: they are opaque data. In a list, each array is padded separately, so MemoryForm reports
// arrays only if they need no padding.
func (c coding) MemoryForm(t model.Type) (everywhere, wide bool) {
	if a, ok := model.Underlying(t).(*model.Array); ok {
		everywhere, _ = c.MemoryForm(a.Elem)
		return everywhere && plan.SizeInMemory(a)%4 == 0, false
	}
	return model.IsKind(t, model.Uint8), false
}

func (coding) FieldRule(*model.Field) sequence.Rule { return sequence.Rule{} }

func (coding) NumberWidth(k model.Kind) sequence.Width {
	n := max(4, k.Bits()/8)
	return sequence.Width{Min: n, Max: n}
}

func (coding) CountWidth() sequence.Width { return sequence.Width{Min: 4, Max: 4} }

// TimeWidth returns the widths of 2006-01-02T15:04:05Z and 2006-01-02T15:04:05.999999999+07:00, with count and padding.
func (coding) TimeWidth() sequence.Width { return sequence.Width{Min: 4 + 20, Max: 4 + 36} }

// HasInvalid includes int, uint and uintptr, which may have 32 bits.
func (coding) HasInvalid(k model.Kind) bool { return k.Bits() < 32 || k.Native() }

func (coding) GetFlag(at string) (x, typ string) { return "balexdr.Get32(b, " + at + ")", "uint32" }

// Every number and count has a fixed width.
func (coding) SizeNumber(*sequence.Printer, model.Kind, string) string {
	panic("numbers have a fixed width")
}
func (coding) SizeCount(*sequence.Printer, string) string { panic("counts have a fixed width") }

func (coding) SizeTime(p *sequence.Printer, x string) {
	if p.UpperBounds() {
		p.Line("e.CheckTime(&%s)", x)
	} else {
		p.AddInt("e.MeasureTime(&%s)", x)
	}
}

// encodedBits returns the number of bits of an encoded number.
func encodedBits(k model.Kind) int { return max(32, k.Bits()) }

func (coding) PutNumber(p *sequence.Printer, k model.Kind, x string) {
	bits := encodedBits(k)
	switch k {
	case model.Bool:
		x = "uint32(balecore.Bit(" + x + "))"
	case model.Float32, model.Float64:
		x = fmt.Sprintf("%s.Float%dbits(float%d(%s))", p.Import("math"), bits, bits, x)
	default:
		x = fmt.Sprintf("uint%d(%s)", bits, x)
	}
	p.Line("balexdr.Put%d(b, %s, %s)", bits, p.Pos(), x)
	p.AddConst(bits / 8)
}

func (coding) PutCount(p *sequence.Printer, x string) {
	p.Line("balexdr.Put32(b, %s, uint32(%s))", p.Pos(), x)
	p.AddConst(4)
}

func (coding) PutTime(p *sequence.Printer, x string) {
	p.Set(fmt.Sprintf("balexdr.StoreTime(b, %s, &%s)", p.Pos(), x))
}

// ScanNumber prints a check that a number fits its type: every encoded number has at least 32 bits.
func (coding) ScanNumber(p *sequence.Printer, k model.Kind, path string) {
	invalid, code := "", "balecore.Overflow"
	switch k {
	case model.Bool:
		invalid, code = fmt.Sprintf("balexdr.Get32(b, %s) > 1", p.Pos()), "balecore.Malformed"
	case model.Uint8, model.Uint16:
		invalid = fmt.Sprintf("balexdr.Get32(b, %s)>>%d != 0", p.Pos(), k.Bits())
	case model.Int8, model.Int16:
		invalid = fmt.Sprintf("balexdr.Wide%d(balexdr.Get32(b, %s))", k.Bits(), p.Pos())
	case model.Int:
		invalid = fmt.Sprintf("bits.UintSize == 32 && balexdr.Wide32(balexdr.Get64(b, %s))", p.Pos())
	case model.Uint, model.Uintptr:
		invalid = fmt.Sprintf("bits.UintSize == 32 && balexdr.Get32(b, %s) != 0", p.Pos())
	}
	if invalid != "" {
		p.ReturnErrorIf(code, path, p.Pos(), "%s", invalid)
	}
	p.AddConst(encodedBits(k) / 8)
}

// ScanTime is never called, since a time is scanned like a string.
func (coding) ScanTime(*sequence.Printer, string) { panic("times are scanned as text") }

func (coding) OpenRun(p *sequence.Printer, r *sequence.Run) { p.Need("b", "=balecore.All(d.B)") }
func (coding) CloseRun(*sequence.Printer, *sequence.Run)    {}

func (coding) GetNumber(p *sequence.Printer, k model.Kind, x, typ, path string) {
	switch k {
	case model.Bool:
		p.Line("%s = balecore.Get8(b, %s) != 0", x, p.PosPlus(3))
	case model.Int8, model.Uint8:
		p.Line("%s = %s(balecore.Get8(b, %s))", x, typ, p.PosPlus(3))
	default:
		p.Line("%s = %s", x, p.FromBits(k, typ, func(bits, at int) string {
			return fmt.Sprintf("balexdr.Get%d(b, %s)", max(32, bits), p.PosPlus(at))
		}))
	}
	p.AddConst(encodedBits(k) / 8)
}

func (coding) GetCount(p *sequence.Printer, x string) {
	p.Line("%s = uint64(balexdr.Get32(b, %s))", x, p.Pos())
	p.AddConst(4)
}

func (coding) GetRestOfCount(*sequence.Printer, string, string) {}

func (coding) GetTime(p *sequence.Printer, x, path, count string) {
	p.ReturnErrorIf("balecore.Malformed", path, p.Pos(), "!d.ReadTime(&%s, %s, int(%s))", x, p.Pos(), count)
}

// check returns errors for byte slices with a tag that makes go-xdr encode them as numbers.
func check(root *model.Named, _ *plan.Directives, home string) model.Errors {
	var errs model.Errors
	plan.EachStruct(root, home, func(path string, t model.Type) {
		for _, f := range model.Underlying(t).(*model.Struct).Fields {
			if reflect.StructTag(f.Tag).Get("xdropaque") == "false" {
				errs = append(errs, &model.Error{Pos: f.Pos, Path: path + "." + f.Name,
					Msg: "the xdr format always encodes bytes as opaque data: remove the tag xdropaque, or use a list of uint32" + plan.LeaveOut(t, f, f.Name, home)})
			}
		}
	})
	return errs
}

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
	"bale/schema"
)

// Format is the XDR format.
var Format = func() *emit.Format {
	f := sequence.Format("xdr", "XDR", coding{})
	f.Check, f.NilIsEmpty = Check, true
	return f
}()

type coding struct{}

func (coding) Nils() bool  { return false }
func (coding) Unit() int   { return 4 }
func (coding) Scans() bool { return true }

// Slack returns 8. Zeros are stored after a string even if it needs no padding, and eight digits of a time are stored at once
// even if it has fewer.
func (coding) Slack() int { return 8 }

// AsIs reports bytes, of named types, too: they are opaque data. In a list, each array is padded separately, so AsIs reports
// arrays only if they need no padding.
func (c coding) AsIs(t schema.Type) (everywhere, wide bool) {
	if a, ok := schema.Underlying(t).(*schema.Array); ok {
		everywhere, _ = c.AsIs(a.Elem)
		return everywhere && plan.Memory(a)%4 == 0, false
	}
	return schema.IsKind(t, schema.Uint8), false
}

func (coding) Rule(*schema.Field) sequence.Rule { return sequence.Rule{} }

func (coding) Number(k schema.Kind) sequence.Width {
	n := max(4, k.Bits()/8)
	return sequence.Width{Min: n, Max: n}
}

func (coding) Count() sequence.Width { return sequence.Width{Min: 4, Max: 4} }

// TimeWidth returns the widths of 2006-01-02T15:04:05Z and 2006-01-02T15:04:05.999999999+07:00, with count and padding.
func (coding) TimeWidth() sequence.Width { return sequence.Width{Min: 4 + 20, Max: 4 + 36} }

// Strict includes int, uint and uintptr, which may have 32 bits.
func (coding) Strict(k schema.Kind) bool { return k.Bits() < 32 || k.Native() }

func (coding) Flag(at string) (x, typ string) { return "baleXDRGet32(b, " + at + ")", "uint32" }

// Every number and count has a fixed width.
func (coding) SizeNumber(*sequence.Printer, schema.Kind, string) string {
	panic("numbers have a fixed width")
}
func (coding) SizeCount(*sequence.Printer, string) string { panic("counts have a fixed width") }

func (coding) SizeTime(p *sequence.Printer, x string) {
	if p.Loose() {
		p.Line("e.checkTime(&%s)", x)
	} else {
		p.AddInt("e.measureTime(&%s)", x)
	}
}

// encodedBits returns the number of bits of an encoded number.
func encodedBits(k schema.Kind) int { return max(32, k.Bits()) }

func (coding) PutNumber(p *sequence.Printer, k schema.Kind, x string) {
	bits := encodedBits(k)
	switch k {
	case schema.Bool:
		x = "uint32(baleBit(" + x + "))"
	case schema.Float32, schema.Float64:
		x = fmt.Sprintf("%s.Float%dbits(float%d(%s))", p.Import("math"), bits, bits, x)
	default:
		x = fmt.Sprintf("uint%d(%s)", bits, x)
	}
	p.Line("baleXDRPut%d(b, %s, %s)", bits, p.At(), x)
	p.Advance(bits / 8)
}

func (coding) PutCount(p *sequence.Printer, x string) {
	p.Line("baleXDRPut32(b, %s, uint32(%s))", p.At(), x)
	p.Advance(4)
}

func (coding) PutTime(p *sequence.Printer, x string) {
	p.Set(fmt.Sprintf("baleXDRStoreTime(b, %s, &%s)", p.At(), x))
}

// ScanNumber prints a check that a number fits its type: every encoded number has at least 32 bits.
func (coding) ScanNumber(p *sequence.Printer, k schema.Kind, path string) {
	invalid, code := "", "baleOverflow"
	switch k {
	case schema.Bool:
		invalid, code = fmt.Sprintf("baleXDRGet32(b, %s) > 1", p.At()), "baleMalformed"
	case schema.Uint8, schema.Uint16:
		invalid = fmt.Sprintf("baleXDRGet32(b, %s)>>%d != 0", p.At(), k.Bits())
	case schema.Int8, schema.Int16:
		invalid = fmt.Sprintf("baleXDRWide%d(baleXDRGet32(b, %s))", k.Bits(), p.At())
	case schema.Int:
		invalid = fmt.Sprintf("bits.UintSize == 32 && baleXDRWide32(baleXDRGet64(b, %s))", p.At())
	case schema.Uint, schema.Uintptr:
		invalid = fmt.Sprintf("bits.UintSize == 32 && baleXDRGet32(b, %s) != 0", p.At())
	}
	if invalid != "" {
		p.FailIf(code, path, p.At(), "%s", invalid)
	}
	p.Advance(encodedBits(k) / 8)
}

// ScanTime is never called, since a time is scanned like a string.
func (coding) ScanTime(*sequence.Printer, string) { panic("times are scanned as text") }

func (coding) Open(p *sequence.Printer, r *sequence.Run) { p.Need("b", "=baleAll(d.b)") }
func (coding) Close(*sequence.Printer, *sequence.Run)    {}

func (coding) GetNumber(p *sequence.Printer, k schema.Kind, x, typ, path string) {
	switch k {
	case schema.Bool:
		p.Line("%s = baleGet8(b, %s) != 0", x, p.AtPlus(3))
	case schema.Int8, schema.Uint8:
		p.Line("%s = %s(baleGet8(b, %s))", x, typ, p.AtPlus(3))
	default:
		p.Line("%s = %s", x, p.FromBits(k, typ, func(bits, at int) string {
			return fmt.Sprintf("baleXDRGet%d(b, %s)", max(32, bits), p.AtPlus(at))
		}))
	}
	p.Advance(encodedBits(k) / 8)
}

func (coding) GetCount(p *sequence.Printer, x string) {
	p.Line("%s = uint64(baleXDRGet32(b, %s))", x, p.At())
	p.Advance(4)
}

func (coding) MoreCount(*sequence.Printer, string, string) {}

func (coding) GetTime(p *sequence.Printer, x, path, count string) {
	p.FailIf("baleMalformed", path, p.At(), "!d.readTime(&%s, %s, int(%s))", x, p.At(), count)
}

func (coding) Helpers(p *sequence.Printer) { p.Runtime("xdr") }

// Check returns errors for byte slices with a tag that makes go-xdr encode them as numbers.
func Check(root *schema.Named, home string) schema.Errors {
	var errs schema.Errors
	plan.EachStruct(root, home, func(path string, s *schema.Struct) {
		for _, f := range s.Fields {
			if reflect.StructTag(f.Tag).Get("xdropaque") == "false" {
				errs = append(errs, &schema.Error{Pos: f.Pos, Path: path + "." + f.Name,
					Msg: "the xdr format always encodes bytes as opaque data: remove the tag xdropaque, or use a list of uint32"})
			}
		}
	})
	return errs
}

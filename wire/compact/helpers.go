package compact

import (
	"fmt"
	"strings"
)

// types prints the encoder, the decoder, and what every record needs.
func (p *printer) types() {
	p.Import("math/bits")
	n := len(p.slabs)
	p.Line("// baleCompactEncoder adds up what a message needs.\ntype baleCompactEncoder struct {\nsize int // bytes at most, beside the text\ntext int // bytes of all strings\ntotals [%d]int // elements by slab\nblobs int // bytes that types make themselves\ndepth int // of what holds itself\nerr error // the first that there was\n}\n", n)
	p.Line("// baleCompactDecoder is where the reading of a message stands.\ntype baleCompactDecoder struct {\nbaleFault\nb []byte\nn int // read of b\ntext string // not yet used\nalias bool\ndepth int // of what holds itself\ntotals [%d]int // elements that no slab was taken for yet", n)
	for i, e := range p.slabs {
		p.Line("slab%d []%s", i, p.Type(e))
	}
	p.Line("}\n")
	p.Line("%s", always)
}

func (p *printer) zoneHelper() {
	p.Zones()
	p.Helper("compact zones", zones)
}

func (p *printer) blobHelper() { p.Helper("compact blobs", blobs) }

func (p *printer) bytesHelper() {
	text := unsafeBytes
	if p.Safe {
		text = safeBytes
	}
	p.Helper("compact bytes", text)
}
func (p *printer) boolsHelper() { p.Helper("compact bools", boolLists) }
func (p *printer) numbersHelper() {
	p.Helper("compact numbers", numberLists+lists("Ints", "~int | ~int32 | ~int64", "baleZigzag(int64(%s))", "baleUnzigzag(%s)")+
		lists("Uints", "~uint | ~uint32 | ~uint64 | ~uintptr", "uint64(%s)", "%s"))
}

// lists is the text for lists of one kind of number.
func lists(name, kinds, to, from string) string {
	return strings.NewReplacer("NAME", name, "KINDS", kinds, "TO", fmt.Sprintf(to, "v[j]"), "FROM", fmt.Sprintf(from, "x")).Replace(numberList)
}

const safeBytes = `
func baleCompactPutBytes[T ~uint8 | ~int8](b baleBuffer, n int, v []T) int {
	for i, x := range v {
		b[n+i] = byte(x)
	}
	return len(v)
}

func baleCompactGetBytes[T ~uint8 | ~int8](d *baleCompactDecoder, v []T) {
	for i, x := range d.b[d.n : d.n+len(v)] {
		v[i] = T(x)
	}
	d.n += len(v)
}
`

const unsafeBytes = `
func baleCompactPutBytes[T ~uint8 | ~int8](b baleBuffer, n int, v []T) int {
	return copy(unsafe.Slice((*T)(unsafe.Add(b, n)), len(v)), v)
}

func baleCompactGetBytes[T ~uint8 | ~int8](d *baleCompactDecoder, v []T) {
	if len(v) > 0 {
		copy(v, unsafe.Slice((*T)(unsafe.Pointer(&d.b[d.n])), len(v)))
	}
	d.n += len(v)
}
`

const boolLists = `
func baleCompactPutBools[T ~bool](b baleBuffer, n int, v []T) int {
	for len(v) > 0 {
		var x uint8
		k := min(len(v), 8)
		for i, y := range v[:k] {
			x |= uint8(baleBit(bool(y))) << i
		}
		balePut8(b, n, x)
		n++
		v = v[k:]
	}
	return n
}

func baleCompactGetBools[T ~bool](d *baleCompactDecoder, v []T) bool {
	if (len(v)+7)/8 > len(d.b)-d.n {
		return d.fail(baleTruncated)
	}
	for len(v) > 0 {
		x := d.b[d.n]
		k := min(len(v), 8)
		for i := range v[:k] {
			v[i] = x&(1<<i) != 0
		}
		if x>>k != 0 {
			return d.fail(baleMalformed)
		}
		d.n++
		v = v[k:]
	}
	return true
}
`

const numberLists = `
// baleCompactPutLens writes the lengths of strings as a list of numbers.
func baleCompactPutLens[T ~string](b baleBuffer, n int, v []T) int {
	for len(v) > 0 {
		k := min(len(v), 16)
		var control uint64
		m := n + (k+1)/2
		for j := range v[:k] {
			x := uint64(len(v[j]))
			c := baleCompactLen(x)
			balePut64(b, m, x)
			m += int(c)
			control |= c << (4 * j)
		}
		for i := 0; i < k; i += 2 {
			balePut8(b, n, uint8(control>>(4*i)))
			n++
		}
		n = m
		v = v[k:]
	}
	return n
}

func baleCompactGetStrings[T ~string](d *baleCompactDecoder, v []T) bool {
	for len(v) > 0 {
		k := min(len(v), 16)
		var lens [16]uint64
		if !baleCompactGetUints(d, lens[:k]) {
			return false
		}
		for i, n := range lens[:k] {
			if n > uint64(len(d.text)) {
				return d.fail(baleTruncated)
			}
			v[i] = T(d.text[:n])
			d.text = d.text[n:]
		}
		v = v[k:]
	}
	return true
}
`

const numberList = `
// baleCompactPutNAME writes numbers in groups of 16, each with a control word before it.
func baleCompactPutNAME[T KINDS](b baleBuffer, n int, v []T) int {
	for len(v) > 0 {
		k := min(len(v), 16)
		var control uint64
		m := n + (k+1)/2
		for j := range v[:k] {
			x := TO
			c := baleCompactLen(x)
			balePut64(b, m, x)
			m += int(c)
			control |= c << (4 * j)
		}
		for i := 0; i < k; i += 2 {
			balePut8(b, n, uint8(control>>(4*i)))
			n++
		}
		n = m
		v = v[k:]
	}
	return n
}

func baleCompactGetNAME[T KINDS](d *baleCompactDecoder, v []T) bool {
	for len(v) > 0 {
		k := min(len(v), 16)
		n := d.n
		var b baleBuffer
		if len(d.b)-n >= 144 {
			b = baleAt(d.b, n)
		} else {
			var tail [144]byte
			copy(tail[:], d.b[n:])
			b = baleAll(tail[:])
		}
		m := (k + 1) / 2
		control := baleGet64(b, 0) & baleCompactMask[m]
		if control&(control<<1|control<<2|control<<3)&0x8888888888888888 != 0 || k&1 == 1 && control>>(4*k) != 0 {
			return d.fail(baleMalformed)
		}
		wide := uint64(0)
		for j := range v[:k] {
			c := control >> (4 * j) & 15
			x := baleGet64(b, m) & baleCompactMask[c]
			m += int(c)
			y := FROM
			v[j] = T(y)
			if int64(v[j]) != int64(y) {
				wide++
			}
		}
		if n += m; n > len(d.b) {
			return d.fail(baleTruncated)
		}
		if wide != 0 {
			return d.fail(baleOverflow)
		}
		d.n = n
		v = v[k:]
	}
	return true
}
`

const always = `
// baleCompactLen is how many bytes of x are significant.
func baleCompactLen(x uint64) uint64 { return uint64(bits.Len64(x)+7) >> 3 }

// baleCompactMask keeps as many bytes as its index says.
var baleCompactMask = [16]uint64{0, 1<<8 - 1, 1<<16 - 1, 1<<24 - 1, 1<<32 - 1, 1<<40 - 1, 1<<48 - 1, 1<<56 - 1, 1<<64 - 1}
`

const zones = `
func (d *baleCompactDecoder) zone(t *time.Time) bool {
	if len(d.b)-d.n < 4 {
		return d.fail(baleTruncated)
	}
	offset := int32(binary.LittleEndian.Uint32(d.b[d.n:]))
	d.n += 4
	*t = t.In(time.FixedZone("", int(offset)))
	return true
}
`

const blobs = `
// countBlob makes room for what a type makes of itself.
func (e *baleCompactEncoder) countBlob(b []byte, err error) {
	if err != nil && e.err == nil {
		e.err = err
	}
	e.size += len(b)
	e.blobs += len(b)
}

// blob is what a type makes of itself: no more than was counted before.
func (e *baleCompactEncoder) blob(b []byte, err error) []byte {
	if err == nil && len(b) > e.blobs {
		err = errors.New("a type marshalled itself to two lengths")
	}
	if err != nil {
		if e.err == nil {
			e.err = err
		}
		return nil
	}
	e.blobs -= len(b)
	return b
}

func (d *baleCompactDecoder) blob(n uint64) ([]byte, bool) {
	if n > uint64(len(d.b)-d.n) {
		return nil, d.fail(baleTruncated)
	}
	d.n += int(n)
	return d.b[d.n-int(n) : d.n], true
}

// foreign notes the error of a type's own method.
func (d *baleCompactDecoder) foreign(err error) bool {
	d.cause = err
	return err == nil || d.fail(baleMalformed)
}
`

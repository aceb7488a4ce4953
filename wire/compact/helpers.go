package compact

import (
	"fmt"
	"strings"
)

// types prints the encoder, the decoder, and what every record needs.
func (p *printer) types() {
	for _, path := range []string{"encoding/binary", "errors", "fmt", "io", "math/bits", "slices", "strings", "time"} {
		p.Import(path)
	}
	if !p.Safe {
		p.Import("unsafe")
	}
	n := len(p.slabs)
	p.Line("// baleEncoder adds up what a message needs.\ntype baleEncoder struct {\nsize int // bytes at most, beside the text\ntext int // bytes of all strings\ntotals [%d]int // elements by slab\n}\n", n)
	p.Line("// baleDecoder is where the reading of a message stands.\ntype baleDecoder struct {\nb []byte\nn int // read of b\ntext string // not yet used\nalias bool\ntotals [%d]int // elements that no slab was taken for yet", n)
	for i, e := range p.slabs {
		p.Line("slab%d []%s", i, p.Type(e))
	}
	p.Line("code int // what is wrong\npath []string // where, from the inside out\n}\n")
	p.Line("%s", always)
	if p.Safe {
		p.Line("%s", safely)
	} else {
		p.Line("%s", unsafely)
	}
}

func (p *printer) zoneHelper() { p.Helper("zone", zones) }
func (p *printer) slabHelper() { p.Helper("slab", slabs) }
func (p *printer) bytesHelper() {
	text := unsafeBytes
	if p.Safe {
		text = safeBytes
	}
	p.Helper("bytes", text)
}
func (p *printer) boolsHelper() { p.Helper("bools", boolLists) }
func (p *printer) numbersHelper() {
	p.Helper("numbers", numberLists+lists("Ints", "~int | ~int32 | ~int64", "baleZigzag(int64(%s))", "baleUnzigzag(%s)")+
		lists("Uints", "~uint | ~uint32 | ~uint64 | ~uintptr", "uint64(%s)", "%s"))
}

// lists is the text for lists of one kind of number.
func lists(name, kinds, to, from string) string {
	return strings.NewReplacer("NAME", name, "KINDS", kinds, "TO", fmt.Sprintf(to, "v[j]"), "FROM", fmt.Sprintf(from, "x")).Replace(numberList)
}

const always = `
// baleLen is how many bytes of x are significant.
func baleLen(x uint64) uint64 { return uint64(bits.Len64(x)+7) >> 3 }

func baleZigzag(x int64) uint64   { return uint64(x<<1) ^ uint64(x>>63) }
func baleUnzigzag(x uint64) int64 { return int64(x>>1) ^ -int64(x&1) }

// baleBit compiles to no branch.
func baleBit(v bool) uint64 {
	if v {
		return 1
	}
	return 0
}

// baleMask keeps as many bytes as its index says.
var baleMask = [16]uint64{0, 1<<8 - 1, 1<<16 - 1, 1<<24 - 1, 1<<32 - 1, 1<<40 - 1, 1<<48 - 1, 1<<56 - 1, 1<<64 - 1}

// baleMostEmpty bounds lists whose elements take no bytes.
const baleMostEmpty = 1 << 20

// What can be wrong with a message.
const (
	baleTruncated = iota + 1
	baleMalformed
	baleOverflow
	baleDuplicate
)

var baleErrors = [...]error{baleTruncated: io.ErrUnexpectedEOF, baleMalformed: errors.New("malformed"),
	baleOverflow: errors.New("number out of range"), baleDuplicate: errors.New("duplicate map key")}

func (d *baleDecoder) fail(code int) bool {
	d.code = code
	return false
}

func (d *baleDecoder) failAt(code int, path string) bool {
	d.code = code
	return d.at(path)
}

func (d *baleDecoder) at(path string) bool {
	d.path = append(d.path, path)
	return false
}

func (d *baleDecoder) atIndex(path string, i int) bool {
	return d.at(fmt.Sprintf("%s[%d]", path, i))
}

func (d *baleDecoder) error(path string) error {
	for i := len(d.path) - 1; i >= 0; i-- {
		path += "." + d.path[i]
	}
	return fmt.Errorf("%s: offset %d: %w", path, d.n, baleErrors[d.code])
}

// baleGrow makes room for n more bytes, for which there may be no room in b.
func baleGrow(b []byte, n int) []byte {
	if b == nil {
		return baleNew(n)
	}
	return slices.Grow(b, n)
}
`

const safely = `
type baleBuffer = []byte

func baleAll(b []byte) baleBuffer { return b }

func baleAt(b []byte, n int) baleBuffer { return b[n:] }

func balePut8(b baleBuffer, n int, x uint8)   { b[n] = x }
func balePut16(b baleBuffer, n int, x uint16) { binary.LittleEndian.PutUint16(b[n:], x) }
func balePut32(b baleBuffer, n int, x uint32) { binary.LittleEndian.PutUint32(b[n:], x) }
func balePut64(b baleBuffer, n int, x uint64) { binary.LittleEndian.PutUint64(b[n:], x) }

func baleGet8(b baleBuffer, n int) uint8   { return b[n] }
func baleGet16(b baleBuffer, n int) uint16 { return binary.LittleEndian.Uint16(b[n:]) }
func baleGet32(b baleBuffer, n int) uint32 { return binary.LittleEndian.Uint32(b[n:]) }
func baleGet64(b baleBuffer, n int) uint64 { return binary.LittleEndian.Uint64(b[n:]) }

func baleCopy(b baleBuffer, n int, s string) int { return copy(b[n:], s) }

func baleNew(n int) []byte { return make([]byte, 0, n) }

func baleText(b []byte, alias bool) string { return string(b) }
`

const unsafely = `
// A baleBuffer points at bytes whose number has been checked: by baleGrow for a writer, against the
// window of a record for a reader. Without the checks of slices, eight numbers take 7.7 ns instead of 12.
type baleBuffer = unsafe.Pointer

func baleAll(b []byte) baleBuffer { return unsafe.Pointer(unsafe.SliceData(b)) }

func baleAt(b []byte, n int) baleBuffer { return unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), n) }

func balePut8(b baleBuffer, n int, x uint8) { *(*uint8)(unsafe.Add(b, n)) = x }
func balePut16(b baleBuffer, n int, x uint16) {
	binary.LittleEndian.PutUint16((*[2]byte)(unsafe.Add(b, n))[:], x)
}
func balePut32(b baleBuffer, n int, x uint32) {
	binary.LittleEndian.PutUint32((*[4]byte)(unsafe.Add(b, n))[:], x)
}
func balePut64(b baleBuffer, n int, x uint64) {
	binary.LittleEndian.PutUint64((*[8]byte)(unsafe.Add(b, n))[:], x)
}

func baleGet8(b baleBuffer, n int) uint8 { return *(*uint8)(unsafe.Add(b, n)) }
func baleGet16(b baleBuffer, n int) uint16 {
	return binary.LittleEndian.Uint16((*[2]byte)(unsafe.Add(b, n))[:])
}
func baleGet32(b baleBuffer, n int) uint32 {
	return binary.LittleEndian.Uint32((*[4]byte)(unsafe.Add(b, n))[:])
}
func baleGet64(b baleBuffer, n int) uint64 {
	return binary.LittleEndian.Uint64((*[8]byte)(unsafe.Add(b, n))[:])
}

func baleCopy(b baleBuffer, n int, s string) int {
	return copy(unsafe.Slice((*byte)(unsafe.Add(b, n)), len(s)), s)
}

// baleNew is n bytes that nobody has cleared: a strings.Builder has them, and they are all written before they are read.
func baleNew(n int) []byte {
	var s strings.Builder
	s.Grow(n)
	return unsafe.Slice(unsafe.StringData(s.String()), n)[:0]
}

func baleText(b []byte, alias bool) string {
	if alias {
		return unsafe.String(unsafe.SliceData(b), len(b))
	}
	return string(b)
}
`

const zones = `
// baleZone is a time's offset from UTC, in seconds.
func baleZone(t *time.Time) int {
	if t.Location() == time.UTC {
		return 0
	}
	_, offset := t.Zone()
	return offset
}

func (d *baleDecoder) zone(t *time.Time) bool {
	if len(d.b)-d.n < 4 {
		return d.fail(baleTruncated)
	}
	offset := int32(binary.LittleEndian.Uint32(d.b[d.n:]))
	d.n += 4
	*t = t.In(time.FixedZone("", int(offset)))
	return true
}
`

const slabs = `
// baleTake takes n elements of a slab; of a new one, as large as what is announced, where it has no more.
func baleTake[T any](slab *[]T, total *int, n int) []T {
	if n == 0 {
		return []T{}
	}
	if n > len(*slab) {
		*slab = make([]T, max(n, *total))
		*total = 0
	}
	s := (*slab)[:n:n]
	*slab = (*slab)[n:]
	return s
}
`

const safeBytes = `
func balePutBytes[T ~uint8 | ~int8](b baleBuffer, n int, v []T) int {
	for i, x := range v {
		b[n+i] = byte(x)
	}
	return len(v)
}

func baleGetBytes[T ~uint8 | ~int8](d *baleDecoder, v []T) {
	for i, x := range d.b[d.n : d.n+len(v)] {
		v[i] = T(x)
	}
	d.n += len(v)
}
`

const unsafeBytes = `
func balePutBytes[T ~uint8 | ~int8](b baleBuffer, n int, v []T) int {
	return copy(unsafe.Slice((*T)(unsafe.Add(b, n)), len(v)), v)
}

func baleGetBytes[T ~uint8 | ~int8](d *baleDecoder, v []T) {
	if len(v) > 0 {
		copy(v, unsafe.Slice((*T)(unsafe.Pointer(&d.b[d.n])), len(v)))
	}
	d.n += len(v)
}
`

const boolLists = `
func balePutBools[T ~bool](b baleBuffer, n int, v []T) int {
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

func baleGetBools[T ~bool](d *baleDecoder, v []T) bool {
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
// balePutLens writes the lengths of strings as a list of numbers.
func balePutLens[T ~string](b baleBuffer, n int, v []T) int {
	for len(v) > 0 {
		k := min(len(v), 16)
		var control uint64
		m := n + (k+1)/2
		for j := range v[:k] {
			x := uint64(len(v[j]))
			c := baleLen(x)
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

func baleGetStrings[T ~string](d *baleDecoder, v []T) bool {
	for len(v) > 0 {
		k := min(len(v), 16)
		var lens [16]uint64
		if !baleGetUints(d, lens[:k]) {
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
// balePutNAME writes numbers in groups of 16, each with a control word before it.
func balePutNAME[T KINDS](b baleBuffer, n int, v []T) int {
	for len(v) > 0 {
		k := min(len(v), 16)
		var control uint64
		m := n + (k+1)/2
		for j := range v[:k] {
			x := TO
			c := baleLen(x)
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

func baleGetNAME[T KINDS](d *baleDecoder, v []T) bool {
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
		control := baleGet64(b, 0) & baleMask[m]
		if control&(control<<1|control<<2|control<<3)&0x8888888888888888 != 0 || k&1 == 1 && control>>(4*k) != 0 {
			return d.fail(baleMalformed)
		}
		wide := uint64(0)
		for j := range v[:k] {
			c := control >> (4 * j) & 15
			x := baleGet64(b, m) & baleMask[c]
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

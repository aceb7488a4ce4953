package sizes

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	eblock "sizes/evolve/block"
	emixed "sizes/evolve/mixed"
	enested "sizes/evolve/nested"
	esmall "sizes/evolve/small"
	esubmit "sizes/evolve/submit"
	evalmsg "sizes/evolve/valmsg"
	pblock "sizes/plain/block"
	pmixed "sizes/plain/mixed"
	pnested "sizes/plain/nested"
	psmall "sizes/plain/small"
	psubmit "sizes/plain/submit"
	pvalmsg "sizes/plain/valmsg"
)

type message interface{ MarshalBinary() ([]byte, error) }

// structs returns the number of values of the package's structs in v.
func structs(v reflect.Value) (n int) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return structs(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			n += structs(v.Index(i))
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			n += structs(k) + structs(v.MapIndex(k))
		}
	case reflect.Struct:
		if v.Type().PkgPath() == "time" {
			return 0
		}
		n = 1
		for i := range v.NumField() {
			n += structs(v.Field(i))
		}
	}
	return n
}

// compare prints a row with the mean sizes of messages of the same values.
func compare[P, E any, PM interface {
	*P
	message
}, EM interface {
	*E
	message
}](t *testing.T, name string, plain []P, evolve []E) {
	var count, before, after int
	for i := range plain {
		p, err := PM(&plain[i]).MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		e, err := EM(&evolve[i]).MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		count, before, after = count+structs(reflect.ValueOf(plain[i])), before+len(p), after+len(e)
	}
	mean := func(n int) float64 { return float64(n) / float64(len(plain)) }
	fmt.Printf("| %s | %.1f | %.1f | %.1f | %.1f %% |\n", name, mean(count), mean(before), mean(after), 100*float64(after-before)/float64(before))
}

func seed() *rand.Rand { return rand.New(rand.NewPCG(1, 1)) }

func TestSizes(t *testing.T) {
	const n = 64
	compare(t, "small", psmall.BaleSamples(seed(), n), esmall.BaleSamples(seed(), n))
	for _, length := range []int{1, 100} {
		name := fmt.Sprintf("nested, length %d", length)
		compare(t, name, []pnested.Nested{pnested.BaleSamples(seed(), length)}, []enested.Nested{enested.BaleSamples(seed(), length)})
	}
	compare(t, "block", pblock.BaleSamples(seed(), n), eblock.BaleSamples(seed(), n))
	compare(t, "submit", psubmit.BaleSamples(seed(), n), esubmit.BaleSamples(seed(), n))
	compare(t, "valmsg", pvalmsg.BaleSamples(seed(), n), evalmsg.BaleSamples(seed(), n))
	compare(t, "mixed", pmixed.BaleSamples(seed(), n), emixed.BaleSamples(seed(), n))
}

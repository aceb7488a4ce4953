package harness

import (
	"bytes"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"unsafe"
	"weak"

	"bale/runner/inspect"
	"bale/runner/measure"
	"bale/runner/sample"
)

const (
	// minText is the length from which Go allocates a text alone. It puts shorter ones together, up to 16 bytes.
	minText = 16
	// maxKept is the maximum number of texts of one value that are kept, each from a decoded value of its own.
	maxKept = 8
	// maxOthers is the maximum number of texts that are looked at for a kept one, which are nearest to it.
	maxOthers = 256
)

// probeLengths are the lengths of texts for memoryOfStrings. Some decoders copy a message whole if most of it is text, and others allocate only texts
// that are longer than a limit alone.
var probeLengths = []int{24, 200}

// memoryOfStrings finds out whether the texts of a decoded value, its strings and byte slices, have their own memory, or whether one that is kept
// keeps others alive. loops are the keys of those that behave as their class requires. The result is "" if a value has less than two texts of at least minText bytes, and for a codec that does not copy them. detail
// says what is shared. The error is the reason why nothing could be decoded.
//
// A value is decoded several times. Of each decoded value, one text is kept, and weak pointers refer to others. What is alive after a collection, but
// not once the kept text is gone, shares memory with it. So the result depends neither on the addresses that the allocator chooses, nor on the moment
// at which a finalizer runs, and what a codec keeps for itself, such as a table of words, does not count.
func (a *checker) memoryOfStrings(loops []string, values reflect.Value, seed uint64) (found measure.Strings, detail string, err error) {
	key := decodeKey(loops)
	if !strings.HasSuffix(key, string(measure.Copy)) {
		return "", "", nil
	}
	var keeps []*keptText
	try := func(v reflect.Value) {
		more, failed := a.keepTexts(key, v)
		keeps = append(keeps, more...)
		if failed != nil {
			err = failed
		}
	}
	for _, n := range probeLengths {
		var v reflect.Value
		if err := a.work.own(makingTexts, func() { v = sample.Texts(a.typ, seed, n, a.unions...) }); err != nil {
			return "", "", err
		}
		try(v)
	}
	if len(keeps) == 0 && err != nil { // the type limits the lengths of its texts, for example
		err = nil
		try(values.Index(0))
		try(values.Index(values.Len() - 1))
	}
	if len(keeps) == 0 {
		return "", "", err
	}
	found, detail = sharing(keeps)
	return found, detail, nil
}

// sharing drops the kept texts and returns what they have kept alive.
func sharing(keeps []*keptText) (found measure.Strings, detail string) {
	kept := map[*byte]bool{}
	for _, k := range keeps {
		kept[k.text] = true
	}
	collect()
	numbers := make([]int, len(keeps))
	for i, k := range keeps {
		numbers[i] = len(k.others)
		k.others = k.alive(kept)
	}
	for _, k := range keeps {
		runtime.KeepAlive(k.text)
		k.text = nil
	}
	clear(kept)
	collect()
	for i, k := range keeps {
		if n := len(k.others) - len(k.alive(nil)); n > 0 {
			return measure.Shared, fmt.Sprintf("a string that is kept keeps %d of %d others alive", n, numbers[i])
		}
	}
	return measure.Own, ""
}

// collect frees all memory that is not in use. The first collection does not free the contents of pools.
func collect() {
	for range 3 {
		runtime.GC()
	}
}

// A keptText is a text of a decoded value, with weak pointers to others of the same value.
type keptText struct {
	text   *byte
	others []weak.Pointer[byte]
}

// alive returns the others that are alive and not in except. A decoder with a table of words, such as that of encoding/json/v2, decodes a text as the
// same one in each value.
func (k *keptText) alive(except map[*byte]bool) (list []weak.Pointer[byte]) {
	for _, o := range k.others {
		if t := o.Value(); t != nil && !except[t] {
			list = append(list, o)
		}
	}
	return list
}

// keepTexts encodes v, decodes it up to maxKept times and keeps another text of it each time. It returns none if there are less than two.
func (a *checker) keepTexts(key string, v reflect.Value) (list []*keptText, err error) {
	x := reflect.New(a.typ).Elem()
	x.Set(v)
	b, err := a.newCoder().encode(x)
	if err != nil {
		return nil, err
	}
	b = bytes.Clone(b)
	for i, n := 0, 1; i < n; i++ {
		got, err := a.newCoder().decodeBy(key, bytes.Clone(b))
		if err != nil {
			return nil, err
		}
		texts := textsIn(got)
		if len(texts) < 2 {
			return nil, nil
		}
		n = min(len(texts), maxKept)
		list = append(list, keepText(texts, i*len(texts)/n))
	}
	return list, nil
}

// keepText returns text number i as the kept one.
func keepText(texts []*byte, i int) *keptText {
	k := &keptText{text: texts[i]}
	first := max(0, min(i-maxOthers/2, len(texts)-maxOthers))
	for _, t := range texts[first:min(len(texts), first+maxOthers)] {
		if t != k.text {
			k.others = append(k.others, weak.Make(t))
		}
	}
	return k
}

// textsIn returns the first bytes of the texts in v that have at least minText bytes.
func textsIn(v reflect.Value) (list []*byte) {
	inspect.Walk(v, func(v reflect.Value) (into bool) {
		switch {
		case v.Kind() == reflect.String:
			if v.Len() >= minText {
				list = append(list, unsafe.StringData(v.String()))
			}
		case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8:
			if v.Len() >= minText {
				list = append(list, (*byte)(v.UnsafePointer()))
			}
		default:
			return true
		}
		return false
	})
	return list
}

package sample

import (
	"reflect"

	"bale/runner/inspect"
)

// Texts returns a value of t that is as full as edge values are. Each of its strings and byte slices has n bytes, at least 16, and none has the text of
// another one. Strings and byte slices of custom and of validated types have what these accept.
func Texts(t reflect.Type, seed uint64, n int, unions ...inspect.Union) reflect.Value {
	e := &edger{m: newMaker(t, unions...), typ: t, seed: seed}
	e.fit()
	f := e.filler()
	count := uint64(0)
	text := func() []byte {
		count++
		return distinctText(count, n)
	}
	f.leaf = func(i *inspect.Info, v reflect.Value, _ bool) bool {
		if !isText(i) {
			return false
		}
		v.SetString(string(text()))
		return true
	}
	f.bytes = text
	v := reflect.New(t).Elem()
	f.value(v)
	return v
}

// distinctText returns a text of n letters that begins with a number, so that no two texts share an end or a beginning by chance.
func distinctText(number uint64, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		if i < 16 {
			b[i] = 'a' + byte(number&15)
			number >>= 4
		} else {
			b[i] = 'q' + byte(i%8)
		}
	}
	return b
}

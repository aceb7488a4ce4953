package json

import "slices"

// Encode appends *v to b by the function put. If put fails, encoding/json encodes plain(v), since its error depends on its version, and on what is around
// the part that fails. This may call generated methods of values in interfaces. They return the error of the part, so that no value is encoded more than
// twice: a value that is inside itself, or inside many others, would take forever. A call inside another one looks like a call in another goroutine.
func Encode[T any](t Types, b []byte, v *T, room *Room, put func(e *Output, b []byte, v *T) []byte, plain func(v *T) any) ([]byte, error) {
	return encode(t, b, v, room, put, plain, Marshal)
}

// EncodeV2 is Encode for the semantics of encoding/json/v2.
func EncodeV2[T any](t Types, b []byte, v *T, room *Room, put func(e *Output, b []byte, v *T) []byte, plain func(v *T) any) ([]byte, error) {
	return encode(t, b, v, room, put, plain, MarshalV2)
}

// encode is Encode with the function of encoding/json or of encoding/json/v2.
func encode[T any](t Types, b []byte, v *T, room *Room, put func(e *Output, b []byte, v *T) []byte, plain func(v *T) any, marshal func(t Types, v any) ([]byte, error)) ([]byte, error) {
	if v == nil {
		return append(b, "null"...), nil
	}
	e := Begin(t)
	if b == nil {
		w, own := e.start(room)
		if w = put(e, w, v); !e.Failed {
			return e.finish(w, own, room), nil
		}
	} else if w := put(e, b, v); !e.Failed {
		e.Release()
		return w, nil
	}
	err := e.Err
	e.Release()
	if err != nil && active.Load() > 0 {
		return b, err
	}
	defer active.Add(-1)
	active.Add(1)
	text, err := marshal(t, plain(v))
	return append(b, text...), err
}

// GrowList returns b with room for as many elements of a list of n elements as there were: the first k took size bytes. If it has to grow, b gets room for
// all, but for at most three times its length and 64 MB. By append, a list of 24 MB grew some 40 times, by a quarter each time: encoding it took 152 MB of
// memory, and takes 62 MB with GrowList.
func GrowList(b []byte, size, k, n int) []byte {
	if cap(b)-len(b) >= size {
		return b
	}
	rest := uint64(size) * uint64(n-k) / uint64(k)
	return slices.Grow(b, int(min(rest+rest/16, 3*uint64(len(b)), 64<<20)))
}

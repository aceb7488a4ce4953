package model

import (
	"go/token"
	"go/types"
	"slices"
)

var (
	bytesType = types.NewSlice(types.Typ[types.Byte])
	errorType = types.Universe.Lookup("error").Type()

	// writerType is func() ([]byte, error) and readerType func([]byte) error: the two signatures of all marshaling interfaces in the
	// standard library.
	writerType = types.NewSignatureType(nil, nil, nil, nil, tuple(bytesType, errorType), false)
	readerType = types.NewSignatureType(nil, nil, nil, tuple(bytesType), tuple(errorType), false)
	// appenderType is func([]byte) ([]byte, error), the signature of encoding.BinaryAppender.
	appenderType = types.NewSignatureType(nil, nil, nil, tuple(bytesType), tuple(bytesType, errorType), false)
)

func tuple(list ...types.Type) *types.Tuple {
	vars := make([]*types.Var, len(list))
	for i, t := range list {
		vars[i] = types.NewParam(token.NoPos, nil, "", t)
	}
	return types.NewTuple(vars...)
}

// methodsOf returns the marshal methods in the method set of *t, which includes those of t. Signatures are compared by type, so the
// packages of the interfaces (encoding/json, encoding/gob) need not be loaded. Methods for which counts returns false are ignored.
func methodsOf(t *types.Named, counts func(types.Object) bool) Methods {
	set := types.NewMethodSet(types.NewPointer(t))
	has := func(name string, want *types.Signature) bool {
		m := set.Lookup(nil, name)
		return m != nil && types.Identical(m.Type(), want) && counts(m.Obj())
	}
	pair := func(write, read string) bool { return has(write, writerType) && has(read, readerType) }
	m := Methods{
		Binary: pair("MarshalBinary", "UnmarshalBinary"),
		Text:   pair("MarshalText", "UnmarshalText"),
		JSON:   pair("MarshalJSON", "UnmarshalJSON"),
		Gob:    pair("GobEncode", "GobDecode"),
		Gogo:   pair("Marshal", "Unmarshal"),
	}
	m.Append = m.Binary && has("AppendBinary", appenderType) && sameReceiver(set.Lookup(nil, "MarshalBinary"), set.Lookup(nil, "AppendBinary"))
	m.Names, m.Value = names(set, counts), names(types.NewMethodSet(t), counts)
	promoted := func(write, read string) bool {
		return partial(t, set.Lookup(nil, write)) || partial(t, set.Lookup(nil, read))
	}
	m.Partial = m.Binary && promoted("MarshalBinary", "UnmarshalBinary")
	m.PartialText = m.Text && promoted("MarshalText", "UnmarshalText")
	m.PartialJSON = m.JSON && promoted("MarshalJSON", "UnmarshalJSON")
	m.PartialGob = m.Gob && promoted("GobEncode", "GobDecode")
	return m
}

// sameReceiver reports whether two methods of a type are of the type itself, or are promoted from the same field.
func sameReceiver(a, b *types.Selection) bool {
	return slices.Equal(a.Index()[:len(a.Index())-1], b.Index()[:len(b.Index())-1])
}

// names returns the names of the methods for which counts returns true, sorted.
func names(set *types.MethodSet, counts func(types.Object) bool) []string {
	var list []string
	for method := range set.Methods() {
		if counts(method.Obj()) {
			list = append(list, method.Obj().Name())
		}
	}
	slices.Sort(list)
	return slices.Compact(list) // unexported methods of two packages may share a name
}

// partial reports whether a method of t is promoted from an embedded field and therefore does not encode all of t, or panics if the
// field is nil.
func partial(t types.Type, method *types.Selection) bool {
	index := method.Index()
	for _, i := range index[:len(index)-1] {
		s := t.Underlying().(*types.Struct)
		if s.NumFields() > 1 {
			return true
		}
		t = s.Field(i).Type()
		switch t.Underlying().(type) {
		case *types.Pointer, *types.Interface:
			return true
		}
	}
	return false
}

// marshalsItself reports whether t has a pair of marshal methods that count.
func (l *loader) marshalsItself(t *types.Named) bool {
	return methodsOf(t, l.handwritten).any()
}

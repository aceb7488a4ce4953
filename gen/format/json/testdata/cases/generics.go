package cases

// The types key, v and plain have names that generated code has for variables and types of its own.
type key string

//bale:gen wire=json
type Leaf struct {
	A int8
	B string
}

// Name makes a Leaf a named.
func (Leaf) Name() string { return "leaf" }

type named interface{ Name() string }

//bale:gen wire=json
type Shadow struct {
	K key
	L Leaf
	P *Leaf
	N int
}

//bale:gen wire=json
type v struct {
	A int8
	L Leaf
}

//bale:gen wire=json
type plain struct{ A int8 }

//bale:gen wire=json
type Refers struct {
	V v
	P *plain
	N int
}

// Ring holds itself by Knot, and is an argument of generic types.
//
//bale:gen wire=json
type Ring struct {
	L ListOf[*Ring]
	K *Knot
	P *Pair[string, Ring]
	N int
}

//bale:gen wire=json
type Knot struct{ R *Ring }

type ListOf[T any] []T

// Sealed has a generic type whose argument needs its methods.
//
//bale:gen wire=json
type Sealed struct {
	C Crate[Leaf]
	N int
}

type Crate[T named] struct{ V T }

// The code for Bare uses a method of a helper as a value. A field of another helper has the name of the method.
//
//bale:gen wire=json
type Bare struct {
	G []byte
	V *[]struct {
		A int `json:"-"`
	}
}

func generics() []Case {
	return []Case{
		of("Shadow", []string{`{"K":"k","L":{"A":1,"B":"b"},"P":{"A":2},"N":1}`, `{"L":{"A":"x","B":"b"},"N":1}`, `{"L":[],"N":1}`, `{"P":true,"K":5,"N":1}`, `{"K":"12","L":{"A":300},"P":{"B":1}}`}, func(x *Shadow) { x.K, x.P = "old", &Leaf{A: 1} }),
		of("v", []string{`{"A":1,"L":{"A":2}}`, `{"A":"x"}`, `{"L":{"A":"x","B":"b"},"A":3}`, `{"L":[]}`}, func(x *v) { x.A = 1 }),
		of("plain", []string{`{"A":1}`, `{"A":"x"}`}, func(x *plain) { x.A = 1 }),
		of("Refers", []string{`{"V":{"A":1,"L":{"A":"x"}},"N":1}`, `{"P":{"A":"x"},"N":1}`, `{"P":5,"V":[],"N":2}`}, func(x *Refers) { x.P = &plain{A: 1} }),
		of("Ring", []string{`{"L":[{"N":1},null],"K":{"R":{"N":2}},"P":{"Key":"k","value":{"N":3},"All":{"a":{"N":4}}},"N":5}`, `{"L":0,"N":1}`, `{"L":[{"N":"x"}],"N":1}`, `{"P":{"Key":5,"value":{"L":{}}},"N":1}`, `{"P":[],"N":1}`, `{"K":{"R":{"P":{"value":{"N":"x"}}}},"N":1}`},
			func(x *Ring) { x.L, x.P = ListOf[*Ring]{{N: 1}}, &Pair[string, Ring]{Key: "old"} }),
		of("Sealed", []string{`{"C":{"V":{"A":1,"B":"b"}},"N":1}`, `{"N":"x"}`}, func(x *Sealed) { x.C.V.A = 1 }),
		of("Bare", []string{`{"G":"AQI=","V":[{},{}]}`, `{"V":[{"A":1}]}`, `{"V":{}}`}, func(x *Bare) { x.G = []byte{1} }),
	}
}

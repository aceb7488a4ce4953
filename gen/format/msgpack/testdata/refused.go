package kinds

//bale:gen wire=msgpack
type Twice struct {
	A int
	B int `msgpack:"A"`
}

//bale:gen wire=msgpack
type Option struct {
	A string `msgpack:"a,intern"`
}

// List has no fields to encode as an array.
//
//bale:gen wire=msgpack
//bale:array
type List []int

//bale:gen wire=msgpack
type Endless struct{ P Loop }

type Loop *Loop

//bale:gen wire=msgpack
type Held struct {
	V any //bale:union int, *Twins
}

type Twins struct {
	X int `msgpack:"x"`
	Y int `msgpack:"x"`
}

// Shadowed has a later field with the name of one that was inlined: vmihailenco's library writes both with that name.
//
//bale:gen wire=msgpack
type Shadowed struct {
	Place
	City string
}

type Place struct{ City, Street string }

//bale:gen wire=msgpack
type Explicit struct {
	City  string
	Place `msgpack:",inline"`
}

//bale:gen wire=msgpack
type Flattened struct {
	City  string
	Place `msg:",flatten"`
}

//bale:gen wire=msgpack
type Selfish struct {
	Inner
}

type Inner struct{ Inner string }

//bale:gen wire=msgpack
type Emptied struct {
	*Nothing
	A int
}

type Nothing struct {
	_ int
}

//bale:gen wire=msgpack
type Rows struct {
	_msgpack struct{} `msgpack:",as_array"`
	*Place
	b int
	C int `bale:"skip"`
}

//bale:gen wire=msgpack
type Options struct {
	_msgpack struct{} `msgpack:",omitempty,sorted"`
	A        int      `msgpack:",as_array"`
	B        Place    `msg:",inline"`
	Place    `msg:",inline"`
	*Inner   `msgpack:",inline"`
	C        int `msg:"c, omitempty"`
	D        int `msg:"d,alias:e"`
	E        any `msg:"e,extension" bale:"union int"`
	F        int `msgpack:name`
	G        int `msgpack:"g" msgpack:"h"`
	H        int `msgpack:"it's"`
	I        int `msgpack:"i,alias:j,alias:k"`
	J        int `msgpack:"l,alias:g"`
	K        int `msgpack:"k,alias"`
}

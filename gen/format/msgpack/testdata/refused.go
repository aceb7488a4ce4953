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

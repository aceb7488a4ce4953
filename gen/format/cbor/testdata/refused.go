package refused

//bale:gen wire=cbor
type Twice struct {
	A int
	B int `cbor:"A"`
}

//bale:gen wire=cbor
type Shadowing struct {
	Place
	City string
}

type Place struct{ City string }

//bale:gen wire=cbor
type Ambiguous struct {
	Place
	Home
}

type Home struct{ City string }

//bale:gen wire=cbor
type Options struct {
	A int `cbor:"a,omitemtpy"`
	B int `json:"b,inline"`
	C int `cbor:",keyasint"`
	D int `cbor:"d,toarray"`
	E int `cbor:name`
	F int `cbor:"f" cbor:"g"`
	G int `json:"g,string"`
}

//bale:gen wire=cbor
type Rows struct {
	_ struct{} `cbor:",toarray"`
	*Place
	b int
	C func() `bale:"skip"`
}

//bale:gen wire=cbor
type Inherits struct {
	Row
	X int
}

type Row struct {
	_ struct{} `cbor:",toarray"`
	Y int
}

//bale:gen wire=cbor
type Marked struct {
	_ struct{} `cbor:",toarrays"`
	A int
}

//bale:gen wire=cbor
type Emptied struct{ *Nothing }

type Nothing struct{}

//bale:gen wire=cbor
type Endless struct {
	*Endless
	P Loop
}

type Loop *Loop

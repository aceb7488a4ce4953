// Package reads has types with parts and streams that have the semantics of encoding/json/v2.
package reads

import (
	"errors"
	"time"
)

type Base struct {
	ID, Kind string
	At       time.Time
}

type Opt struct{ X, Y int }

type Line struct {
	SKU  string
	P    *Opt
	Tags []string `json:",omitempty"`
}

//bale:gen wire=json
//bale:json v2
//bale:stream
//bale:read A=ID,X,Lines.P.X,M.SKU,Any,Arr.SKU
//bale:read B=Kind,Lines.Tags
//bale:read C=Opt,Lines.P
type Open struct {
	Base
	*Opt
	Lines []Line
	M     map[string]Line
	Arr   [2]Line
	Any   any
	U     int `json:",case:ignore"`
}

// Strict has fields that are not read, which are embedded or have methods.
//
//bale:gen wire=json
//bale:json v2
//bale:strict
//bale:read A=ID,Base.ID,L.X
type Strict struct {
	Base
	*Opt
	ID string `json:"id"`
	L  []Opt
	B  Refusing
	In struct {
		P Refusing
		Q int
	} `json:",embed"`
}

// Rest has a field for unknown names.
//
//bale:gen wire=json
//bale:json v2
//bale:strict
//bale:read A=ID,L.X
//bale:read B=L.X,Rest
type Rest struct {
	ID   string
	L    []Opt
	Rest map[string]int `json:",embed"`
	O    Opt            `json:"o,omitzero"`
}

// Cases has names that differ in what the option case ignores. encoding/json/v2 decodes it, for its map.
//
//bale:gen wire=json
//bale:json v2
//bale:read A=ID
//bale:read B=Name,Base
type Cases struct {
	Base
	ID    int `json:"id,case:ignore"`
	Other int `json:"I_D"`
	Name  int `json:"name,case:ignore"`
	Upper int `json:"NAME,case:ignore"`
	Kind  int
	Rest  map[string]int `json:",embed"`
}

// A Refusing refuses 1.
type Refusing struct{ N int }

func (r *Refusing) UnmarshalJSON(b []byte) error {
	if string(b) == "1" {
		return errors.New("it is 1")
	}
	return nil
}

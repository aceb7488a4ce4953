// Package reads has types with parts, in which names of fields that are not read have an effect on those that are.
package reads

// Cases has names that differ in their case.
//
//bale:gen wire=json
//bale:read A=ID,Q
//bale:read B=Base,Q
//bale:read C=Name,Left,Q
//bale:read D=Lines.SKU,Lines.Q,Folds
//bale:read E=Inner.Key,Q
type Cases struct {
	ID    int `json:"id"`
	Other int `json:"ID"`
	Base
	X    int
	Name string  `json:"name"`
	Rate float64 `json:"Name"`
	Q    string  `json:",string"`
	Left
	Right
	Lines []Line
	Folds map[string]Fold
	Inner
}

// Base has a field X that Cases hides.
type Base struct{ X, Y int }

// Left and Right hide each other's field Same.
type Left struct{ Same, L int }

type Right struct{ Same, R int }

// Line has a name between others that only its case tells from them.
type Line struct {
	SKU   string `json:"sku"`
	Upper int    `json:"SKU"`
	Title int    `json:"Sku"`
	Q     string `json:",string"`
}

// Fold has a name that is not ASCII.
type Fold struct {
	K int `json:"k"`
}

// Inner has fields whose names differ in their case. It is the last field.
type Inner struct {
	Key   int `json:"key"`
	Upper int `json:"KEY"`
}

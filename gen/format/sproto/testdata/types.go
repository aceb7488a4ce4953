// Package types has types that gosproto can encode.
package types

// ValMsg has one field of each kind.
//
//bale:gen
type ValMsg struct {
	Int         int64         `sproto:"integer,0"`
	Str         string        `sproto:"string,1"`
	Bool        bool          `sproto:"boolean,2"`
	Struct      *HoldValMsg   `sproto:"struct,3"`
	ByteSlice   []byte        `sproto:"string,4"`
	BoolSlice   []bool        `sproto:"boolean,5,array"`
	IntSlice    []int64       `sproto:"integer,6,array"`
	StringSlice []string      `sproto:"string,7,array"`
	StructSlice []*HoldValMsg `sproto:"struct,8,array"`
	IntNeg      int64         `sproto:"integer,9,name=int_neg"`
}

// HoldValMsg is the struct in a ValMsg.
type HoldValMsg struct {
	Int         int64    `sproto:"integer,0"`
	Str         string   `sproto:"string,1"`
	Bool        bool     `sproto:"boolean,2"`
	ByteSlice   []byte   `sproto:"string,3"`
	BoolSlice   []bool   `sproto:"boolean,4,array"`
	IntSlice    []int64  `sproto:"integer,5,array"`
	StringSlice []string `sproto:"string,6,array"`
}

// Sparse has gaps between tags, and fields that are not in the order of their tags.
//
//bale:gen
type Sparse struct {
	Last  *int32   `sproto:"integer,9000"`
	First *string  `sproto:"string,1"`
	Numbs []byte   `sproto:"integer,5,array"`
	Flag  *bool    `sproto:"boolean,7"`
	Short int16    `sproto:"integer,6"`
	Wide  []int32  `sproto:"integer,70,array"`
	Whole []uint16 `sproto:"integer,71,array"`
	Self  *Sparse  `sproto:"struct,72"`
}

// Drawing has unions.
//
//bale:gen
type Drawing struct {
	Main   Shape           `sproto:"struct,0"`
	Shapes []Shape         `sproto:"struct,1,array"`
	Any    any             `sproto:"struct,2" bale:"union int64, bool, string, []int64, *int64"`
	Names  map[string]int8 `bale:"sorted"`
}

// Shape is the union in a Drawing.
//
//bale:union Circle, *Square, Group
type Shape interface{ Area() int64 }

type (
	Circle struct {
		R int64 `sproto:"integer,0"`
	}
	Square struct {
		Side int64 `sproto:"integer,0"`
		Next Shape `sproto:"struct,1"`
	}
	Group []Shape
)

func (Circle) Area() int64  { return 1 }
func (*Square) Area() int64 { return 2 }
func (Group) Area() int64   { return 3 }

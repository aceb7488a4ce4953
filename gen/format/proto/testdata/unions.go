package conform

import "time"

// Shape has members of each kind.
//
//bale:union Circle, *Square, Group, Empty, Code, Word, *Word
type Shape interface{ shape() }

type (
	Circle struct {
		R    float64
		Tags []string
		In   *Circle
	}
	Square struct {
		Side uint32
		Note *string
		Next Shape
	}
	Group []Shape
	Empty struct{}
	Code  int32
	Word  string
)

func (Circle) shape()  {}
func (*Square) shape() {}
func (Group) shape()   {}
func (Empty) shape()   {}
func (Code) shape()    {}
func (Word) shape()    {}

// Drawing has unions in every position. Its maps are sorted.
//
//bale:gen wire=proto
type Drawing struct {
	Main   Shape
	Shapes []Shape
	ByName map[string]Shape //bale:sorted
	Ptr    *Shape
	Far    **Shape
	Lists  [][]Shape
	Any    any            `bale:"union bool, int, uint8, float32, float64, string, []byte, [3]byte, time.Time, time.Duration, complex128, []int, []string, *int, **Circle, *[]int, struct{ A int }"`
	Meta   map[string]any `bale:"sorted,union bool, float64, string, []any, map[string]any"`
	Value  any            //bale:union Value
	Over   Shape          //bale:union Circle, *Circle
	Many   []Many
}

// Value has the name of the generated oneof.
type Value struct{ V int }

// Many has members whose tags take two bytes.
//
//bale:union int8, int16, int32, int64, uint8, uint16, uint32, uint64, bool, string, float32, float64, int, uint, []byte, Circle, *Square, time.Time
type Many any

// Keyed has maps and arrays that are lists in protobuf.
//
//bale:gen wire=proto
type Keyed struct {
	Keys   map[Key]Shape
	Two    [2]Shape
	Floats map[float64]int //bale:sorted
	Pairs  map[[2]int8]int //bale:sorted
}

//bale:union int, string, [2]bool
type Key any

// Sorted has sorted maps.
//
//bale:gen wire=proto
type Sorted struct {
	Strings map[string]int            //bale:sorted
	Words   map[Word]string           //bale:sorted
	Bools   map[bool]Circle           //bale:sorted
	Ints    map[int]*Circle           //bale:sorted
	Zigzags map[int64]bool            //bale:sorted,sint
	Fixed   map[int32]float64         //bale:sorted,fixed
	Shorts  map[int8]time.Duration    //bale:sorted
	Uints   map[uint64][]byte         //bale:sorted
	Bytes   map[uint8]map[uint16]int  //bale:sorted
	Deep    []map[string]map[bool]int //bale:sorted
	Alone   Alone
}

// Alone is sorted in every position.
//
//bale:sorted
type Alone map[string]Alone

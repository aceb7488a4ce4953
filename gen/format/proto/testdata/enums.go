package conform

import "time"

// Enums has integers with constants in every position.
//
//bale:gen wire=proto
type Enums struct {
	One     Color
	Ptr     *Color
	List    []Color
	Two     [2]Color
	Keys    map[Color]Color //bale:sorted
	Any     any             //bale:union Color, int
	Sint    Color           //bale:sint
	Fixed   Color           //bale:fixed
	Lists   [][]Color
	Other   Level
	Month   time.Month
	NoConst Plain
}

// Wide has types that are wider than an enum.
//
//bale:gen wire=proto
type Wide struct {
	State State
	Size  Size
	Flag  Flag
}

// A Color has a constant for 0 that is not the first, a second name for it, and a negative one.
type Color int32

const (
	Red       Color = 1
	Dark      Color = -1
	Black     Color = 0
	ColorNone       = Black
	Huge      Color = 1<<31 - 1
)

//bale:skip
const numColors Color = 5

// A State has numbered constants.
type State int

const (
	Open State = iota + 1
	Closed
)

// A Size has constants that are quantities.
type Size int64

const (
	KiB Size = 1 << 10
	MiB Size = 1 << 20
)

// A Flag has a constant that no enum has.
type Flag uint32

const (
	Last  Flag = 1 << 31
	First Flag = 1
)

type Plain int8

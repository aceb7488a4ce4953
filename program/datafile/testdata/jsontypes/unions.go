package jsontypes

// Figure is an interface with a union.
//
//bale:union Circle, *Square, Figures
type Figure interface{ Area() float64 }

// Circle has a picky method inside.
type Circle struct {
	R    int8
	Text Text
}

// Square contains a figure.
type Square struct {
	Side int8 `json:"side"`
	Next Figure
}

// Figures is a list of figures.
type Figures []Figure

// Area returns the area.
func (Circle) Area() float64 { return 1 }

// Area returns the area.
func (*Square) Area() float64 { return 2 }

// Area returns the area.
func (Figures) Area() float64 { return 3 }

// Drawing holds unions.
type Drawing struct {
	Main  Figure
	All   []Figure
	Named map[string]*Drawing
	Value any `bale:"union string, int8, []any, map[string]any, []string"`
	Plain any
	N     int8 `json:",string"`
}

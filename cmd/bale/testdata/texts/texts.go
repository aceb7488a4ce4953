// Package texts has types with several strings and byte slices, for which each serializer shows whether these share memory.
package texts

// Words has strings in fields.
type Words struct {
	ID                      int64
	First, Second, Third    string
	Fourth, Fifth, Sixth    string
	Count                   int32
	Seventh, Eighth, Ninth  string
	Tenth, Eleventh, Twelve string
}

// Lines has strings in lists.
type Lines struct {
	Title string
	Lines []string
	Parts []Part
}

// Part is an element of Lines.
type Part struct {
	Name string
	N    int64
}

// Blobs has byte slices.
type Blobs struct {
	First, Second, Third []byte
	N                    int64
}

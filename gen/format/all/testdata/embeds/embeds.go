// Package embeds has types whose elements are structs without a name that contain the type itself. Such an element has the fields of the
// type, and so leads to itself without a name on the way.
package embeds

type Node struct {
	ID   int
	Kids []struct{ Node }
}

type Deep struct {
	Name string
	Kids []struct {
		A int
		P *struct{ *Deep }
		L []struct{ B []struct{ Deep } }
	}
}

type Arrays struct {
	Name string
	Kids [][2]struct {
		Arrays
		Inner
	}
}

type Inner struct{ X []struct{ Inner } }

type Maps struct {
	M map[string]struct{ Maps }
	P *struct{ Q []struct{ Maps } }
}

package cart

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func item(n int) Item {
	return Item{Tags: []string{fmt.Sprint("t", n), fmt.Sprint("u", n)}, Price: &n, Raw: []byte{byte(n), byte(n)}, Index: map[string]int{fmt.Sprint(n): n}}
}

// two returns a value with two items. If copied is true, the second is a shallow copy of the first, or refers to it.
func two(of string, copied bool) any {
	a, b := item(1), item(2)
	if copied {
		b = a
	}
	switch of {
	case "List":
		return &List{[]*Item{&a, &b}}
	case "Array":
		return &Array{[2]*Item{&a, &b}}
	case "Map":
		return &Map{map[string]*Item{"a": &a, "b": &b}}
	case "Boxes":
		return &Boxes{[]Box{{&a}, {&b}}}
	case "Maps":
		return &Maps{[]map[string]*Item{{"a": &a}, {"a": &b}}}
	case "Tree":
		root, leaf := &Node{Name: "a"}, &Node{Name: "b", Parent: &Node{Name: "c"}}
		if copied {
			leaf.Parent = root
		}
		return &Tree{[]*Node{root, leaf}}
	case "Holders", "Shapes":
		c, d := Shape(&Square{1}), Shape(&Square{2})
		if copied {
			d = c
		}
		if of == "Shapes" {
			return &Shapes{[][]Shape{{c}, {d}}}
		}
		return &Holders{[]*Holder{{c}, {d}}}
	case "Lists":
		return &Lists{[][]*Item{{&a}, {&b}}}
	case "Fields":
		x := &Fields{A: []string{"a", "b"}, B: []string{"c", "d"}, C: map[string]int{"a": 1}, D: map[string]int{"b": 2}, Bytes: [][]byte{{1, 2}, {3, 4}}, Raw: []byte{5, 6}}
		if copied {
			list := []string{"a", "b", "c", "d"}
			x.A, x.B, x.D, x.Bytes[1], x.Raw = list[:3], list[2:], x.C, x.Bytes[0][:1], x.Bytes[0][1:]
		}
		return x
	case "Self":
		n := []int{7, 8}
		x := &Self{N: 1, M: 2, P: &n[0], Q: &n[1], Next: &Self{N: 3}, List: []Self{{N: 4}, {N: 5, Next: &Self{N: 6}}}}
		if copied {
			x.P, x.Q, x.Next, x.List[1].Next, x.List[0].P = &x.N, &x.List[1].M, x, &x.List[0], &x.List[1].N
		}
		return x
	case "Embedding":
		x := &Embedding{Base: &Base{[]string{"a"}}, Other: &Base{[]string{"b"}}, Bases: []*Base{{[]string{"c"}}, {[]string{"d"}}}}
		if copied {
			x.Other, x.Bases[0], x.Bases[1].Tags = x.Base, x.Base, x.Base.Tags
		}
		return x
	}
	return &Values{[]Item{a, b}}
}

// Decoding into a value with a shallow copy of an element gives the value of the message.
func TestCopies(t *testing.T) {
	for _, of := range []string{"List", "Array", "Map", "Boxes", "Maps", "Lists", "Values", "Tree", "Holders", "Shapes", "Fields", "Self", "Embedding"} {
		x := reflect.ValueOf(two(of, false))
		for i := range x.NumMethod() {
			name := x.Type().Method(i).Name
			if !strings.HasPrefix(name, "Marshal") {
				continue
			}
			out := x.Method(i).Call(nil)
			if !out[1].IsNil() {
				t.Fatal(out[1])
			}
			used := reflect.ValueOf(two(of, true))
			if err := used.MethodByName("Unm" + name[1:]).Call([]reflect.Value{reflect.ValueOf(out[0].Bytes())})[0]; !err.IsNil() {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(x.Interface(), used.Interface()) {
				t.Errorf("%s in %s: the items are not those of the message", of, name[7:])
			}
		}
	}
}

// Decoding into a value that was decoded before allocates nothing for its elements, in whatever order its memory is, or memory for all elements of a type at once.
func TestAllocations(t *testing.T) {
	grid := func(n, k int) *Grid {
		g := new(Grid)
		for i := range n {
			r := &Row{make([]int64, 1+(i+k)%4), make([]int64, 1+(i*k)%5)}
			for j := range r.Cells {
				r.Cells[j] = int64(i + j)
			}
			g.Rows = append(g.Rows, r)
		}
		return g
	}
	for _, n := range []int{2, 5, 100, 1000} {
		x := reflect.ValueOf(grid(n, 1))
		for i := range x.NumMethod() {
			name := x.Type().Method(i).Name
			if !strings.HasPrefix(name, "Marshal") {
				continue
			}
			var messages [5][]byte
			for k := range messages {
				messages[k] = reflect.ValueOf(grid(n, k)).Method(i).Call(nil)[0].Bytes()
			}
			used := new(Grid)
			decode := reflect.ValueOf(used).MethodByName("Unm" + name[1:]).Interface().(func([]byte) error)
			all := func() {
				for _, m := range messages {
					if err := decode(m); err != nil {
						t.Fatal(err)
					}
				}
			}
			all()
			all()
			if allocs := testing.AllocsPerRun(20, all); allocs > float64(3*len(messages)) { // with one for the decoder, since the package has many types
				t.Errorf("%d rows in %s: %v allocations", n, name[7:], allocs)
			}
			if want := grid(n, 4); !reflect.DeepEqual(used, want) && n > 0 {
				for r := range want.Rows {
					for j := range want.Rows[r].Cells {
						if used.Rows[r].Cells[j] != want.Rows[r].Cells[j] {
							t.Errorf("%d rows in %s: row %d is %v", n, name[7:], r, used.Rows[r])
						}
					}
				}
			}
		}
	}
}

// Decoding uses the targets of pointers again, also in interfaces and embedded structs, but not those that can hold others of their type.
func TestPointers(t *testing.T) {
	square, base, number := &Square{1}, &Base{[]string{"a"}}, 7
	branch, thread, folders := &Branch{Key: 5}, &Thread{Text: "old"}, []Folder{{Name: "old"}}
	for _, c := range []struct {
		message, used any
		right         func(x any) bool
	}{
		{two("Holders", false), &Holders{[]*Holder{{square}, {&Square{2}}}}, func(x any) bool { return x.(*Holders).Items[0].Shape == Shape(square) }},
		{two("Embedding", false), &Embedding{Base: base}, func(x any) bool { return x.(*Embedding).Base == base }},
		{two("Self", false), &Self{P: &number}, func(x any) bool { return x.(*Self).P == &number }},
		{&Branch{Left: &Branch{Key: 1}}, &Branch{Left: branch}, func(x any) bool { return x.(*Branch).Left != branch && branch.Key == 5 }},
		{&Thread{Answers: []*Thread{{}}}, &Thread{Answers: []*Thread{thread}}, func(x any) bool { return x.(*Thread).Answers[0] != thread && thread.Text == "old" }},
		{&Folder{Folders: []Folder{{Name: "a"}}}, &Folder{Folders: folders}, func(any) bool { return folders[0].Name == "old" }},
	} {
		x := reflect.ValueOf(c.message)
		for i := range x.NumMethod() {
			name := x.Type().Method(i).Name
			if !strings.HasPrefix(name, "Marshal") || name == "MarshalJSON" { // which keeps what the text does not have
				continue
			}
			used := reflect.New(x.Type().Elem())
			used.Elem().Set(reflect.ValueOf(c.used).Elem())
			if err := used.MethodByName("Unm" + name[1:]).Call(x.Method(i).Call(nil)[:1])[0]; !err.IsNil() {
				t.Fatal(err)
			}
			if !c.right(used.Interface()) {
				t.Errorf("%s of a %T: new memory is used, or old memory that must not be", name, c.used)
			}
		}
	}
}

// Decoding keeps the skipped fields of elements, in whatever order their memory is.
func TestKept(t *testing.T) {
	hall := func(keep bool) *Hall {
		seats, h := make([]Seat, 101), new(Hall)
		for i := range seats {
			seat := &seats[i*37%len(seats)]
			seat.No = int64(i)
			if keep {
				seat.Kept = fmt.Sprint("seat ", i)
			}
			h.Seats = append(h.Seats, seat)
		}
		return h
	}
	x := reflect.ValueOf(hall(false))
	for i := range x.NumMethod() {
		name := x.Type().Method(i).Name
		if !strings.HasPrefix(name, "Marshal") {
			continue
		}
		used := hall(true)
		if err := reflect.ValueOf(used).MethodByName("Unm" + name[1:]).Call(x.Method(i).Call(nil)[:1])[0]; !err.IsNil() {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(used, hall(true)) {
			t.Errorf("%s: a skipped field is lost", name)
		}
	}
}

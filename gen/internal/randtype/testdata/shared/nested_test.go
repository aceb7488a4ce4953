package cart

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// grown returns a value of the type with the given name that has n values of the type inside it, at random places.
func grown(r *rand.Rand, of string, n int) any {
	left := r.IntN(max(n, 1))
	switch of {
	case "Branch":
		b := &Branch{Key: n, Raw: make([]byte, n%5)}
		if n > 0 {
			b.Left = grown(r, of, left).(*Branch)
		}
		if n > 1 && n > left+1 {
			b.Right = grown(r, of, n-1-left).(*Branch)
		}
		return b
	case "Folder":
		f := &Folder{Name: fmt.Sprint(n), Sizes: make([]int64, n%4)}
		for n > 0 {
			left = r.IntN(n)
			f.Folders = append(f.Folders, *grown(r, of, left).(*Folder))
			n -= left + 1
		}
		return f
	case "Thread":
		t := &Thread{Text: fmt.Sprint(n), Votes: make([]uint16, n%7)}
		for n > 0 {
			left = r.IntN(n)
			t.Answers = append(t.Answers, grown(r, of, left).(*Thread))
			n -= left + 1
		}
		return t
	case "Page":
		p := &Page{}
		for n > 0 {
			left = r.IntN(n)
			p.Blocks = append(p.Blocks, Block{make([]string, n%3), grown(r, of, left).(*Page)})
			n -= left + 1
		}
		return p
	case "Person":
		p := &Person{Age: n, Friends: map[string]*Person{}}
		if n > 0 {
			p.Next = grown(r, of, left).(*Person)
			n -= left + 1
		}
		for n > 0 {
			left = r.IntN(n)
			p.Friends[fmt.Sprint(n)] = grown(r, of, left).(*Person)
			n -= left + 1
		}
		return p
	}
	return &Formula{term(r, n)}
}

func term(r *rand.Rand, n int) Term {
	if n < 2 {
		return &Number{n}
	}
	left := r.IntN(n - 1)
	s := &Sum{Left: term(r, left), Right: term(r, n-2-left)}
	for i := range n % 3 {
		s.Others = append(s.Others, &Number{i})
	}
	return s
}

// checkMemory decodes the messages in turns into one value of the type that x points to, and checks that memory does not grow.
func checkMemory(t *testing.T, x reflect.Value, unmarshal string, messages [][]byte) {
	t.Helper()
	used := reflect.New(x.Type().Elem())
	decode := used.MethodByName(unmarshal).Interface().(func([]byte) error)
	memory := func(n int) int { // after n more messages
		for k := range n {
			if err := decode(messages[k%len(messages)]); err != nil {
				t.Fatal(err)
			}
		}
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	if few, many := memory(200), memory(1000); many > few+200_000 {
		t.Errorf("%s of a %s: %d bytes of memory after 200 messages, and %d after 1,200", unmarshal, x.Type(), few, many)
	}
	runtime.KeepAlive(used)
}

// eachFormat calls check with each pair of methods of a type that encode and decode.
func eachFormat(x reflect.Value, check func(marshal int, unmarshal string)) {
	for i := range x.NumMethod() {
		if name := x.Type().Method(i).Name; strings.HasPrefix(name, "Marshal") {
			check(i, "Unm"+name[1:])
		}
	}
}

// Decoding many messages of a recursive type into the same value does not keep the memory of earlier ones.
func TestNested(t *testing.T) {
	for _, of := range []string{"Branch", "Folder", "Thread", "Page", "Person", "Formula"} {
		r := rand.New(rand.NewPCG(1, 2))
		x := reflect.ValueOf(grown(r, of, 10))
		eachFormat(x, func(marshal int, unmarshal string) {
			for range 4 {
				var messages [][]byte
				for range 16 {
					messages = append(messages, reflect.ValueOf(grown(r, of, 20+r.IntN(100))).Method(marshal).Call(nil)[0].Bytes())
				}
				checkMemory(t, x, unmarshal, messages)
			}
		})
	}
}

// The same for types of which pointers and lists refer to one another. The message always has the first part, and the others now and then.
func TestNestedOtherwise(t *testing.T) {
	parts := func(of string, b, c bool) any {
		comment := func() *Comment { return &Comment{"text", make([]Comment, 100)} }
		links := func() []Link { return []Link{{Next: &Link{Next: &Link{}}}, {Next: &Link{}}} }
		cover := func() *Cover { return &Cover{&Inner{make([]Cover, 100)}} }
		index := func() []*Index {
			return []*Index{{Entries: map[string][]Index{"a": make([]Index, 50)}, Next: &[]Index{{}, {}}}, {}}
		}
		switch of {
		case "Post":
			x := &Post{First: comment()}
			if b {
				x.Pinned = comment()
			}
			if c {
				x.Best = comment()
			}
			return x
		case "Chains":
			x := &Chains{A: links()}
			if b {
				x.B = links()
			}
			if c {
				x.C = links()
			}
			return x
		case "Pages":
			x := &Pages{A: cover()}
			if b {
				x.B = cover()
			}
			if c {
				x.C = cover()
			}
			return x
		case "Levels":
			x := &Levels{A: &Level{make(Level, 50)}}
			if b {
				x.B = &Level{make(Level, 50)}
			}
			if c {
				x.C = &Level{make(Level, 50)}
			}
			return x
		}
		x := &Indexes{A: index()}
		if b {
			x.B = index()
		}
		if c {
			x.C = index()
		}
		return x
	}
	for _, of := range []string{"Post", "Chains", "Pages", "Levels", "Indexes"} {
		x := reflect.ValueOf(parts(of, true, true))
		eachFormat(x, func(marshal int, unmarshal string) {
			var messages [][]byte
			for _, with := range [][2]bool{{true, true}, {false, true}, {true, true}, {true, false}} {
				messages = append(messages, reflect.ValueOf(parts(of, with[0], with[1])).Method(marshal).Call(nil)[0].Bytes())
			}
			checkMemory(t, x, unmarshal, messages)
		})
	}
}

// A used value whose lists became shorter keeps neither the text of the earlier messages nor what the elements that are gone refer to.
func TestShorter(t *testing.T) {
	names := func(n int) any {
		list := []string{strings.Repeat("x", 50_000)}
		for i := range n {
			list = append(list, fmt.Sprint("name ", i))
		}
		return &Names{list}
	}
	queue := func(n int) any {
		q := new(Queue)
		for i := range n {
			q.Jobs = append(q.Jobs, Job{Name: "job", Steps: make([]Step, 1+i%3), Last: &Step{Args: [][]string{{"a"}, {"b", "c"}, make([]string, 100)}}})
		}
		return q
	}
	for _, c := range []struct {
		message func(n int) any
		most    int // bytes
	}{{names, 150_000}, {queue, 100_000}} {
		x := reflect.ValueOf(c.message(0))
		eachFormat(x, func(marshal int, unmarshal string) {
			memory := func() int {
				var m runtime.MemStats
				runtime.GC()
				runtime.GC() // empties pools
				runtime.ReadMemStats(&m)
				return int(m.HeapAlloc)
			}
			before := memory()
			used := reflect.New(x.Type().Elem())
			for _, n := range []int{400, 350, 300, 250, 200, 150, 120, 100, 80, 60, 50, 40, 30, 20, 15, 10, 5, 2, 1, 0} {
				message := reflect.ValueOf(c.message(n)).Method(marshal).Call(nil)[0]
				if err := used.MethodByName(unmarshal).Call([]reflect.Value{message})[0]; !err.IsNil() {
					t.Fatal(err)
				}
			}
			if kept := memory() - before; kept > c.most {
				t.Errorf("%s of a %s: %d bytes of memory for a value whose lists became short", unmarshal, x.Type(), kept)
			}
			runtime.KeepAlive(used)
		})
	}
}

// Elements that a list loses are set to zero.
func TestLost(t *testing.T) {
	seats := func(n int) *Hall {
		h := new(Hall)
		for i := range n {
			h.Seats = append(h.Seats, &Seat{No: int64(i), Kept: "kept"})
		}
		return h
	}
	items := func(n int) *Values {
		v := new(Values)
		for i := range n {
			v.Items = append(v.Items, item(i))
		}
		return v
	}
	for n := range 5 {
		eachFormat(reflect.ValueOf(items(n)), func(marshal int, unmarshal string) {
			hall, values := seats(5), items(5)
			messages := [2]reflect.Value{reflect.ValueOf(seats(n)).Method(marshal).Call(nil)[0], reflect.ValueOf(items(n)).Method(marshal).Call(nil)[0]}
			for i, used := range []any{hall, values} {
				if err := reflect.ValueOf(used).MethodByName(unmarshal).Call(messages[i : i+1])[0]; !err.IsNil() {
					t.Fatal(err)
				}
			}
			for _, s := range hall.Seats[len(hall.Seats):cap(hall.Seats)] {
				if s != nil {
					t.Errorf("%s of %d of 5 seats: the list keeps a seat", unmarshal, n)
				}
			}
			for _, x := range values.Items[len(values.Items):cap(values.Items)] {
				if !reflect.ValueOf(x).IsZero() {
					t.Errorf("%s of %d of 5 items: the list keeps an item", unmarshal, n)
				}
			}
		})
	}
}

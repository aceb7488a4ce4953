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

// Decoding many messages of a recursive type into the same value does not keep the memory of earlier ones.
func TestNested(t *testing.T) {
	for _, of := range []string{"Branch", "Folder", "Thread", "Page", "Person", "Formula"} {
		r := rand.New(rand.NewPCG(1, 2))
		x := reflect.ValueOf(grown(r, of, 10))
		for i := range x.NumMethod() {
			name := x.Type().Method(i).Name
			if !strings.HasPrefix(name, "Marshal") {
				continue
			}
			for range 4 {
				var messages [16][]byte
				for k := range messages {
					messages[k] = reflect.ValueOf(grown(r, of, 20+r.IntN(100))).Method(i).Call(nil)[0].Bytes()
				}
				used := reflect.New(x.Type().Elem())
				decode := used.MethodByName("Unm" + name[1:])
				memory := func(n int) int { // after n more messages
					for k := range n {
						if err := decode.Call([]reflect.Value{reflect.ValueOf(messages[k%16])})[0]; !err.IsNil() {
							t.Fatal(err)
						}
					}
					var m runtime.MemStats
					runtime.GC()
					runtime.ReadMemStats(&m)
					return int(m.HeapAlloc)
				}
				if few, many := memory(200), memory(1000); many > few+200_000 {
					t.Errorf("%s in %s: %d bytes of memory after 200 messages, and %d after 1,200", of, name[7:], few, many)
				}
				runtime.KeepAlive(used)
			}
		}
	}
}

// Command check compares the methods that bale gen has generated for messages of gogo with those that gogo has generated: on random
// messages, and on their encodings with all kinds of changes. Both must write the same bytes, accept and refuse the same messages, and
// decode them as the same values.
package main

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime/debug"
	"slices"
)

var (
	messages = flag.Int("messages", 20_000, "number of random and changed messages, over all types")
	seed     = flag.Uint64("seed", 1, "seed of the messages")
	only     = flag.String("only", "", "check only the type of this name")
	at       = flag.Int("at", -1, "check only the round with this number")
)

// own are the methods of gogo.
type own interface {
	Marshal() ([]byte, error)
	Unmarshal(b []byte) error
}

// generated are the methods of bale. Types that stand for a type of another package lack the last two.
type generated interface {
	AppendProto(b []byte) ([]byte, error)
	MarshalProto() ([]byte, error)
	SizeProto() int
	UnmarshalProto(b []byte) error
	UnmarshalProtoAlias(b []byte) error
}

// merger has the methods that types of the same package have in addition.
type merger interface {
	MergeProto(b []byte) error
	ResetProto()
}

// A value is a message with the methods of gogo and those of bale.
type value struct {
	own
	generated
	pointer any // to the struct
}

// A checked is a type to check.
type checked struct {
	name   string
	sorted bool // Marshal of gogo writes the entries of maps in the order of the keys
	new    func() value
}

// all has the types to check. The test that runs the program writes a file that adds them.
var all []checked

// add adds the type of gogo T and the type of bale B, which has the same fields and may be the same type.
func add[T, B any, PT interface {
	*T
	own
}, PB interface {
	*B
	generated
}](name string, sorted bool, convert func(*T) *B) {
	all = append(all, checked{name, sorted, func() value {
		t := new(T)
		return value{PT(t), PB(convert(t)), t}
	}})
}

// inputs is the number of changed encodings in a round.
const inputs = 9

var encoded, notEncoded, decoded, refused int

// A failure is the panic value of a check that fails.
type failure string

func fail(format string, args ...any) { panic(failure(fmt.Sprintf(format, args...))) }

func main() {
	flag.Parse()
	rounds, failed := max(1, *messages/len(all)/(inputs+1)), 0
	for _, c := range all {
		if *only != "" && c.name != *only {
			continue
		}
		for i := range rounds {
			if (*at < 0 || *at == i) && failed < 5 && !run(c, i) {
				failed++
				break
			}
		}
	}
	if failed > 0 {
		os.Exit(1)
	}
	fmt.Printf("%d types: %d messages encoded and %d refused, %d messages decoded and %d refused\n", len(all), encoded, notEncoded, decoded, refused)
}

// run runs a round, and reports its failure.
func run(c checked, i int) (ok bool) {
	defer func() {
		if e := recover(); e != nil {
			text := fmt.Sprint(e)
			if _, is := e.(failure); !is {
				text = fmt.Sprintf("panic: %v\n%s", e, debug.Stack())
			}
			if len(text) > 6000 {
				text = text[:3000] + " ... " + text[len(text)-3000:]
			}
			fmt.Printf("FAIL %s (-seed %d -only %s -at %d): %s\n", c.name, *seed, c.name, i, text)
		}
	}()
	h := fnv.New64a()
	h.Write([]byte(c.name))
	round(c, rand.New(rand.NewPCG(*seed^h.Sum64(), uint64(i))))
	return true
}

// round checks a random message, and changed encodings of it.
func round(c checked, r *rand.Rand) {
	var valid [][]byte
	for range 3 {
		x := c.new()
		(&maker{Rand: r, percent: []int{5, 30, 90}[r.IntN(3)], hostile: r.IntN(3) == 0, entries: map[bool]int{true: 3, false: 1}[c.sorted]}).message(x.pointer)
		if b, ok := checkEncode(c, x); ok {
			valid = append(valid, b)
		}
	}
	if len(valid) == 0 {
		valid = [][]byte{{}}
	}
	used := c.new()
	for i := range inputs {
		b := slices.Clone(valid[0])
		if i > 0 {
			b = (&mutator{Rand: r, others: valid}).change(b)
		}
		checkDecode(c, r, b, valid[r.IntN(len(valid))], used)
	}
}

// marshal returns what Marshal of gogo returns. It panics for some values, such as a list that holds a nil pointer.
func marshal(x own) (b []byte, err error, panics bool) {
	defer func() { panics = recover() != nil }()
	b, err = x.Marshal()
	return b, err, false
}

// checkEncode compares how x is encoded, and returns the bytes. Marshal of gogo writes bytes that Unmarshal refuses for negative numbers of an
// enum in a packed list; they are not compared.
func checkEncode(c checked, x value) ([]byte, bool) {
	want, wantErr, panics := marshal(x.own)
	got, err := x.MarshalProto()
	if panics {
		return nil, false
	}
	if (err != nil) != (wantErr != nil) {
		fail("MarshalProto: error %v, want %v, of %s", err, wantErr, dump(x.pointer))
	}
	size := x.SizeProto()
	if err != nil {
		notEncoded++
		return nil, false
	}
	encoded++
	if string(got) != string(want) && unmarshal(c.new().own, want) != nil {
		return nil, false
	}
	switch {
	case string(got) != string(want):
		fail("MarshalProto: got\n%x\nwant\n%x\nof %s", got, want, dump(x.pointer))
	case size != len(got):
		fail("SizeProto is %d, want %d", size, len(got))
	}
	if got, err = x.AppendProto([]byte("front")); err != nil || string(got) != "front"+string(want) {
		fail("AppendProto: got %x, %v", got, err)
	}
	return want, true
}

// unmarshal decodes b with the method of gogo.
func unmarshal(x own, b []byte) (err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("panic: %v", e)
		}
	}()
	return x.Unmarshal(slices.Clone(b))
}

// checkDecode compares how b is decoded: into a new message, without copying, into a used message, and after the fields that base has.
func checkDecode(c checked, r *rand.Rand, b, base []byte, used value) {
	want := c.new()
	wantErr := unmarshal(want.own, b)
	if wantErr != nil {
		refused++
	} else {
		decoded++
	}
	compare := func(how string, got value, err error, used bool) {
		if (err != nil) != (wantErr != nil) {
			fail("%s: error %v, want %v, of %x", how, err, wantErr, b)
		}
		if wantErr == nil {
			if path := differ(got.pointer, want.pointer, used); path != "" {
				fail("%s: %s differs, of %x", how, path, b)
			}
		}
	}
	input := slices.Clone(b)
	got := c.new()
	err := got.UnmarshalProto(input)
	if string(input) != string(b) {
		fail("UnmarshalProto changed the input %x", b)
	}
	clear(input)
	compare("UnmarshalProto", got, err, false)
	compare("UnmarshalProto of a used message", used, used.UnmarshalProto(b), true)
	alias := c.new()
	compare("UnmarshalProtoAlias", alias, alias.UnmarshalProtoAlias(slices.Clone(b)), false)
	if wantErr == nil && c.sorted {
		checkEncode(c, got)
	}
	m, ok := used.generated.(merger)
	if !ok {
		return
	}
	if r.IntN(3) == 0 {
		m.ResetProto()
		cache, kept := reflect.ValueOf(used.pointer).Elem().FieldByName("XXX_sizecache"), int64(0) // which UnmarshalProto sets to zero
		if cache.IsValid() {
			kept = cache.Int()
			cache.SetInt(0)
		}
		if path := differ(used.pointer, c.new().pointer, true); path != "" {
			fail("ResetProto: %s differs", path)
		}
		if cache.IsValid() {
			cache.SetInt(kept)
		}
	}
	want, got = c.new(), c.new()
	if unmarshal(want.own, base) != nil {
		return
	}
	if err := got.generated.(merger).MergeProto(base); err != nil {
		fail("MergeProto of %x: %v", base, err)
	}
	wantErr = unmarshal(want.own, b)
	compare("MergeProto", got, got.generated.(merger).MergeProto(b), false)
}

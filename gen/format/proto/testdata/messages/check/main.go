// Command check compares the generated methods of messages with google.golang.org/protobuf: on random messages, on their encodings with
// all kinds of changes, on the cases of protobuf's conformance runner, and on deeply nested messages.
//
// Encoding must equal proto.MarshalOptions{Deterministic: true}, and decoding proto.UnmarshalOptions with a Resolver that knows no
// extensions: the same bytes, the same accepted and refused messages, the same values.
package main

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
)

// A message is a message with generated methods.
type message interface {
	proto.Message
	AppendProto(b []byte) ([]byte, error)
	MarshalProto() ([]byte, error)
	SizeProto() int
	UnmarshalProto(b []byte) error
	UnmarshalProtoAlias(b []byte) error
	MergeProto(b []byte) error
	ResetProto()
}

var (
	without  = flag.String("without", "", "folders of packages whose messages have no generated methods, separated by commas")
	oldDepth = flag.Bool("olddepth", false, "the version of google.golang.org/protobuf does not count the entries of maps for the depth")
	quiet    = flag.Bool("quiet", false, "the methods make signaling NaNs in maps quiet, as the reference does")
	messages = flag.Int("messages", 100_000, "number of random and changed messages, over all types")
	seed     = flag.Uint64("seed", 1, "seed of the messages")
	only     = flag.String("messages.only", "", "check only types whose full names match this regular expression")
	at       = flag.Int("messages.at", -1, "check only the round with this number")
	profile  = flag.String("cpuprofile", "", "write a profile to this file")
	limit    = flag.Int("failures", 5, "stop after this number of failures")
)

var (
	noExtensions = new(protoregistry.Types)
	reference    = proto.UnmarshalOptions{Resolver: noExtensions}
	encoder      = proto.MarshalOptions{Deterministic: true}
	partial      = proto.MarshalOptions{Deterministic: true, AllowPartial: true}
)

// inputs is the number of changed encodings in a round.
const inputs = 9

var counts struct{ encoded, notEncoded, decoded, refused atomic.Int64 }

// A failure is the panic value of a check that fails.
type failure string

func fail(format string, args ...any) { panic(failure(fmt.Sprintf(format, args...))) }

// A reporter prints failures and counts them.
type reporter struct {
	sync.Mutex
	failed int
}

// run calls check, and reports its failure. It returns false if there have been too many failures.
func (r *reporter) run(name, repeat string, check func()) (ok bool) {
	defer func() {
		e := recover()
		r.Lock()
		defer r.Unlock()
		if f, isFailure := e.(failure); isFailure {
			fmt.Printf("FAIL %s (%s): %s\n", name, repeat, shorten(string(f), 8000))
			r.failed++
		} else if e != nil {
			fmt.Printf("FAIL %s (%s): panic: %v\n%s\n", name, repeat, e, debug.Stack())
			r.failed++
		}
		ok = r.failed < *limit
	}()
	check()
	return true
}

// shorten leaves out the middle of a text, such as the path of a deep value, of more than most bytes.
func shorten(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return text[:most/2] + " ... " + text[len(text)-most/2:]
}

// stopped reports whether there have been too many failures.
func (r *reporter) stopped() bool {
	r.Lock()
	defer r.Unlock()
	return r.failed >= *limit
}

func main() {
	flag.Parse()
	if *profile != "" {
		f, err := os.Create(*profile)
		if err == nil {
			err = pprof.StartCPUProfile(f)
		}
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		defer pprof.StopCPUProfile()
	}
	types := typesToCheck()
	r := &reporter{}
	rounds := max(1, *messages/len(types)/(inputs+1))
	next := make(chan protoreflect.MessageType)
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for mt := range next {
				if !r.stopped() {
					checkType(r, mt, rounds)
				}
			}
		}()
	}
	for _, mt := range types {
		next <- mt
	}
	close(next)
	wait.Wait()
	if r.failed > 0 {
		os.Exit(1)
	}
	fmt.Printf("%d types: %d messages encoded and %d refused, %d messages decoded and %d refused\n", len(types),
		counts.encoded.Load(), counts.notEncoded.Load(), counts.decoded.Load(), counts.refused.Load())
}

// checkType runs all checks for a type.
func checkType(r *reporter, mt protoreflect.MessageType, rounds int) {
	name := string(mt.Descriptor().FullName())
	repeat := func(what string) string { return fmt.Sprintf("-seed %d -messages.only '^%s$' %s", *seed, name, what) }
	for i := range rounds {
		if *at >= 0 && i != *at {
			continue
		}
		random := rand.New(rand.NewPCG(*seed^hash(mt), uint64(i)))
		if !r.run(name, repeat(fmt.Sprint("-messages.at ", i)), func() { round(mt, random) }) {
			return
		}
	}
	if *at >= 0 {
		return
	}
	for _, c := range []struct {
		name  string
		check func(protoreflect.MessageType)
	}{{"nil", checkNil}, {"depth", checkDepth}, {"extensions", checkExtensions}, {"conformance", checkConformance}, {"cycles", checkCycle}, {"lengths", checkLengths}, {"retained memory", checkRetained}} {
		if c.name == "depth" && *oldDepth {
			continue
		}
		if !r.run(name, repeat("in the check of "+c.name), func() { c.check(mt) }) {
			return
		}
	}
}

// hash returns a number that depends on the name of a type.
func hash(mt protoreflect.MessageType) uint64 {
	h := fnv.New64a()
	h.Write([]byte(mt.Descriptor().FullName()))
	return h.Sum64()
}

// round checks a random message, and changed encodings of it.
func round(mt protoreflect.MessageType, r *rand.Rand) {
	k := &maker{Rand: r, hostile: r.IntN(6) == 0}
	m := mt.New()
	k.message(m)
	x := m.Interface().(message)
	checkEncode(r, x)
	valid := encodingOf(m)
	others := [][]byte{valid}
	for range 2 {
		other := &maker{Rand: r}
		m := mt.New()
		other.message(m)
		others = append(others, encodingOf(m))
	}
	k.odd(reflect.ValueOf(x).Elem(), 0)
	checkEncode(r, x)
	d := newDecoding(mt, others[1])
	for i := range inputs {
		b := slices.Clone(valid)
		if i > 0 {
			b = (&mutator{Rand: r, others: others}).change(mt.Descriptor(), b)
		}
		d.check(r, b, others[r.IntN(len(others))])
	}
}

// encodingOf returns the deterministic encoding of m, or nothing if it has none.
func encodingOf(m protoreflect.Message) []byte {
	b, err := partial.Marshal(m.Interface())
	if err != nil {
		return nil
	}
	return b
}

// typesToCheck returns the message types of this module, sorted by name. All of them must have the generated methods, except those of packages without.
func typesToCheck() (types []protoreflect.MessageType) {
	match := regexp.MustCompile(*only)
	protoregistry.GlobalTypes.RangeMessages(func(mt protoreflect.MessageType) bool {
		m := mt.New().Interface()
		if !strings.HasPrefix(reflect.TypeOf(m).Elem().PkgPath(), "example.org/messages/") || !match.MatchString(string(mt.Descriptor().FullName())) {
			return true
		}
		if isMessageSet(mt.Descriptor()) {
			return true
		}
		folder := strings.TrimPrefix(reflect.TypeOf(m).Elem().PkgPath(), "example.org/messages/")
		if _, ok := m.(message); !ok && slices.Contains(strings.Split(*without, ","), folder) {
			return true
		} else if !ok {
			fmt.Printf("FAIL %s: %T does not have the generated methods\n", mt.Descriptor().FullName(), m)
			os.Exit(1)
		}
		types = append(types, mt)
		return true
	})
	if len(types) == 0 {
		fmt.Println("FAIL: there is no type to check")
		os.Exit(1)
	}
	slices.SortFunc(types, func(a, b protoreflect.MessageType) int {
		return strings.Compare(string(a.Descriptor().FullName()), string(b.Descriptor().FullName()))
	})
	return types
}

package harness

import "fmt"

// The tasks that find out about a row beside its times.
const (
	Attack      Task = "attack"      // decode one hostile input: number Start. With N = 0, list them
	Determinism Task = "determinism" // encode equal values again and again
	Messages    Task = "messages"    // return up to N messages
	Memory      Task = "memory"      // weigh decoded values
	LiveHeap    Task = "live-heap"   // decode while 1 GB is alive
	First       Task = "first"       // time the first calls of the process
	Columns     Task = "columns"     // decode Messages, and return what each field of the type holds
)

// aspects serves these tasks for one adapter.
type aspects interface {
	attacker(src source) (attacker, error)
	determinism(src source) (*bool, error)
	messages(src source, n int) ([][]byte, error)
	weigh(src source) (*Weight, error)
	underLiveHeap(src source, target float64) (float64, error)
	firstCalls(src source) (*Calls, error)
	columns(src source, messages [][]byte) ([]Decoded, error)
}

// aspect answers a request of one of these tasks; ok is false for any other.
func (s *server) aspect(a Adapter, req *Request, src source) (resp Response, ok bool, err error) {
	switch req.Do {
	case Attack:
		resp, err = s.attack(a, req, src)
	case Determinism:
		resp.Same, err = a.determinism(src)
	case Messages:
		resp.Messages, err = a.messages(src, req.N)
	case Memory:
		resp.Weight, err = a.weigh(src)
	case LiveHeap:
		resp.Ns, err = a.underLiveHeap(src, req.Target)
	case First:
		resp.Calls, err = a.firstCalls(src)
	case Columns:
		resp.Decoded, err = a.columns(src, req.Messages)
	default:
		return resp, false, nil
	}
	return resp, true, err
}

// codecLoops are an adapter's loops with a state of their own, and which of them encode and decode in the plainest way.
type codecLoops[T, C any] struct {
	*adapter[T, C]
	state    *State[T, C]
	loops    map[string]func(int) error
	enc, dec string
}

// fresh makes loops that nothing has been done with.
func (a *adapter[T, C]) fresh() *codecLoops[T, C] {
	l := &codecLoops[T, C]{adapter: a, state: &State[T, C]{}}
	keys := a.keys()
	l.enc, l.dec = encodeKey(keys), decodeKey(keys)
	l.loops = a.New(l.state)
	return l
}

func (l *codecLoops[T, C]) encode(v *T) ([]byte, error) {
	return l.encodeIn(l.state, l.loops, l.enc, v)
}

func (l *codecLoops[T, C]) decode(b []byte) (*T, error) {
	return l.decodeIn(l.state, l.loops, l.dec, b)
}

// messages are up to n encoded sample values of at most maxMessages bytes together, and at least one.
func (a *adapter[T, C]) messages(src source, n int) ([][]byte, error) {
	src.Count = n
	values, err := a.values(src)
	if err != nil {
		return nil, err
	}
	l := a.fresh()
	var list [][]byte
	size := 0
	for i := 0; i < n; i++ {
		b, err := l.encode(&values[i%len(values)])
		if err != nil {
			return nil, fmt.Errorf("encode value %d: %w", i, err)
		}
		if size += len(b); size > maxMessages && i > 0 {
			break
		}
		list = append(list, append([]byte(nil), b...))
	}
	return list, nil
}

// maxMessages bounds the messages of one response, whose line the driver bounds at 16 MiB: base64 makes a third more of them.
const maxMessages = 8 << 20

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

// messages are up to n encoded sample values of at most maxMessages bytes together, and at least one.
func (a *adapter) messages(src source, n int) ([][]byte, error) {
	src.Count = n
	values, err := a.values(src)
	if err != nil {
		return nil, err
	}
	l := a.fresh()
	var list [][]byte
	size := 0
	for i := 0; i < n; i++ {
		b, err := l.encode(values.Index(i % values.Len()))
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

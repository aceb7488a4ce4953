package harness

import "fmt"

// The tasks that examine aspects of a row.
const (
	Attack      Task = "attack"      // decode the hostile input with number Start; with N = 0, return the lengths of all hostile inputs
	Determinism Task = "determinism" // encode the same values repeatedly and compare the messages
	Messages    Task = "messages"    // return up to N messages
	Memory      Task = "memory"      // measure the memory of decoded values
	LiveHeap    Task = "live-heap"   // decode while 1 GB is live
	First       Task = "first"       // time the first calls in the process
	Columns     Task = "columns"     // decode Messages and return the contents of each field of the type
)

// aspect serves a request of one of these tasks. ok is false for other tasks.
func (s *server) aspect(a Adapter, req *Request, src source) (resp Response, ok bool, err error) {
	switch req.Do {
	case Attack:
		resp, err = s.attack(a, req, src)
	case Determinism:
		resp.Same, err = a.determinism(src)
	case Messages:
		resp.Messages, err = a.messages(src, req.N)
	case Memory:
		resp.Weight, err = a.memoryUse(src)
	case LiveHeap:
		resp.Ns, err = a.underLiveHeap(src, req.Target)
	case First:
		resp.Calls, err = a.firstCalls(src)
	case Columns:
		resp.Decoded, err = a.columns(req.Messages, s.phases)
	default:
		return resp, false, nil
	}
	return resp, true, err
}

// messages returns up to n encoded sample values: at least one, and at most maxMessages bytes together.
func (a *adapter) messages(src source, n int) ([][]byte, error) {
	src.Count = n
	values, err := a.values(src)
	if err != nil {
		return nil, err
	}
	l := a.newCoder()
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

// maxMessages is the maximum number of bytes of the messages in one response. The driver accepts lines of up to 16 MiB, and base64 adds a third.
const maxMessages = 8 << 20

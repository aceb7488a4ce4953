package aspect

import (
	"context"
	"slices"

	"bale/result"
	"bale/runner/harness"
)

// determinism finds out whether equal values have equal messages.
func (e *examined) determinism(ctx context.Context, into *result.Aspects) error {
	resp, err := e.ask(ctx, e.request(harness.Determinism))
	if err == nil {
		into.Deterministic = resp.Same
	}
	return err
}

// memory finds the memory and the number of objects of a decoded value.
func (e *examined) memory(ctx context.Context, into *result.Aspects) error {
	resp, err := e.ask(ctx, e.request(harness.Memory))
	if err != nil {
		return err
	}
	if resp.Weight == nil {
		return errNoAnswer
	}
	into.Memory = &result.Memory{Bytes: resp.Weight.Bytes, Objects: resp.Weight.Objects}
	return nil
}

// liveHeapNs is the time that a runner decodes with a live heap of 1 GB, in nanoseconds. A garbage collection of this heap takes about half
// a second.
const liveHeapNs = 2e9

// liveHeap finds the time to decode a message with a live heap of 1 GB.
func (e *examined) liveHeap(ctx context.Context, into *result.Aspects) error {
	req := e.request(harness.LiveHeap)
	req.Target = liveHeapNs
	resp, err := e.ask(ctx, req)
	if err != nil {
		return err
	}
	into.Memory = &result.Memory{LiveHeapNs: resp.Ns}
	return nil
}

// firstProcesses is the number of processes whose first calls are timed.
const firstProcesses = 5

// first finds the median time of the first call in a process.
func (e *examined) first(ctx context.Context, into *result.Aspects) error {
	var encode, decode []float64
	for range firstProcesses {
		resp, err := e.ask(ctx, e.request(harness.First))
		if err != nil {
			return err
		}
		if resp.Calls == nil {
			return errNoAnswer
		}
		encode, decode = append(encode, resp.Calls.Encode), append(decode, resp.Calls.Decode)
	}
	slices.Sort(encode)
	slices.Sort(decode)
	into.FirstCall = &result.FirstCall{EncodeNs: encode[firstProcesses/2], DecodeNs: decode[firstProcesses/2]}
	return nil
}

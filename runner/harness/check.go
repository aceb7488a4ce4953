package harness

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sort"
	"strings"
	"time"

	"bale/runner/inspect"
	"bale/runner/loss"
	"bale/runner/measure"
	"bale/runner/sample"
)

// CheckResult is the result of checking the round trips of one adapter.
type CheckResult struct {
	Error string `json:"error,omitempty"` // the sample values cannot be encoded or decoded, so nothing can be timed
	// Unchecked is an error of bale's own work, such as comparing values. Nothing is known about the codec then.
	Unchecked string            `json:"unchecked,omitempty"`
	Values    string            `json:"values,omitempty"` // error in the file of sample values or in the package's own function
	Losses    []measure.Loss    `json:"losses,omitempty"`
	Size      float64           `json:"size"`              // mean encoded bytes of the sample values
	Counts    measure.Counts    `json:"counts"`            // numbers of sample values
	Hash      string            `json:"hash"`              // of the sample values; the same in every runner
	Keys      []string          `json:"keys"`              // loops that behave as their class requires
	Dropped   map[string]string `json:"dropped,omitempty"` // loops that do not, and why
	// Strings tells whether strings have their own memory: see memoryOfStrings. Sharing says what is shared, and Untried why it is not known.
	Strings measure.Strings `json:"strings,omitempty"`
	Sharing string          `json:"sharing,omitempty"`
	Untried string          `json:"untried,omitempty"`
}

// refusedKind is the kind of a loss for an error while encoding or decoding.
const refusedKind = "refused"

// maxLosses is the maximum number of losses that are recorded for one value.
const maxLosses = 50

// encodeKey returns the key of the default loop for encoding, or "".
func encodeKey(keys []string) string {
	return pick(keys, plainMode(measure.Fresh, measure.Copy).Loop(measure.Encode), plainMode(measure.Reuse, measure.Copy).Loop(measure.Encode))
}

// decodeKey returns the key of the default loop for decoding, or "".
func decodeKey(keys []string) string {
	return pick(keys, plainMode(measure.Fresh, measure.Copy).Loop(measure.Decode), plainMode(measure.Fresh, measure.Alias).Loop(measure.Decode),
		plainMode(measure.Reuse, measure.Copy).Loop(measure.Decode))
}

// plainMode returns a mode that starts or ends at the user's struct.
func plainMode(m measure.Memory, s measure.Strings) measure.Mode {
	return measure.Mode{Form: measure.Convert, Memory: m, Strings: s}
}

// pick returns the first of wanted that is in keys, or "".
func pick(keys []string, wanted ...string) string {
	for _, w := range wanted {
		if slices.Contains(keys, w) {
			return w
		}
	}
	return ""
}

func isNative(key string) bool { return strings.Contains(key, string(measure.Native)) }

// A conversionError is the value with which a conversion panics if a custom type's method returns an error.
type conversionError = struct{ Conversion error }

// recovered must be deferred. It sets err after a panic.
func recovered(err *error) {
	switch p := recover().(type) {
	case nil:
	case conversionError:
		*err = p.Conversion
	default:
		*err = errors.New(inspect.PanicText(p))
	}
}

// A checker checks the round trips of one adapter. It ignores the kinds of difference and fields in ignore.
type checker struct {
	*adapter
	work   *phases
	ignore []string
	cmp    *loss.Comparer
}

// The work of bale itself during a check, as arguments of phases.own.
const (
	makingValues    = "make the sample values"
	makingEdges     = "make the edge values"
	makingTexts     = "make values with long texts"
	comparingValues = "compare a decoded value with the original"
)

const (
	// nilEdge is the name of the edge value to which losses between nil and empty slices and maps are attributed. They do not count as
	// losses of sample values, because no two sample values differ only in this.
	nilEdge = "nil or empty"
	// zoneEdge is the name of the edge value to which losses of zones are attributed, unless the sample values are the user's own. All others
	// are in UTC, and some serializers return them in the machine's zone.
	zoneEdge = "zone"
)

// edgeOf returns the name of the edge value to which a loss of a sample value is attributed, or "" if it counts as one of the sample value.
// With given, the sample values are the user's own.
func edgeOf(l measure.Loss, given bool) string {
	switch {
	case l.Kind == loss.KindNilEmpty || l.Kind == loss.KindEmptyNil:
		return nilEdge
	case l.Kind == loss.KindZone && !given:
		return zoneEdge
	}
	return ""
}

// check serves a Check request. It encodes and decodes all sample values with the default loops, and the first of them with every loop, and
// compares the results. If the request includes edge values, it also checks those with the default loops. At last it finds out whether decoded strings share
// memory.
func (full *adapter) check(src source, req *Request, ph *phases) CheckResult {
	a := &checker{full, ph, req.Ignore, loss.NewComparer(full.typ, maxLosses, req.Ignore...)}
	p := CheckResult{Dropped: map[string]string{}}
	var values reflect.Value
	var err error
	failed := a.work.own(makingValues, func() {
		if values, err = a.values(src); err == nil {
			err = a.callAgain(src, values)
		}
		if err == nil {
			p.Counts, p.Hash = a.describe(src, values)
		}
	})
	switch {
	case failed != nil:
		p.fail(failed)
		return p
	case err != nil:
		p.Error, p.Values = err.Error(), err.Error() // the only possible error is one of the values' source
		return p
	}
	keys := a.keys()
	sort.Strings(keys)
	if strings.Contains(decodeKey(keys), string(measure.Reuse)) {
		// A sync.Pool gives back a message only on the processor that put it there, so whether a nil slice is decoded as an empty one
		// would depend on the scheduler.
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	}
	encoded, err := a.encodeAll(values)
	if err != nil {
		p.fail(err)
		return p
	}
	for _, b := range encoded {
		p.Size += float64(len(b)) / float64(len(encoded))
	}
	losses, err := a.decodeAll(decodeKey(keys), values, encoded, false)
	if err != nil {
		p.fail(err)
		return p
	}
	known := min(values.Len(), knownValues)
	for _, key := range keys {
		if reason := a.checkLoop(key, values.Slice(0, known), encoded[:known], losses); reason != "" {
			p.Dropped[key] = reason
		} else {
			p.Keys = append(p.Keys, key)
		}
	}
	for i, l := range losses {
		losses[i].Edge = edgeOf(l, req.Given)
	}
	p.Losses = losses
	if req.Edges {
		if err := a.checkEdges(&p, src.Seed); err != nil {
			p.fail(err)
			return p
		}
	}
	p.Strings, p.Sharing, err = a.memoryOfStrings(p.Keys, values, src.Seed)
	if err != nil {
		p.Untried = err.Error()
	}
	return p
}

// fail writes an error into the result: into Unchecked if it is one of bale's own work.
func (p *CheckResult) fail(err error) {
	if own := (ownError{}); errors.As(err, &own) {
		p.Unchecked = own.Error()
		return
	}
	p.Error = err.Error()
}

// decodeAll decodes all messages with one loop and one state, and returns the losses. With strict, it also checks the class of the loop: a copy
// must not change with its input, and a fresh value must not change with the next call.
func (a *checker) decodeAll(key string, values reflect.Value, encoded [][]byte, strict bool) ([]measure.Loss, error) {
	s := a.state()
	s.setBytes(encoded) // as in a block
	c := newCoder(s)
	var losses []measure.Loss
	compare := func(i int, got reflect.Value) error {
		found, err := a.diff(values.Index(i), got)
		losses = loss.Merge(losses, found...)
		return err
	}
	var last reflect.Value
	for i := range values.Len() {
		in := bytes.Clone(encoded[i])
		got, err := c.decodeBy(key, in)
		if err != nil {
			return nil, fmt.Errorf("decode value %d: %w", i, c.withReason(values.Index(i), err))
		}
		if strict && strings.HasSuffix(key, string(measure.Copy)) {
			for k := range in {
				in[k] ^= 0xa5
			}
		}
		if err := compare(i, got); err != nil {
			return nil, err
		}
		if strict && strings.Contains(key, string(measure.Fresh)) {
			if last.IsValid() {
				if err := compare(i-1, last); err != nil {
					return nil, err
				}
			}
			last = got
		}
	}
	return losses, nil
}

// diff returns the losses of a decoded value.
func (a *checker) diff(want, got reflect.Value) (losses []measure.Loss, err error) {
	err = a.work.own(comparingValues, func() { losses = a.cmp.Diff(want, got) })
	return losses, err
}

// checkLoop returns the reason why a loop does not behave as its class requires, or "". known has the losses of the default loop.
func (a *checker) checkLoop(key string, values reflect.Value, encoded [][]byte, known []measure.Loss) string {
	if strings.HasPrefix(key, string(measure.Decode)) {
		losses, err := a.decodeAll(key, values, encoded, true)
		if err != nil {
			return err.Error()
		}
		why := "the result shares memory with the input or with an earlier result"
		if strings.Contains(key, string(measure.Reuse)) {
			why = "the reused value keeps data of an earlier message or shares memory with the input"
		}
		if l := loss.NewLoss(besidesReuse(key, losses), known); l != nil {
			return fmt.Sprintf("%s at %q: %s", l.Kind, l.Path, why)
		}
		return ""
	}
	c := a.newCoder()
	var last, kept []byte
	made := make([][]byte, values.Len())
	for i := range made {
		b, err := c.encodeBy(key, values.Index(i))
		if err != nil {
			return err.Error()
		}
		if strings.Contains(key, string(measure.Fresh)) && !bytes.Equal(last, kept) {
			return "an encoded message changes when the next one is encoded, so it is not in newly allocated memory"
		}
		last, kept = b, bytes.Clone(b)
		made[i] = kept
	}
	losses, err := a.decodeAll(c.dec, values, made, false)
	if err != nil {
		return err.Error()
	}
	if l := loss.NewLoss(besidesReuse(c.dec, losses), known); l != nil {
		return fmt.Sprintf("%s at %q, unlike with the default loop", l.Kind, l.Path)
	}
	return ""
}

// besidesReuse returns the losses of a decoding loop without those that reuse explains: a nil slice may be decoded as an empty one with the
// capacity of the reused value, if the wire format has no nil. It modifies losses.
func besidesReuse(key string, losses []measure.Loss) []measure.Loss {
	if !strings.Contains(key, string(measure.Reuse)) {
		return losses
	}
	return slices.DeleteFunc(losses, func(l measure.Loss) bool { return l.Kind == loss.KindNilEmpty })
}

// checkEdges adds the losses of edge values. An edge value that cannot be encoded or decoded is a loss, too.
func (a *checker) checkEdges(p *CheckResult, seed uint64) error {
	var edges []sample.Edge
	if err := a.work.own(makingEdges, func() { edges = sample.Edges(a.typ, seed, a.unions...) }); err != nil {
		return err
	}
	for _, e := range edges {
		losses, err := a.checkEdge(e)
		if err != nil {
			return err
		}
		for _, l := range losses {
			l.Edge = e.Name
			if l.Kind != refusedKind {
				p.Losses = loss.Merge(p.Losses, l)
			} else if !slices.Contains(a.ignore, loss.IgnoreRefused) {
				p.Losses = append(p.Losses, l)
			}
		}
	}
	return nil
}

// checkEdge returns the losses of an edge value. The error is one of bale's own work.
func (a *checker) checkEdge(e sample.Edge) ([]measure.Loss, error) {
	refused := func(err error) ([]measure.Loss, error) {
		text := err.Error()
		if len(text) > 120 {
			text = text[:120]
		}
		return []measure.Loss{{Kind: refusedKind, Before: e.Name, After: text}}, nil
	}
	if !e.Value.IsValid() || e.Value.Kind() == reflect.Interface && e.Value.IsNil() {
		return nil, nil
	}
	if e.Few.IsValid() {
		if cost := a.tooCostly(e.Few); cost != "" {
			return []measure.Loss{{Kind: measure.NotTried, Before: e.Name, After: "a hundredth of the elements " + cost}}, nil
		}
	}
	v, got, err := a.edgeTrip(e.Value)
	if err != nil {
		return refused(err)
	}
	return a.diff(v, got)
}

// An edge value with a hundred times as many elements is tried only if that with few takes at most fewLimit and allocates at most fewBytes to be
// encoded and decoded. Most serializers take less than a millisecond and a megabyte. Without the limits, those that allocate the list anew for
// each element use up the time for the whole row, and those that keep a node for each byte of a hash the memory: 130 MB for few blocks in YAML,
// where a process has 6 GiB.
var (
	fewLimit = 500 * time.Millisecond
	fewBytes = uint64(32 << 20)
)

// tooCostly says how a value with few elements exceeds fewLimit or fewBytes. It returns "" if it does not, or cannot be encoded or decoded.
func (a *checker) tooCostly(few reflect.Value) string {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	_, _, err := a.edgeTrip(few)
	took := time.Since(began)
	runtime.ReadMemStats(&after)
	switch {
	case err != nil:
	case took > fewLimit:
		return fmt.Sprintf("takes more than %v", fewLimit)
	case after.TotalAlloc-before.TotalAlloc > fewBytes:
		return fmt.Sprintf("allocates more than %d MiB", fewBytes>>20)
	}
	return ""
}

// edgeTrip encodes and decodes a value. It returns the value as it was encoded, and what was decoded.
func (a *checker) edgeTrip(value reflect.Value) (v, got reflect.Value, err error) {
	v = reflect.New(a.typ).Elem()
	v.Set(value)
	c := a.newCoder()
	b, err := c.encode(v)
	if err != nil {
		return v, got, c.withReason(v, err)
	}
	if got, err = a.newCoder().decode(bytes.Clone(b)); err != nil {
		err = fmt.Errorf("decode: %w", c.withReason(v, err))
	}
	return v, got, err
}

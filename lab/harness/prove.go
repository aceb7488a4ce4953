package harness

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strings"

	"bale/measure"
	"bale/sample"
)

// CheckResult is what the round trips of one adapter have shown.
type CheckResult struct {
	Error   string            `json:"error,omitempty"`  // the sample values did not go through: nothing can be timed
	Values  string            `json:"values,omitempty"` // what is wrong with the file of sample values or with the package's own function
	Losses  []measure.Loss    `json:"losses,omitempty"`
	Size    float64           `json:"size"`              // mean encoded bytes of the sample values
	Counts  measure.Counts    `json:"counts"`            // how many sample values there are
	Hash    string            `json:"hash"`              // of the sample values: the same in every runner
	Keys    []string          `json:"keys"`              // the loops that did what their class says
	Dropped map[string]string `json:"dropped,omitempty"` // the loops that did not, and why
}

// refusedKind is the kind of a loss that is an error, of encoding or of decoding.
const refusedKind = "refused"

// maxLosses bounds what one value can add to a proof.
const maxLosses = 50

func encodeKey(keys []string) string {
	return pick(keys, plain(measure.Fresh, measure.Copy).Loop(measure.Encode), plain(measure.Reuse, measure.Copy).Loop(measure.Encode))
}

func decodeKey(keys []string) string {
	return pick(keys, plain(measure.Fresh, measure.Copy).Loop(measure.Decode), plain(measure.Fresh, measure.Alias).Loop(measure.Decode),
		plain(measure.Reuse, measure.Copy).Loop(measure.Decode))
}

// plain is a class of the user's own struct.
func plain(m measure.Memory, s measure.Strings) measure.Mode {
	return measure.Mode{Form: measure.Convert, Memory: m, Strings: s}
}

func pick(keys []string, wanted ...string) string {
	for _, w := range wanted {
		if slices.Contains(keys, w) {
			return w
		}
	}
	return ""
}

func isNative(key string) bool { return strings.Contains(key, string(measure.Native)) }

// A conversionError is what conversions panic with where a type's own method returns an error.
type conversionError = struct{ Conversion error }

func recovered(err *error) {
	switch p := recover().(type) {
	case nil:
	case conversionError:
		*err = p.Conversion
	default:
		*err = fmt.Errorf("panic: %v", p)
	}
}

// A proving is the proof of one adapter, which leaves out what is ignored.
type proving struct {
	*adapter
	ignore []string
}

// nilEdge is the name that an edge value with nil and empty slices and maps would have. Sample values have them, too, but what comes
// back as the other of the two is no loss of theirs: no two of them differ in nothing else.
const nilEdge = "nil or empty"

// prove encodes and decodes every sample value by the plainest loops, the first of them by every loop, and with
// edges the edge values by the plainest, and compares.
func (whole *adapter) prove(src source, edges bool, ignore []string) CheckResult {
	a := &proving{whole, ignore}
	p := CheckResult{Dropped: map[string]string{}}
	values, err := a.values(src)
	if err == nil {
		err = a.callAgain(src, values)
	}
	if err != nil {
		p.Error, p.Values = err.Error(), err.Error() // nothing else can go wrong with values
		return p
	}
	p.Counts, p.Hash = a.describe(src, values)
	keys := a.keys()
	sort.Strings(keys)
	encoded, err := a.encodeAll(values)
	if err != nil {
		p.Error = err.Error()
		return p
	}
	for _, b := range encoded {
		p.Size += float64(len(b)) / float64(len(encoded))
	}
	losses, err := a.decodes(decodeKey(keys), values, encoded, false)
	if err != nil {
		p.Error = err.Error()
		return p
	}
	few := min(values.Len(), knownCount)
	for _, key := range keys {
		if reason := a.check(key, values.Slice(0, few), encoded[:few], losses); reason != "" {
			p.Dropped[key] = reason
		} else {
			p.Keys = append(p.Keys, key)
		}
	}
	for i, l := range losses {
		if l.Kind == sample.KindNilEmpty || l.Kind == sample.KindEmptyNil {
			losses[i].Edge = nilEdge
		}
	}
	p.Losses = losses
	if edges {
		a.edges(&p, src.Seed)
	}
	return p
}

// decodes decodes everything by one loop, each time into the same state, and says what was lost. With
// strict it also takes the loop by its word: a copy has to outlive its input, and what is fresh the next
// call.
func (a *proving) decodes(key string, values reflect.Value, encoded [][]byte, strict bool) ([]measure.Loss, error) {
	s := a.state()
	s.setBytes(encoded) // what a block has
	c := newCoder(s)
	var losses []measure.Loss
	compare := func(i int, got reflect.Value) {
		losses = sample.Merge(losses, sample.Diff(values.Index(i), got, maxLosses, a.ignore...)...)
	}
	var last reflect.Value
	for i := range values.Len() {
		in := bytes.Clone(encoded[i])
		got, err := c.decodeBy(key, in)
		if err != nil {
			return nil, fmt.Errorf("decode value %d: %w", i, c.explained(values.Index(i), err))
		}
		if strict && strings.HasSuffix(key, string(measure.Copy)) {
			for k := range in {
				in[k] ^= 0xa5
			}
		}
		compare(i, got)
		if strict && strings.Contains(key, string(measure.Fresh)) {
			if last.IsValid() {
				compare(i-1, last)
			}
			last = got
		}
	}
	return losses, nil
}

// check says why a loop does not do what its class promises, "" when it does. known is what
// the plainest way loses.
func (a *proving) check(key string, values reflect.Value, encoded [][]byte, known []measure.Loss) string {
	if strings.HasPrefix(key, string(measure.Decode)) {
		losses, err := a.decodes(key, values, encoded, true)
		if err != nil {
			return err.Error()
		}
		why := "what it returns points into its input, or into what an earlier call returned"
		if strings.Contains(key, string(measure.Reuse)) {
			why = "what it decodes into keeps something of the value before, or points into its input"
			// A slice that keeps its capacity comes back empty where the wire has no nil.
			losses = slices.DeleteFunc(losses, func(l measure.Loss) bool { return l.Kind == sample.KindNilEmpty })
		}
		if l := sample.NewLoss(losses, known); l != nil {
			return fmt.Sprintf("%s at %q: %s", l.Kind, l.Path, why)
		}
		return ""
	}
	c := a.fresh()
	var last, kept []byte
	made := make([][]byte, values.Len())
	for i := range made {
		b, err := c.encodeBy(key, values.Index(i))
		if err != nil {
			return err.Error()
		}
		if strings.Contains(key, string(measure.Fresh)) && !bytes.Equal(last, kept) {
			return "an encoded message changes when the next is encoded: it is not fresh"
		}
		last, kept = b, bytes.Clone(b)
		made[i] = kept
	}
	losses, err := a.decodes(c.dec, values, made, false)
	if err != nil {
		return err.Error()
	}
	if l := sample.NewLoss(losses, known); l != nil {
		return fmt.Sprintf("%s at %q, which the plain way does not lose", l.Kind, l.Path)
	}
	return ""
}

// edges adds what the edge values lose beyond the sample values. A value that is refused is a loss, too.
func (a *proving) edges(p *CheckResult, seed uint64) {
	for _, e := range sample.Edges(a.typ, seed, a.unions...) {
		for _, l := range a.edge(e) {
			l.Edge = e.Name
			if l.Kind != refusedKind {
				p.Losses = sample.Merge(p.Losses, l)
			} else if !slices.Contains(a.ignore, sample.IgnoreRefused) {
				p.Losses = append(p.Losses, l)
			}
		}
	}
}

func (a *proving) edge(e sample.Edge) []measure.Loss {
	refused := func(err error) []measure.Loss {
		text := err.Error()
		if len(text) > 120 {
			text = text[:120]
		}
		return []measure.Loss{{Kind: refusedKind, Before: e.Name, After: text}}
	}
	if !e.Value.IsValid() || e.Value.Kind() == reflect.Interface && e.Value.IsNil() {
		return nil
	}
	v := reflect.New(a.typ).Elem()
	v.Set(e.Value)
	c := a.fresh()
	b, err := c.encode(v)
	if err != nil {
		return refused(c.explained(v, err))
	}
	got, err := a.fresh().decode(bytes.Clone(b))
	if err != nil {
		return refused(fmt.Errorf("decode: %w", c.explained(v, err)))
	}
	return sample.Diff(v, got, maxLosses, a.ignore...)
}

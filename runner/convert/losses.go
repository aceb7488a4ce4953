package convert

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"bale/runner/loss"
	"bale/runner/sample"
)

// The sample values with which losses are found before the first record.
const (
	sampleSeed   = 1
	sampleValues = 64
)

// losses returns the differences, each once, between sample values as the source carries them and as they come back from the target. The sample
// values are those of bale compare: ordinary ones and edge values. Values that a codec refuses are left out.
func (c *converter[S, T]) losses() []*Difference {
	var list []*Difference
	known := map[string]bool{}
	for _, v := range c.samples() {
		record, err := c.record(v)
		if err != nil || c.decode(record) != nil {
			continue
		}
		message, err := c.Encode()
		if err != nil {
			continue
		}
		for _, l := range c.differences(message) {
			if name := lossName(c.spec.Type, l); !known[name] {
				known[name] = true
				list = append(list, &Difference{name, l})
			}
		}
	}
	slices.SortFunc(list, func(a, b *Difference) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// samples returns the sample values of the source.
func (c *converter[S, T]) samples() []reflect.Value {
	t := reflect.TypeOf((*S)(nil)).Elem()
	unions := c.spec.Unions
	if c.spec.Carry != nil {
		unions = c.spec.FromUnions
	}
	values := sample.Values(t, sampleSeed, sampleValues, unions...)
	var list []reflect.Value
	for i := range values.Len() {
		list = append(list, values.Index(i))
	}
	for _, e := range sample.Edges(t, sampleSeed, unions...) {
		if e.Value.IsValid() {
			list = append(list, e.Value)
		}
	}
	return list
}

// record returns a record of the source with a value.
func (c *converter[S, T]) record(v reflect.Value) (record []byte, err error) {
	defer recovered(&err)
	if c.source.Encode == nil {
		return nil, fmt.Errorf("%s does not encode", c.spec.Source.Codec)
	}
	from := new(S)
	reflect.ValueOf(from).Elem().Set(v)
	record, err = c.source.Encode(from)
	return slices.Clone(record), err
}

// differences returns the differences between the current value and the one in a message.
func (c *converter[S, T]) differences(message []byte) (list []loss.Loss) {
	defer func() {
		if recover() != nil { // a method of the user's types
			list = nil
		}
	}()
	if c.check.Decode == nil || c.check.Decode(message, &c.back) != nil {
		return nil
	}
	return c.diff()
}

// checkLosses returns an error that lists the differences that are known before the first record and not allowed.
func checkLosses(p *Program, allow []string) error {
	if slices.Contains(allow, AllowDead) {
		return nil
	}
	allowed := allowing(allow)
	var names []string
	var lines strings.Builder
	for _, d := range p.Losses() {
		if !allowed.difference(d.Name) {
			names = append(names, d.Name)
			fmt.Fprintf(&lines, "\n  %s: %s, as in %s, which comes back as %s", d.Name, d.Kind, d.Before, d.After)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return fmt.Errorf("messages of %s do not hold all that records of %s may hold:%s\nallow the changes with -allow '%s', or with -allow %s to have records that change among the dead letters",
		p.Target, p.Source, lines.String(), strings.Join(names, ","), AllowDead)
}

// AllowUnknown is a word among the names of allowed differences: records may have members that the type does not have. They are left out.
const AllowUnknown = "unknown"

// AllowText is a word among the names of allowed differences: JSON texts may change when they are decoded and encoded again. What they lose is not
// noticed.
const AllowText = "text"

// AllowDead is a word among the names of allowed differences: the conversion begins although the target cannot carry everything, and records that
// come back different become dead letters.
const AllowDead = "dead"

package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// A packed value is a JSON value in a smaller form, which the function unpacked in page.js reads. Its parts are:
//
//   - numbers, booleans and null as they are
//   - "~" and a number in base 36 for a value in Shared, which occurs more than once
//   - any other string as it is
//   - [0, elements...] for a list
//   - [k, values...] for an object whose names are Keys[k-1], a list of strings
//
// The results of a large run have few different texts and objects: packed, they take a quarter of the bytes.
type packed struct {
	Shared []any `json:"shared"` // strings as they are; lists and objects packed
	Keys   []any `json:"keys"`
	Value  any   `json:"value"`
}

// pack packs the JSON of v.
func pack(v any) (*packed, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	tree, err := parseNode(d)
	if err != nil {
		return nil, err
	}
	p := &packer{count: map[string]int{}, refs: map[string]string{}, kinds: map[string]int{}}
	p.visit(tree)
	p.pack(tree)
	return &p.out, nil
}

// A node is a JSON value. Objects keep the order of their names.
type node struct {
	text   string // the JSON of the value, which identifies it
	scalar any    // string, json.Number, bool or nil, if the value is no list and no object
	object bool
	list   bool
	names  []*node // of an object
	parts  []*node
}

func (n *node) composite() bool { return n.object || n.list }

func parseNode(d *json.Decoder) (*node, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	delim, ok := t.(json.Delim)
	if !ok {
		text, err := json.Marshal(t)
		return &node{text: string(text), scalar: t}, err
	}
	n := &node{object: delim == '{', list: delim == '['}
	var text strings.Builder
	text.WriteString(delim.String())
	for d.More() {
		part, err := parseNode(d)
		if err != nil {
			return nil, err
		}
		text.WriteString(part.text + ",")
		if n.object && len(n.names) == len(n.parts) {
			n.names = append(n.names, part)
		} else {
			n.parts = append(n.parts, part)
		}
	}
	end, err := d.Token()
	if err != nil {
		return nil, err
	}
	text.WriteString(end.(json.Delim).String())
	n.text = text.String()
	return n, nil
}

// A packer packs one tree.
type packer struct {
	count map[string]int    // by text, how often a string, list or object is written; the parts of equal ones count once
	nodes []*node           // one node for each text in count
	refs  map[string]string // by text, the references to the values that are in out.Shared
	kinds map[string]int    // by the texts of an object's names, its number
	out   packed
}

// visit counts the values of a tree.
func (p *packer) visit(n *node) {
	if _, ok := n.scalar.(string); !ok && !n.composite() {
		return
	}
	p.count[n.text]++
	if p.count[n.text] > 1 {
		return
	}
	p.nodes = append(p.nodes, n)
	if key, isNew := p.kind(n); isNew {
		p.kinds[key] = len(p.kinds) + 1
		for _, name := range n.names {
			p.visit(name)
		}
	}
	for _, part := range n.parts {
		p.visit(part)
	}
}

// kind returns the texts of an object's names, and whether they are not yet in p.kinds.
func (p *packer) kind(n *node) (key string, isNew bool) {
	if !n.object {
		return "", false
	}
	texts := make([]string, len(n.names))
	for i, name := range n.names {
		texts[i] = name.text
	}
	key = strings.Join(texts, ",")
	return key, p.kinds[key] == 0
}

// minShared is the length of the shortest JSON that is shared: a reference to it has up to six bytes.
const minShared = 8

// shared reports whether a value is written once, and references to it elsewhere.
func (p *packer) shared(n *node) bool {
	s, ok := n.scalar.(string)
	return ok && strings.HasPrefix(s, "~") || p.count[n.text] > 1 && len(n.text) >= minShared
}

// pack sets out. The most frequent values get the shortest references.
func (p *packer) pack(tree *node) {
	shared := slices.DeleteFunc(p.nodes, func(n *node) bool { return !p.shared(n) })
	slices.SortStableFunc(shared, func(a, b *node) int { return cmp.Compare(p.count[b.text], p.count[a.text]) })
	for i, n := range shared {
		p.refs[n.text] = "~" + strconv.FormatInt(int64(i), 36)
	}
	p.out.Keys = make([]any, len(p.kinds))
	for _, n := range shared {
		p.out.Shared = append(p.out.Shared, p.inline(n))
	}
	p.out.Value = p.value(tree)
}

// value returns the packed form of a value.
func (p *packer) value(n *node) any {
	if ref, ok := p.refs[n.text]; ok {
		return ref
	}
	return p.inline(n)
}

// inline returns the packed form of a value that is no reference.
func (p *packer) inline(n *node) any {
	switch {
	case n.list:
		return append([]any{0}, p.values(n.parts)...)
	case n.object:
		key, _ := p.kind(n)
		k := p.kinds[key]
		if p.out.Keys[k-1] == nil {
			p.out.Keys[k-1] = p.values(n.names)
		}
		return append([]any{k}, p.values(n.parts)...)
	}
	return n.scalar
}

func (p *packer) values(list []*node) []any {
	values := make([]any, len(list))
	for i, n := range list {
		values[i] = p.value(n)
	}
	return values
}

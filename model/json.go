package model

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"strings"
)

// The JSON form of a model. A node with a name is a string ("int32", "time.Time", a key of types). Any other node is an object whose
// member tells its kind.
type (
	jsonModel struct {
		Package string                `json:"package"`
		Name    string                `json:"name"`
		Dir     string                `json:"dir"` // relative to the module's folder
		Module  jsonModule            `json:"module"`
		Roots   []jsonRoot            `json:"roots"`
		Types   map[string]*jsonNamed `json:"types"`
	}
	jsonModule struct {
		Path string `json:"path"`
		Go   string `json:"go"`
	}
	jsonRoot struct {
		Expr    string       `json:"expr"`
		Type    any          `json:"type"`
		Pos     string       `json:"pos,omitempty"`
		Samples *jsonSamples `json:"samples,omitempty"`
	}
	jsonSamples struct {
		Func     string `json:"func"`
		Rand     string `json:"rand"`
		Elements bool   `json:"elements,omitempty"`
	}
	jsonNamed struct {
		Pos        string   `json:"pos"`
		Message    string   `json:"message,omitempty"`
		Args       []any    `json:"args,omitempty"`
		Marshals   []string `json:"marshals,omitempty"`
		Methods    []string `json:"methods,omitempty"`
		Underlying any      `json:"underlying"`
	}
	jsonField struct {
		Name     string `json:"name"`
		Type     any    `json:"type"`
		Tag      string `json:"tag,omitempty"`
		Embedded bool   `json:"embedded,omitempty"`
		Pos      string `json:"pos"`
	}
	jsonStruct struct {
		Fields   []jsonField `json:"struct"`
		Internal []string    `json:"internal,omitempty"`
		Skipped  []string    `json:"skipped,omitempty"`
	}
	jsonArray struct {
		Elem any   `json:"array"`
		Len  int64 `json:"len"`
	}
	jsonSlice struct {
		Elem any `json:"slice"`
	}
	jsonMap struct {
		Elem any `json:"map"`
		Key  any `json:"key"`
	}
	jsonPointer struct {
		Elem any `json:"pointer"`
	}
	jsonInterface struct {
		Text    string `json:"interface"`
		Methods int    `json:"methods,omitempty"`
		Union   []any  `json:"union,omitempty"`
	}
)

// JSON returns the model as indented JSON, the same bytes for the same source on every machine. Roots keep their order. A named type is
// listed once under "types" by its Key, and nodes refer to it by that key. Files inside the module's folder are shown relative to it,
// and those of other packages as import path and file name.
func (m *Model) JSON() ([]byte, error) {
	p := jsonPrinter{model: m, types: make(map[string]*jsonNamed), printing: make(map[*Interface]bool)}
	out := jsonModel{
		Package: m.Package,
		Name:    m.Name,
		Dir:     relative(m.Module.Dir, m.Dir),
		Module:  jsonModule{Path: m.Module.Path, Go: m.Module.Go},
		Types:   p.types,
	}
	for _, r := range m.Roots {
		root := jsonRoot{Expr: r.Expr, Type: p.node(r.Type), Pos: p.pos(r.Pos, m.Package)}
		if s := r.Samples; s != nil {
			root.Samples = &jsonSamples{Func: s.Func, Rand: s.Rand, Elements: s.Elements}
		}
		out.Roots = append(out.Roots, root)
	}
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false) // people read the text
	enc.SetIndent("", "  ")
	if err := enc.Encode(out); err != nil {
		return nil, fmt.Errorf("printing the model of %s: %w", m.Package, err)
	}
	return text.Bytes(), nil
}

type jsonPrinter struct {
	model    *Model
	types    map[string]*jsonNamed
	printing map[*Interface]bool // unions being printed, which may contain themselves
}

func (p *jsonPrinter) node(t Type) any {
	switch t := t.(type) {
	case *Basic:
		return t.Kind.String()
	case *Time:
		return "time.Time"
	case *Named:
		return p.defined(t)
	case *Struct:
		return p.structure(t)
	case *Array:
		return jsonArray{Elem: p.node(t.Elem), Len: t.Len}
	case *Slice:
		return jsonSlice{Elem: p.node(t.Elem)}
	case *Map:
		return jsonMap{Elem: p.node(t.Elem), Key: p.node(t.Key)}
	case *Pointer:
		return jsonPointer{Elem: p.node(t.Elem)}
	case *Interface:
		return p.iface(t)
	}
	panic(fmt.Sprintf("schema: no such node: %T", t))
}

// iface returns the form of an interface. Inside its own members it is printed without them.
func (p *jsonPrinter) iface(t *Interface) jsonInterface {
	out := jsonInterface{Text: t.Text, Methods: t.Methods}
	if p.printing[t] {
		return out
	}
	p.printing[t] = true
	defer delete(p.printing, t)
	for _, m := range t.Members {
		out.Union = append(out.Union, p.node(m))
	}
	return out
}

// defined lists t under the types, once, and returns its key.
func (p *jsonPrinter) defined(t *Named) string {
	key := Key(t)
	if p.types[key] != nil {
		return key
	}
	out := &jsonNamed{Pos: p.pos(t.Pos, t.Package), Message: t.Message.String(), Methods: t.Methods.Names}
	p.types[key] = out // before its parts, which may refer back to it
	for _, has := range []struct {
		pair bool
		name string
	}{
		{t.Methods.Binary, "binary"},
		{t.Methods.Text, "text"},
		{t.Methods.JSON, "json"},
		{t.Methods.Gob, "gob"},
		{t.Methods.Gogo, "gogo"},
	} {
		if has.pair {
			out.Marshals = append(out.Marshals, has.name)
		}
	}
	out.Args = p.nodes(t.Args)
	out.Underlying = p.node(t.Underlying)
	return key
}

func (p *jsonPrinter) nodes(list []Type) []any {
	var nodes []any
	for _, t := range list {
		nodes = append(nodes, p.node(t))
	}
	return nodes
}

func (p *jsonPrinter) structure(t *Struct) jsonStruct {
	out := jsonStruct{Fields: []jsonField{}}
	for _, f := range t.Fields {
		out.Fields = append(out.Fields, jsonField{
			Name: f.Name, Type: p.node(f.Type), Tag: f.Tag, Embedded: f.Embedded, Pos: p.pos(f.Pos, f.Package),
		})
	}
	for _, f := range t.Internal {
		out.Internal = append(out.Internal, f.Name)
	}
	for _, f := range t.Skipped {
		out.Skipped = append(out.Skipped, f.Name)
	}
	return out
}

// pos returns a position of the model without the paths of this machine. The file's folder is derived from the import path, relative to
// the module if it is inside it.
func (p *jsonPrinter) pos(pos, importPath string) string {
	if pos == "" {
		return ""
	}
	file, rest := splitPos(pos)
	folder := importPath
	if folder == p.model.Module.Path {
		folder = ""
	}
	folder = strings.TrimPrefix(folder, p.model.Module.Path+"/")
	return path.Join(folder, path.Base(file)) + rest
}

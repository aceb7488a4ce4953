package capnpgen

import (
	"fmt"
	"strconv"

	"bale/codec/internal/tables"
	"bale/model"
)

// A Library holds the source snippets for one version of the library. In the templates, $F is the accessor of a field, $S the name of
// the table that it refers to, $x the declared variable, $l a list, $i an index, $n a length and $v a value. Without generated code,
// $ptr is the index of the field among the pointers, $L the type of its list and $size the size of the struct that it refers to.
type Library struct {
	Fails            bool   // the accessors of pointers return errors
	Segment, Message string // Go types of the destination and the source of a message
	Which            string // an expression for the member of a union that is set
	Struct           string // the Go type of a struct
	Lowlevel         bool   // there is no generated code

	NewRoot, ReadRoot        string // declare root
	SetText, SetData         string
	NewSub, NewList, NewSubs string // declare x: a struct, a list of basics, a list of structs
	SetItem                  string // for strings and bytes

	Get                         string // declares $x, the target of a pointer, or what its declaration needs
	Text, Data, Sub, List, Subs string // the declaration of $x as one of these types
	Item, ItemSub, There        string // as in tables.Reader
}

const check = "\nif err != nil {\nreturn err\n}"

func checked(call string) string { return "if err := " + call + "; err != nil {\nreturn err\n}" }

// V1 is version 1: no function returns an error, and a new object is made before it is set.
var V1 = &Library{
	Segment: "*balecapnp.Segment", Message: "*balecapnp.Segment", Struct: "baleschema.$S", Which: "src.Which()",
	NewRoot: "root := baleschema.NewRoot$S(seg)", ReadRoot: "root := baleschema.ReadRoot$S(msg)",
	SetText: "dst.Set$F($v)", SetData: "dst.Set$F($v)", SetItem: "x.Set(i, $v)",
	NewSub:  "x := baleschema.New$S(dst.Segment)\ndst.Set$F(x)",
	NewList: "x := dst.Segment.New$L($n)\ndst.Set$F(x)",
	NewSubs: "x := baleschema.New$SList(dst.Segment, $n)\ndst.Set$F(x)",
	Get:     "$x := src.$F()", Item: "$x := $l.At($i)", ItemSub: "$l.At($i)",
	There: "balecapnp.Object($x).Type() != balecapnp.TypeNull",
}

// V2 is versions 2 and 3.
var V2 = &Library{
	Fails: true, Segment: "*balecapnp.Segment", Message: "*balecapnp.Message", Struct: "baleschema.$S", Which: "src.Which()",
	NewRoot: "root, err := baleschema.NewRoot$S(seg)" + check, ReadRoot: "root, err := baleschema.ReadRoot$S(msg)" + check,
	SetText: checked("dst.Set$F($v)"), SetData: checked("dst.Set$F($v)"), SetItem: checked("x.Set(i, $v)"),
	NewSub:  "x, err := dst.New$F()" + check,
	NewList: "x, err := dst.New$F(int32($n))" + check,
	NewSubs: "x, err := dst.New$F(int32($n))" + check,
	Get:     "$x, err := src.$F()" + check, Item: "$x, err := $l.At($i)" + check, ItemSub: "$l.At($i)",
	There: "$x.IsValid()",
}

const setPtr = check + "\nif err := dst.SetPtr($ptr, x.ToPtr()); err != nil {\nreturn err\n}"

// V3LowLevel is version 3 without generated code.
var V3LowLevel = &Library{
	Fails: true, Segment: "*balecapnp.Segment", Message: "*balecapnp.Message", Struct: "balecapnp.Struct", Lowlevel: true, Which: "src.Uint16(0)",
	NewRoot:  "root, err := balecapnp.NewRootStruct(seg, $size)" + check,
	ReadRoot: "p, err := msg.Root()" + check + "\nroot := p.Struct()",
	SetText:  checked("dst.SetText($ptr, $v)"), SetData: checked("dst.SetData($ptr, $v)"), SetItem: checked("x.Set(i, $v)"),
	NewSub:  "x, err := balecapnp.NewStruct(dst.Segment(), $size)" + setPtr,
	NewList: "x, err := balecapnp.New$L(dst.Segment(), int32($n))" + setPtr,
	NewSubs: "x, err := balecapnp.NewCompositeList(dst.Segment(), $size, int32($n))" + setPtr,
	Get:     "p$x, err := src.Ptr($ptr)" + check + "\n",
	Text:    "$x := p$x.Text()", Data: "$x := p$x.Data()", Sub: "$x := p$x.Struct()",
	List: "$x := balecapnp.$L(p$x.List())", Subs: "$x := p$x.List()",
	Item: "$x, err := $l.At($i)" + check, ItemSub: "$l.Struct($i)",
	There: "$x.IsValid()",
}

// reader returns the tables.Reader for the library.
func (p *printer) reader() *tables.Reader {
	l := p.lib
	count := "\n$n := $x.Len()"
	return &tables.Reader{
		Type: p.structType, Scalar: p.scalar, Pairs: p.pairs, Basic: basic,
		Text: l.Get + l.Text, Data: l.Get + l.Data, List: l.Get + l.List + count, Subs: l.Get + l.Subs + count,
		Sub: func(tables.Field) string { return l.Get + l.Sub }, There: l.There, ThereList: l.There, Which: l.Which,
		Item: "$l.At($i)", ItemSub: l.ItemSub, ItemText: l.Item, ItemData: l.Item,
	}
}

func (p *printer) structType(table model.Type) string {
	return tables.Expand(p.lib.Struct, "$S", p.name(table))
}

func (p *printer) spell(template string, f tables.Field, more ...string) string {
	return tables.Expand(template, append(p.pairs(f), append(more, "$x", "x")...)...)
}

func (p *printer) pairs(f tables.Field) []string {
	pairs := []string{"$F", accessor(f), "$L", p.listName(f.Type)}
	if c := child(f.Type); c != nil {
		pairs = append(pairs, "$S", p.name(c), "$size", layout(c).size())
	}
	if f.Parent != nil {
		pairs = append(pairs, "$ptr", strconv.Itoa(layout(f.Parent).places[f.Index].pointer))
	}
	return pairs
}

func accessor(f tables.Field) string { return fmt.Sprintf("F%d", f.Index) }

// scalar returns an expression that reads a number or a bool from src.
func (p *printer) scalar(f tables.Field) string {
	if !p.lib.Lowlevel {
		return "src." + accessor(f) + "()"
	}
	bits := layout(f.Parent).places[f.Index].bits
	switch k := tables.Kind(f.Type); k {
	case model.Bool:
		return fmt.Sprintf("src.Bit(%d)", bits)
	case model.Float32, model.Float64:
		return fmt.Sprintf("balemath.Float%dfrombits(src.Uint%d(%d))", k.Bits(), k.Bits(), bits/8)
	default:
		return fmt.Sprintf("src.Uint%d(%d)", k.Bits(), bits/8)
	}
}

// setScalar returns a statement that stores v in dst.
func (p *printer) setScalar(f tables.Field, v string) string {
	k := tables.Kind(f.Type)
	if !p.lib.Lowlevel {
		return fmt.Sprintf("dst.Set%s(%s(%s))", accessor(f), k, v)
	}
	bits := layout(f.Parent).places[f.Index].bits
	switch k {
	case model.Bool:
		return fmt.Sprintf("dst.SetBit(%d, bool(%s))", bits, v)
	case model.Float32, model.Float64:
		return fmt.Sprintf("dst.SetUint%d(%d, balemath.Float%dbits(%s(%s)))", k.Bits(), bits/8, k.Bits(), k, v)
	default:
		return fmt.Sprintf("dst.SetUint%d(%d, uint%d(%s))", k.Bits(), bits/8, k.Bits(), v)
	}
}

package flatbuffers

import (
	"fmt"
	"strconv"
	"strings"

	"bale/codec/internal/tables"
	"bale/model"
)

// reader reads with the library's Table. An absent table has no Bytes.
var reader = &tables.Reader{
	Type: typeName, Scalar: scalar, Pairs: pairs, Basic: basic, Which: "src.which",

	Text: bytes, Data: bytes,
	SharedText: declare("string", "src.String(balefb.UOffsetT(o) + src.Pos)"),
	Sub:        sub, There: "$x.Bytes != nil",
	List: vector, Subs: vector, ThereList: "$x != 0",

	Item:     "src.Get$K($l + balefb.UOffsetT($i)*$stride)",
	ItemSub:  "balefb.Table{Bytes: src.Bytes, Pos: $follow($l + balefb.UOffsetT($i)*$stride)}",
	ItemText: "$x := src.ByteVector($l + balefb.UOffsetT($i)*$stride)", SharedItemText: "$x := src.String($l + balefb.UOffsetT($i)*$stride)",
}

var bytes = declare("[]byte", "src.ByteVector(balefb.UOffsetT(o) + src.Pos)")

const vector = "$x, $n := balefb.UOffsetT(0), 0\nif o := balefb.UOffsetT(src.Offset($slot)); o != 0 {\n$x, $n = src.Vector(o), src.VectorLen(o)\n}"

func declare(typ, value string) string {
	return "var $x " + typ + "\nif o := src.Offset($slot); o != 0 {\n$x = " + value + "\n}"
}

func scalar(f tables.Field) string {
	switch k := kindName(f.Type); {
	case isTime(f.Parent):
		return fmt.Sprintf("src.Get%s(src.Pos + %d)", k, f.Index*8)
	case k == "Bool":
		return fmt.Sprintf("src.GetBoolSlot(%d, false)", slot(f))
	default:
		return fmt.Sprintf("src.Get%sSlot(%d, 0)", k, slot(f))
	}
}

// typeName returns the Go type of a table. A union is the table of its member and the number of the member.
func typeName(table model.Type) string {
	if tables.IsUnion(table) {
		return "struct {\nbalefb.Table\nwhich byte\n}"
	}
	return "balefb.Table"
}

func sub(f tables.Field) string {
	const table = "balefb.Table{Bytes: src.Bytes, Pos: $follow(balefb.UOffsetT(o) + src.Pos)}"
	switch {
	case f.Parent != nil && tables.IsUnion(f.Parent):
		return "$x := src.Table"
	case tables.IsUnion(f.Type):
		return fmt.Sprintf("var $x %s\nif o := src.Offset($slot + 2); o != 0 {\n$x.Table, $x.which = %s, src.GetByteSlot($slot, 0)\n}", typeName(f.Type), table)
	}
	return declare("balefb.Table", table)
}

// slot returns the position in the vtable of a field's offset.
func slot(f tables.Field) int { return 4 + 2*slots(tables.Fields(f.Parent)[:f.Index]) }

// kindName returns the name of a kind in the library's methods, such as "Int64".
func kindName(t model.Type) string {
	k := tables.Kind(t).String()
	return strings.ToUpper(k[:1]) + k[1:]
}

func pairs(f tables.Field) []string {
	follow, stride := "src.Indirect", 4
	elem := f.Type
	if class := tables.Of(f.Type); class == tables.List || class == tables.Map {
		var form tables.Form
		form, elem = tables.Elem(f.Type, basic...)
		if size := inlineSize(form, elem); size > 0 {
			stride = size
		}
	}
	if inline(elem) {
		follow = ""
	}
	list := []string{"$slot", strconv.Itoa(slot(f)), "$follow", follow, "$stride", strconv.Itoa(stride)}
	if tables.Of(elem) == tables.Scalar {
		list = append(list, "$K", kindName(elem))
	}
	return list
}

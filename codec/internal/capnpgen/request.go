package capnpgen

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"strings"

	"bale/codec"
	"bale/codec/internal/tables"
	"bale/model"
)

// A request is the CodeGeneratorRequest that the compiler sends to its plugins for one file. Its messages are declared in schema.capnp,
// which comes with Cap'n Proto; the comments name the fields of that file.
type request struct {
	id     uint64    // of the file
	file   *object   // the file's Node
	nodes  []*object // the Nodes of the file and of its structs
	nested []*object // a NestedNode for each struct
}

const (
	fileName  = "bale.capnp"
	nodeWords = 5 // words of data of a Node
	nodePtrs  = 6 // pointers of a Node

	// The numbers of two annotations in go.capnp, which all versions of the plugin read.
	goPackage = 0xbea97f1023792be0
	goImport  = 0xe130b601260e44b5
)

func newRequest(in *codec.Input) *request {
	r := &request{id: idOf(in.Gen)}
	r.file = node(r.id, fileName, strings.IndexByte(fileName, '.')+1, 0)
	r.file.pointers[2] = []*object{annotation(goPackage, in.GenName), annotation(goImport, in.Gen)}
	r.nodes = []*object{r.file}
	return r
}

// encode returns the message.
func (r *request) encode() []byte {
	r.file.pointers[1] = r.nested
	requested := newObject(1, 2) // RequestedFile
	requested.put64(0, r.id)
	requested.pointers[0] = fileName
	root := newObject(0, 4)
	root.pointers[0] = r.nodes
	root.pointers[1] = []*object{requested}
	return encode(root)
}

// node returns a Node. The first prefix bytes of name are not its own name.
func node(id uint64, name string, prefix int, scope uint64) *object {
	n := newObject(nodeWords, nodePtrs)
	n.put64(0, id)
	n.put32(8, uint32(prefix)) // displayNamePrefixLength
	n.put64(16, scope)
	n.pointers[0] = name
	return n
}

// annotation returns an Annotation whose value is a text.
func annotation(id uint64, text string) *object {
	a := newObject(1, 2)
	a.put64(0, id)
	v := value(kindText)
	v.pointers[0] = text
	a.pointers[0] = v
	return a
}

// structID returns the number of a struct of the file.
func (r *request) structID(name string) uint64 { return idOf(fmt.Sprintf("%x %s", r.id, name)) }

// idOf returns a number for a name. All numbers of a schema have the highest bit.
func idOf(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64() | 1<<63
}

// add adds a struct.
func (r *request) add(name string, words, pointers, discriminants int, fields []*object) {
	id := r.structID(name)
	n := node(id, fileName+":"+name, len(fileName)+1, r.id)
	n.put16(12, 1) // struct
	n.put16(14, uint16(words))
	n.put16(24, uint16(pointers))
	n.put16(26, structCode) // preferredListEncoding
	n.put16(30, uint16(discriminants))
	n.pointers[3] = fields
	r.nodes = append(r.nodes, n)
	nested := newObject(1, 1)
	nested.put64(0, id)
	nested.pointers[0] = name
	r.nested = append(r.nested, nested)
}

// noDiscriminant is the discriminantValue of a field that is not in a union.
const noDiscriminant = 0xffff

// field returns a Field. offset is its position in units of its own size.
func field(name string, index, discriminant, offset int, typ *object) *object {
	f := newObject(3, 4)
	f.put16(0, uint16(index))                       // codeOrder
	f.put16(2, uint16(discriminant^noDiscriminant)) // its default is noDiscriminant
	f.put32(4, uint32(offset))
	f.put16(10, 1) // the ordinal is explicit
	f.put16(12, uint16(index))
	f.pointers[0] = name
	f.pointers[2] = typ
	f.pointers[3] = value(binary.LittleEndian.Uint16(typ.data)) // defaultValue
	return f
}

// The numbers of members of the unions in Type and Value.
const (
	kindVoid   = 0
	kindBool   = 1
	kindText   = 12
	kindData   = 13
	kindList   = 14
	kindStruct = 16
)

// value returns the zero Value of a kind.
func value(kind uint16) *object {
	v := newObject(2, 1)
	v.put16(0, kind)
	return v
}

// basicType returns a Type without parameters.
func basicType(kind uint16) *object {
	t := newObject(3, 1)
	t.put16(0, kind)
	return t
}

func listType(elem *object) *object {
	t := basicType(kindList)
	t.pointers[0] = elem
	return t
}

func (r *request) structType(name string) *object {
	t := basicType(kindStruct)
	t.put64(8, r.structID(name))
	return t
}

// declare adds a table to the request.
func (p *printer) declare(table model.Type) {
	l := layout(table)
	var list []*object
	fields := tables.Fields(table)
	discriminants := 0
	switch {
	case tables.IsUnion(table):
		discriminants = 1 + len(fields)
		list = append(list, field("none", 0, 0, 0, basicType(kindVoid)))
	case len(fields) == 0:
		list = append(list, field("none", 0, noDiscriminant, 0, basicType(kindBool)))
	}
	for i, f := range fields {
		number, discriminant := i, noDiscriminant
		if discriminants > 0 {
			number, discriminant = i+1, i+1
		}
		list = append(list, field(fieldName(f), number, discriminant, l.places[i].offset(f), p.typ(f.Type)))
	}
	p.request.add(p.name(table), l.words, l.pointers, discriminants, list)
}

// typ returns the Type of a field of type t.
func (p *printer) typ(t model.Type) *object {
	switch tables.Of(t) {
	case tables.Scalar:
		return basicType(kinds[tables.Kind(t)].number)
	case tables.Text:
		return basicType(kindText)
	case tables.Data:
		return basicType(kindData)
	case tables.List, tables.Map:
		form, elem := tables.Elem(t, basic...)
		if form == tables.Basic {
			return listType(p.typ(elem))
		}
		return listType(p.request.structType(p.name(elem)))
	}
	return p.request.structType(p.name(child(t)))
}

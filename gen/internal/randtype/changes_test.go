package randtype_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/all"
	"bale/gen/internal/randtype"
	"bale/model"
)

// changedTypes is the number of types that TestRandomChanges tests. -types 500 takes some minutes.
const changedTypes = 8

// TestRandomChanges changes random types at random and lets bale gen compare them with the lock file. With the code for the
// accepted types, it decodes old messages: fields that still exist have their values, and new fields are zero.
func TestRandomChanges(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles code")
	}
	count := changedTypes
	if *typeCount > 0 {
		count = *typeCount
	}
	m := randomModule(t)
	helpers, err := os.ReadFile("testdata/changes_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var types []*changing
	for i := range count {
		types = append(types, newChanging(randtype.Of(*firstSeed+uint64(i))))
	}
	write := func(folder string, types []*changing) {
		list := make([]*randtype.Type, len(types))
		byName := map[string]*changing{}
		for i, c := range types {
			source := c.before
			if folder == "after" {
				source = c.after
			}
			list[i] = &randtype.Type{Name: c.Name, Seed: c.Seed, Source: source}
			byName[c.Name] = c
		}
		source, err := randtype.File(folder, "balepins/parts", list, func(t *randtype.Type) string { return "//bale:gen wire=" + byName[t.Name].formatNames })
		if err != nil {
			t.Fatal(err)
		}
		m.Write(t, folder+"/types.go", source)
	}
	generate := func(folder string, drop func(*changing) bool) {
		for range 10 {
			write(folder, types)
			err := m.Generate(t, folder, gen.Request{Known: all.Formats})
			if err == nil {
				return
			}
			var list model.Errors
			if !errors.As(err, &list) {
				t.Fatal(err)
			}
			refused := map[string]bool{}
			for _, e := range list {
				if found := typeName.FindStringSubmatch(e.Path + " " + e.Msg); found != nil {
					refused["T"+found[1]] = true
				}
			}
			if len(refused) == 0 {
				t.Fatal(err)
			}
			types = slices.DeleteFunc(types, func(c *changing) bool { return refused[c.Name] && drop(c) })
		}
		t.Fatal("still errors after 10 attempts")
	}
	generate("before", func(*changing) bool { return true }) // removes types that a format cannot encode
	lock := m.Read(t, "before/bale.lock")
	for _, c := range types {
		c.change()
	}
	m.Write(t, "after/bale.lock", lock)
	refused := 0
	generate("after", func(c *changing) bool {
		refused++
		c.after = c.before
		return false
	})
	unions := 0
	for _, c := range types {
		if c.unions() != "" {
			unions++
		}
	}
	t.Logf("%d types, %d of them with unions; the changes of %d were refused", len(types), unions, refused)
	if refused == 0 || refused == len(types) {
		t.Errorf("%d of %d changes were refused", refused, len(types))
	}
	var list strings.Builder
	list.WriteString(changesHead)
	for _, c := range types {
		for _, f := range c.formats() {
			fmt.Fprintf(&list, "func Test%s%s(t *testing.T) {\ncheck(t, %d, (*before.%s).Marshal%s, (*before.%s).Unmarshal%s, (*after.%s).Unmarshal%s, %#v%s)\n}\n\n",
				c.Name, f.Suffix(), c.Seed, c.Name, f.Suffix(), c.Name, f.Suffix(), c.Name, f.Suffix(), c.removedMembers(f), c.unions())
		}
	}
	m.Write(t, "changes/changes_test.go", helpers)
	m.Write(t, "changes/list_test.go", []byte(list.String()))
	out, err := m.Test(t, "-gcflags=./...=-N -l", "./changes")
	if err == nil {
		return
	}
	for _, c := range types {
		if strings.Contains(out, "--- FAIL: Test"+c.Name+c.formats()[0].Suffix()) {
			t.Errorf("%s in %s: %s was\n%s\nand is\n%s", c.Name, c.formatNames, c.Name, c.before, c.after)
		}
	}
	t.Errorf("%s", out)
}

// changesHead is the beginning of the file of tests.
const changesHead = `package changes

import (
	"math/big"
	"net/netip"
	"reflect"
	"testing"
	"time"

	"balepins/after"
	"balepins/before"
	"balepins/inspect"
	"balepins/parts"
)

var (
	_ = reflect.TypeFor[time.Time]
	_ = netip.Addr{}
	_ = big.Word(0)
	_ = parts.Sealed{}
	_ = inspect.Union{}
)

`

// unionLine is the declaration of an interface in a random type.
var unionLine = regexp.MustCompile(`(?m)^//bale:union (.*)\ntype (\w+) any`)

// unions returns arguments that list the members of the type's unions before the change.
func (c *changing) unions() string {
	var args strings.Builder
	for _, u := range unionLine.FindAllStringSubmatch(c.before, -1) {
		fmt.Fprintf(&args, ",\ninspect.Union{Place: %q, Members: []reflect.Type{", "balepins/before."+u[2])
		for _, m := range membersOf(u[1]) {
			fmt.Fprintf(&args, "reflect.TypeFor[%s](), ", ownName.ReplaceAllString(m, "before.$0"))
		}
		args.WriteString("}}")
	}
	return args.String()
}

// removedMembers returns the removed members of unions, each after the name of its union. A format with field numbers decodes
// them as nil. The other formats refuse such a change.
func (c *changing) removedMembers(f *emit.Format) []string {
	var list []string
	for _, u := range unionLine.FindAllStringSubmatch(c.before, -1) {
		for _, now := range unionLine.FindAllStringSubmatch(c.after, -1) {
			for _, m := range membersOf(u[1]) {
				if f.Lock.Numbers != nil && now[2] == u[2] && !slices.Contains(membersOf(now[1]), m) {
					list = append(list, u[2]+" "+strings.ReplaceAll(m, "byte", "uint8"))
				}
			}
		}
	}
	return list
}

// membersOf splits a list of types at the commas outside of brackets.
func membersOf(list string) []string {
	var members []string
	from, depth := 0, 0
	for i, c := range list {
		switch {
		case strings.ContainsRune("[({", c):
			depth++
		case strings.ContainsRune("])}", c):
			depth--
		case c == ',' && depth == 0:
			members = append(members, strings.TrimSpace(list[from:i]))
			from = i + 1
		}
	}
	return append(members, strings.TrimSpace(list[from:]))
}

// changeUnion changes a union: it appends, removes or moves a member.
func (c *changing) changeUnion() {
	lines := unionLine.FindAllStringSubmatchIndex(c.after, -1)
	at := lines[c.r.IntN(len(lines))]
	members := membersOf(c.after[at[2]:at[3]])
	k := c.r.IntN(len(members))
	switch kind := c.r.IntN(3); {
	case kind == 0 && !slices.Contains(members, "[3]uint16"):
		members = append(members, "[3]uint16")
	case kind == 1 && len(members) > 1:
		members = slices.Delete(members, k, k+1)
	default:
		members[0], members[k] = members[k], members[0]
	}
	c.after = c.after[:at[2]] + strings.Join(members, ", ") + c.after[at[3]:]
}

// partPattern matches the parts of a type that changePart can replace, and directives, which it must skip.
var partPattern = regexp.MustCompile(`//bale.*|\[\]byte|\[\d+\]|\b(?:u?int(?:8|16|32|64)?|float(?:32|64)|complex(?:64|128)|bool|string|byte)\b`)

// changePart changes a basic type or the length of an array, at any depth.
func (c *changing) changePart() {
	all := slices.DeleteFunc(partPattern.FindAllStringIndex(c.after, -1), func(at []int) bool { return c.after[at[0]] == '/' })
	if len(all) == 0 {
		return
	}
	at := all[c.r.IntN(len(all))]
	var to string
	switch from := c.after[at[0]:at[1]]; {
	case from == "[]byte":
		to = []string{"[2]byte", "string", "[]uint16"}[c.r.IntN(3)]
	case from[0] == '[':
		to = fmt.Sprintf("[%d]", c.r.IntN(5))
	default:
		to = []string{"int8", "int16", "int32", "int64", "int", "uint8", "uint16", "uint32", "uint64", "bool", "string", "float32", "float64", "complex64", "complex128"}[c.r.IntN(15)]
	}
	c.after = c.after[:at[0]] + to + c.after[at[1]:]
}

// ownName matches the types that the package of random types declares.
var ownName = regexp.MustCompile(`\b(T\d+(x\d+)?|Coin)\b`)

// typeName matches the name of a random type.
var typeName = regexp.MustCompile(`\b[Tt](\d+)(x\d+)?\b`)

// A changing is a type before and after a change.
type changing struct {
	*randtype.Type
	formatNames   string
	before, after string
	r             *rand.Rand
}

// newChanging chooses the formats of a type: the formats in which only the order of fields counts, or one with names or
// numbers, or compact with structs that evolve.
func newChanging(typ *randtype.Type) *changing {
	c := &changing{Type: typ, before: typ.Source, r: rand.New(rand.NewPCG(typ.Seed, 1))}
	switch kind := c.r.IntN(8); kind {
	case 0, 1:
		c.formatNames = "compact,fixed,varint,xdr"
	case 2, 3, 4, 5:
		c.formatNames = []string{"msgpack", "proto", "sproto", "sproto-packed"}[kind-2]
	default:
		c.formatNames = "compact"
		c.before = regexp.MustCompile(`(?m)^type \w+ struct`).ReplaceAllString(c.before, "//bale:evolve\n$0")
	}
	c.after = c.before
	return c
}

// formats returns the formats of the type.
func (c *changing) formats() []*emit.Format {
	var list []*emit.Format
	for _, name := range strings.Split(c.formatNames, ",") {
		list = append(list, all.Formats[slices.IndexFunc(all.Formats, func(f *emit.Format) bool { return f.Name == name })])
	}
	return list
}

// change makes one to three changes.
func (c *changing) change() {
	for range 1 + c.r.IntN(3) {
		c.changeOne()
	}
}

// fieldTypes are the types of new fields, and new types of existing fields.
var fieldTypes = []string{"int", "int64", "string", "bool", "float64", "uint8", "[3]uint8", "time.Duration", "uint32", "struct{ A, B string }"}

// changeOne changes a union, a part of a type, or the fields of a struct.
func (c *changing) changeOne() {
	if unionLine.MatchString(c.after) && c.r.IntN(3) == 0 {
		c.changeUnion()
		return
	}
	if c.r.IntN(4) == 0 {
		c.changePart()
		return
	}
	const front = "package p\n"
	file, err := parser.ParseFile(token.NewFileSet(), "", front+c.after, 0)
	if err != nil {
		panic(err)
	}
	text := front + c.after
	at := func(p token.Pos) int { return int(p) - 1 }
	var structs []*ast.StructType
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.StructType); ok {
			structs = append(structs, s)
		}
		return true
	})
	if len(structs) == 0 {
		return
	}
	s := structs[c.r.IntN(len(structs))]
	var names, types []string // a field may have several names; an embedded one has none
	for _, f := range s.Fields.List {
		typ := text[at(f.Type.Pos()):at(f.End())]
		if len(f.Names) == 0 {
			names, types = append(names, ""), append(types, typ)
		}
		for _, n := range f.Names {
			names, types = append(names, n.Name), append(types, typ)
		}
	}
	fresh, typ := fmt.Sprintf("N%d", c.r.IntN(1e6)), fieldTypes[c.r.IntN(len(fieldTypes))]
	k := 0
	if len(names) > 0 {
		k = c.r.IntN(len(names))
	}
	switch kind := c.r.IntN(8); {
	case kind == 0 || len(names) == 0:
		names, types = append(names, fresh), append(types, typ)
	case kind == 1:
		names, types = slices.Insert(names, k, fresh), slices.Insert(types, k, typ)
	case kind < 5:
		names, types = slices.Delete(names, k, k+1), slices.Delete(types, k, k+1)
	case kind == 5 && names[k] != "":
		names[k] = fresh
	case kind == 6 && names[k] != "":
		types[k] = typ
	default:
		j := c.r.IntN(len(names))
		names[j], names[k], types[j], types[k] = names[k], names[j], types[k], types[j]
	}
	var body strings.Builder
	for i := range names {
		fmt.Fprintf(&body, "\n%s %s", names[i], types[i])
	}
	text = text[:at(s.Fields.Opening)+1] + body.String() + "\n" + text[at(s.Fields.Closing):]
	c.after = strings.TrimPrefix(text, front)
}

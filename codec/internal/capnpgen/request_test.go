package capnpgen

import (
	"cmp"
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bale/codec"
	"bale/codec/lower"
	"bale/model/directive"
	"bale/model/feature"
	"bale/shape"
)

var seed = flag.Uint64("seed", 1, "seed of the random types")

// TestRequest compares requests with those of the Cap'n Proto compiler for the same schema: for the shapes, for the types of feature, for
// unions, and for random structs and unions.
func TestRequest(t *testing.T) {
	compiler, err := exec.LookPath("capnp")
	if err != nil {
		t.Skip("there is no capnp on the PATH")
	}
	const project = "../../.."
	for _, s := range shape.All {
		compare(t, compiler, project, "./shape/"+s.Name, []string{s.Type})
	}
	var types []string
	for _, f := range feature.All {
		if f.Type != "InterfaceField" { // any without a union is a gap
			types = append(types, f.Type)
		}
	}
	compare(t, compiler, project, "./model/feature/types", types)

	dir := t.TempDir()
	text, types := randomTypes(rand.New(rand.NewPCG(*seed, 0)))
	for name, text := range map[string]string{"go.mod": "module example.com/random\n\ngo 1.24\n", "random.go": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	compare(t, compiler, dir, ".", types)
}

// randomTypes returns the source of a package of random types, and their names.
func randomTypes(r *rand.Rand) (text string, types []string) {
	numbers := strings.Fields("bool int8 int16 int32 int64 int uint8 uint16 uint32 uint64 uint uintptr float32 float64")
	others := append(strings.Fields("string []byte []string [][]byte []bool []int16 [3]int64 *T0 []T0 []*T0 map[string]T0 *int32 **T0 [][]int8 time.Time "+
		"[]time.Time struct{} []struct{} [0]int struct{A,B/**/int8}"), numbers...)
	text = "package random\n\nimport \"time\"\n\ntype T0 struct{ Again *T0; At time.Time; In any `bale:\"union T0, *T0, []T0, string\"` }\n"
	types = []string{"T0"}
	for i := 1; i <= 60; i++ {
		from := numbers
		if i%3 == 0 {
			from = others
		}
		text += fmt.Sprintf("\ntype T%d struct {\n", i)
		for j := range r.IntN(24) {
			text += fmt.Sprintf("\tF%d %s\n", j, from[r.IntN(len(from))])
		}
		for j := range r.IntN(3) {
			members := slices.Clone(from)
			r.Shuffle(len(members), func(i, k int) { members[i], members[k] = members[k], members[i] })
			text += fmt.Sprintf("\tU%d any `bale:\"union %s\"`\n", j, strings.Join(members[:1+r.IntN(len(members))], ", "))
		}
		text += "}\n"
		types = append(types, fmt.Sprint("T", i))
	}
	return text, types
}

// compare compares the request for types of a package with the compiler's.
func compare(t *testing.T, compiler, dir, pattern string, types []string) {
	t.Helper()
	m, err := directive.Load(t.Context(), dir, pattern, types)
	if err != nil {
		t.Fatal(err)
	}
	const gen = "example.com/shop/balegen"
	in := &codec.Input{Plan: lower.New(m, Caps(gen)), Name: m.Name, Gen: gen, GenName: "balegen"}
	for _, r := range in.Plan.Roots {
		if len(r.Gaps) > 0 {
			t.Fatalf("%s: a gap: %v", pattern, r.Gaps)
		}
	}
	out, err := V2.Generate(codec.Code{}, "plugin")(in)
	if err != nil {
		t.Fatal(err)
	}
	text := schemaText(in)
	got := nodes(read(out.Steps[0].Stdin))
	for i, want := range nodes(read(compile(t, compiler, text))) {
		if i >= len(got) || got[i] != want {
			t.Fatalf("%s: got %v\nwant %s\nschema:\n%s", pattern, got[i:min(i+1, len(got))], want, text)
		}
	}
}

func compile(t *testing.T, compiler, text string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), compiler, "compile", "-o-", fileName)
	cmd.Dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(cmd.Dir, fileName), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var errs strings.Builder
	cmd.Stderr = &errs
	b, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s\n%s", err, errs.String(), text)
	}
	return b
}

// nodes returns the text of the requested file and of each node of a request, in the order of their numbers. It leaves out what the
// plugins do not read: the compiler's version, comments, and the declarations of the two annotations.
func nodes(request *thing) []string {
	list := []string{"request " + request.pointers[1].text()}
	all := request.pointers[0].list
	declared := map[uint64]bool{}
	for _, n := range all {
		declared[n.words[0]] = n.words[1]>>32&0xffff == 5 // annotation
	}
	slices.SortFunc(all, func(a, b *thing) int { return cmp.Compare(a.words[0], b.words[0]) })
	for _, n := range all {
		if n.pointers[1] != nil {
			n.pointers[1].list = slices.DeleteFunc(n.pointers[1].list, func(nested *thing) bool { return declared[nested.words[0]] })
		}
		if !declared[n.words[0]] {
			list = append(list, n.text())
		}
	}
	return list
}

// A thing is what a pointer of a message points to: a struct, a list of structs, or bytes.
type thing struct {
	words    []uint64
	pointers []*thing
	list     []*thing
	bytes    []byte
}

// text returns the thing as text. Zero words at the end, null pointers at the end, empty lists, empty texts and empty structs are left out,
// since readers do not see them.
func (v *thing) text() string {
	if v == nil {
		return ""
	}
	words, pointers := v.words, []string{}
	for len(words) > 0 && words[len(words)-1] == 0 {
		words = words[:len(words)-1]
	}
	for _, p := range v.pointers {
		pointers = append(pointers, p.text())
	}
	for len(pointers) > 0 && pointers[len(pointers)-1] == "" {
		pointers = pointers[:len(pointers)-1]
	}
	text := strings.TrimRight(string(v.bytes), "\x00")
	for _, e := range v.list {
		text += "\n- " + strings.ReplaceAll(e.text(), "\n", "\n  ")
	}
	if len(words)+len(pointers) > 0 {
		text += fmt.Sprintf("%x%q", words, pointers)
	}
	return text
}

// segments are the segments of a message.
type segments [][]byte

// read reads a message.
func read(b []byte) *thing {
	var m segments
	n := int(binary.LittleEndian.Uint32(b)) + 1
	at := (4 + 4*n + 7) / 8 * 8
	for i := range n {
		size := 8 * int(binary.LittleEndian.Uint32(b[4+4*i:]))
		m = append(m, b[at:at+size])
		at += size
	}
	return m.follow(0, 0)
}

// follow reads what the pointer at a position of a segment points to.
func (m segments) follow(seg, at int) *thing {
	p := m.word(seg, at)
	if p == 0 {
		return nil
	}
	to := at + 8 + int(int32(p)>>2)*8
	far, pad := int(p>>32), int(uint32(p)>>3)*8
	switch p & 7 {
	case 2: // it points to a pointer in another segment
		return m.follow(far, pad)
	case 6: // it points to the position in a third segment and to a pointer without position
		p, seg, to = m.word(far, pad+8), int(m.word(far, pad)>>32), int(uint32(m.word(far, pad))>>3)*8
	}
	switch {
	case p&3 == 0:
		return m.structAt(seg, to, p)
	case p&3 == 1 && p>>32&7 == 2:
		return &thing{bytes: m[seg][to : to+int(p>>35)]}
	case p&3 == 1 && p>>32&7 == 7:
		tag := m.word(seg, to)
		v := &thing{}
		for i := range int(uint32(tag) >> 2) {
			v.list = append(v.list, m.structAt(seg, to+8+i*8*(int(tag>>32&0xffff)+int(tag>>48)), tag))
		}
		return v
	}
	panic(fmt.Sprintf("pointer %x", p))
}

func (m segments) structAt(seg, at int, p uint64) *thing {
	v := &thing{}
	for range p >> 32 & 0xffff {
		v.words = append(v.words, m.word(seg, at))
		at += 8
	}
	for range p >> 48 {
		v.pointers = append(v.pointers, m.follow(seg, at))
		at += 8
	}
	return v
}

func (m segments) word(seg, at int) uint64 { return binary.LittleEndian.Uint64(m[seg][at:]) }

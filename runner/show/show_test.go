package show

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protodelim"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"bale/gen/emit"
	"bale/gen/format/all"
	"bale/gen/review/kinds"
	"bale/gen/review/orders"
	feature "bale/model/feature/types"
	"bale/runner/inspect"
	"bale/runner/loss"
	"bale/runner/sample"
	"bale/shape/block"
	"bale/shape/mixed"
	"bale/shape/nested"
	"bale/shape/small"
	"bale/shape/submit"
	"bale/shape/valmsg"
)

// reviewed returns the Type of p in each format whose methods it has.
func reviewed(p any) []*Type {
	var list []*Type
	typ := reflect.TypeOf(p).Elem()
	for _, f := range all.Formats {
		call := func(v any, name string) any { return reflect.ValueOf(v).MethodByName(name + f.Suffix()).Interface() }
		if !reflect.ValueOf(p).MethodByName("Append" + f.Suffix()).IsValid() {
			continue
		}
		unions := []Members{
			Union("bale/gen/review/kinds.Figure", (*kinds.Point)(nil), (**kinds.Line)(nil)),
			Union("bale/gen/review/orders.Payment", (**orders.Card)(nil), (*orders.Transfer)(nil)),
		}
		if f.View.Kind == emit.LikeJSON { // these unions have no form in JSON
			unions = nil
		}
		list = append(list, &Type{
			Name: typ.Name(), Wire: f.Name, Unterminated: f.View.Kind == emit.LikeProto, Text: f.View.Kind == emit.LikeJSON,
			New:     func() any { return reflect.New(typ).Interface() },
			Append:  func(b []byte, v any) ([]byte, error) { return call(v, "Append").(func([]byte) ([]byte, error))(b) },
			Decode:  func(b []byte, v any) (int, error) { return call(v, "Decode").(func([]byte) (int, error))(b) },
			Unions:  unions,
			Skipped: []Skipped{{(*orders.Order)(nil), []string{"Changed"}}},
		})
	}
	return list
}

// order is an order with different values in all fields.
func order() *orders.Order {
	return &orders.Order{ID: 7, Customer: orders.Customer{Name: "Ada", Email: "ada@example.com", Address: orders.Address{Street: "Main St", City: "Bath", Country: "UK"}},
		Placed: time.Date(2026, 11, 26, 1, 2, 3, 500, time.UTC), State: 3, Lines: []orders.Line{{SKU: "A-7", Count: 2, Cents: 1999, Tags: []string{"red", "new"}}, {SKU: "B-12", Count: 300, Cents: -5}},
		Notes: map[string]string{"gate": "code 17"}, Ship: &orders.Address{Street: "Quay 9", City: "Hull", Country: "GB"}, Payment: &orders.Card{Token: []byte{1, 2, 3}, Expires: [2]uint16{12, 2030}}}
}

func message(t *testing.T, typ *Type, v any) []byte {
	t.Helper()
	b, err := typ.Append(nil, v)
	if err != nil {
		t.Fatalf("%s: %v", typ.Wire, err)
	}
	return b
}

// call runs a request, and returns what it prints.
func call(typ *Type, req Request, in []byte) (string, error) {
	var out bytes.Buffer
	req.Name, req.Type, req.Wire = "in", typ.Name, typ.Wire
	err := serve(&req, typ, bytes.NewReader(in), &out)
	return out.String(), err
}

// TestRoundTrip checks, for all formats, that encoding what is shown gives the same messages.
func TestRoundTrip(t *testing.T) {
	for _, p := range []any{new(kinds.Values), new(kinds.Parts), new(kinds.Tree), new(orders.Order)} {
		types := reviewed(p)
		var unions []inspect.Union
		for _, u := range types[0].Unions {
			unions = append(unions, inspect.Union{Place: u.Place, Members: u.Types})
		}
		root := reflect.TypeOf(p).Elem()
		values := sample.Values(root, 1, 20, unions...)
		for _, e := range sample.Edges(root, 1, unions...) {
			if inspect.Size(e.Value) < 1<<16 {
				values = reflect.Append(values, e.Value)
			}
		}
		for _, typ := range types {
			stream, n := []byte(nil), 0
			for i := range values.Len() {
				if m, err := typ.Append(nil, values.Index(i).Addr().Interface()); err == nil { // a format may refuse edge values
					stream = appendFrame(stream, m)
					n++
				}
			}
			if n < 20 {
				t.Errorf("%s in %s: only %d messages", typ.Name, typ.Wire, n)
			}
			shown, err := call(typ, Request{Do: Show, Framed: true, Lines: true}, stream)
			if err != nil {
				t.Errorf("%s in %s: %v", typ.Name, typ.Wire, err)
				continue
			}
			again, err := call(typ, Request{Do: Encode, Framed: true}, []byte(shown))
			if err != nil {
				t.Errorf("%s in %s: %v", typ.Name, typ.Wire, err)
				continue
			}
			reshown, err := call(typ, Request{Do: Show, Framed: true, Lines: true}, []byte(again))
			sameLength := len(again) == len(stream) || typ.Wire == "sproto-packed" || typ.Wire == "json" // with the order of map entries, and escapes
			if err != nil || reshown != shown || !sameLength {
				t.Errorf("%s in %s: %d bytes are encoded again as %d bytes: %v", typ.Name, typ.Wire, len(stream), len(again), err)
			}
			if strings.Count(shown, "\n") != n {
				t.Errorf("%s in %s: %d lines for %d messages", typ.Name, typ.Wire, strings.Count(shown, "\n"), n)
			}
		}
	}
}

// TestAllTypes checks that values of all built-in types are read again as they were.
func TestAllTypes(t *testing.T) {
	for _, typ := range []reflect.Type{
		reflect.TypeFor[small.Small](), reflect.TypeFor[nested.Nested](), reflect.TypeFor[block.SignedBlock](), reflect.TypeFor[submit.Submit](), reflect.TypeFor[valmsg.ValMsg](), reflect.TypeFor[mixed.Mixed](),
		reflect.TypeFor[feature.BoolField](), reflect.TypeFor[feature.Int8Field](), reflect.TypeFor[feature.Int64Field](), reflect.TypeFor[feature.Uint64Field](),
		reflect.TypeFor[feature.Float32Field](), reflect.TypeFor[feature.Float64Field](), reflect.TypeFor[feature.Complex128Field](), reflect.TypeFor[feature.StringField](),
		reflect.TypeFor[feature.TimeField](), reflect.TypeFor[feature.DurationField](), reflect.TypeFor[feature.DefinedField](), reflect.TypeFor[feature.MarshalerField](),
		reflect.TypeFor[feature.ClosedField](), reflect.TypeFor[feature.BytesField](), reflect.TypeFor[feature.ByteArrayField](), reflect.TypeFor[feature.StructArrayField](),
		reflect.TypeFor[feature.BoolsField](), reflect.TypeFor[feature.TimeSliceField](), reflect.TypeFor[feature.ListsField](), reflect.TypeFor[feature.ByteSlicesField](),
		reflect.TypeFor[feature.PointerSliceField](), reflect.TypeFor[feature.NestedField](), reflect.TypeFor[feature.AnonymousField](), reflect.TypeFor[feature.EmbeddedField](),
		reflect.TypeFor[feature.UnexportedField](), reflect.TypeFor[feature.PointerField](), reflect.TypeFor[feature.IntPointerField](), reflect.TypeFor[feature.PointerTwiceField](),
		reflect.TypeFor[feature.SlicePointerField](), reflect.TypeFor[feature.TreeField](), reflect.TypeFor[feature.GenericField[int32]](), reflect.TypeFor[feature.StringMapField](),
		reflect.TypeFor[feature.IntMapField](), reflect.TypeFor[feature.StructMapField](), reflect.TypeFor[feature.MapOfMapsField](), reflect.TypeFor[feature.InterfaceField](),
	} {
		values := sample.Values(typ, 1, 5)
		for _, e := range sample.Edges(typ, 1) {
			if inspect.Size(e.Value) < 1<<16 && typ != reflect.TypeFor[feature.InterfaceField]() { // only JSON has such values, and no edge values
				values = reflect.Append(values, e.Value)
			}
		}
		n := newTypes(&Type{}).node(typ, "")
		for i := range values.Len() {
			if err := readBack(n, values.Index(i)); err != nil {
				t.Errorf("%s: %v", typ, err)
				break
			}
		}
	}
}

// readBack writes a value and reads it again.
func readBack(n *node, v reflect.Value) error {
	text, err := n.write(nil, v)
	if err != nil {
		return err
	}
	values, err := parse(text)
	if err != nil {
		return fmt.Errorf("%s: %w", text, err)
	}
	again := reflect.New(n.typ).Elem()
	if err := (&reader{text}).value(n, again, values[0], "T"); err != nil {
		return fmt.Errorf("%s: %w", text, err)
	}
	if losses := loss.Diff(v, again, 1); len(losses) > 0 {
		return fmt.Errorf("%.200s: %v", text, losses)
	}
	return nil
}

// TestCut shows every truncation of a message of each format.
func TestCut(t *testing.T) {
	for _, typ := range reviewed(new(orders.Order)) {
		whole := message(t, typ, order())
		for n := range whole {
			shown, err := call(typ, Request{Do: Show, Lines: true}, whole[:n])
			if typ.Wire == "proto" && err == nil {
				continue // the message ends between two fields
			}
			if err == nil || !strings.HasPrefix(err.Error(), "in: ") || !strings.Contains(err.Error(), "the value printed last has what was read until there") {
				t.Fatalf("%s, %d of %d bytes: %v", typ.Wire, n, len(whole), err)
			}
			if !json.Valid([]byte(shown)) {
				t.Fatalf("%s, %d of %d bytes: printed %q", typ.Wire, n, len(whole), shown)
			}
			if n%29 == 0 { // the time is that of all truncations of the truncation
				hex, err := call(typ, Request{Do: Hex}, whole[:n])
				if err == nil || bytesIn(hex) != fmt.Sprintf("%x", whole[:n]) {
					t.Fatalf("%s, %d of %d bytes: %v: other bytes in\n%s", typ.Wire, n, len(whole), err, hex)
				}
			}
		}
	}
}

// TestHostile shows messages of each format with each byte changed. It prints JSON in any case.
func TestHostile(t *testing.T) {
	for _, typ := range reviewed(new(orders.Order)) {
		whole := message(t, typ, order())
		for n := range whole {
			for _, bits := range []byte{1, 0x80, 0xff} {
				changed := bytes.Clone(whole)
				changed[n] ^= bits
				shown, _ := call(typ, Request{Do: Show, Width: 80}, changed)
				d := json.NewDecoder(strings.NewReader(shown))
				for err := error(nil); err == nil; {
					if err = d.Decode(new(any)); err != nil && !errors.Is(err, io.EOF) {
						t.Fatalf("%s, byte %d changed by %x: %v in\n%s", typ.Wire, n, bits, err, shown)
					}
				}
			}
		}
	}
}

var hexColumn = regexp.MustCompile(`(?m)^\d{5,}  ((?:[0-9a-f]{2} ?)+)`)

// bytesIn returns the digits in the output of -hex.
func bytesIn(hex string) string {
	var b strings.Builder
	for _, m := range hexColumn.FindAllStringSubmatch(hex, -1) {
		b.WriteString(strings.ReplaceAll(m[1], " ", ""))
	}
	return b.String()
}

// TestHexFields checks, for all formats, that the bytes of strings belong to their fields.
func TestHexFields(t *testing.T) {
	for _, typ := range reviewed(new(orders.Order)) {
		whole := message(t, typ, order())
		s := &session{Request: &Request{Wire: typ.Wire}, t: typ, root: newTypes(typ).node(reflect.TypeFor[orders.Order](), "")}
		paths, _ := findText(whole)
		if typ.Wire != "json" {
			paths = s.find(whole)
		}
		for path, text := range map[string]string{
			"Customer.Name": "Ada", "Customer.Email": "ada@example.com", "Customer.Address.City": "Bath", "Lines[0].SKU": "A-7", "Lines[1].SKU": "B-12", "Lines[0].Tags[1]": "new", "Ship.City": "Hull",
		} {
			at := bytes.Index(whole, []byte(text))
			if at < 0 && typ.Wire == "sproto-packed" {
				continue // packing may divide it
			}
			for i := range text {
				if paths[at+i] != path {
					t.Errorf("%s: byte %d belongs to %q, want %q", typ.Wire, at+i, paths[at+i], path)
					break
				}
			}
		}
	}
}

// TestFrames shows streams of frames: whole ones, and every truncation.
func TestFrames(t *testing.T) {
	typ := reviewed(new(kinds.Tree))[0]
	var stream []byte
	ends := map[int]int{0: 0} // numbers of messages by length of the stream
	for i := range 3 {
		stream = appendFrame(stream, message(t, typ, &kinds.Tree{Label: strings.Repeat("x", i*100)}))
		ends[len(stream)] = i + 1
	}
	for n := range len(stream) + 1 {
		shown, err := call(typ, Request{Do: Show, Framed: true, Lines: true}, stream[:n])
		whole, atEnd := ends[n]
		switch {
		case atEnd && (err != nil || strings.Count(shown, "\n") != whole):
			t.Errorf("%d bytes: %v, %q", n, err, shown)
		case !atEnd && (err == nil || !strings.Contains(err.Error(), "the input ends") || n > 50 && !strings.Contains(err.Error(), fmt.Sprintf("at byte %d: ", start(ends, n)))):
			t.Errorf("%d bytes: %v", n, err)
		}
	}
	for _, c := range []struct{ in, want string }{
		{"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f", "in: no length of a frame: binary: varint overflows a 64-bit integer"},
		{"\xff\xff\xff\xff\x0f", "more than 1024 MiB: is the input in frames?"},
		{string(appendFrame(nil, append(message(t, typ, &kinds.Tree{}), 0))), "bytes left over after the message"},
	} {
		if _, err := call(typ, Request{Do: Show, Framed: true}, []byte(c.in)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%x: %v, want %q", c.in, err, c.want)
		}
	}
}

// start returns the largest end before n.
func start(ends map[int]int, n int) (at int) {
	for end := range ends {
		if end < n {
			at = max(at, end)
		}
	}
	return at
}

// TestSequence shows messages one after the other, and refuses to write messages like that if they do not mark their end.
func TestSequence(t *testing.T) {
	for _, typ := range reviewed(new(kinds.Tree)) {
		in := `{"Label":"a","Children":null,"Parent":null} {"Label":"b","Children":null,"Parent":null}`
		out, err := call(typ, Request{Do: Encode}, []byte(in))
		if typ.Unterminated {
			if err == nil || !strings.Contains(err.Error(), "with -framed") {
				t.Errorf("%s: %v", typ.Wire, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", typ.Wire, err)
			continue
		}
		shown, err := call(typ, Request{Do: Show, Lines: true}, []byte(out))
		if err != nil || strings.Count(shown, "\n") != 2 || !strings.Contains(shown, `"a"`) || !strings.Contains(shown, `"b"`) {
			t.Errorf("%s: %v: %s", typ.Wire, err, shown)
		}
	}
}

// TestLayout checks that lines do not change the JSON, and that lists and objects which fit are on one line.
func TestLayout(t *testing.T) {
	typ := reviewed(new(orders.Order))[0]
	in := message(t, typ, order())
	compact, err := call(typ, Request{Do: Show, Lines: true}, in)
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{1, 40, 80, 10000} {
		plain, _ := call(typ, Request{Do: Show, Width: width}, in)
		colored, _ := call(typ, Request{Do: Show, Width: width, Color: true}, in)
		if got := regexp.MustCompile(`\x1b\[[0-9]*m`).ReplaceAllString(colored, ""); got != plain || got == colored {
			t.Errorf("width %d: with colour, the text is\n%s", width, colored)
		}
		var again bytes.Buffer
		if err := json.Compact(&again, []byte(plain)); err != nil || again.String() != compact[:len(compact)-1] {
			t.Errorf("width %d: %v\n%s", width, err, plain)
		}
	}
	for width := 20; width < 120; width++ {
		plain, _ := call(typ, Request{Do: Show, Width: width}, in)
		for line := range strings.Lines(plain) {
			line = strings.TrimRight(line, ",\n")
			if len(line) > width && strings.ContainsAny(strings.TrimRight(line, "{["), "{[") {
				t.Errorf("width %d: the line has %d columns: %s", width, len(line), line)
			}
		}
	}
	if wide, _ := call(typ, Request{Do: Show, Width: 10000}, in); strings.Count(wide, "\n") != 1 {
		t.Errorf("in 10,000 columns, it has several lines:\n%s", wide)
	}
}

// TestDelimited compares frames with those of the protobuf library.
func TestDelimited(t *testing.T) {
	var stream, own bytes.Buffer
	for _, text := range []string{"", "a", strings.Repeat("x", 1000)} {
		m := wrapperspb.String(text)
		if _, err := protodelim.MarshalTo(&stream, m); err != nil {
			t.Fatal(err)
		}
		b, err := proto.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		own.Write(appendFrame(nil, b))
	}
	if !bytes.Equal(stream.Bytes(), own.Bytes()) {
		t.Errorf("%x, want %x", own.Bytes(), stream.Bytes())
	}
}

// TestTextFields checks that names and values in JSON cannot control a terminal.
func TestTextFields(t *testing.T) {
	paths, texts := findText([]byte(`{"\u001b[2J": "\u009b", "List": [1, {"A": true}]} x`))
	all := fmt.Sprint(paths, texts)
	for _, r := range all {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			t.Errorf("%q has a control character", all)
			break
		}
	}
	if texts["List[1].A"] != "true" || texts["List[0]"] != "1" || paths[len(paths)-1] != "" {
		t.Errorf("%q", all)
	}
}

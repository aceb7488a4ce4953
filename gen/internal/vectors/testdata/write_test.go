package vectors

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"net/netip"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestWrite writes the vectors of each format. It checks that the value that a message is decoded to is encoded to the same message.
func TestWrite(t *testing.T) {
	for name, suffix := range formats {
		var lines []string
		seen := map[string]bool{}
		add := func(v any, message []byte, more string) {
			line := fmt.Sprintf(`{"type": %q,%s "value": %s, "bytes": "%x"}`, reflect.TypeOf(v).Elem().Name(), more, text(t, reflect.ValueOf(v).Elem()), message)
			if !seen[line] {
				lines = append(lines, line)
			}
			seen[line] = true
		}
		for _, v := range values() {
			if !has(v, suffix) {
				continue
			}
			message := marshal(t, suffix, v)
			decoded := reflect.New(reflect.TypeOf(v).Elem()).Interface()
			unmarshal(t, suffix, message, decoded)
			if again := marshal(t, suffix, decoded); !bytes.Equal(message, again) {
				t.Errorf("%s: %T: %x is encoded again as %x", name, v, message, again)
			}
			add(decoded, message, "")
			if name != "proto" && suffix[0] != 'S' { // a truncated message of proto and sproto may be that of another value
				checkTruncated(t, suffix, message, decoded)
			}
		}
		for _, r := range reads() {
			if has(r.written, suffix) {
				message := marshal(t, suffix, r.written)
				unmarshal(t, suffix, message, r.as)
				add(r.as, message, fmt.Sprintf(` "from": %q,`, reflect.TypeOf(r.written).Elem().Name()))
			}
		}
		if suffix == "Binary" {
			for _, m := range unusual() {
				unmarshal(t, suffix, bytesOf(t, m), m.as)
				add(m.as, bytesOf(t, m), fmt.Sprintf(` "note": %q,`, m.note))
			}
			for _, m := range malformed() {
				lines = append(lines, malformedLine(t, m))
			}
		}
		file := "[\n" + strings.Join(lines, ",\n") + "\n]\n"
		if !json.Valid([]byte(file)) {
			t.Errorf("%s: the vectors are not JSON", name)
		}
		if err := os.WriteFile(name+".json", []byte(file), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// malformedLine returns the entry for a malformed message. It checks that decoding it is an error.
func malformedLine(t *testing.T, m message) string {
	t.Helper()
	err := m.as.(encoding.BinaryUnmarshaler).UnmarshalBinary(bytesOf(t, m))
	if t.Logf("%T %s: %v, because %s", m.as, m.bytes, err, m.note); err == nil {
		t.Errorf("%T: %s has no error: %s", m.as, m.bytes, m.note)
	}
	return fmt.Sprintf(`{"type": %q, "error": %q, "bytes": "%x"}`, reflect.TypeOf(m.as).Elem().Name(), m.note, bytesOf(t, m))
}

// unstamped are the types whose messages of compact have no stamp, and the one of which the messages in values.go have theirs.
var unstamped = []string{"Event", "EventV1", "Journal", "JournalV1", "Stamped"}

// bytesOf returns the bytes of a message, which begin with the stamp of its type.
func bytesOf(t *testing.T, m message) []byte {
	t.Helper()
	data, err := hex.DecodeString(m.bytes)
	if err != nil {
		t.Fatal(err)
	}
	if of := reflect.TypeOf(m.as).Elem(); !slices.Contains(unstamped, of.Name()) {
		data = append(marshal(t, "Binary", reflect.New(of).Interface())[:4:4], data...)
	}
	return data
}

// checkTruncated checks that truncated messages, and messages with a byte behind them, are errors.
func checkTruncated(t *testing.T, suffix string, message []byte, v any) {
	t.Helper()
	decode := func(b []byte) error {
		return reflect.New(reflect.TypeOf(v).Elem()).MethodByName("Unmarshal" + suffix).Interface().(func([]byte) error)(b)
	}
	for n := range message {
		if decode(message[:n:n]) == nil {
			t.Errorf("%T: %s: %x has no error", v, suffix, message[:n])
		}
	}
	if decode(append(bytes.Clone(message), 0)) == nil {
		t.Errorf("%T: %s: %x00 has no error", v, suffix, message)
	}
}

func has(v any, suffix string) bool {
	return reflect.ValueOf(v).MethodByName("Marshal" + suffix).IsValid()
}

func marshal(t *testing.T, suffix string, v any) []byte {
	t.Helper()
	message, err := reflect.ValueOf(v).MethodByName("Marshal" + suffix).Interface().(func() ([]byte, error))()
	if err != nil {
		t.Fatalf("%T: %s: %v", v, suffix, err)
	}
	return message
}

func unmarshal(t *testing.T, suffix string, message []byte, v any) {
	t.Helper()
	if err := reflect.ValueOf(v).MethodByName("Unmarshal" + suffix).Interface().(func([]byte) error)(message); err != nil {
		t.Fatalf("%T: %s: %x: %v", v, suffix, message, err)
	}
}

// custom has the types that are encoded by their own methods, with the method.
var custom = map[reflect.Type]string{
	reflect.TypeFor[big.Int](): "text", reflect.TypeFor[Level](): "text", reflect.TypeFor[netip.Addr](): "binary", reflect.TypeFor[Options](): "json",
}

// text returns a value as JSON, as docs/formats.md#test-vectors describes it.
func text(t *testing.T, v reflect.Value) string {
	if way := custom[v.Type()]; way != "" {
		return customText(t, v, way)
	}
	if at, ok := v.Interface().(time.Time); ok {
		return quote(at.Format(time.RFC3339Nano))
	}
	switch v.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		data, _ := json.Marshal(v.Interface()) // without String methods, such as that of time.Duration
		return string(data)
	case reflect.Float32, reflect.Float64:
		return float(v.Float())
	case reflect.Complex64, reflect.Complex128:
		return "[" + float(real(v.Complex())) + ", " + float(imag(v.Complex())) + "]"
	case reflect.String:
		return quote(v.String())
	case reflect.Pointer:
		if v.IsNil() {
			return "null"
		}
		return text(t, v.Elem())
	case reflect.Interface:
		if v.IsNil() {
			return "null"
		}
		member := v.Elem().Type()
		if member.Kind() == reflect.Pointer {
			member = member.Elem()
		}
		return "{" + quote(member.Name()) + ": " + text(t, v.Elem()) + "}"
	case reflect.Slice, reflect.Array:
		return listText(t, v)
	case reflect.Map:
		return mapText(t, v)
	case reflect.Struct:
		var members []string
		for i := range v.NumField() {
			members = append(members, quote(v.Type().Field(i).Name)+": "+text(t, v.Field(i)))
		}
		return "{" + strings.Join(members, ", ") + "}"
	}
	t.Fatalf("a value of %s has no JSON", v.Type())
	return ""
}

func listText(t *testing.T, v reflect.Value) string {
	if v.Kind() == reflect.Slice && v.IsNil() {
		return "null"
	}
	if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
		return quote(base64.StdEncoding.EncodeToString(v.Bytes()))
	}
	var elements []string
	for i := range v.Len() {
		elements = append(elements, text(t, v.Index(i)))
	}
	return "[" + strings.Join(elements, ", ") + "]"
}

// mapText returns the entries of a map in ascending order of the texts of their keys.
func mapText(t *testing.T, v reflect.Value) string {
	if v.IsNil() {
		return "null"
	}
	type entry struct{ key, text string }
	var entries []entry
	for k, x := range v.Seq2() {
		key := text(t, k)
		if k.Kind() != reflect.String {
			key = quote(key)
		}
		entries = append(entries, entry{key, key + ": " + text(t, x)})
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.key, b.key) })
	var texts []string
	for _, e := range entries {
		texts = append(texts, e.text)
	}
	return "{" + strings.Join(texts, ", ") + "}"
}

func customText(t *testing.T, v reflect.Value, way string) string {
	p := reflect.New(v.Type()) // the method may have a pointer receiver
	p.Elem().Set(v)
	var data []byte
	var err error
	switch way {
	case "text":
		data, err = p.Interface().(encoding.TextMarshaler).MarshalText()
		data = []byte(quote(string(data)))
	case "binary":
		data, err = p.Interface().(encoding.BinaryMarshaler).MarshalBinary()
		data = []byte(quote(hex.EncodeToString(data)))
	case "json":
		data, err = p.Interface().(json.Marshaler).MarshalJSON()
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// float returns a number as JSON, and infinities and NaN as strings.
func float(x float64) string {
	text := strconv.FormatFloat(x, 'g', -1, 64)
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return quote(text)
	case text == "-0": // many JSON libraries read -0 as an integer
		return "-0.0"
	}
	return text
}

// quote returns a string as JSON. It escapes only what JSON requires.
func quote(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

package migrate

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"example.com/hosts/order"
	"example.com/hosts/order/orderpb"
)

// An oldFormat is a format that a service migrates from. Its encode is that of the program before the migration.
type oldFormat struct {
	name   string
	encode func(*order.Order) ([]byte, error)
	to     func(*order.Order) ([]byte, error)
	from   func([]byte, *order.Order) error
}

var oldFormats = []oldFormat{
	{"json", func(o *order.Order) ([]byte, error) { return json.Marshal((*before)(o)) }, ToJSON, FromJSON},
	{"gob", encodeGob, ToGob, FromGob},
	{"protobuf", func(o *order.Order) ([]byte, error) { return proto.Marshal(message(o)) }, ToProtobuf, FromProtobuf},
}

// before is the type as it was before it had generated methods.
type before struct {
	ID       uint64            `json:"id"`
	Customer string            `json:"customer"`
	Placed   time.Time         `json:"placed"`
	Lines    []order.Line      `json:"lines"`
	Notes    map[string]string `json:"notes,omitempty"`
	Currency string            `json:"currency,omitempty"`
}

func encodeGob(o *order.Order) ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode((*before)(o))
	return b.Bytes(), err
}

// message returns an order as a message of protoc-gen-go.
func message(o *order.Order) *orderpb.Order {
	m := &orderpb.Order{Id: o.ID, Customer: o.Customer, Notes: o.Notes, Currency: o.Currency}
	if !o.Placed.IsZero() {
		m.Placed = timestamppb.New(o.Placed)
	}
	for _, l := range o.Lines {
		m.Lines = append(m.Lines, &orderpb.Line{Sku: l.SKU, Count: l.Count, Cents: l.Cents})
	}
	return m
}

var samples = []*order.Order{{}, order.Sample(0), order.Sample(1), order.Sample(50), {ID: 1<<64 - 1, Customer: "\x00{"}}

// TestDecode reads values of the program before the migration, of readers that write the old format, and of writers of the new one, into new
// and used orders.
func TestDecode(t *testing.T) {
	for _, f := range oldFormats {
		for _, want := range samples {
			for name, encode := range map[string]func() ([]byte, error){
				"before": func() ([]byte, error) { return f.encode(want) },
				"old":    func() ([]byte, error) { return Encode(want, false, f.to) },
				"new":    func() ([]byte, error) { return Encode(want, true, f.to) },
			} {
				b, err := encode()
				if err != nil {
					t.Fatal(err)
				}
				for _, got := range []*order.Order{{}, order.Sample(3)} {
					if err := Decode(b, got, f.from); err != nil || !reflect.DeepEqual(got, want) {
						t.Errorf("%s, %s: got %v, %v\nwant %v", f.name, name, got, err, want)
					}
				}
			}
		}
	}
}

// TestMark checks the statement about the first byte: no decoder of an old format accepts a value that begins with the mark.
func TestMark(t *testing.T) {
	for _, f := range oldFormats {
		for _, o := range samples {
			for second := range 256 {
				b, err := f.encode(o)
				if err != nil {
					t.Fatal(err)
				}
				if len(b) > 0 && b[0] == mark {
					t.Fatalf("%s: a value begins with the mark: %q", f.name, b)
				}
				for _, b := range [][]byte{append([]byte{mark, byte(second)}, b...), {mark, byte(second)}, {mark}} {
					if err := f.from(b, new(order.Order)); err == nil {
						t.Fatalf("%s: %q was decoded", f.name, b)
					}
				}
			}
		}
	}
}

// TestUnknown checks that a program does not guess what a value of a later program is.
func TestUnknown(t *testing.T) {
	for _, b := range [][]byte{{mark}, {mark, 0}, {mark, compact + 1}, {mark, 255, 1, 2, 3}} {
		err := Decode(b, new(order.Order), func([]byte, *order.Order) error { return nil })
		if err == nil || !strings.Contains(err.Error(), "unknown format: deploy the program that can read it first") {
			t.Errorf("% x: %v", b, err)
		}
	}
	if err := DecodeAs("compact2", nil, new(order.Order), FromJSON); err == nil || !strings.Contains(err.Error(), `format "compact2" is unknown`) {
		t.Errorf("DecodeAs: %v", err)
	}
}

// TestDecodeAs reads values with and without a key, into new and used orders.
func TestDecodeAs(t *testing.T) {
	for _, want := range samples {
		b, err := want.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range oldFormats {
			old, err := f.encode(want)
			if err != nil {
				t.Fatal(err)
			}
			for format, b := range map[string][]byte{Format: b, "": old} {
				for _, got := range []*order.Order{{}, order.Sample(3)} {
					if err := DecodeAs(format, b, got, f.from); err != nil || !reflect.DeepEqual(got, want) {
						t.Errorf("%s, %q: got %v, %v\nwant %v", f.name, format, got, err, want)
					}
				}
			}
		}
	}
}

// TestGob checks that gob itself cannot read its old values into a type with MarshalBinary, nor into one with a field of such a type.
func TestGob(t *testing.T) {
	type outerBefore struct{ Order before }
	type outer struct{ Order order.Order }
	o := *(*before)(order.Sample(1))
	for _, c := range []struct{ old, now any }{{&o, new(order.Order)}, {&outerBefore{o}, new(outer)}} {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(c.old); err != nil {
			t.Fatal(err)
		}
		if err := gob.NewDecoder(&b).Decode(c.now); err == nil {
			t.Errorf("gob decoded the old value into a %T: docs/migrate.md says that it cannot", c.now)
		}
	}
}

// TestGuess shows a JSON text that is a message of compact, and a message of compact that is a JSON text.
func TestGuess(t *testing.T) {
	text := []byte(`{"ID":12345}`)
	var a account
	if err := a.UnmarshalBinary(text); err != nil {
		t.Fatalf("docs/migrate.md says that this is a message of compact: %v", err)
	}
	if want := (account{ID: 0x22444922, Name: ":12345}"}); a != want {
		t.Errorf("got %+v, want %+v", a, want)
	}
	type plain account // encoding/json does not call generated methods
	var fromJSON plain
	if err := json.Unmarshal(text, &fromJSON); err != nil || fromJSON.ID != 12345 {
		t.Errorf("as JSON: %+v, %v", fromJSON, err)
	}
}

// TestDamaged changes each bit of a message, and counts the messages that compact accepts: docs/migrate.md has the numbers.
func TestDamaged(t *testing.T) {
	b, err := order.Sample(5).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	accepted := 0
	for i := range len(b) * 8 {
		b[i/8] ^= 1 << (i % 8)
		if new(order.Order).UnmarshalBinary(b) == nil {
			accepted++
		}
		b[i/8] ^= 1 << (i % 8)
	}
	if got, want := fmt.Sprintf("%d of %d", accepted, len(b)*8), "986 of 1328"; got != want {
		t.Errorf("compact accepts %s changed messages, docs/migrate.md says %s", got, want)
	}
}

var bucket = []byte("orders")

// TestRewrite rewrites a file with values of both formats in parts of each size, twice.
func TestRewrite(t *testing.T) {
	for _, f := range oldFormats {
		for _, size := range []int{1, 3, 100} {
			db, err := bbolt.Open(filepath.Join(t.TempDir(), "orders.db"), 0o600, &bbolt.Options{NoSync: true})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			fill(t, db, f)
			for _, want := range []int{7, 0} {
				if n, err := Rewrite(db, bucket, size, f.from); err != nil || n != want {
					t.Errorf("%s, parts of %d: rewrote %d, %v, want %d", f.name, size, n, err, want)
				}
			}
			checkRewritten(t, db)
		}
	}
}

// fill stores ten orders, three of them in the new format.
func fill(t *testing.T, db *bbolt.DB, f oldFormat) {
	t.Helper()
	if err := db.Update(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucket(bucket)
		for i := 0; i < 10 && err == nil; i++ {
			var v []byte
			if v, err = Encode(order.Sample(i), i%4 == 1, f.to); err == nil {
				err = b.Put([]byte{byte(i)}, v)
			}
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// checkRewritten checks that all values are in the new format, and still the same orders.
func checkRewritten(t *testing.T, db *bbolt.DB) {
	t.Helper()
	if err := db.View(func(tx *bbolt.Tx) error {
		for i := range 10 {
			var got order.Order
			err := Decode(tx.Bucket(bucket).Get([]byte{byte(i)}), &got, func([]byte, *order.Order) error { return fmt.Errorf("value %d has the old format", i) })
			if want := order.Sample(i); err != nil || !reflect.DeepEqual(&got, want) {
				t.Errorf("value %d: got %v, %v\nwant %v", i, got, err, want)
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// TestRewriteDamaged checks that a value that cannot be decoded stops the rewriting with its key, and changes nothing in its part.
func TestRewriteDamaged(t *testing.T) {
	db, err := bbolt.Open(filepath.Join(t.TempDir(), "orders.db"), 0o600, &bbolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	fill(t, db, oldFormats[0])
	damaged := []byte("{")
	if err := db.Update(func(tx *bbolt.Tx) error { return tx.Bucket(bucket).Put([]byte{6}, damaged) }); err != nil {
		t.Fatal(err)
	}
	n, err := Rewrite(db, bucket, 4, FromJSON)
	if err == nil || !strings.Contains(err.Error(), "key 06: unexpected end of JSON input") || n != 3 {
		t.Errorf("rewrote %d, %v", n, err)
	}
	if err := db.View(func(tx *bbolt.Tx) error {
		if v := tx.Bucket(bucket).Get([]byte{6}); !bytes.Equal(v, damaged) {
			t.Errorf("the damaged value is %q", v)
		}
		if v := tx.Bucket(bucket).Get([]byte{4}); v[0] == mark {
			t.Error("a value of the same part was rewritten")
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

package bolt_test

import (
	"path/filepath"
	"reflect"
	"testing"

	"go.etcd.io/bbolt"

	"example.com/hosts/bolt"
	"example.com/hosts/order"
)

// TestBolt stores orders and gets them, after the file was closed, too. They must not change with the file.
func TestBolt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "orders.db")
	open := func() *bbolt.DB {
		db, err := bbolt.Open(path, 0o600, &bbolt.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		return db
	}
	db := open()
	if o, err := bolt.Get(db, 1); o != nil || err != nil {
		t.Errorf("got %v, %v from an empty file", o, err)
	}
	var want []*order.Order
	for lines := range 20 {
		o := order.Sample(lines)
		o.ID = uint64(lines)
		want = append(want, o)
		if err := bolt.Put(db, o); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	db = open()
	var got []*order.Order
	for id := range uint64(20) {
		o, err := bolt.Get(db, id)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, o)
	}
	if o, err := bolt.Get(db, 20); o != nil || err != nil {
		t.Errorf("got %v, %v, which nobody has stored", o, err)
	}
	if err := db.Close(); err != nil { // the memory of the file is gone
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}

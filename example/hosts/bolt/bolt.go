// Package bolt keeps orders in a file of bbolt.
package bolt

import (
	"encoding/binary"

	"go.etcd.io/bbolt"

	"example.com/hosts/order"
)

var bucket = []byte("orders")

// Put stores an order.
func Put(db *bbolt.DB, o *order.Order) error {
	return db.Update(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists(bucket)
		if err != nil {
			return err
		}
		value, err := o.MarshalBinary()
		if err != nil {
			return err
		}
		return b.Put(key(o.ID), value)
	})
}

// Get returns an order, or nil if there is none. UnmarshalBinary copies, as it must: the bytes are valid only in the transaction.
func Get(db *bbolt.DB, id uint64) (*order.Order, error) {
	var o *order.Order
	err := db.View(func(tx *bbolt.Tx) error {
		b := tx.Bucket(bucket)
		if b == nil {
			return nil
		}
		value := b.Get(key(id))
		if value == nil {
			return nil
		}
		o = new(order.Order)
		return o.UnmarshalBinary(value)
	})
	if err != nil {
		return nil, err
	}
	return o, nil
}

func key(id uint64) []byte { return binary.BigEndian.AppendUint64(nil, id) }

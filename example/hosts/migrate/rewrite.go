package migrate

import (
	"bytes"
	"fmt"

	"go.etcd.io/bbolt"

	"example.com/hosts/order"
)

// Rewrite encodes the values of a bucket that are in the old format in the new one, and returns how many there were. It looks at size values
// in each transaction, so other writers do not wait for long. It can be stopped and called again at any time.
func Rewrite(db *bbolt.DB, bucket []byte, size int, old func([]byte, *order.Order) error) (rewritten int, err error) {
	for next := []byte{}; next != nil; {
		n := 0
		err := db.Update(func(tx *bbolt.Tx) (err error) {
			next, n, err = rewritePart(tx.Bucket(bucket), next, size, old)
			return err
		})
		if err != nil {
			return rewritten, err
		}
		rewritten += n
	}
	return rewritten, nil
}

// rewritePart rewrites up to size values from a key on. It returns the key of the next value, or nil after the last one.
func rewritePart(b *bbolt.Bucket, from []byte, size int, old func([]byte, *order.Order) error) (next []byte, rewritten int, err error) {
	changed := map[string][]byte{} // Put would move the cursor
	c := b.Cursor()
	k, v := c.Seek(from)
	for ; k != nil && size > 0; k, v = c.Next() {
		size--
		if len(v) > 0 && v[0] == mark {
			continue
		}
		var o order.Order
		if err := Decode(v, &o, old); err != nil {
			return nil, 0, fmt.Errorf("key %x: %w", k, err)
		}
		if changed[string(k)], err = Encode(&o, true, nil); err != nil {
			return nil, 0, fmt.Errorf("key %x: %w", k, err)
		}
	}
	next = bytes.Clone(k)
	for k, v := range changed {
		if err := b.Put([]byte(k), v); err != nil {
			return nil, 0, err
		}
	}
	return next, len(changed), nil
}

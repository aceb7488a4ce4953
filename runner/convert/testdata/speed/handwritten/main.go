// Command handwritten converts orders as a straightforward program does, which somebody writes for one migration: in one goroutine, with
// encoding/json or encoding/gob and the code of bale gen. It decodes each message again and compares.
package main

import (
	"bufio"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"time"

	"example.org/speed/shop"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 4 {
		log.Fatal("usage: handwritten make-json|make-gob N FILE, or handwritten json-compact|gob-proto IN OUT")
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		log.Fatal(err)
	}
}

func run(do, in, out string) (err error) {
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	switch do {
	case "make-json":
		err = makeOrders(in, json.NewEncoder(w).Encode)
	case "make-gob":
		err = makeOrders(in, gob.NewEncoder(w).Encode)
	case "json-compact":
		err = convert(in, w, jsonLines, (*shop.Order).AppendCompact, (*shop.Order).UnmarshalCompact)
	case "gob-proto":
		err = convert(in, w, gobStream, (*shop.Order).AppendProto, (*shop.Order).UnmarshalProto)
	default:
		err = fmt.Errorf("unknown word %q", do)
	}
	return errors.Join(err, w.Flush(), f.Close())
}

// makeOrders makes orders. Lists are nil or have elements, and times are in UTC.
func makeOrders(count string, write func(any) error) error {
	n, err := strconv.Atoi(count)
	if err != nil {
		return err
	}
	r := rand.New(rand.NewPCG(1, 2))
	text := func(n int) string {
		b := make([]byte, 1+r.IntN(n))
		for i := range b {
			b[i] = byte('a' + r.IntN(26))
		}
		return string(b)
	}
	for i := range n {
		o := &shop.Order{ID: uint64(i), Customer: text(20), Placed: time.Unix(1.7e9+r.Int64N(1e8), r.Int64N(1e9)).UTC(), Total: float64(r.IntN(1e6)) / 100, Paid: r.IntN(2) == 0}
		for range r.IntN(5) {
			o.Lines = append(o.Lines, shop.Line{SKU: text(10), Count: 1 + r.IntN(9), Price: float64(r.IntN(1e5)) / 100})
		}
		if r.IntN(4) == 0 {
			o.Notes = []string{text(40)}
		}
		if r.IntN(3) == 0 {
			o.Tags = map[string]string{text(8): text(8), "channel": "web"}
		}
		if r.IntN(2) == 0 {
			o.Ship = &shop.Address{Street: text(20), City: text(12), Country: text(3)}
		}
		if err := write(o); err != nil {
			return err
		}
	}
	return nil
}

// jsonLines returns a function that decodes the next line.
func jsonLines(in io.Reader) func(*shop.Order) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 64<<20)
	return func(o *shop.Order) error {
		if !lines.Scan() {
			return errors.Join(lines.Err(), io.EOF)
		}
		return json.Unmarshal(lines.Bytes(), o)
	}
}

// gobStream returns a function that decodes the next value.
func gobStream(in io.Reader) func(*shop.Order) error {
	dec := gob.NewDecoder(bufio.NewReaderSize(in, 1<<20))
	return func(o *shop.Order) error { return dec.Decode(o) }
}

func convert(name string, out io.Writer, source func(io.Reader) func(*shop.Order) error, encode func(*shop.Order, []byte) ([]byte, error), decode func(*shop.Order, []byte) error) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	next := source(f)
	var message, head []byte
	for {
		var o, back shop.Order
		err := next(&o)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			message, err = encode(&o, message[:0])
		}
		if err == nil {
			err = decode(&back, message)
		}
		if err != nil {
			return err
		}
		if !reflect.DeepEqual(o, back) {
			return fmt.Errorf("order %d comes back different", o.ID)
		}
		head = binary.AppendUvarint(head[:0], uint64(len(message)))
		if _, err := out.Write(head); err != nil {
			return err
		}
		if _, err := out.Write(message); err != nil {
			return err
		}
	}
}

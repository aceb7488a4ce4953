// Package block is the shape of the Skycoin benchmark: a signed block of three
// transactions. Most of it is hashes and signatures of fixed size.
package block

import (
	"encoding/binary"
	"math/rand/v2"
)

// Hash is a SHA-256 sum.
type Hash [32]byte

// Sig is a recoverable secp256k1 signature.
type Sig [65]byte

// Address is the receiver of an Output.
type Address struct {
	Version byte
	Key     [20]byte
}

// SignedBlock is a Block with its signature.
type SignedBlock struct {
	Block Block
	Sig   Sig
}

// Block is one block of the chain.
type Block struct {
	Head Head
	Body Body
}

// Head is the part of a Block that is hashed.
type Head struct {
	Version  uint32
	Time     uint64
	BkSeq    uint64
	Fee      uint64
	PrevHash Hash
	BodyHash Hash
	UxHash   Hash
}

// Body holds the transactions of a Block.
type Body struct {
	Transactions []Transaction // 3 in the samples
}

// Transaction spends In and makes Out.
type Transaction struct {
	Length    uint32
	Type      uint8
	InnerHash Hash
	Sigs      []Sig    // 3 in the samples
	In        []Hash   // 3 in the samples
	Out       []Output // 3 in the samples
}

// Output is an amount of coins that an Address receives.
type Output struct {
	Address Address
	Coins   uint64
	Hours   uint64
}

// BaleSamples makes n blocks from r; the same r gives the same blocks. Hashes, keys and
// signatures are random over their whole range. Integers are random too, but each field
// has the same length as a varint in all blocks. So in each of the usual wire formats all
// blocks have the published size.
func BaleSamples(r *rand.Rand, n int) []SignedBlock {
	s := make([]SignedBlock, n)
	for i := range s {
		b := &s[i].Block
		b.Head = Head{
			Version: 1,
			Time:    varintOf(r, 5)>>4 | 1<<30, // after 2004; it still takes 5 bytes as a varint
			BkSeq:   varintOf(r, 7),
			Fee:     varintOf(r, 7),
		}
		fill(r, b.Head.PrevHash[:])
		fill(r, b.Head.BodyHash[:])
		fill(r, b.Head.UxHash[:])
		b.Body.Transactions = make([]Transaction, 3)
		for j := range b.Body.Transactions {
			b.Body.Transactions[j] = transaction(r, uint8(j))
		}
		fill(r, s[i].Sig[:])
	}
	return s
}

func transaction(r *rand.Rand, kind uint8) Transaction {
	t := Transaction{
		Length: uint32(varintOf(r, 2)),
		Type:   kind,
		Sigs:   make([]Sig, 3),
		In:     make([]Hash, 3),
		Out:    make([]Output, 3),
	}
	fill(r, t.InnerHash[:])
	for i := range t.Sigs {
		fill(r, t.Sigs[i][:])
	}
	for i := range t.In {
		fill(r, t.In[i][:])
	}
	for i := range t.Out {
		o := &t.Out[i]
		fill(r, o.Address.Key[:])
		o.Coins = varintOf(r, 4)
		o.Hours = varintOf(r, 3)
	}
	return t
}

// varintOf returns a random integer that takes exactly n bytes as a varint, 2 <= n <= 9. Code of musgen in this package imports a package varint.
func varintOf(r *rand.Rand, n int) uint64 {
	low := uint64(1) << (7 * (n - 1))
	return low + r.Uint64N(low<<7-low)
}

// fill sets b to random bytes.
func fill(r *rand.Rand, b []byte) {
	var word [8]byte
	for len(b) > 0 {
		binary.LittleEndian.PutUint64(word[:], r.Uint64())
		b = b[copy(b, word[:]):]
	}
}

// Package tree is a shape that is a tree by pointers: a search tree without balance. It imitates the trees of the task binary-trees of the
// Computer Language Benchmarks Game, whose nodes have two pointers, with a key and a value in each node.
package tree

import "math/rand/v2"

// A Tree is a node with all nodes below it. In the samples, a root has 20 to 200 nodes, and is about 12 deep.
type Tree struct {
	Key         uint32 // those on the left are smaller, those on the right larger
	Value       int64  // of either sign, most of them small
	Left, Right *Tree
}

// BaleSamples makes n trees from r; the same r gives the same trees.
func BaleSamples(r *rand.Rand, n int) []Tree {
	s := make([]Tree, n)
	for i := range s {
		s[i] = node(r)
		for range 19 + r.IntN(181) {
			insert(&s[i], node(r))
		}
	}
	return s
}

func node(r *rand.Rand) Tree {
	return Tree{Key: r.Uint32N(1_000_000), Value: r.Int64N(1<<40) >> r.IntN(40) * (1 - 2*r.Int64N(2))}
}

// insert adds n below the root t, or replaces the value of the node with its key.
func insert(t *Tree, n Tree) {
	for n.Key != t.Key {
		next := &t.Left
		if n.Key > t.Key {
			next = &t.Right
		}
		if *next == nil {
			*next = &n
			return
		}
		t = *next
	}
	t.Value = n.Value
}

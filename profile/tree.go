package profile

import (
	"cmp"
	"slices"
)

// A Node is a function that a serializer calls, in the tree of all stacks below the outermost functions of serializers.
type Node struct {
	Function string
	Share    float64 // of the CPU time, or of the allocated bytes without a CPU profile
	Children []*Node // the largest first
}

// minNode is the share below which a node is left out of the tree.
const minNode = 0.001

// grow adds the frames of a sample to the tree.
func (n *Node) grow(s stack, share float64) {
	n.Share += share
	for _, f := range s {
		name := f.full()
		i := slices.IndexFunc(n.Children, func(c *Node) bool { return c.Function == name })
		if i < 0 {
			i = len(n.Children)
			n.Children = append(n.Children, &Node{Function: name})
		}
		n = n.Children[i]
		n.Share += share
	}
}

// prune leaves out small nodes, and sorts the others.
func (n *Node) prune() {
	n.Children = slices.DeleteFunc(n.Children, func(c *Node) bool { return c.Share < minNode })
	slices.SortStableFunc(n.Children, func(a, b *Node) int {
		return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(a.Function, b.Function))
	})
	for _, c := range n.Children {
		c.prune()
	}
}

package convert

import "sync"

// A budget limits how much is in use.
type budget struct {
	limit int

	mu     sync.Mutex
	less   sync.Cond
	used   int
	closed bool
}

func newBudget(limit int) *budget {
	b := &budget{limit: limit}
	b.less.L = &b.mu
	return b
}

// take waits until there is room for n, or nothing is in use. It returns false if the budget is closed.
func (b *budget) take(n int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.used > 0 && b.used+n > b.limit && !b.closed {
		b.less.Wait()
	}
	b.used += n
	return !b.closed
}

func (b *budget) give(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.used -= n
	b.less.Broadcast()
}

func (b *budget) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.less.Broadcast()
}

package report

// markFront marks the lines of the Pareto front: those that no other line beats in time and in size, among the codecs that bring all sample
// values back. page.js draws it.
func markFront(lines []*line) {
	for _, l := range lines {
		l.Front = l.onFront(lines)
	}
}

func (l *line) onFront(lines []*line) bool {
	if !l.comparable() {
		return false
	}
	for _, o := range lines {
		if !o.comparable() {
			continue
		}
		noWorse := o.mean() <= l.mean() && o.Row.Size <= l.Row.Size
		if noWorse && (o.mean() < l.mean() || o.Row.Size < l.Row.Size) {
			return false
		}
	}
	return true
}

// comparable says that a line has both times and loses no sample value.
func (l *line) comparable() bool {
	return l.Enc != nil && l.Dec != nil && !l.Row.Reference && !l.Row.Loses()
}

package verdict

// MarkFront marks the lines on the Pareto front: a line is on the front if no other line is at least as good in time and size, and better in
// one of them. Codecs that lose sample values and noisy ones are left out. charts.js draws the front.
func MarkFront(lines []*Line) {
	for _, l := range lines {
		l.Front = l.onFront(lines)
	}
}

// onFront reports whether the line is on the Pareto front of lines.
func (l *Line) onFront(lines []*Line) bool {
	if !l.comparable() {
		return false
	}
	for _, o := range lines {
		if !o.comparable() {
			continue
		}
		noWorse := o.Mean() <= l.Mean() && o.Row.Size <= l.Row.Size
		if noWorse && (o.Mean() < l.Mean() || o.Row.Size < l.Row.Size) {
			return false
		}
	}
	return true
}

// comparable reports whether a line has both times, loses no sample values, is not noisy, and is not a reference.
func (l *Line) comparable() bool {
	return l.Complete() && !l.Row.Reference && !l.Row.LosesSamples() && !l.Noisy()
}

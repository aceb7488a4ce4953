package harness

import "time"

// A usage is what the process has used until a moment.
type usage struct {
	at      time.Time
	cpuNs   int64
	delayNs int64 // time in which its threads waited for a processor
	known   bool  // both times are known
}

// used returns the usage until now of a process that works on procs processors. It is not known for several, whose goroutines wait for each other.
func used(procs int) usage {
	if procs > 1 {
		return usage{}
	}
	delay, known := runDelay()
	u := usage{at: time.Now(), cpuNs: cpuTime(), delayNs: delay}
	u.known = known && u.cpuNs > 0
	return u
}

// ownShare returns how many times its CPU time the process took since an earlier usage without the time in which other programs had its processor:
// 1 if it never waited for anything else, such as a timer, the disk or another process, and also if it used several processors. It returns 0 if this is not known.
func (u usage) ownShare(before usage) float64 {
	cpu := float64(u.cpuNs - before.cpuNs)
	if !u.known || !before.known || cpu <= 0 {
		return 0
	}
	delay := max(0, float64(u.delayNs-before.delayNs)) // threads that end take theirs along
	return max(1, (float64(u.at.Sub(before.at))-delay)/cpu)
}

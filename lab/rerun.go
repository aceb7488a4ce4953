package lab

import "time"

const (
	stealTicks = 1   // a block is run again if the hypervisor stole more ticks of the kernel's clock during it,
	stealShare = 100 // and more than one in stealShare: from an operation of 10 s, it steals some in each try
	maxReruns  = 3   // maximum number of reruns of one block

	// Reruns take at most freeReruns and one part in rerunShare of the time of all blocks. When a fourth of the blocks could be run again, however long they
	// were, reruns took 192 of the first 618 s of a run of all codecs on a busy machine, 78 s of them for one operation of 13 s.
	rerunShare = 10
	freeReruns = time.Second
)

// reruns decides which blocks are run again.
type reruns struct {
	blocks, again time.Duration // time of all blocks, and of those that were discarded
}

// wanted reports whether a block that took so long, from which the hypervisor stole so many ticks, is discarded and run again after the given number of
// reruns. The decision depends only on the machine, not on the time of the block: a block is not run again because it was slow.
func (r *reruns) wanted(stolen int, took time.Duration, tries int) bool {
	r.blocks += took
	if !disturbed(stolen, took) || tries >= maxReruns || r.again+took > freeReruns+r.blocks/rerunShare {
		return false
	}
	r.again += took
	return true
}

// disturbed reports whether the hypervisor stole too many ticks during a block that took so long.
func disturbed(stolen int, took time.Duration) bool {
	return stolen > max(stealTicks, int(took/(stealShare*tick)))
}

package harness

import (
	"bytes"
	"os"
	"strconv"
)

// runDelay returns the time in ns in which threads of this process were ready and waited for a processor: the second number in schedstat of each thread, see
// Documentation/scheduler/sched-stats.rst of Linux. known is false if the kernel does not count it.
func runDelay() (ns int64, known bool) {
	const tasks = "/proc/self/task"
	threads, err := os.ReadDir(tasks)
	if err != nil {
		return 0, false
	}
	for _, t := range threads {
		text, err := os.ReadFile(tasks + "/" + t.Name() + "/schedstat")
		if err != nil {
			continue // the thread has ended
		}
		fields := bytes.Fields(text)
		if len(fields) < 2 {
			return 0, false
		}
		delay, err := strconv.ParseInt(string(fields[1]), 10, 64)
		if err != nil {
			return 0, false
		}
		ns, known = ns+delay, true
	}
	return ns, known
}

package lab

import (
	"os"
	"strconv"
	"strings"
	"time"
)

// tick is the time between two ticks of the kernel's clock, as Linux reports them to programs: USER_HZ in proc(5).
const tick = 10 * time.Millisecond

// steal returns the time that the hypervisor has stolen from this machine since boot, in ticks of the kernel's clock: the eighth number in
// the first line of /proc/stat. It returns 0 if the number is missing.
func steal() int {
	data, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(data), "\n")
	f := strings.Fields(line)
	if len(f) < 9 || f[0] != "cpu" {
		return 0
	}
	n, err := strconv.Atoi(f[8])
	if err != nil {
		return 0
	}
	return n
}

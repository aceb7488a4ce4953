package lab

import (
	"os"
	"strconv"
	"strings"
)

// steal is the time that the hypervisor has taken from this machine so far, in ticks of the
// kernel's clock, as the eighth figure of the first line of /proc/stat; 0 where there is none.
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

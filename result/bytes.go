package result

import (
	"fmt"
	"strconv"
	"strings"
)

// Bytes returns n bytes as a text with a unit: "512 B", "1.5 KB", "16 GB". A KB is 1,000 bytes.
func Bytes(n float64) string {
	units := []string{"B", "KB", "MB", "GB", "TB", "PB", "EB"}
	i := 0
	for ; n >= 999.5 && i < len(units)-1; i++ {
		n /= 1000
	}
	if n < 9.95 && i > 0 {
		return fmt.Sprintf("%.1f %s", n, units[i])
	}
	return fmt.Sprintf("%.0f %s", n, units[i])
}

// Count formats a number with thousands separators. Numbers below 10 that are not whole have up to two decimals.
func Count(v float64) string {
	if v < 10 && v != float64(int64(v)) {
		return strings.TrimRight(strings.TrimRight(strconv.FormatFloat(v, 'f', 2, 64), "0"), ".")
	}
	s := strconv.FormatFloat(v, 'f', 0, 64)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

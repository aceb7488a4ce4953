package result

import "fmt"

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

package schema

import (
	"slices"
	"strings"
)

// Nearest returns those of names that a typing mistake may have turned into name, the most
// likely first, at most three. One that differs only in case is the answer alone.
func Nearest(name string, names []string) []string {
	const maxNames = 3
	limit := max(1, len(name)/3)
	byDistance := make([][]string, limit+1)
	for _, n := range names {
		if strings.EqualFold(n, name) {
			return []string{n}
		}
		if d := distance(strings.ToLower(name), strings.ToLower(n)); d <= limit {
			byDistance[d] = append(byDistance[d], n)
		}
	}
	all := slices.Concat(byDistance...)
	return all[:min(maxNames, len(all))]
}

// distance is how many characters must be put in, taken out or replaced, or neighbours
// swapped, to turn a into b.
func distance(a, b string) int {
	before, last := []int(nil), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			replace := last[j]
			if a[i] != b[j] {
				replace++
			}
			row[j+1] = min(replace, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}

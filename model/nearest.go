package model

import (
	"slices"
	"strings"
)

// Nearest returns at most three of names that are likely misspelled as name, the most likely first. If one differs only in case, it
// returns that one alone.
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

// distance returns the number of characters to insert, delete or replace, or adjacent pairs to swap, to turn a into b.
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

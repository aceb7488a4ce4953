//go:build !race

package all

const underRace = false

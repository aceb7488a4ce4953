package report

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"bale/result"
)

// duration formats nanoseconds with three digits and a unit: "8.21ns", "123ns", "1.20µs".
func duration(ns float64) string {
	unit := "ns"
	for _, u := range []string{"µs", "ms", "s"} {
		if ns < 999.5 {
			break
		}
		ns /= 1000
		unit = u
	}
	return threeDigits(ns) + unit
}

func threeDigits(v float64) string {
	switch {
	case v < 9.995:
		return strconv.FormatFloat(v, 'f', 2, 64)
	case v < 99.95:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 0, 64)
}

// plusMinus formats the half-width of an interval: "±1%", "±12%", or "±∞" if it has no bounds.
func plusMinus(i result.Interval) string {
	if !i.Finite() {
		return "±∞"
	}
	return fmt.Sprintf("±%.0f%%", 100*i.HalfWidth())
}

// ratioShort formats the ratio to the fastest cell: "1.31x", "~" if it is not significantly different from 1, "1x" for the fastest. It returns "" if
// there is no ratio.
func ratioShort(c *result.Cell) string {
	switch {
	case c.Ratio == result.Interval{}:
		return ""
	case c.Tilde:
		return "~"
	case fastest(c):
		return "1x"
	}
	return threeDigits(c.Ratio.Center) + "x"
}

// fastest reports whether a cell is the one that the ratios of its class refer to.
func fastest(c *result.Cell) bool {
	return c != nil && c.Ratio == result.Interval{Center: 1, Lo: 1, Hi: 1}
}

// ratioBounds formats the interval of the ratio: "[1.27-1.36]". It returns "" if ratioShort returns "", "~" or "1x".
func ratioBounds(c *result.Cell) string {
	switch short := ratioShort(c); {
	case short == "" || short == "~" || short == "1x":
		return ""
	case !c.Ratio.Finite():
		return "[∞]"
	}
	return fmt.Sprintf("[%s-%s]", threeDigits(c.Ratio.Lo), threeDigits(c.Ratio.Hi))
}

// ratioFull formats the ratio with its interval: "1.31x [1.27-1.36]".
func ratioFull(c *result.Cell) string {
	return strings.TrimSpace(ratioShort(c) + " " + ratioBounds(c))
}

// pseudoVersion matches a pseudo-version, with its date and the first eight digits of its hash as submatches.
var pseudoVersion = regexp.MustCompile(`^v.*[-.](\d{8})\d{6}-([0-9a-f]{8})[0-9a-f]{4}$`)

// ShortVersion shortens a pseudo-version to its date and hash: "20250725-e39067ae". It returns other versions unchanged.
func ShortVersion(v string) string {
	return pseudoVersion.ReplaceAllString(v, "$1-$2")
}

// shortCount formats a number below 10⁹ with at most five characters: "5.3", "9,999", "12k", "1.2M".
func shortCount(v float64) string {
	switch {
	case v < 0.095:
		return result.Count(v)
	case v < 9999.5:
		return result.Count(math.Round(10*v) / 10)
	case v < 999.5e3:
		return strconv.FormatFloat(v/1e3, 'f', 0, 64) + "k"
	case v < 9.95e6:
		return strconv.FormatFloat(v/1e6, 'f', 1, 64) + "M"
	}
	return strconv.FormatFloat(v/1e6, 'f', 0, 64) + "M"
}

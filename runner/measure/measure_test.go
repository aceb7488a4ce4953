package measure

import "testing"

func TestShapeName(t *testing.T) {
	for expr, want := range map[string]string{
		"Order":               "Order",
		"Pair[int,string]":    "Pair-int-string",
		"Pair[*Line,[]int]":   "Pair-Line--int",
		"time.Time":           "time-Time",
		"[]Order":             "[]Order",
		"[3]Order":            "[3]Order",
		"*Order":              "*Order",
		"map[string]Order":    "map[string]Order",
		"struct{A int}":       "struct{A int}",
		"interface{}":         "interface{}",
		"Pair[int,struct{}]":  "Pair[int,struct{}]",
		"[]Pair[int,[]*Line]": "[]Pair[int,[]*Line]",
	} {
		if got := ShapeName(expr); got != want {
			t.Errorf("ShapeName(%q) = %q, want %q", expr, got, want)
		}
	}
}

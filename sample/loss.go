package sample

import (
	"slices"
	"strings"
)

// Loss is something that came back different.
type Loss struct {
	Edge   string `json:"edge,omitempty"` // the edge value that it was seen on; "" for the sample values
	Path   string `json:"path"`           // "Orders[].Lines[].Price"; "{}" is a map's value; "" the value itself
	Kind   string `json:"kind"`           // one of the Kind constants
	Before string `json:"before"`         // the first such value, printed in 60 bytes at most
	After  string `json:"after"`
}

// The kinds of a Loss.
const (
	KindType         = "type changed" // of what an interface holds
	KindNilEmpty     = "nil became empty"
	KindEmptyNil     = "empty became nil"
	KindNilZero      = "nil became zero value"
	KindNilValue     = "nil became a value"
	KindValueNil     = "value became nil"
	KindLength       = "length changed"
	KindEntryLost    = "map entry lost"
	KindEntryAdded   = "map entry added"
	KindBool         = "bool changed"
	KindInteger      = "integer changed"
	KindFloat        = "float changed"
	KindNaN          = "NaN changed"
	KindNegativeZero = "negative zero became zero"
	KindString       = "string changed"
	KindBytes        = "bytes changed"
	KindTime         = "time changed"
	KindPrecision    = "time truncated to " // and a unit
	KindZone         = "zone dropped"       // the same instant with another offset from UTC
	KindValue        = "value changed"      // of a type that is compared by its marshalled form
)

// Merge adds to list the losses of more that list does not have, by path and kind. Of the truncations of a time it keeps the coarsest: a time
// whose last digits are zero looks as if less of it was cut.
func Merge(list []Loss, more ...Loss) []Loss {
	for _, l := range more {
		switch k := slices.IndexFunc(list, l.like); {
		case k < 0:
			list = append(list, l)
		case coarseness(list[k].Kind) < coarseness(l.Kind):
			if list[k].Edge == "" {
				l.Edge = ""
			}
			list[k] = l
		}
	}
	return list
}

// Beyond returns the first of losses that Merge would add to known or put in place of one of them, nil for none.
func Beyond(losses, known []Loss) *Loss {
	for i, l := range losses {
		if k := slices.IndexFunc(known, l.like); k < 0 || coarseness(known[k].Kind) < coarseness(l.Kind) {
			return &losses[i]
		}
	}
	return nil
}

// like reports whether l and o are one loss, or truncations of one time.
func (l Loss) like(o Loss) bool {
	return l.Path == o.Path && (l.Kind == o.Kind || coarseness(l.Kind) >= 0 && coarseness(o.Kind) >= 0)
}

// coarseness is the index of the unit in granularities that a time was truncated to, -1 for all other kinds.
func coarseness(kind string) int {
	unit, ok := strings.CutPrefix(kind, KindPrecision)
	if !ok {
		return -1
	}
	for i, g := range granularities {
		if g.name == unit {
			return i
		}
	}
	return -1
}

package loss

import (
	"slices"
	"strings"
)

// Loss is a difference between a value and its decoded copy.
type Loss struct {
	Edge   string `json:"edge,omitempty"` // name of the edge value with the difference; "" for the sample values
	Path   string `json:"path"`           // "Orders[].Lines[].Price"; "{}" is a map's value; "" is the value itself
	Kind   string `json:"kind"`           // one of the Kind constants
	Before string `json:"before"`         // the first such value, in at most 60 bytes
	After  string `json:"after"`
}

// The kinds of a Loss.
const (
	KindType         = "type changed" // in an interface
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
	KindPrecision    = "time truncated to " // followed by a unit
	KindZone         = "zone dropped"       // the instant is the same, the offset from UTC is not
	KindValue        = "value changed"      // the type is compared by its marshaled form
)

// Merge adds to list the losses of more with a new path or kind. Of several truncations of a time it keeps the coarsest: the truncation
// of a time whose last digits are zero looks finer than it is.
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

// NewLoss returns the first of losses that Merge would add to known or replace in it, or nil.
func NewLoss(losses, known []Loss) *Loss {
	for i, l := range losses {
		if k := slices.IndexFunc(known, l.like); k < 0 || coarseness(known[k].Kind) < coarseness(l.Kind) {
			return &losses[i]
		}
	}
	return nil
}

// like reports whether l and o have the same path and kind, or are truncations of the same time.
func (l Loss) like(o Loss) bool {
	return l.Path == o.Path && (l.Kind == o.Kind || coarseness(l.Kind) >= 0 && coarseness(o.Kind) >= 0)
}

// coarseness returns the index in granularities of the unit to which a time was truncated, or -1 for all other kinds.
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

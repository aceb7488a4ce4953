package report

import (
	"fmt"
	"slices"
	"strings"

	"bale/runner/measure"
)

// lossNotes returns a text about the losses of sample values, and one about those of edge values.
func lossNotes(r *measure.Row) []string {
	samples, edges := splitLosses(r.Losses)
	switch {
	case len(edges) == 0:
		return []string{"lossy: " + lossText(samples)}
	case len(samples) == 0:
		return []string{"edge values: " + lossText(edges)}
	}
	return []string{"lossy: " + lossText(samples), "edge values: " + lossText(edges)}
}

// splitLosses separates the losses of sample values from those of edge values.
func splitLosses(losses []measure.Loss) (samples, edges []measure.Loss) {
	for _, l := range losses {
		if l.Edge != "" {
			edges = append(edges, l)
		} else {
			samples = append(samples, l)
		}
	}
	return samples, edges
}

// lossText summarizes losses by kind: "zone dropped (T.At, T.By and 3 more), nil became empty (T.Tags)".
func lossText(losses []measure.Loss) string {
	return strings.Join(lossKinds(losses), ", ")
}

// lossKinds returns one text for each kind of loss.
func lossKinds(losses []measure.Loss) []string {
	var kinds []string
	paths := make(map[string][]string)
	for _, l := range losses {
		if paths[l.Kind] == nil {
			kinds = append(kinds, l.Kind)
		}
		if place := lossPlace(l); !slices.Contains(paths[l.Kind], place) {
			paths[l.Kind] = append(paths[l.Kind], place)
		}
	}
	if len(kinds) == 0 {
		return []string{"the round trip changes something"}
	}
	for i, k := range kinds {
		slices.Sort(paths[k])                       // codecs with the same losses get the same text
		if len(paths[k]) > 1 || paths[k][0] != "" { // an empty path stands for the root value
			kinds[i] = k + " (" + someOf(paths[k], 2) + ")"
		}
	}
	return kinds
}

// lossPlace returns the path of a loss, or the name of the edge value if the path is empty.
func lossPlace(l measure.Loss) string {
	if l.Path == "" {
		return l.Edge
	}
	return l.Path
}

// failureText returns the reason why a row has no results, without its status. Of many gaps, it names three.
func failureText(r *measure.Row) string {
	list := reasons(r)
	if left := len(list) - 3; left > 0 {
		list = append(list[:3:3], fmt.Sprintf("and %d more", left))
	}
	return strings.Join(list, "; ")
}

// reasons returns the reasons why a row has no results: its gaps, or else its only reason, which may be "".
func reasons(r *measure.Row) []string {
	if len(r.Gaps) == 0 {
		return []string{r.Reason}
	}
	list := make([]string, len(r.Gaps)) // with gaps, the reason says only that there are gaps
	for i, g := range r.Gaps {
		list[i] = g.Path + ": " + g.Reason
	}
	return list
}

// someOf joins the first limit elements of a list, and gives the number of the others.
func someOf(list []string, limit int) string {
	switch {
	case len(list) > limit:
		return strings.Join(list[:limit], ", ") + fmt.Sprintf(" and %d more", len(list)-limit)
	case len(list) < 2:
		return strings.Join(list, "")
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " and " + list[last]
}

package convert

import (
	"fmt"
	"strings"

	"bale/runner/loss"
)

// A Difference is a difference between a value and what was decoded from its message.
type Difference struct {
	Name string // by which -allow allows it
	loss.Loss
}

// Error implements error.
func (d *Difference) Error() string {
	return fmt.Sprintf("%s: %s: %s, and comes back as %s", strings.TrimSuffix(d.Name, "."+loss.KindName(d.Kind)), d.Kind, d.Before, d.After)
}

// lossName returns the name by which a loss in a value of the type typ is allowed: the type, the path and the name of the kind, as in
// Order.Lines[].Placed.zone.
func lossName(typ string, l loss.Loss) string {
	path := typ
	switch {
	case strings.HasPrefix(l.Path, "[") || strings.HasPrefix(l.Path, "{"):
		path += l.Path
	case l.Path != "":
		path += "." + l.Path
	}
	return path + "." + loss.KindName(l.Kind)
}

// allowed has the names of differences that are allowed, and kinds of which all differences are.
type allowed map[string]bool

// difference reports whether a difference is allowed: by its name, or by its kind, which is the last part of the name.
func (a allowed) difference(name string) bool {
	return a[name] || a[name[strings.LastIndex(name, ".")+1:]]
}

func allowing(names []string) allowed {
	a := allowed{}
	for _, n := range names {
		a[n] = true
	}
	return a
}

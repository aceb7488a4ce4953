package lock

import (
	"fmt"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// A loss is a change of a type after which code does not read the messages that the lock file describes.
type loss struct {
	pos, path string
	gone      string // name of a field that is gone, when path is its struct; or ""
	what      string // what changed
	formats   []*emit.Format
	effect    string // on existing messages; "" is that they are refused or misread
}

// accepts reports whether the loss is accepted.
func (u *update) accepts(x loss) bool {
	if u.Accept {
		return true
	}
	accepted := false
	for _, name := range u.AcceptNames {
		if isInside(x.path, name) || x.gone != "" && x.path+"."+x.gone == name {
			u.used[name] = true
			accepted = true
		}
	}
	return accepted
}

// refuse adds an error for the loss, which ends with advice, unless it is accepted. It reports whether it is.
func (u *update) refuse(x loss, format string, args ...any) (accepted bool) {
	if !u.accepts(x) {
		u.fail(x.pos, x.path, format, args...)
		return false
	}
	u.accepted = append(u.accepted, x)
	return true
}

// Accepted returns a line for each accepted loss: what changed, and which messages become unreadable.
func (r *Result) Accepted() []string {
	var list []string
	for _, x := range r.accepted {
		effect := x.effect
		if effect == "" {
			effect = "are refused or misread"
		}
		of := ""
		if names := r.pkg.holders(x.path); len(names) > 0 {
			of = " of " + strings.Join(names, ", ")
		}
		line := fmt.Sprintf("accepted %s: %s: existing %s messages%s %s", x.path, x.what, emit.Names(x.formats), of, effect)
		if !slices.Contains(list, line) {
			list = append(list, line)
		}
	}
	return list
}

// Accepts reports whether an accepted loss is one of the messages of a root in a format.
func (r *Result) Accepts(root *emit.Root, f *emit.Format) bool {
	return slices.ContainsFunc(r.accepted, func(x loss) bool { return slices.Contains(x.formats, f) && holds(root, x.path, r.pkg.Path) })
}

// holders returns the names of the roots whose messages hold the type or the field at path.
func (p *Package) holders(path string) []string {
	var names []string
	for _, r := range p.Roots {
		if !slices.Contains(names, r.Name) && holds(r, path, p.Path) {
			names = append(names, r.Name)
		}
	}
	return names
}

// holds reports whether messages of a root of package home hold the type or the field at path.
func holds(r *emit.Root, path, home string) (found bool) {
	model.Walk(r.Node, func(x model.Type) bool {
		if n, ok := x.(*model.Named); ok && isInside(path, plan.FullName(n, home)) {
			found = true
		}
		return !found
	})
	return found
}

// isInside reports whether path is name, or the path of a part of it.
func isInside(path, name string) bool {
	rest, ok := strings.CutPrefix(path, name)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// orAccept is the last part of the advice against a loss at path: what to do if nobody keeps the messages.
func (u *update) orAccept(path string) string {
	if u.base != "" {
		return fmt.Sprintf("leave it if nobody keeps such messages: this check passes once %s has the change", u.base)
	}
	flag := "-accept=" + path
	if strings.ContainsFunc(path, func(r rune) bool { return strings.ContainsRune("[]{}()*;, \"'`", r) }) {
		flag = "-accept"
	}
	return fmt.Sprintf("run bale gen %s if nobody keeps such messages", flag)
}

package gen

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

// accepts reports whether the request accepts the loss.
func (t *target) accepts(x loss) bool {
	if t.Accept {
		return true
	}
	accepted := false
	for _, name := range t.AcceptNames {
		if isInside(x.path, name) || x.gone != "" && x.path+"."+x.gone == name {
			t.acceptUsed[name] = true
			accepted = true
		}
	}
	return accepted
}

// refuse adds an error for the loss, which ends with advice, unless the request accepts the loss. It reports whether the request does.
func (t *target) refuse(x loss, format string, args ...any) (accepted bool) {
	if !t.accepts(x) {
		t.fail(x.pos, x.path, format, args...)
		return false
	}
	t.accepted = append(t.accepted, x)
	return true
}

// acceptNotes returns a line for each accepted loss: what changed, and which messages become unreadable.
func (t *target) acceptNotes() []string {
	var list []string
	for _, x := range t.accepted {
		effect := x.effect
		if effect == "" {
			effect = "are refused or misread"
		}
		of := ""
		if names := t.holders(x.path); len(names) > 0 {
			of = " of " + strings.Join(names, ", ")
		}
		line := fmt.Sprintf("accepted %s: %s: existing %s messages%s %s", x.path, x.what, Names(x.formats), of, effect)
		if !slices.Contains(list, line) {
			list = append(list, line)
		}
	}
	return list
}

// holders returns the names of the roots whose messages hold the type or the field at path.
func (t *target) holders(path string) []string {
	var names []string
	for _, r := range t.allRoots() {
		if !slices.Contains(names, r.name) && t.holds(r, path) {
			names = append(names, r.name)
		}
	}
	return names
}

// holds reports whether messages of a root hold the type or the field at path.
func (t *target) holds(r *root, path string) (found bool) {
	model.Walk(r.node, func(x model.Type) bool {
		if n, ok := x.(*model.Named); ok && isInside(path, plan.FullName(n, t.src.Package)) {
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
func (t *target) orAccept(path string) string {
	if t.comparesBase {
		return fmt.Sprintf("leave it if nobody keeps such messages: this check passes once %s has the change", t.Base.Name)
	}
	flag := "-accept=" + path
	if strings.ContainsFunc(path, func(r rune) bool { return strings.ContainsRune("[]{}()*;, \"'`", r) }) {
		flag = "-accept"
	}
	return fmt.Sprintf("run bale gen %s if nobody keeps such messages", flag)
}

// notAccepted returns an error for names that -accept has and that no refused change has, or nil.
func notAccepted(r *Request, targets []*target) error {
	for _, name := range r.AcceptNames {
		if !slices.ContainsFunc(targets, func(t *target) bool { return t.acceptUsed[name] || len(t.errs) > 0 }) {
			return fmt.Errorf("-accept=%s: no change of %[1]s needs it: bale gen names the type or the field of each change that it refuses", name)
		}
	}
	return nil
}

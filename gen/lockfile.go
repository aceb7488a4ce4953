package gen

import (
	"context"
	"fmt"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"bale/gen/lock"
	"bale/gen/notes"
	"bale/gen/plan"
	"bale/gen/source"
	"bale/model"
)

// A Base is a commit with whose lock files layouts are compared.
type Base struct {
	Name string // the name for the commit in messages
	// Lock returns the lock file of the package in the folder dir, or nil if the commit does not have it.
	Lock func(ctx context.Context, dir string) ([]byte, error)
}

// lockFile returns the path of the lock file.
func (t *target) lockFile() string { return filepath.Join(t.src.Dir, lock.FileName) }

// readLock returns the content of the lock file, which is empty if there is no file.
func (t *target) readLock() *lock.File {
	text, err := os.ReadFile(t.lockFile())
	if err != nil && !os.IsNotExist(err) {
		t.fail("", "", "%v", err)
	}
	l, errs := lock.Parse(text, t.src.Notes.ShortPath(t.lockFile()))
	t.errs = append(t.errs, errs...)
	return l
}

// updateLock compares the types with the lock file. It adds errors for the changes that it refuses, and returns what Output has about types that the
// file on disk does not have.
func (t *target) updateLock(d *plan.Directives) (lost []string) {
	old := t.readLock()
	if len(t.errs) > 0 {
		return nil
	}
	if u := t.plain(); u.model != nil {
		if !t.Accept {
			lost = notes.LostLayouts(u.roots, t.onDisk.text, old, d)
		}
		t.wasStored = map[string]bool{}
		for _, f := range t.Known {
			if f.Standard() {
				maps.Copy(t.wasStored, old.Roots(f.Name))
			}
		}
	}
	t.lock = lock.Update(old, t.lockPackage(d))
	t.errs = append(t.errs, t.lock.Errors...)
	return lost
}

// lockPackage returns what the lock file describes. Comparing it with a lock file changes d.
func (t *target) lockPackage(d *plan.Directives) *lock.Package {
	return &lock.Package{
		Path: t.src.Package, File: t.src.Notes.ShortPath(t.lockFile()), Formats: t.Known, Roots: t.all().Emit(), Directives: d,
		Constants: t.constants, Counts: t.counts, InModule: t.src.InModule, Taken: func(name string) bool { return t.src.Taken[name] != "" },
		Accept: t.Accept, AcceptNames: t.AcceptNames, Forget: t.Request.Forget,
	}
}

// compareBase compares the types, and the lock file that the target will have, with the lock file of the base commit. It returns, as the first
// result, a model.Errors that lists the changes with which messages of that commit would be misread, or nil.
func (t *target) compareBase(ctx context.Context) (changes, err error) {
	text, err := t.Base.Lock(ctx, t.src.Dir)
	if text == nil || err != nil {
		return nil, err
	}
	c := *t // the errors of the source are none of the comparison
	if errs := t.lock.CompareBase(t.Base.Name, text, t.lockPackage(c.directives())); len(errs) > 0 {
		return errs, nil
	}
	return nil, nil
}

// notAccepted returns an error for names that -accept has and that no refused change has, or nil.
func notAccepted(r *Request, targets []*target) error {
	for _, name := range r.AcceptNames {
		if !slices.ContainsFunc(targets, func(t *target) bool { return t.lock.Used[name] || len(t.errs) > 0 }) {
			return fmt.Errorf("-accept=%s: no change of %[1]s needs it: bale gen names the type or the field of each change that it refuses", name)
		}
	}
	for _, name := range r.Forget {
		if !slices.ContainsFunc(targets, func(t *target) bool { return t.lock.Used[name] || len(t.errs) > 0 }) {
			return fmt.Errorf("-forget %s: bale.lock has no such layout: it is a type and the number of a layout, as in -forget Order@1", name)
		}
	}
	return nil
}

// loadConstants loads the constants of all types that the messages of the targets hold.
func loadConstants(set *model.Set, targets []*target) {
	var list []*model.Named
	for _, t := range targets {
		roots := t.all().Emit()
		for _, r := range roots {
			list = slices.AppendSeq(list, maps.Values(lock.Enums(roots, r, t.src.Package)))
		}
	}
	constants := set.Constants(list, source.ConstraintOf)
	for _, t := range targets {
		t.constants = constants
	}
}

// counts reports whether a constant of n is one of those whose values messages hold.
func (t *target) counts(n *model.Named, c *model.Constant) bool {
	return !t.src.Notes.SkipsConstant(c) && (token.IsExported(c.Name) || t.src.InModule(n.Package))
}

// countedConstants returns the constants of integer types whose values messages hold.
func (t *target) countedConstants() map[*model.Named][]*model.Constant {
	counted := map[*model.Named][]*model.Constant{}
	for n, list := range t.constants {
		for _, c := range list {
			if t.counts(n, c) && !model.IsKind(n, model.String) {
				counted[n] = append(counted[n], c)
			}
		}
	}
	return counted
}

package gen

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"bale/gen/emit"
	"bale/gen/lock"
	"bale/gen/plan"
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
func (t *target) updateLock(d *plan.Directives) (lost []string, fixed []FixedType) {
	old := t.readLock()
	if len(t.errs) > 0 {
		return nil, nil
	}
	if t.model != nil {
		if !t.Accept {
			lost = t.lostLayouts(old, d)
		}
		fixed = t.newFixedTypes(old, d)
		t.wasStored = map[string]bool{}
		for _, f := range t.Known {
			if f.Standard() {
				maps.Copy(t.wasStored, old.Roots(f.Name))
			}
		}
	}
	t.lock = lock.Update(old, t.lockPackage(d))
	t.errs = append(t.errs, t.lock.Errors...)
	return lost, fixed
}

// lockPackage returns what the lock file describes. Comparing it with a lock file changes d.
func (t *target) lockPackage(d *plan.Directives) *lock.Package {
	return &lock.Package{
		Path: t.src.Package, File: t.src.Notes.ShortPath(t.lockFile()), Formats: t.Known, Roots: listOf(t.allRoots()), Directives: d,
		Constants: t.constants, Counts: t.counts, InModule: t.src.InModule, Taken: func(name string) bool { return t.src.Taken[name] != "" },
		Accept: t.Accept, AcceptNames: t.AcceptNames,
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
	return nil
}

// lostLayouts returns the names of the roots with code in the generated file on disk of which the lock file has no line.
func (t *target) lostLayouts(l *lock.File, d *plan.Directives) []string {
	old, _ := os.ReadFile(t.src.Out) // a file that cannot be read has no code
	lost := func(r *root, f *emit.Format) bool {
		s, ok := r.Node.Underlying.(*model.Struct)
		if ok && s.Proto != nil && f.View.Kind == emit.LikeProto {
			return false
		}
		if ok && f.Lock.Numbers != nil && !slices.ContainsFunc(s.Fields, func(f *model.Field) bool { return !d.Field(f).Unknown }) {
			return false // there are no fields with numbers
		}
		return r.methodIn(old, "Marshal"+t.methods(r, f).Suffix()) && !l.Has(f, r.Name)
	}
	var names []string
	for _, r := range t.roots {
		if !r.Unlocked && slices.ContainsFunc(r.Formats, func(f *emit.Format) bool { return lost(r, f) }) {
			names = append(names, r.Name)
		}
	}
	return names
}

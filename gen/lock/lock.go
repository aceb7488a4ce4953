// Package lock is about bale.lock, which records what messages look like: the order of fields, or their numbers and names, and the values of
// constants, and the earlier layouts of messages that begin with stamps. Update compares the types of a package with the file, has code decode
// the messages of earlier layouts, refuses changes with which existing messages would be misread, and returns the new file.
package lock

import (
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// FileName is the name of the lock file in a package's folder. The file belongs in version control.
const FileName = "bale.lock"

// A Package is what the lock file describes, and what of its changes is accepted.
type Package struct {
	Path       string         // import path
	File       string         // path of the lock file in messages
	Formats    []*emit.Format // all formats that exist
	Roots      emit.Roots
	Directives *plan.Directives // get the numbers of fields and the stamps of messages
	Constants  map[*model.Named][]*model.Constant
	Counts     func(n *model.Named, c *model.Constant) bool // reports whether messages hold the value of a constant
	InModule   func(path string) bool                       // reports whether a package is in the module of this one
	Taken      func(name string) bool                       // reports whether the package declares a name
	Accept     bool                                         // accept every change: there are no old messages to decode
	// AcceptNames are the types, and the fields of types, whose changes are accepted: "Order", "Order.Total".
	AcceptNames []string
	Forget      []string // versions of layouts that the lock file no longer keeps: "Order@1"
}

// A Result is the outcome of comparing a package with lock files.
type Result struct {
	Text   []byte          // of the new lock file, or nil if there is nothing to record
	Errors model.Errors    // the changes that are refused
	Used   map[string]bool // the names in AcceptNames and Forget of which something was accepted
	Notes  []string        // what became of the layouts of types

	accepted []loss
	renames  []*rename // of fields and members of unions
	pkg      *Package
}

// Update compares a package with its lock file on disk. It changes old.
func Update(old *File, p *Package) *Result {
	u := &update{Package: p, used: map[string]bool{}}
	u.update(old)
	r := &Result{Errors: u.errs, Used: u.used, Notes: u.notes, accepted: u.accepted, renames: u.renames, pkg: p}
	if len(old.lines) > 0 || old.exists {
		r.Text = old.text()
	}
	return r
}

// An update compares a package with one lock file.
type update struct {
	*Package
	base     string // name of the commit that has the lock file, or "" for the file on disk
	errs     model.Errors
	accepted []loss
	renames  []*rename
	notes    []string
	used     map[string]bool    // see Result.Used
	current  map[string]bool    // roots that have versions of their layout
	reached  map[[2]string]bool // the types with numbers or names in messages, by numbering or format and type
}

// fail adds an error.
func (u *update) fail(pos, path, format string, args ...any) {
	u.errs = append(u.errs, &model.Error{Pos: pos, Path: path, Msg: fmt.Sprintf(format, args...)})
}

// update puts the layouts of the source into the lock file. It refuses changes with which messages that the file describes would be misread.
func (u *update) update(l *File) {
	u.reached = map[[2]string]bool{}
	u.updateNames(l)
	if len(u.Roots.Plain()) > 0 {
		u.numberFields(l)
		u.updateLayouts(l)
	}
	u.updateEnums(l)
}

// unlocked reports whether the lock file has no layout of a root. The directive does not change what messages of another commit are.
func (u *update) unlocked(r *emit.Root) bool { return r.Unlocked && u.base == "" }

// lockName returns the name of the lock file for messages. A lock file of another commit has the commit in front.
func (u *update) lockName() string {
	if u.base != "" {
		return u.base + ":" + FileName
	}
	return FileName
}

// itsLine is the place to edit for a line of the lock file that a message names.
func (u *update) itsLine() string {
	if u.base != "" {
		return FileName
	}
	return "that line"
}

// lockPos returns the position of a line of the lock file.
func (u *update) lockPos(line int) string { return linePos(u.base, u.File, line) }

// linePos returns the position of a line of the lock file, which may be that of another commit.
func linePos(base, file string, line int) string {
	if base != "" {
		file = base + ":" + file
	}
	return fmt.Sprintf("%s:%d:1", file, line)
}

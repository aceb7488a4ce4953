package layout

import "strings"

// A Rename is a field of a struct, or a member of a union, in the place of one with another name that has the same bytes. The names alone do not
// say whether it is the old one with a new name or a new one.
type Rename struct {
	Pos, Path string
	Was       string // the name of the old field or member
	Member    bool   // of a union
	Appends   bool   // fields may be appended to the struct
	Evolves   bool   // fields of the struct may also be removed
	Followed  bool   // fields may be added and removed, since messages begin with a stamp
}

// IsOf reports whether a line of a lock file has another name of the field or member.
func (r *Rename) IsOf(l *Line) bool {
	return l.IsRename() && strings.HasPrefix(r.Path, l.Owner+".") && unescape(l.Field) == r.Was
}

// Renames returns the renames that Changes has found and allowed.
func (u *Update) Renames() []Rename { return u.renames }

// renamedField compares the field nf of n, or a member, with the one of another name whose place it takes.
func (u *Update) renamedField(of, nf *Field, n *Def, path string) {
	u.renames = append(u.renames, Rename{
		Pos: nf.Pos, Path: path, Was: of.Name,
		Member:  n.Kind == Union,
		Appends: n.Evolve || n.Kind == Struct && u.Appends,
		Evolves: n.Evolve,
	})
	u.field(of, nf, path)
}

package gen

import (
	"fmt"
	"slices"

	"bale/gen/directive"
	"bale/gen/emit"
	"bale/gen/lock"
	"bale/gen/plan"
	"bale/gen/source"
	"bale/model"
)

// A target is a package that code is generated for.
type target struct {
	*Request
	src        *source.Package
	flags      map[string]bool                      // those that hold for the whole package, by word: of the request, and of the package's directive
	uses       map[string]directive.Uses            // by type name: the directives above its declaration
	oldHeader  *header                              // of the generated file on disk; empty if there is none
	outExists  bool                                 // there is a generated file on disk
	excluded   bool                                 // the build constraint of the generated file does not hold, so its types are not built either
	newHeader  *header                              // of the file that will be written
	unions     map[string]string                    // generated names of unions, by the positions of their directives
	genFormats map[string][]*emit.Format            // by type name: the formats that its //bale:gen names
	wasStored  map[string]bool                      // names of roots of whose messages the lock file has a layout
	unlocked   map[string]bool                      // names of types with lock=off, which have no layout in the lock file
	genEndings map[string]string                    // by type name: the ending of method names that its //bale:gen gives
	jsonUnions map[*model.Interface]*plan.JSONUnion // the forms of unions in json
	roots      []*root                              // those with other formats than json
	jsonRoots  []*root                              // those with the format json, with no other formats and nodes of a model of their own
	// constraint is the build constraint of the generated files, or "".
	constraint string
	errs       model.Errors
	lock       *lock.Result // the lock file that the package will have
	unnamed    model.Errors // types that the package cannot name; the code of some formats does not need their names
	typeNames  []string     // names to load: the roots, and requested names that the package does not declare
	model      *model.Model
	constants  map[*model.Named][]*model.Constant // of the types that messages hold
}

// A root is a type that gets methods, with its declaration.
type root struct {
	*source.Decl
	emit.Root
	Uses directive.Uses // above the declaration
	// ending is the ending of the names of the default format's methods; "" stands for the format's suffix.
	ending     string
	collisions map[string]bool // names of hand-written methods and of fields that generated methods would have, too
}

// listOf returns the roots without their declarations.
func listOf(roots []*root) emit.Roots {
	list := make(emit.Roots, len(roots))
	for i, r := range roots {
		list[i] = &r.Root
	}
	return list
}

// fail adds an error.
func (t *target) fail(pos, path, format string, args ...any) {
	t.errs = append(t.errs, &model.Error{Pos: pos, Path: path, Msg: fmt.Sprintf(format, args...)})
}

// failOnce is fail without the error if there is one for a root of another format.
func (t *target) failOnce(pos, path, msg string) {
	if !slices.ContainsFunc(t.errs, func(e *model.Error) bool { return e.Pos == pos && e.Msg == msg }) {
		t.fail(pos, path, "%s", msg)
	}
}

// allRoots returns the roots of all formats. One with json and other formats is there twice.
func (t *target) allRoots() []*root { return slices.Concat(t.roots, t.jsonRoots) }

// isV2 reports whether a root has the semantics of encoding/json/v2.
func (r *root) isV2() bool { return r.Uses.Has("json v2") }

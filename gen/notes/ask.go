package notes

import (
	"fmt"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/root"
	"bale/gen/source"
	"bale/model"
)

// AskBinary returns an error if the module imports a package that calls MarshalBinary, and the user has not decided whether it should call the
// generated methods of types, which are those that NewBinary returns. It leaves out the roots of which wasStored has the name: the lock file has layouts of them.
func AskBinary(roots root.List, types []BinaryType, wasStored map[string]bool) error {
	var commented, named root.List // types with a comment, and types that the command names
	for _, r := range roots {
		switch {
		case r.Ending == emit.StandardSuffix || wasStored[r.Name] || !slices.ContainsFunc(types, func(x BinaryType) bool { return x.Name == r.Name }):
		case r.Has("gen"):
			commented = append(commented, r)
		default:
			named = append(named, r)
		}
	}
	if len(commented)+len(named) == 0 {
		return nil
	}
	imports := roots[0].Source.BinaryImports()
	if len(imports) == 0 {
		return nil
	}
	var errs model.Errors
	ask := func(list root.List, how string) {
		var names []string
		for _, r := range list {
			names = append(names, r.Name)
		}
		if len(list) > 0 {
			errs = append(errs, &model.Error{Pos: list[0].Pos, Path: strings.Join(names, ", "), Msg: askText(imports, how)})
		}
	}
	ask(commented, "//bale:gen methods=")
	ask(named, "-methods ")
	return errs.InOrder()
}

// maxImports is the number of imports that a message lists.
const maxImports = 3

// askText returns the message about types. how is the directive or flag with the ending of method names.
func askText(imports []source.BinaryImport, how string) string {
	var paths, places []string
	for _, im := range imports {
		if !slices.Contains(paths, im.Path) {
			paths = append(paths, im.Path)
		}
		if len(places) < maxImports {
			places = append(places, im.Pos)
		}
	}
	more := ""
	if n := len(imports) - len(places); n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("%s (%s%s) calls MarshalBinary of types that have it: values that are encoded there get other bytes, and old bytes cannot be decoded. %[4]sCompact gives the methods other names. %[4]sBinary keeps them without this question",
		strings.Join(paths, " and "), strings.Join(places, ", "), more, how)
}

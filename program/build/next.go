package build

import (
	"fmt"

	"bale/codec"
	"bale/model"
)

// nextCommand returns the command with which the user of a type adopts a variant: it generates the code of bale's formats, or adds the module of the
// serializer. It returns "" for what needs no command, and for types that are not in a package of the user's.
func nextCommand(c *codec.Codec, v *codec.Variant, s *Shape) string {
	m := s.Model
	if v.Format == nil {
		if c.Module == "" || c.Reference {
			return ""
		}
		return fmt.Sprintf("go get %s@%s", c.Module, c.Pin())
	}
	n, ok := m.Roots[s.Root].Type.(*model.Named)
	if !ok || n.Package != m.Package || len(n.Args) > 0 || m.Module.Path == ownModule {
		return ""
	}
	flags := "-wire " + v.Format.Name
	for _, word := range v.Flags.Words() {
		flags += " -" + word
	}
	if v.Format.Standard() && n.Methods.Binary { // written by hand
		flags += " -methods " + v.Format.Title
	}
	return fmt.Sprintf("bale gen %s -type %s %s", flags, n.Name, m.Package)
}

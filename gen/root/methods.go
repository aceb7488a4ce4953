package root

import (
	"go/ast"
	"regexp"
	"slices"

	"bale/gen/emit"
	"bale/model"
)

// Methods returns the methods that are generated for the root in a format.
func (r *Root) Methods(f *emit.Format) emit.MethodSet {
	s := emit.MethodSet{Format: f, ByValue: r.Uses.Has("value"), Message: r.HasMessage(), V2: r.Has("json v2")}
	switch {
	case r.Suffix != "":
		s.CustomSuffix = r.Suffix
	case f.Standard():
		s.CustomSuffix = r.Ending
	}
	if st, ok := structOf(r.Node); ok && f.Methods.Message != nil {
		f.Methods.Message(&s, st, r.Source.Package)
	}
	s.Parts = r.partMethods(f)
	s.Unwanted = r.unwanted(s)
	return s
}

// SameMethod returns another format of the root that has a method with the name of a method of format f, and that name. It returns
// nil if there is none.
func (r *Root) SameMethod(f *emit.Format) (other *emit.Format, name string) {
	own := r.Methods(f).Names()
	for _, other := range r.Formats {
		for _, name := range r.Methods(other).Names() {
			if other != f && slices.Contains(own, name) {
				return other, name
			}
		}
	}
	return nil, ""
}

// MethodIn reports whether a generated file has a method of the root whose name matches the pattern.
func (r *Root) MethodIn(file []byte, pattern string) bool {
	return regexp.MustCompile(`(?m)^func \(v \*?` + r.Name + `\) ` + pattern + `\(`).Match(file)
}

// CheckCollisions adds an error to errs for each method and field with the name of a generated method.
func (r *Root) CheckCollisions(errs *model.Errors) {
	r.collisions = map[string]bool{}
	notes, fset := r.Source.Notes, r.Source.Fset
	for _, f := range r.Formats {
		names := r.Methods(f).Names()
		for _, id := range r.Source.MethodsOf(r.Name) {
			if slices.Contains(names, id.Name) {
				r.collisions[id.Name] = true
				errs.Add(notes.Position(fset, id.Pos()), r.Name, "bale gen writes the method %s for the format %s: delete this one, or remove the format or the type from //bale:gen", id.Name, f.Name)
			}
		}
		s, ok := r.Spec.Type.(*ast.StructType)
		for i := 0; ok && i < len(s.Fields.List); i++ {
			for _, id := range model.FieldNames(s.Fields.List[i]) {
				if slices.Contains(names, id.Name) {
					r.collisions[id.Name] = true
					errs.Add(notes.Position(fset, id.Pos()), r.Name+"."+id.Name, "bale gen writes a method of this name for the format %s: rename the field", f.Name)
				}
			}
		}
	}
}

// Stubs returns what the package, called name, may use of the generated code, without implementation, for type checking it before code is generated: methods
// and streams. imports are packages to import, without use.
func (list List) Stubs(name string, imports []string) []byte {
	text := "package " + name + "\n\n"
	for _, path := range imports {
		text += "import _ \"" + path + "\"\n"
	}
	head, streams := list.streamStubs()
	text += head
	for _, r := range list {
		for _, f := range r.Formats {
			text += r.Methods(f).Stubs(r.Name, r.collisions)
		}
	}
	return []byte(text + streams)
}

// Imports returns the packages that the code imports because of directives, in addition to those that all code may import.
func (list List) Imports() (paths []string) {
	for _, r := range list {
		for _, f := range r.Formats {
			for _, word := range r.Words {
				for _, path := range f.Methods.Imports[word] {
					if !slices.Contains(paths, path) {
						paths = append(paths, path)
					}
				}
			}
		}
	}
	return paths
}

package profile

import (
	"path"
	"strings"
)

// owns reports whether the user's modules have the package of a function.
func (s *Source) owns(f symbol) bool {
	p := strings.TrimSuffix(f.Package, "_test")
	for _, m := range s.Modules {
		if p == "main" || p == m || strings.HasPrefix(p, m+"/") {
			return true
		}
	}
	return len(s.Modules) == 0 && !f.standard()
}

// maxWrappers is the maximum number of functions through which the type of an argument is followed.
const maxWrappers = 4

// caller returns the place in the user's code that calls the serializer of a stack: the innermost function above it that is the user's. If there is none, it is the
// innermost one that is not in the standard library, and else the one that calls the serializer. If the source says that this place passes a parameter of type
// any on, or one of a type parameter, the place is the one that calls the function with a declared type.
func (a *attribution) caller(s stack, c charge) Call {
	call := Call{Codec: c.codec, Direction: c.direction}
	call.Package, call.Type = a.typeOf(s, c)
	at := a.callerIndex(s[:c.at])
	if at < 0 {
		call.Function = s[c.at].full()
		return call
	}
	for i, index := at, -1; call.Type == "" && i >= max(0, at-maxWrappers) && a.source.owns(s[i].symbol); i-- {
		arg := a.source.argument(place{s[i].full(), s[i].file, s[i].line, s[i+1].lastName(), index})
		if index = arg.param; arg.name != "" {
			at, call.Package, call.Type = i, arg.pkg, arg.name
		} else if index < 0 {
			break
		}
	}
	call.Function, call.File, call.Line = s[at].full(), s[at].file, s[at].line
	return call
}

func (a *attribution) callerIndex(outside stack) int {
	other := -1
	for i := len(outside) - 1; i >= 0; i-- {
		if a.source.owns(outside[i].symbol) {
			return i
		}
		if other < 0 && !outside[i].standard() {
			other = i
		}
	}
	if other < 0 {
		other = len(outside) - 1
	}
	return other
}

// typeOf returns the type that is encoded or decoded, if the names of the functions show it: the receiver of a generated method, the type in the name of a function of
// bale gen, or the type argument of a generic function. A type argument that the compiler replaced by its shape does not show the type.
func (a *attribution) typeOf(s stack, c charge) (pkg, typ string) {
	for i := c.at; i < len(s); i++ {
		found := s[i].match
		if found.entry == nil || found.entry.Codecs[0] != c.codec || !found.anywhere {
			continue
		}
		if _, name, ok := strings.Cut(s[i].Base, "_"); ok && strings.HasPrefix(s[i].Base, "bale") {
			return s[i].Package, name
		}
		if s[i].Receiver != "" {
			return s[i].Package, withArgs(s[i].symbol)
		}
	}
	for i := c.at; i >= max(0, c.at-1); i-- {
		if pkg, typ := namedArg(s[i].Args); typ != "" {
			return pkg, typ
		}
	}
	return "", ""
}

// withArgs returns the type of a receiver. Its type arguments are left out if they are shapes.
func withArgs(s symbol) string {
	if s.Args == "" || strings.Contains(s.Args, "go.shape.") {
		return s.Receiver
	}
	return s.Receiver + "[" + s.Args + "]"
}

// namedArg returns the package and the name of a type argument that is a declared type, or a pointer to or a slice of one.
func namedArg(args string) (pkg, typ string) {
	prefix := args[:len(args)-len(strings.TrimLeft(args, "*[]"))]
	name := strings.TrimPrefix(args, prefix)
	if name == "" || strings.HasPrefix(name, "go.shape.") || strings.ContainsAny(name, " ,[{(") {
		return "", ""
	}
	dir, last := path.Split(name)
	base, typ, ok := strings.Cut(last, ".")
	if !ok {
		return "", ""
	}
	return dir + base, strings.TrimLeft(prefix, "*") + typ
}

package directive

import (
	"fmt"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"bale/gen/plan"
)

// A Gen has the arguments of //bale:gen above a type.
type Gen struct {
	Wires    []string // names of formats
	Endings  []string // of method names; the last one holds
	Unlocked bool     // lock=off
	Unknown  []string // other arguments
}

// parseGen parses the arguments of //bale:gen.
func parseGen(text string) (any, string) {
	g := &Gen{}
	for _, arg := range strings.Fields(strings.TrimPrefix(text, "gen")) {
		ending, isEnding := strings.CutPrefix(arg, "methods=")
		list, isList := strings.CutPrefix(arg, "wire=")
		switch {
		case arg == "lock=off":
			g.Unlocked = true
		case isEnding:
			g.Endings = append(g.Endings, ending)
		case isList:
			g.Wires = append(g.Wires, strings.Split(list, ",")...)
		default:
			g.Unknown = append(g.Unknown, arg)
		}
	}
	return g, ""
}

// Gen returns the arguments of //bale:gen, or nil if it is not one of the directives.
func (u Uses) Gen() *Gen {
	for _, x := range u.All("gen") {
		return x.Value.(*Gen)
	}
	return nil
}

// parseMax parses a maximum length such as max=64.
func parseMax(text string) (any, string) {
	_, value, _ := strings.Cut(text, "=")
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 {
		return n, fmt.Sprintf("max=%s: want a whole number from 1, as in max=64", value)
	}
	return n, ""
}

// parseMemory parses a number of bytes such as memory=64MiB.
func parseMemory(text string) (any, string) {
	size, ok := strings.CutPrefix(text, "memory=")
	shift := 0
	for unit, bits := range map[string]int{"KiB": 10, "MiB": 20, "GiB": 30} {
		if number, has := strings.CutSuffix(size, unit); has {
			size, shift = number, bits
		}
	}
	n, err := strconv.ParseUint(size, 10, 63-shift)
	if !ok || err != nil || n == 0 {
		return nil, fmt.Sprintf("%s: want the bytes that a decoded value may take, as in memory=1GiB or memory=100000", text)
	}
	return n << shift, ""
}

// parsePart parses a part such as read Head=ID,Customer.Name.
func parsePart(text string) (any, string) {
	name, list, ok := strings.Cut(strings.TrimPrefix(text, "read "), "=")
	wrong := func(reason string) (any, string) {
		return nil, fmt.Sprintf("%s: %s: want a name for the part and the fields that it reads, as in //bale:read Head=ID,Customer.Name", text, reason)
	}
	switch paths := strings.Split(list, ","); {
	case !ok:
		return wrong("there is no =")
	case !token.IsIdentifier(name) || !token.IsExported(name) || strings.Contains(name, "_"):
		return wrong("the name is a part of method names, and has letters and digits with an upper-case letter first")
	case strings.Contains(list, " "):
		return wrong("there is a space")
	case slices.Contains(paths, ""):
		return wrong("a path is empty")
	default:
		return &plan.Part{Name: name, Paths: paths}, ""
	}
}

// Parts returns the parts of a type, without what they read.
func (u Uses) Parts() (list []*plan.Part) {
	for _, x := range u.All("read") {
		p := *x.Value.(*plan.Part)
		p.Pos = x.Pos
		list = append(list, &p)
	}
	return list
}

// parseWas parses what a field was before, such as was Cents int64 centsOf.
func parseWas(text string) (any, string) {
	words := strings.Fields(text)[1:]
	w := &plan.Was{}
	switch len(words) {
	case 3:
		w.Type, w.Func = words[1], words[2]
		fallthrough
	case 1:
		w.Name = words[0]
	}
	if !token.IsIdentifier(w.Name) || w.Func != "" && !token.IsIdentifier(w.Func) {
		return nil, fmt.Sprintf("%s: want the old name, as in //bale:was Cents, or the old name and type and a function of the package that converts it, as in //bale:was Cents int64 moneyOfCents", text)
	}
	return w, ""
}

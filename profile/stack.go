package profile

import (
	pprof "github.com/google/pprof/profile"
)

// A frame is a function on a stack.
type frame struct {
	symbol
	file string // path of the source file
	line int    // of the call of the next frame
}

// A stack is the stack of a sample, the outermost function first. Inlined functions have frames of their own.
type stack []frame

// A reader makes stacks. It parses each function once.
type reader struct {
	symbols map[*pprof.Function]symbol
}

func (r *reader) stack(s *pprof.Sample) stack {
	var list stack
	for i := len(s.Location) - 1; i >= 0; i-- {
		lines := s.Location[i].Line
		for k := len(lines) - 1; k >= 0; k-- {
			if f := lines[k].Function; f != nil && f.Name != "" {
				list = append(list, frame{r.symbol(f), f.Filename, int(lines[k].Line)})
			}
		}
	}
	return list
}

func (r *reader) symbol(f *pprof.Function) symbol {
	s, ok := r.symbols[f]
	if !ok {
		s = parseSymbol(f.Name, f.Filename)
		r.symbols[f] = s
	}
	return s
}

// A kind says what a sample is charged to.
type kind int

const (
	rest         kind = iota // no serializer is on the stack
	ofSerializer             // a serializer
	inputOutput              // a serializer reads or writes
	collection               // garbage collection
	unnamed                  // the stack has no names
)

// A charge says what a sample is charged to. Only those of a serializer have the other fields.
type charge struct {
	kind      kind
	codec     string // name of the first codec of the entry
	same      []string
	direction Direction
	at        int   // index of the outermost frame of the serializer
	outermost match // of that frame
}

// charge finds the outermost frame of a serializer. The frames below it belong to it, except for garbage collection, and for the reading and writing of readers and writers
// that the program gave it.
func (m *matcher) charge(s stack) charge {
	if len(s) == 0 {
		return charge{kind: unnamed}
	}
	for _, f := range s {
		if collects(f.symbol) {
			return charge{kind: collection}
		}
	}
	at := m.outermost(s)
	if at < 0 {
		return charge{kind: rest}
	}
	for _, f := range s[at+1:] {
		if readsOrWrites(f.symbol) {
			return charge{kind: inputOutput, at: at}
		}
	}
	found := m.find(s[at].symbol)
	entry, direction := m.resolve(found, s[at+1:])
	return charge{ofSerializer, entry.Codecs[0], entry.Codecs[1:], direction, at, found}
}

// outermost returns the index of the outermost frame of a serializer. A weak match counts only if there is no other. The result is -1 if there is none.
func (m *matcher) outermost(s stack) int {
	weak := -1
	for i, f := range s {
		found := m.find(f.symbol)
		switch {
		case found.entry == nil:
		case !found.weak:
			return i
		case weak < 0:
			weak = i
		}
	}
	return weak
}

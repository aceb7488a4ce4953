package profile

import (
	pprof "github.com/google/pprof/profile"
)

// A function is what is known of a function of a profile.
type function struct {
	symbol
	match     match
	collects  bool // it is one of the garbage collector's
	transfers bool // it reads, writes or compresses
}

// A frame is a function on a stack.
type frame struct {
	*function
	file string // path of the source file
	line int    // of the call of the next frame
}

// A stack is the stack of a sample, the outermost function first. Inlined functions have frames of their own.
type stack []frame

// A reader makes stacks. It looks at each function once.
type reader struct {
	*matcher
	functions map[*pprof.Function]*function
}

func newReader(m *matcher) *reader { return &reader{m, map[*pprof.Function]*function{}} }

func (r *reader) stack(s *pprof.Sample) stack {
	var list stack
	for i := len(s.Location) - 1; i >= 0; i-- {
		lines := s.Location[i].Line
		for k := len(lines) - 1; k >= 0; k-- {
			if f := lines[k].Function; f != nil && f.Name != "" {
				list = append(list, frame{r.function(f), f.Filename, int(lines[k].Line)})
			}
		}
	}
	return list
}

func (r *reader) function(f *pprof.Function) *function {
	known := r.functions[f]
	if known == nil {
		s := parseSymbol(f.Name, f.Filename)
		known = &function{s, r.find(s), collects(s), readsOrWrites(s)}
		r.functions[f] = known
	}
	return known
}

// A charge says what a sample is charged to. Only those of a serializer have the other fields.
type charge struct {
	kind      kind
	codec     string // name of the first codec of the entry
	same      []string
	direction Direction
	at        int // index of the outermost frame of the serializer
}

// charge finds the outermost frame of a serializer. The frames below it belong to it, except for garbage collection, and for the reading and writing of readers and writers
// that the program gave it.
func (s stack) charge() charge {
	if len(s) == 0 {
		return charge{kind: unnamed}
	}
	for _, f := range s {
		if f.collects {
			return charge{kind: collection}
		}
	}
	at := s.outermost()
	if at < 0 {
		return charge{kind: rest}
	}
	for _, f := range s[at+1:] {
		if f.transfers {
			return charge{kind: inputOutput, at: at}
		}
	}
	entry, direction := s[at].match.resolve(s[at+1:])
	return charge{ofSerializer, entry.Codecs[0], entry.Codecs[1:], direction, at}
}

// outermost returns the index of the outermost frame of a serializer. A weak match counts only if there is no other. The result is -1 if there is none.
func (s stack) outermost() int {
	weak := -1
	for i, f := range s {
		switch {
		case f.match.entry == nil:
		case !f.match.weak:
			return i
		case weak < 0:
			weak = i
		}
	}
	return weak
}

package show

// The colours of JSON on a terminal.
const (
	nameColor   = "\x1b[36m"
	textColor   = "\x1b[32m"
	numberColor = "\x1b[33m"
	wordColor   = "\x1b[35m" // true, false and null
	faint       = "\x1b[2m"
	noColor     = "\x1b[0m"
)

// layout appends compact JSON to b in lines of at most width columns, if its parts allow that. A list or an object that fits is on one line.
func layout(b, text []byte, width int, color bool) []byte {
	l := &layouter{b: b, text: text, width: width, color: color}
	l.value(0, 0)
	return append(l.b, '\n')
}

type layouter struct {
	b, text []byte
	at      int // offset of the next byte of text
	width   int
	color   bool
}

// value lays out the next value, on a line with used columns.
func (l *layouter) value(indent, used int) {
	open := l.text[l.at]
	if open != '{' && open != '[' {
		l.scalar()
		return
	}
	inline := l.fits(l.width - used)
	l.b, l.at = append(l.b, open), l.at+1
	empty := l.text[l.at] == '}' || l.text[l.at] == ']'
	for first := true; l.text[l.at] != '}' && l.text[l.at] != ']'; first = false {
		if !first {
			l.b, l.at = append(l.b, ','), l.at+1
		}
		start := len(l.b)
		switch {
		case !inline:
			l.newline(indent + 2)
		case !first:
			l.b = append(l.b, ' ')
		}
		name := 0
		if open == '{' {
			name = l.name()
		}
		column := indent + 2 + name
		if inline {
			column = used + len(l.b) - start
		}
		l.value(indent+2, column)
	}
	if !inline && !empty {
		l.newline(indent)
	}
	l.b, l.at = append(l.b, l.text[l.at]), l.at+1
}

func (l *layouter) newline(indent int) {
	l.b = append(l.b, '\n')
	for i := 0; i < indent; i++ {
		l.b = append(l.b, ' ')
	}
}

// fits reports whether the next value, with spaces after commas and colons, has at most room bytes.
func (l *layouter) fits(room int) bool {
	depth := 0
	for i := l.at; i < len(l.text) && room >= 0; i++ {
		room--
		switch l.text[i] {
		case '"':
			end := stringEnd(l.text, i)
			room -= end - i - 1
			i = end - 1
		case ',', ':':
			room--
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return room >= 0
			}
		}
	}
	return false
}

// stringEnd returns the offset after the string that begins at start.
func stringEnd(text []byte, start int) int {
	i := start + 1
	for ; text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// name lays out the name of a member and the colon after it, and returns their columns.
func (l *layouter) name() int {
	end := stringEnd(l.text, l.at)
	n := end - l.at
	l.colored(nameColor, end)
	l.b, l.at = append(l.b, ": "...), l.at+1
	return n + len(": ")
}

func (l *layouter) scalar() {
	end, color := l.at, numberColor
	switch l.text[l.at] {
	case '"':
		end, color = stringEnd(l.text, l.at), textColor
	case 't', 'f', 'n':
		color = wordColor
		fallthrough
	default:
		for end < len(l.text) && l.text[end] != ',' && l.text[end] != '}' && l.text[end] != ']' {
			end++
		}
	}
	l.colored(color, end)
}

// colored appends the text up to end in a colour.
func (l *layouter) colored(color string, end int) {
	if l.color {
		l.b = append(l.b, color...)
	}
	l.b = append(l.b, l.text[l.at:end]...)
	if l.color {
		l.b = append(l.b, noColor...)
	}
	l.at = end
}

package model

import "bytes"

// withoutBodies returns a copy of the text of a Go file, formatted by gofmt, in which the bodies of functions are empty. White space replaces
// what they contain, so all positions stay the same. A text with line directives, which cgo writes, is returned unchanged. Parsing the bodies of the standard library would take half of the time of loading a package.
func withoutBodies(text []byte) []byte {
	if bytes.Contains(text, []byte("\n//line ")) {
		return text
	}
	text = bytes.Clone(text)
	depth, function := 0, false
	for i := 0; i < len(text); {
		if end := literalEnd(text, i); end > i {
			i = end
			continue
		}
		switch text[i] {
		case '\n':
			function = depth == 0 && bytes.HasPrefix(text[i+1:], []byte("func ")) || depth > 0 && function
		case '(', '[':
			depth++
		case ')', ']', '}':
			depth--
		case '{':
			before := bytes.TrimRight(text[:i], " ")
			if function && depth == 0 && !bytes.HasSuffix(before, []byte("struct")) && !bytes.HasSuffix(before, []byte("interface")) {
				i = clearBody(text, i)
			} else {
				depth++
			}
		}
		i++
	}
	return text
}

// ordinary has the bytes that neither begin a literal or a comment, nor are a brace or a newline.
var ordinary = func() (set [256]bool) {
	for c := range set {
		set[c] = !bytes.ContainsRune([]byte("\"'`/{}\n"), rune(c))
	}
	return set
}()

// clearBody replaces what is between the brace at text[open] and the matching one by white space, and returns the position of the latter.
func clearBody(text []byte, open int) int {
	depth := 1
	for i := open + 1; i < len(text); {
		if ordinary[text[i]] {
			text[i] = ' '
			i++
			continue
		}
		end := max(literalEnd(text, i), i+1)
		switch text[i] {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth == 0 {
			return i
		}
		for ; i < end; i++ {
			if text[i] != '\n' {
				text[i] = ' '
			}
		}
	}
	return len(text)
}

// literalEnd returns the end of the comment, the string or the rune that begins at text[i], or i if none does. A newline after a comment is not a
// part of it.
func literalEnd(text []byte, i int) int {
	switch c := text[i]; {
	case c == '"' || c == '\'':
		for i++; i < len(text) && text[i] != c; i++ {
			if text[i] == '\\' {
				i++
			}
		}
		return min(i+1, len(text))
	case c == '`':
		return after(text, i+1, "`")
	case c != '/' || i+1 == len(text):
		return i
	case text[i+1] == '/':
		return after(text, i+2, "\n") - 1
	case text[i+1] == '*':
		return after(text, i+2, "*/")
	}
	return i
}

// after returns the position after the next end in text[i:], or the length of text.
func after(text []byte, i int, end string) int {
	if at := bytes.Index(text[i:], []byte(end)); at >= 0 {
		return i + at + len(end)
	}
	return len(text)
}

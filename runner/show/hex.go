package show

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// hex prints the bytes of a message with their offsets in the input and the fields that they belong to. v is the value of the message.
func (s *session) hex(message []byte, at int64, v reflect.Value) {
	if s.message > 1 || s.Framed {
		fmt.Fprintf(s.out, "message %d, %d bytes at byte %d\n", s.message, len(message), at)
	}
	text := func(path string) string { return s.valueAt(v, path) }
	var paths []string
	if s.t.Text {
		var texts map[string]string
		paths, texts = findText(message)
		text = func(path string) string { return shorten(texts[path]) }
	} else {
		paths = s.find(message)
	}
	head := min(s.t.Head, len(paths))
	if head > 0 {
		s.rows(message[:head], at, "(stamp)", "")
	}
	for i := head; i < len(paths); {
		end := i + 1
		for end < len(paths) && paths[end] == paths[i] {
			end++
		}
		s.rows(message[i:end], at+int64(i), paths[i], text(paths[i]))
		i = end
	}
	if rest := message[len(paths):]; len(rest) > 0 {
		fmt.Fprintf(s.out, "the fields of the first %d bytes are shown; %d bytes follow\n", len(paths), len(rest))
	}
}

// rowBytes is the number of bytes on a line.
const rowBytes = 8

// rows prints the bytes of one field, with its path and value on the first line.
func (s *session) rows(data []byte, at int64, path, text string) {
	for i := 0; i < len(data); i += rowBytes {
		line := fmt.Sprintf("%05d  % x", at+int64(i), data[i:min(len(data), i+rowBytes)])
		if i == 0 && path+text != "" {
			line = fmt.Sprintf("%-*s  %s  %s", 5+2+3*rowBytes-1, line, s.in(nameColor, path), s.in(textColor, text))
		}
		fmt.Fprintln(s.out, strings.TrimRight(line, " "))
	}
}

// in returns a text in a colour.
func (s *session) in(color, text string) string {
	if !s.Color || text == "" {
		return text
	}
	return color + text + noColor
}

// maxValue is the number of bytes of a value that are printed.
const maxValue = 60

// valueAt returns the value at a path as JSON, or its length if it is a list or a map, or "".
func (s *session) valueAt(v reflect.Value, path string) string {
	n := s.root
	if path == "" {
		return ""
	}
	for path != "" && n != nil {
		n, v, path = step(n, v, path)
	}
	if n == nil {
		return ""
	}
	if n.kind == reflect.Pointer && !v.IsNil() {
		n, v = n.elem, v.Elem()
	}
	switch {
	case (n.kind == reflect.Slice && !n.isBytes() || n.kind == reflect.Map) && !n.own():
		return fmt.Sprintf("length %d", v.Len())
	case n.kind == reflect.Struct && !n.own() && !n.timestamp || n.kind == reflect.Interface && !v.IsNil():
		return ""
	}
	text, err := n.write(nil, v)
	if err != nil {
		return ""
	}
	return shorten(string(text))
}

// shorten returns at most maxValue bytes of a text.
func shorten(text string) string {
	if len(text) > maxValue {
		return strings.ToValidUTF8(text[:maxValue], "") + "..."
	}
	return text
}

// step follows the first element of a path. The node is nil if the value does not have it.
func step(n *node, v reflect.Value, path string) (*node, reflect.Value, string) {
	for n.kind == reflect.Pointer && !v.IsNil() {
		n, v = n.elem, v.Elem()
	}
	if n.kind == reflect.Interface && !v.IsNil() && path[0] == '(' {
		end := strings.IndexByte(path, ')')
		if m, x := n.held(v); m != nil && path[1:max(1, end)] == typeName(m.typ) {
			return m, x, strings.TrimPrefix(path[end+1:], ".")
		}
	}
	if path[0] == '[' {
		end := strings.IndexByte(path, ']')
		i, err := strconv.Atoi(path[1:max(1, end)])
		if err != nil || n.kind != reflect.Slice && n.kind != reflect.Array || i >= v.Len() {
			return nil, v, ""
		}
		return n.elem, v.Index(i), strings.TrimPrefix(path[end+1:], ".")
	}
	end := strings.IndexAny(path, ".[")
	if end < 0 {
		end = len(path)
	}
	if n.kind != reflect.Struct || n.timestamp {
		return nil, v, ""
	}
	f := n.field(path[:end])
	if f == nil {
		return nil, v, ""
	}
	return f.node, part(v, f.index), strings.TrimPrefix(path[end:], ".")
}

// held returns the value that an interface with a union holds, and its node.
func (n *node) held(v reflect.Value) (*node, reflect.Value) {
	for _, m := range n.members {
		if m.node.typ == v.Elem().Type() {
			return m.node, addressable(v.Elem())
		}
	}
	return nil, v
}

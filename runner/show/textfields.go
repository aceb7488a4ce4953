package show

import (
	"encoding/json"
	"strconv"
)

// findText is find for messages in JSON, in which the names of fields are part of the text. It also returns the text of each value that is not an
// object or a list, by path. A text that is not JSON is divided up to the error.
func findText(message []byte) (paths []string, texts map[string]string) {
	values, _ := parse(message)
	paths, texts = make([]string, len(message)), map[string]string{}
	for _, v := range values {
		fillText(paths, texts, message, v, "")
	}
	return paths, texts
}

// fillText sets the paths of the bytes of a value at a path.
func fillText(paths []string, texts map[string]string, message []byte, v *value, path string) {
	fill := func(start, end int, path string) {
		for i := start; i < end; i++ {
			paths[i] = path
		}
	}
	fill(v.start, v.end, path)
	for i, one := range v.list {
		fillText(paths, texts, message, one, path+"["+strconv.Itoa(i)+"]")
	}
	for _, m := range v.members {
		name := string(quote(nil, m.name)) // without control characters
		at := join(path, name[1:len(name)-1])
		fill(m.at, m.value.start, at)
		fillText(paths, texts, message, m.value, at)
	}
	switch token := v.token.(type) {
	case json.Delim:
	case string:
		texts[path] = string(quote(nil, token))
	default:
		texts[path] = string(message[v.start:v.end])
	}
}

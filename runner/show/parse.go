package show

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// A value is a JSON value with its place in the text: data[start:end].
type value struct {
	start, end int
	token      json.Token // json.Delim for lists and objects
	list       []*value
	members    []objectMember
}

// A objectMember is a member of an object.
type objectMember struct {
	name  string
	at    int
	value *value
}

// maxNesting is the maximum depth of JSON, as in encoding/json.
const maxNesting = 10000

// parse returns the values of a text, one after the other. The error of a text that is not JSON has its line and column; the values before it are
// returned, too.
func parse(data []byte) (values []*value, err error) {
	p := &parser{data: data, tokens: json.NewDecoder(bytes.NewReader(data))}
	p.tokens.UseNumber()
	for {
		at, tok, err := p.next()
		if errors.Is(err, io.EOF) {
			return values, nil
		}
		p.top = at
		if err == nil {
			var v *value
			if v, err = p.value(at, tok, 0); err == nil {
				values = append(values, v)
				continue
			}
		}
		return values, p.located(err)
	}
}

type parser struct {
	data   []byte
	tokens *json.Decoder
	top    int // offset of the outermost value
}

// next returns the next token and its offset.
func (p *parser) next() (at int, tok json.Token, err error) {
	at = int(p.tokens.InputOffset())
	for at < len(p.data) && strings.IndexByte(" \t\r\n,:", p.data[at]) >= 0 {
		at++
	}
	tok, err = p.tokens.Token()
	return at, tok, err
}

// value parses the rest of the value that begins with a token.
func (p *parser) value(at int, tok json.Token, depth int) (*value, error) {
	v := &value{start: at, token: tok}
	if depth > maxNesting {
		return nil, &fault{at, errors.New("nested too deep")}
	}
	delim, nested := tok.(json.Delim)
	for nested && p.tokens.More() {
		var m objectMember
		var err error
		if delim == '{' {
			if m.at, tok, err = p.next(); err != nil {
				return nil, err
			}
			m.name = tok.(string)
		}
		at, tok, err := p.next()
		if err == nil {
			m.value, err = p.value(at, tok, depth+1)
		}
		if err != nil {
			return nil, err
		}
		if delim == '{' {
			v.members = append(v.members, m)
		} else {
			v.list = append(v.list, m.value)
		}
	}
	if nested {
		if _, _, err := p.next(); err != nil {
			return nil, err
		}
	}
	v.end = int(p.tokens.InputOffset())
	return v, nil
}

// A fault is an error with its offset in the text.
type fault struct {
	at int
	error
}

// located returns the error with its line and column.
func (p *parser) located(err error) error {
	var f *fault
	if errors.As(err, &f) {
		return locate(p.data, f.at, f.error)
	}
	var syntax *json.SyntaxError
	err = json.NewDecoder(bytes.NewReader(p.data[p.top:])).Decode(new(json.RawMessage)) // its offset is that in the whole value
	if errors.As(err, &syntax) {
		return locate(p.data, p.top+max(0, int(syntax.Offset)-1), err)
	}
	return locate(p.data, len(p.data), errors.New("the text ends within a value"))
}

// locate returns an error with the line and the column of an offset. Both count from 1, in bytes.
func locate(data []byte, at int, err error) error {
	before := data[:min(at, len(data))]
	return fmt.Errorf("line %d, column %d: %w", 1+bytes.Count(before, []byte("\n")), len(before)-bytes.LastIndexByte(before, '\n'), err)
}

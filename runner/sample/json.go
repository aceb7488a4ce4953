package sample

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"

	"bale/runner/inspect"
)

// FromJSON decodes values of t, and returns them as a []T. data is a JSON array of values, or JSON Lines: values one after the other
// with any space between them. If T is itself a slice or an array, a document that begins with more opening brackets than a T is an
// array of values; any other is a sequence of values. If T is a slice that contains itself, every document is a sequence of values.
//
// A value of a union is an object with one member, whose name is that of the type without its package: {"Circle": {"Radius": 2}}.
//
// Fields that T does not have are errors, and so is data without values. Errors contain the line, the column and the number of the
// value.
func FromJSON(t reflect.Type, data []byte, unions ...inspect.Union) (reflect.Value, error) {
	r := jsonReader{inspect.NewWorld(t, unions...), data, map[*inspect.Info]bool{}}
	list := reflect.MakeSlice(reflect.SliceOf(t), 0, 0)
	top, err := JSONValues(data, depth(t))
	if err != nil {
		return list, err
	}
	for n, s := range top {
		v := reflect.New(t)
		if err := r.value(r.w.Info(t), v.Elem(), s, ""); err != nil {
			at := s.Start
			if f := (*jsonFault)(nil); errors.As(err, &f) {
				at = f.at
			}
			return list, JSONError(data, at, n, err)
		}
		list = reflect.Append(list, v.Elem())
	}
	return list, nil
}

// byteOrderMark is the beginning of UTF-8 files of some Windows programs.
var byteOrderMark = []byte("\ufeff")

// JSONValues returns the positions of the values that FromJSON decodes from data, at least one. depth is the number of opening brackets
// of a value.
func JSONValues(data []byte, depth int) ([]Span, error) {
	top, err := split(data, len(data)-len(bytes.TrimPrefix(data, byteOrderMark)), len(data), false)
	if err == nil && len(top) == 1 && string(data[top[0].Start:top[0].End]) == "null" {
		return nil, errors.New("no values in it, only null")
	}
	if err == nil && len(top) == 1 && brackets(data[top[0].Start:top[0].End]) > depth {
		top, err = split(data, top[0].Start+1, top[0].End-1, true)
	}
	switch {
	case err == nil && len(top) == 0 && len(bytes.TrimSpace(bytes.TrimPrefix(data, byteOrderMark))) > 0:
		err = errors.New("no values in it, only an empty list")
	case err == nil && len(top) == 0:
		err = errors.New("no JSON value in it")
	}
	return top, err
}

// JSONError returns an error with its position: data[at], in value n, counted from 0.
func JSONError(data []byte, at, n int, err error) error {
	line, column := position(data, at)
	return fmt.Errorf("line %d, column %d (value %d): %w", line, column, n+1, err)
}

// Span is one JSON value in data: data[Start:End].
type Span struct {
	Start, End int
}

// split returns the positions of the values in data[start:end]. Inside an array, it skips commas: the array has already been found to
// be well-formed.
func split(data []byte, start, end int, inside bool) ([]Span, error) {
	var all []Span
	for {
		for start < end && (strings.IndexByte(" \t\r\n", data[start]) >= 0 || inside && data[start] == ',') {
			start++
		}
		if start == end {
			return all, nil
		}
		d := json.NewDecoder(bytes.NewReader(data[start:end]))
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			at := end
			var syntax *json.SyntaxError
			if errors.As(err, &syntax) {
				at = start + max(0, int(syntax.Offset)-1)
			}
			if errors.Is(err, io.ErrUnexpectedEOF) {
				err = errors.New("the file ends within a value")
			}
			return nil, JSONError(data, at, len(all), err)
		}
		next := start + int(d.InputOffset())
		all = append(all, Span{start, next})
		start = next
	}
}

// brackets returns the number of opening brackets at the beginning of the document.
func brackets(data []byte) int {
	n := 0
	for _, c := range data {
		switch c {
		case '[':
			n++
		case ' ', '\t', '\r', '\n':
		default:
			return n
		}
	}
	return n
}

// depth returns the number of opening brackets at the beginning of a value of t, math.MaxInt if there may be any number.
func depth(t reflect.Type) int {
	n := 0
	for seen := map[reflect.Type]bool{}; ; {
		if inspect.HasJSONMethod(t) {
			return n
		}
		if t.Name() != "" {
			if seen[t] {
				return math.MaxInt // type Tree []Tree
			}
			seen[t] = true
		}
		switch {
		case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
			return n // base64
		case t.Kind() == reflect.Slice || t.Kind() == reflect.Array:
			n++
			t = t.Elem()
		case t.Kind() == reflect.Pointer:
			t = t.Elem()
		default:
			return n
		}
	}
}

func decode(data []byte, p any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(p)
}

// position returns the line and the column of data[at], in bytes. Both count from 1.
func position(data []byte, at int) (line, column int) {
	before := bytes.TrimPrefix(data[:min(at, len(data))], byteOrderMark)
	return 1 + bytes.Count(before, []byte("\n")), len(before) - bytes.LastIndexByte(before, '\n')
}

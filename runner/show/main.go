package show

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
)

// A Request says what the program does with its standard input. It is the only argument of the program, in JSON.
type Request struct {
	Do         string // one of the constants below
	Type, Wire string
	Framed     bool   // each message has its length before it
	Lines      bool   // each message is on one line
	Color      bool   // for a terminal
	Width      int    // columns of the output
	Name       string // of the input, for errors
}

// What a program does.
const (
	Show   = "show"   // prints messages as JSON
	Hex    = "hex"    // prints the bytes of messages, field by field
	Encode = "encode" // writes messages from JSON
)

// Main runs the program. It exits with status 1 and an error on standard error if something is wrong.
func Main(lists ...[]Type) {
	if err := run(os.Args[1:], os.Stdin, os.Stdout, lists); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string, in io.Reader, out io.Writer, lists [][]Type) error {
	var req Request
	if len(args) != 1 {
		return errors.New("want one argument: this program is run by bale show")
	}
	if err := json.Unmarshal([]byte(args[0]), &req); err != nil {
		return err
	}
	for _, list := range lists {
		for i := range list {
			if list[i].Name == req.Type && list[i].Wire == req.Wire {
				return serve(&req, &list[i], in, out)
			}
		}
	}
	return fmt.Errorf("the program has no code for %s in %s", req.Type, req.Wire)
}

// serve does what a request says with one type.
func serve(req *Request, t *Type, in io.Reader, out io.Writer) error {
	w := bufio.NewWriter(out)
	s := &session{Request: req, t: t, out: w}
	s.root = newTypes(t).node(reflect.TypeOf(t.New()).Elem(), "")
	s.root.text, s.root.json, s.root.binary = false, false, false // a message is not written by its own methods
	work := s.show
	if req.Do == Encode {
		work = s.encode
	}
	err := work(in)
	if flush := w.Flush(); err == nil {
		err = flush
	}
	return err
}

// A session is the work on one input.
type session struct {
	*Request
	t       *Type
	root    *node
	out     *bufio.Writer
	message int // number of the current message, counted from 1
}

// fail returns an error about the current message, which begins at an offset of the input.
func (s *session) fail(at int64, err error) error {
	if s.message > 1 || at > 0 {
		return fmt.Errorf("%s: message %d, at byte %d: %w", s.Name, s.message, at, err)
	}
	return fmt.Errorf("%s: %w", s.Name, err)
}

// show prints all messages of the input.
func (s *session) show(in io.Reader) error {
	if s.Framed {
		return s.showFrames(in)
	}
	data, err := readAll(in)
	if err != nil {
		return fmt.Errorf("%s: %w", s.Name, err)
	}
	if s.inFrames(data) {
		return fmt.Errorf("%s: the file has messages of %s in frames, each with its length in front: show it with -framed", s.Name, s.t.Name)
	}
	for at := 0; ; {
		n, err := s.showOne(data[at:], int64(at))
		if err != nil {
			return err
		}
		if at += n; s.t.Text {
			at = len(data) - len(bytes.TrimLeft(data[at:], " \t\r\n"))
		}
		if at == len(data) {
			return nil
		}
		if n == 0 {
			return s.fail(int64(at), fmt.Errorf("the message has no bytes, and %d bytes follow it", len(data)-at))
		}
	}
}

// inFrames reports whether data that does not decode as messages one after the other decodes as messages in frames. The last frame may be torn.
func (s *session) inFrames(data []byte) bool {
	r := &frameReader{in: bufio.NewReader(bytes.NewReader(data))}
	for count := 0; ; count++ {
		message, _, err := r.next()
		if err != nil {
			return count > 0 && !s.inSequence(data)
		}
		if n, err := s.decode(message, s.t.New()); err != nil || n != len(message) {
			return false
		}
	}
}

// inSequence reports whether data decodes as messages one after the other.
func (s *session) inSequence(data []byte) bool {
	for len(data) > 0 {
		n, err := s.decode(data, s.t.New())
		if err != nil || n == 0 {
			return false
		}
		if data = data[n:]; s.t.Text {
			data = bytes.TrimLeft(data, " \t\r\n")
		}
	}
	return true
}

func (s *session) showFrames(in io.Reader) error {
	r := &frameReader{in: bufio.NewReaderSize(in, 64<<10)}
	for {
		message, at, torn := r.next()
		if errors.Is(torn, io.EOF) {
			return nil
		}
		begin := r.at - int64(len(message))
		if torn != nil && (len(message) == 0 || s.Do != Hex) { // a torn message is no line of the output
			s.message++
			return s.fail(at, torn)
		}
		n, err := s.showOne(message, begin)
		switch {
		case torn != nil: // that is the reason for the other error
			return s.fail(at, torn)
		case err != nil:
			return err
		case n < len(message):
			return s.fail(begin, fmt.Errorf("%s: offset %d: bytes left over after the message", s.t.Name, n))
		}
	}
}

// showOne prints the message at the front of data, which is at an offset of the input, and returns its length. If the message is torn or
// malformed, it prints what could be read.
func (s *session) showOne(data []byte, at int64) (n int, err error) {
	s.message++
	v := s.t.New()
	n, err = s.decode(data, v)
	x := reflect.ValueOf(v).Elem()
	if s.Do == Hex {
		length := n
		if err != nil {
			length = len(data)
		}
		s.hex(data[:length], at, x)
	} else if printed := s.print(x); err == nil && printed != nil {
		return n, s.fail(at, printed)
	}
	if err == nil {
		return n, nil
	}
	if s.Do != Hex {
		err = fmt.Errorf("%w; the value printed last has what was read until there", err)
	}
	if s.t.Earlier != "" {
		err = fmt.Errorf("%w; bale.lock also has earlier layouts, and messages are read with the current ones: %s", err, s.t.Earlier)
	}
	return n, s.fail(at, err)
}

// decode calls the type's Decode, and returns a panic of a custom type's method as an error.
func (s *session) decode(data []byte, v any) (n int, err error) {
	defer func() {
		if p := recover(); p != nil {
			n, err = 0, fmt.Errorf("panic: %v", p)
		}
	}()
	return s.t.Decode(data, v)
}

// print prints a value as JSON.
func (s *session) print(v reflect.Value) error {
	text, err := s.root.write(nil, v)
	if err != nil {
		return err
	}
	if s.Lines {
		text = append(text, '\n')
	} else {
		text = layout(nil, text, s.Width, s.Color)
	}
	_, err = s.out.Write(text)
	return err
}

// encode writes a message for each JSON value of the input.
func (s *session) encode(in io.Reader) error {
	data, err := readAll(in)
	if err != nil {
		return fmt.Errorf("%s: %w", s.Name, err)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	values, err := parse(data)
	if err == nil && len(values) == 0 {
		err = errors.New("no JSON value in it")
	}
	if err == nil && len(values) > 1 && s.t.Unterminated && !s.Framed {
		err = fmt.Errorf("messages of %s in %s do not mark their end, and it has %d values: write them in frames, with -framed",
			s.t.Name, s.t.Wire, len(values))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", s.Name, err)
	}
	for i, v := range values {
		message, err := s.encodeOne(data, v)
		if err != nil {
			var f *fault
			if errors.As(err, &f) {
				err = locate(data, f.at, f.error)
			}
			if len(values) > 1 {
				err = fmt.Errorf("value %d: %w", i+1, err)
			}
			return fmt.Errorf("%s: %w", s.Name, err)
		}
		if s.Framed {
			message = appendFrame(nil, message)
		}
		if _, err := s.out.Write(message); err != nil {
			return err
		}
	}
	return nil
}

func (s *session) encodeOne(data []byte, v *value) (message []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &fault{v.start, fmt.Errorf("panic: %v", p)}
		}
	}()
	x := s.t.New()
	if err := (&reader{data}).value(s.root, reflect.ValueOf(x).Elem(), v, s.t.Name); err != nil {
		return nil, err
	}
	message, err = s.t.Append(nil, x)
	if err != nil {
		err = &fault{v.start, err}
	}
	return message, err
}

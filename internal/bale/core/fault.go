package core

import (
	"errors"
	"fmt"
	"io"
)

// The error codes for messages that cannot be decoded.
const (
	Truncated = 1
	Malformed = 2
	Overflow  = 3
	Duplicate = 4
	TooDeep   = 5
	Trailing  = 6
	TooLong   = 7
	TooLarge  = 8
	TooMany   = 9
	TooBig    = 10
	NotUTF8   = 11
	FourGiB   = 12
	NilValue  = 13

	OtherLayout = 14
)

// Errors has the errors for the codes.
var Errors = [...]error{
	Truncated: io.ErrUnexpectedEOF, Malformed: errors.New("malformed message"), Overflow: errors.New("number out of range"),
	Trailing: errors.New("bytes left over after the message"), Duplicate: errors.New("duplicate map key"),
	TooBig:   errors.New("longer than a slice of bytes can be on this machine"),
	TooLarge: errors.New("takes more memory than is allowed: raise MaxMemory of package internal/bale/core"),
	TooDeep:  errors.New("nested too deep"), TooLong: errors.New("longer than the type allows"),
	TooMany: errors.New("more than 1,048,576 elements that take no bytes"),
	NotUTF8: errors.New("a string that is not UTF-8"), FourGiB: errors.New("the message has 4 GiB or more, which the format does not allow"),
	OtherLayout: errors.New("message of another layout or format"), NilValue: errors.New("nil in the message, and the field is no longer a pointer"),
}

// A Fault is an error in a message: what is wrong, and the path of the value. The path is collected from the inside out while the
// decoding functions return, so that valid messages cost nothing.
type Fault struct {
	Code  int
	Path  []string
	Cause error // the error, if it says more than the code: that of a custom type's method, or what was expected and found
}

// Fail records an error, and returns false.
func (f *Fault) Fail(code int) bool {
	f.Code = code
	return false
}

// FailAt records an error and the last element of its path, and returns false.
//
//go:noinline
func (f *Fault) FailAt(code int, path string) bool {
	f.Code = code
	return f.At(path)
}

// At adds an element to the front of the path, and returns false.
//
//go:noinline
func (f *Fault) At(path string) bool {
	f.Path = append(f.Path, path)
	return false
}

// In is [Fault.At], but returns -1.
//
//go:noinline
func (f *Fault) In(path string) int {
	f.At(path)
	return -1
}

// InIndex is [Fault.AtIndex], but returns -1.
//
//go:noinline
func (f *Fault) InIndex(path string, i int) int {
	f.AtIndex(path, i)
	return -1
}

// AtIndex adds a list element to the front of the path, and returns false.
//
//go:noinline
func (f *Fault) AtIndex(path string, i int) bool { return f.At(fmt.Sprintf("%s[%d]", path, i)) }

// Limited sets the name of the limit that the error for too much memory tells the user to raise.
func (f *Fault) Limited(by string) {
	if f.Code == TooLarge {
		f.Cause = fmt.Errorf("takes more memory than is allowed: raise %s", by)
	}
}

// Shown is the number of elements that each end of a long path has in an error. A path in recursive values has up to 10,000 elements.
const Shown = 20

// Where returns the path of the error, below the given path.
func (f *Fault) Where(path string) string {
	b := []byte(path)
	for i := len(f.Path) - 1; i >= 0; i-- {
		part := f.Path[i]
		switch {
		case i == len(f.Path)-1-Shown && i > Shown:
			b = append(b, " ... "...)
			i = Shown
			continue
		case part == "":
			continue
		case part[0] != '[':
			b = append(b, '.')
		}
		b = append(b, part...)
	}
	return string(b)
}

// Error returns the error that users get. path is the name of the type, and offset a position in the message.
func (f *Fault) Error(path string, offset int) error {
	cause := f.Cause
	if cause == nil {
		cause = Errors[f.Code]
	}
	return fmt.Errorf("%s: offset %d: %w", f.Where(path), offset, cause)
}

// Whole returns err, or an error if a decoded message of the type name ends at byte n, before the end of b.
func Whole(name string, b []byte, n int, err error) error {
	if err == nil && n < len(b) {
		return LeftOver(name, n)
	}
	return err
}

// LeftOver returns the error for a message that ends at byte n, before the end of the input.
func LeftOver(name string, n int) error {
	return fmt.Errorf("%s: offset %d: %w", name, n, Errors[Trailing])
}

// NotInUnion returns the error for a value whose type is not a member of its interface's union.
func NotInUnion(v any, union string) error {
	return fmt.Errorf("it holds a value of %T, and its union is of %s: add the type to the end of //bale:union", v, union)
}

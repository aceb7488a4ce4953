package gen

import (
	"bytes"
	"os"
	"slices"

	"bale/gen/header"
	"bale/gen/notes"
	"bale/model"
)

// A File is a generated file: what its content on disk should be.
type File struct {
	Path string // absolute
	Data []byte
}

// An Output is the result of generating code for one package.
type Output struct {
	Package string // import path
	Name    string // of the package
	Dir     string // folder of the package
	Module  string // folder of its module
	Files   []File // the file with the code is the first
	// NewBinary lists the types that get MarshalBinary and UnmarshalBinary and do not have them in the generated file on disk.
	NewBinary []notes.BinaryType
	// Ask is a model.Errors if the user should know something before the files are written: that other libraries of the module will call
	// MarshalBinary of the types in NewBinary.
	Ask error
	// NewJSON lists the types that get MarshalJSON and UnmarshalJSON and do not have them in the generated file on disk.
	NewJSON []model.TypeName
	// LockLost lists the types with generated code whose layouts the lock file does not have.
	LockLost []string
	Imports  []string // packages of the runtime that the files import, by their folders
	Runtime  *Runtime // what bale gen writes of them
	Stale    []string // files of sample messages to delete: their layouts are no longer supported, because the request accepts changes
	// Accepted has a line for each change that the request accepts: what changed, and which messages become unreadable.
	Accepted []string
	// Renamed has a line for each field with another name than the lock file on disk, or that of the base commit, has in its place.
	Renamed []string
	// Layouts has a line for each type with a new layout, or whose layouts in the lock file have changed otherwise: which messages stay readable.
	Layouts []string
	// Base lists, as a model.Errors, the changes since the base commit with which its messages would be misread. It is nil if there are none.
	Base error
	// LeftOut has a line for each root with fields that are not encoded because they are internal to the protobuf library.
	LeftOut []string
	// Notes has lines about messages that other implementations of a format cannot read, and about values that come back different.
	Notes []string
	// Program has what a program needs that uses the code. It is set if the request says so and Err is nil.
	Program *Program
	module  model.Module
	// Err is a model.Errors that lists everything that prevents code generation. If the generated code does not compile, Files is set, too.
	Err error
}

// All returns the files of the packages that the files import, and the files.
func (o *Output) All() []File {
	if o.Runtime == nil {
		return o.Files
	}
	return slices.Concat(o.Runtime.Files, o.Files)
}

// OnDisk returns the content of the file on disk, with the line endings of Unix, since git may convert them.
func (f File) OnDisk() ([]byte, error) {
	old, err := os.ReadFile(f.Path)
	return bytes.ReplaceAll(old, []byte("\r\n"), []byte("\n")), err
}

// Differs reports whether the file on disk is missing or differs.
func (f File) Differs() bool {
	old, err := f.OnDisk()
	return err != nil || !bytes.Equal(old, f.Data)
}

// Problem returns what is wrong with the file on disk and what to do. It returns "" if the file has the right content.
func (f File) Problem() (string, error) {
	switch old, err := f.OnDisk(); {
	case os.IsNotExist(err):
		return "is missing: run bale gen again", nil
	case err != nil:
		return "", err
	case bytes.Equal(old, f.Data):
		return "", nil
	case header.AnotherVersion(old, f.Data) != "":
		return header.AnotherVersion(old, f.Data), nil
	}
	return "is out of date: run bale gen again", nil
}

package gen

import (
	"bytes"
	"fmt"
	"os"
	"regexp"

	"golang.org/x/mod/semver"

	"bale/internal/version"
)

// writtenBy matches the line below the header of a generated file. A version has no commit, so that a file does not change with each
// commit of bale.
var writtenBy = regexp.MustCompile(`(?m)^// Written by bale (v\S+)\.$`)

// versionLine is the line that this version of bale writes.
const versionLine = "// Written by bale " + version.Number + ".\n"

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
	case generated.Match(old) && versionOf(old) != "" && versionOf(old) != versionOf(f.Data):
		return anotherVersion(versionOf(old), versionOf(f.Data)), nil
	}
	return "is out of date: run bale gen again", nil
}

// versionOf returns the version of bale that wrote a generated file, or "" if the file does not say so.
func versionOf(text []byte) string {
	if m := writtenBy.FindSubmatch(text); m != nil {
		return string(m[1])
	}
	return ""
}

// anotherVersion is Problem for a file that version was of bale has written, and not this version.
func anotherVersion(was, this string) string {
	advice := "run bale gen again"
	if semver.Compare(was, this) > 0 {
		advice += ", or update bale"
	}
	return fmt.Sprintf("was written by another version of bale (%s, this is %s): %s", was, this, advice)
}

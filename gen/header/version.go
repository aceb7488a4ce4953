package header

import (
	"fmt"
	"regexp"

	"golang.org/x/mod/semver"

	"bale/internal/version"
)

// writtenBy matches the line below the header of a generated file. A version has no commit, so that a file does not change with each
// commit of bale.
var writtenBy = regexp.MustCompile(`(?m)^// Written by bale (v\S+)\.$`)

// versionLine is the line that this version of bale writes.
const versionLine = "// Written by bale " + version.Number + ".\n"

// AnotherVersion returns what is wrong with a file that another version of bale has written, and what to do. this is what this version
// would write. It returns "" for other files.
func AnotherVersion(file, this []byte) string {
	if was := versionOf(file); Is(file) && was != "" && was != versionOf(this) {
		return anotherVersion(was, versionOf(this))
	}
	return ""
}

// versionOf returns the version of bale that wrote a generated file, or "" if the file does not say so.
func versionOf(text []byte) string {
	if m := writtenBy.FindSubmatch(text); m != nil {
		return string(m[1])
	}
	return ""
}

// anotherVersion is AnotherVersion for a file that version was of bale has written, and not this version.
func anotherVersion(was, this string) string {
	advice := "run bale gen again"
	if semver.Compare(was, this) > 0 {
		advice += ", or update bale"
	}
	return fmt.Sprintf("was written by another version of bale (%s, this is %s): %s", was, this, advice)
}

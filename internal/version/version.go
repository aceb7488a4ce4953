// Package version has the version of bale.
package version

import "runtime/debug"

// Number is the version of bale. A release increases it: CHANGELOG.md has the releases, and docs/safety.md#what-stays-the-same says what stays the same
// between them.
const Number = "v0.1.0"

// String returns Number. If the program was built in a clone of bale's repository, it also has the commit, as in "v0.1.0+1a2b3c4d5e6f".
func String() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Path != "bale" {
		return Number // bale is a tool of another module, whose commit the build information has
	}
	return withCommit(info.Settings)
}

// withCommit returns Number with the commit in the settings of a build, if they have one.
func withCommit(settings []debug.BuildSetting) string {
	text := Number
	for _, s := range settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			text += "+" + s.Value[:12]
		}
	}
	return text
}

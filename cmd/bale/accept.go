package main

import (
	"go/token"
	"strings"
)

// acceptFlag is the value of -accept: alone, it accepts everything, and -accept=NAME,NAME accepts these types and fields.
type acceptFlag struct {
	all   bool
	names []string
}

// IsBoolFlag makes package flag accept -accept without a value.
func (a *acceptFlag) IsBoolFlag() bool { return true }

// String returns the names, or "".
func (a *acceptFlag) String() string { return strings.Join(a.names, ",") }

// Set adds the names in text. Package flag calls it with "true" for -accept alone.
func (a *acceptFlag) Set(text string) error {
	switch text {
	case "true":
		a.all = true
	case "false", "":
		a.all, a.names = false, nil
	default:
		a.names = append(a.names, splitTypes(text)...)
	}
	return nil
}

// check returns a usage error if what seems to be the value of the flag is the package.
func (a *acceptFlag) check(args []string) error {
	if len(args) > 0 && a.all && isTypeOrField(args[0]) {
		return badUsage("-accept %s: write the name behind an equals sign: -accept=%[1]s", args[0])
	}
	if a.all && len(a.names) > 0 {
		return badUsage("-accept alone accepts everything, and -accept=%s only this: leave out one of them", a)
	}
	return nil
}

// isTypeOrField reports whether text is an exported name, or such names with dots in between, as in Order.Total.
func isTypeOrField(text string) bool {
	for name := range strings.SplitSeq(text, ".") {
		if !token.IsIdentifier(name) || !token.IsExported(name) {
			return false
		}
	}
	return true
}

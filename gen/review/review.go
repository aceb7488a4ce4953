// Package review has packages whose generated code is checked in, so that git diff shows what a change of bale gen does to it:
// kinds has a value of each kind, and orders is a package as programs have it. Both have code for all formats.
package review

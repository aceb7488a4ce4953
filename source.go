// Package bale embeds the source of bale. bale pack builds the command bale-run from the source for the
// machine that measures, and bale vendor writes it into the module of a user.
package bale

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

//go:embed go.mod go.sum LICENSE bale.go source.go cmd codec all:gen internal lab model profile program report result all:runner shape
var tree embed.FS

// Source returns the files of this module that its commands are built from, by their slash-separated paths. It leaves out tests and the
// folders testdata.
func Source() (map[string][]byte, error) {
	files := map[string][]byte{}
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path.Base(name) == "testdata":
			return fs.SkipDir
		case d.IsDir() || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		files[name], err = tree.ReadFile(name)
		return err
	})
	return files, err
}

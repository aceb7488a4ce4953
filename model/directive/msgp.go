package directive

import (
	"bytes"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bale/model"
)

// Msgp returns the comments of the generator tinylib/msgp, without their //msgp:, in the folder of a position. The generator reads one
// file or all of a folder; which one is not known.
func (n *Directives) Msgp(pos string) []Directive {
	file, _ := model.SplitPos(pos)
	if file == "" {
		return nil
	}
	file = filepath.FromSlash(file)
	if !filepath.IsAbs(file) {
		file = filepath.Join(n.dir, file)
	}
	dir := filepath.Dir(file)
	list, ok := n.msgp[dir]
	if !ok {
		list = n.readMsgp(dir)
		n.msgp[dir] = list
	}
	return list
}

// readMsgp reads the comments in a folder.
func (n *Directives) readMsgp(dir string) (list []Directive) {
	entries, _ := os.ReadDir(dir) // a folder that cannot be read has no comments
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".go" || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		path := filepath.Join(dir, e.Name())
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(text, []byte("//msgp:")) {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		for _, g := range file.Comments {
			for _, c := range g.List {
				if text, ok := strings.CutPrefix(c.Text, "//msgp:"); ok {
					list = append(list, Directive{strings.TrimSpace(text), n.Position(fset, c.Pos())})
				}
			}
		}
	}
	return slices.Clip(list)
}

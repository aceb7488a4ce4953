package model

import (
	"fmt"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// places formats source positions for messages.
type places struct {
	dir   string // absolute; files inside it are shown relative to it
	fset  *token.FileSet
	lines map[string][]string // files that were read to find a column
}

func newPlaces(dir string, fset *token.FileSet) *places {
	return &places{dir: dir, fset: fset, lines: make(map[string][]string)}
}

// of returns the position of obj's name. In export data, every column is 1. The column is then looked up in the source file, and
// remains 1 if that cannot be read.
func (p *places) of(obj types.Object) string {
	pos := p.fset.Position(obj.Pos())
	if pos.Filename == "" { // predeclared, or in a type expression of the command line
		return ""
	}
	if pos.Column == 1 {
		pos.Column = p.column(pos, obj.Name())
	}
	return fmt.Sprintf("%s:%d:%d", relative(p.dir, pos.Filename), pos.Line, pos.Column)
}

// at returns a position in a parsed file.
func (p *places) at(pos token.Pos) string {
	at := p.fset.Position(pos)
	return fmt.Sprintf("%s:%d:%d", relative(p.dir, at.Filename), at.Line, at.Column)
}

// isText reports whether obj is declared in a text that was parsed on its own: in the types of a union, or on the command line.
func (p *places) isText(obj types.Object) bool {
	f := p.fset.File(obj.Pos())
	return f != nil && f.Name() == ""
}

// setText records that text, which was parsed on its own and begins at start, is part of a directive at pos. Positions in the text are
// then positions in the source file.
func (p *places) setText(start token.Pos, text, pos string) {
	name, line := SplitPos(pos)
	column, err := strconv.Atoi(pos[strings.LastIndexByte(pos, ':')+1:])
	if name == "" || err != nil {
		return
	}
	if name = filepath.FromSlash(name); !filepath.IsAbs(name) {
		name = filepath.Join(p.dir, name)
	}
	if lines := p.read(name); 0 < line && line <= len(lines) && 0 < column && column <= len(lines[line-1]) { // a directive //line may give no column
		if i := strings.Index(lines[line-1][column-1:], text); i >= 0 { // not in a tag with escaped quotes
			column += i
		}
	}
	p.fset.File(start).AddLineColumnInfo(0, name, line, column)
}

// read returns the lines of a file.
func (p *places) read(name string) []string {
	lines, ok := p.lines[name]
	if !ok {
		// A file that cannot be read counts as empty. Export data of a build with -trimpath does not name real files.
		text, _ := os.ReadFile(name)
		lines = strings.Split(string(text), "\n")
		p.lines[name] = lines
	}
	return lines
}

// column returns the column of the word name in the line of pos.
func (p *places) column(pos token.Position, name string) int {
	lines := p.read(pos.Filename)
	if pos.Line > len(lines) {
		return pos.Column
	}
	at := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`).FindStringIndex(lines[pos.Line-1])
	if at == nil {
		return pos.Column
	}
	return at[0] + 1
}

// relative returns file relative to dir if it is inside dir, else file unchanged.
func relative(dir, file string) string {
	rel, err := filepath.Rel(dir, file)
	if err != nil || !filepath.IsLocal(rel) {
		return filepath.ToSlash(file)
	}
	return filepath.ToSlash(rel)
}

// relativePos returns a position of the packages loader ("file:line:col", "-" or "") with its file relative to dir.
func relativePos(dir, pos string) string {
	if pos == "-" {
		return ""
	}
	file, rest := splitPos(pos)
	if file == "" {
		return ""
	}
	return relative(dir, file) + rest
}

// splitPos splits "file:line:col" into the file and ":line:col". The file name may contain colons.
func splitPos(pos string) (file, rest string) {
	cut := len(pos)
	for range 2 {
		i := strings.LastIndexByte(pos[:cut], ':')
		if i < 0 || strings.Trim(pos[i+1:cut], "0123456789") != "" {
			break
		}
		cut = i
	}
	return pos[:cut], pos[cut:]
}

package schema

import (
	"fmt"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// places tells positions in the source the way the user reads them.
type places struct {
	dir   string // absolute; files below it are shown relative to it
	fset  *token.FileSet
	lines map[string][]string // files read to find a column in
}

func newPlaces(dir string, fset *token.FileSet) *places {
	return &places{dir: dir, fset: fset, lines: make(map[string][]string)}
}

// of is the position of obj's name. Export data knows a line but calls every column 1;
// the column is then looked up in the file, and stays 1 if the file cannot be read.
func (p *places) of(obj types.Object) string {
	pos := p.fset.Position(obj.Pos())
	if !pos.IsValid() {
		return ""
	}
	if pos.Column == 1 {
		pos.Column = p.column(pos, obj.Name())
	}
	return fmt.Sprintf("%s:%d:%d", relative(p.dir, pos.Filename), pos.Line, pos.Column)
}

// at is a position in a file that has been parsed.
func (p *places) at(pos token.Pos) string {
	at := p.fset.Position(pos)
	return fmt.Sprintf("%s:%d:%d", relative(p.dir, at.Filename), at.Line, at.Column)
}

// column is where the word name starts in the line of pos.
func (p *places) column(pos token.Position, name string) int {
	lines, read := p.lines[pos.Filename]
	if !read {
		// What cannot be read has no lines: export data of a trimmed build names no file.
		text, _ := os.ReadFile(pos.Filename)
		lines = strings.Split(string(text), "\n")
		p.lines[pos.Filename] = lines
	}
	if pos.Line > len(lines) {
		return pos.Column
	}
	at := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`).FindStringIndex(lines[pos.Line-1])
	if at == nil {
		return pos.Column
	}
	return at[0] + 1
}

// relative is file as seen from dir when it is below dir, else file unchanged.
func relative(dir, file string) string {
	rel, err := filepath.Rel(dir, file)
	if err != nil || !filepath.IsLocal(rel) {
		return filepath.ToSlash(file)
	}
	return filepath.ToSlash(rel)
}

// relativePos is a position of the packages loader ("file:line:col", "-" or "") with
// its file as seen from dir.
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

// splitPos cuts "file:line:col" into the file and ":line:col". The file may hold colons.
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

package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// normal returns the text of a file for the comparison: without its version and the parts that the options ignore, and with the new
// names if it is from the old generator.
func (o *options) normal(name, text string, old bool) string {
	text = versionLine.ReplaceAllString(text, "")
	if old {
		text = o.renames.apply(text)
	}
	if name != "code" && path.Ext(name) != ".go" {
		return text
	}
	if o.noOrder {
		text = inOrder(text)
	}
	if o.noComments || o.renames != nil {
		text = normalSpaces(text, !o.noComments)
	}
	return text
}

// renames are the replacements that -map lists.
type renames struct {
	words   map[string]string
	globs   []glob
	phrases *strings.Replacer
}

// A glob is a pair of patterns for names, each with one * for any text.
type glob struct{ before, after, newBefore, newAfter string }

// versionLine is the line with the version of bale that wrote a file, which versions before v0.1.0 do not write.
var versionLine = regexp.MustCompile(`(?m)^// Written by bale v\S+\.\n`)

var identifier = regexp.MustCompile(`[\pL_][\pL_\pN]*`)

// parseRenames parses lines "old new" and "\"old phrase\" \"new phrase\"". Empty lines and lines that begin with # are ignored.
func parseRenames(text string) (*renames, error) {
	r := &renames{words: map[string]string{}}
	var phrases []string
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		fail := func(format string, args ...any) error {
			return fmt.Errorf("%d: "+format, append([]any{i + 1}, args...)...)
		}
		if line[0] == '"' {
			from, _ := strconv.QuotedPrefix(line)
			to := strings.TrimSpace(line[len(from):])
			from, errFrom := strconv.Unquote(from)
			to, errTo := strconv.Unquote(to)
			if errFrom != nil || errTo != nil || from == "" {
				return nil, fail(`want two quoted phrases, as in "the old one" "the new one"`)
			}
			phrases = append(phrases, from, to)
			continue
		}
		words := strings.Fields(line)
		if len(words) != 2 {
			return nil, fail("want two names, have %d words: put phrases between quotes", len(words))
		}
		before, after, star := strings.Cut(words[0], "*")
		newBefore, newAfter, newStar := strings.Cut(words[1], "*")
		if star != newStar || strings.Contains(after+newAfter, "*") {
			return nil, fail("want one * in both names, or none")
		}
		if star {
			r.globs = append(r.globs, glob{before, after, newBefore, newAfter})
		} else {
			r.words[words[0]] = words[1]
		}
	}
	r.phrases = strings.NewReplacer(phrases...)
	return r, nil
}

// apply replaces phrases, and then names.
func (r *renames) apply(text string) string {
	if r == nil {
		return text
	}
	return identifier.ReplaceAllStringFunc(r.phrases.Replace(text), func(name string) string {
		if to, ok := r.words[name]; ok {
			return to
		}
		for _, g := range r.globs {
			if len(name) >= len(g.before)+len(g.after) && strings.HasPrefix(name, g.before) && strings.HasSuffix(name, g.after) {
				return g.newBefore + name[len(g.before):len(name)-len(g.after)] + g.newAfter
			}
		}
		return name
	})
}

// normalSpaces returns source with a single space between tokens of a line that are not adjacent, because gofmt's alignment depends
// on the length of names and comments. Empty lines are removed, and comments, too, unless comments is set.
func normalSpaces(src string, comments bool) string {
	file := token.NewFileSet().AddFile("", -1, len(src))
	var s scanner.Scanner
	mode := scanner.Mode(0)
	if comments {
		mode = scanner.ScanComments
	}
	s.Init(file, []byte(src), func(token.Position, string) {}, mode)
	var out strings.Builder
	line, end := 0, 0
	for {
		pos, tok, text := s.Scan()
		switch {
		case tok == token.EOF:
			out.WriteByte('\n')
			return out.String()
		case tok == token.SEMICOLON && text == "\n":
			continue
		case !tok.IsLiteral() && tok != token.COMMENT:
			text = cmp.Or(text, tok.String())
		}
		start := file.Offset(pos)
		if n := file.Line(pos); n != line {
			if line > 0 {
				out.WriteByte('\n')
			}
			from := file.Offset(file.LineStart(n))
			out.WriteString(src[from : from+strings.IndexFunc(src[from:], func(r rune) bool { return r != '\t' })])
		} else if start > end {
			out.WriteByte(' ')
		}
		out.WriteString(text)
		end = start + len(text)
		line = file.Line(file.Pos(end))
	}
}

// inOrder returns source with its top-level declarations in the order of their names. A declaration includes the text between it
// and the previous one.
func inOrder(src string) string {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return src
	}
	type part struct{ name, text string }
	var parts []part
	endOfLine := func(pos token.Pos) int {
		at := fset.Position(pos).Offset
		if i := strings.IndexByte(src[at:], '\n'); i >= 0 {
			return at + i + 1
		}
		return len(src)
	}
	head := endOfLine(file.Name.End())
	at := head
	for _, d := range file.Decls {
		end := endOfLine(d.End())
		parts = append(parts, part{declName(d), strings.TrimSpace(src[at:end])})
		at = end
	}
	slices.SortStableFunc(parts, func(a, b part) int { return strings.Compare(a.name, b.name) })
	var out strings.Builder
	out.WriteString(src[:head])
	for _, p := range parts {
		out.WriteString("\n" + p.text + "\n")
	}
	return out.String() + src[at:]
}

// declName returns the key by which a declaration is sorted. Imports come first.
func declName(d ast.Decl) string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return "func " + d.Name.Name
		}
		t := d.Recv.List[0].Type
		if star, ok := t.(*ast.StarExpr); ok {
			t = star.X
		}
		switch x := t.(type) {
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		}
		return fmt.Sprintf("method %v.%s", t, d.Name.Name)
	case *ast.GenDecl:
		if d.Tok == token.IMPORT || len(d.Specs) == 0 {
			return ""
		}
		switch s := d.Specs[0].(type) {
		case *ast.TypeSpec:
			return "type " + s.Name.Name
		case *ast.ValueSpec:
			return d.Tok.String() + " " + s.Names[0].Name
		}
	}
	return ""
}

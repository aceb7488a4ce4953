package main

import (
	"fmt"
	"html/template"
	"io"
	"strings"

	"bale/internal/wholefile"
	"bale/profile"
)

// profilePage is the page of a report: its text, and the functions that serializers call, each as wide as its share of the function above it.
var profilePage = template.Must(template.New("page").Funcs(template.FuncMap{"percent": percent, "width": width}).Parse(`<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>bale profile</title>
<style>
body { font: 14px sans-serif; margin: 2em }
pre { white-space: pre-wrap }
.row { display: flex }
.node { box-sizing: border-box; min-width: 0; flex: none }
.name { background: #f3d9a4; border: 1px solid #fff; overflow: hidden; padding: 1px 3px; white-space: nowrap }
</style>
<pre>{{.Text}}</pre>
{{if .Tree.Children}}<h2>Functions of the serializers</h2>
<div class="row">{{template "children" .Tree}}</div>{{end}}
{{define "children"}}{{$all := .Share}}{{range .Children}}<div class="node" style="width: {{width .Share $all}}%"><div class="name" title="{{.Function}}: {{percent .Share}}">{{.Function}}</div>{{if .Children}}<div class="row">{{template "children" .}}</div>{{end}}</div>{{end}}{{end}}
</html>
`))

// width returns a part of a whole in percent.
func width(part, all float64) string { return fmt.Sprintf("%.2f", part/all*100) }

// writeProfilePage writes the page of a report.
func writeProfilePage(path string, r *profile.Report) error {
	var text strings.Builder
	printProfile(&text, r)
	page := struct {
		Text string
		Tree *profile.Node
	}{text.String(), r.Tree}
	return wholefile.Write(wholefile.File{Path: path, Perm: 0o666, Write: func(w io.Writer) error { return profilePage.Execute(w, page) }})
}

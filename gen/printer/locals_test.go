package printer

import (
	"strings"
	"testing"

	"bale/model"
)

// TestTypeName checks which types get an alias: those whose text has a name that local variables may have.
func TestTypeName(t *testing.T) {
	named := func(pkg, name string) model.Type { return &model.Named{Package: pkg, Name: name} }
	for _, c := range []struct {
		t    model.Type
		want string
	}{
		{named("own", "Order"), "Order"},
		{named("own", "x"), "baleType_X"},
		{named("own", "x25"), "baleType_X25"},
		{named("own", "xray"), "xray"},
		{named("other", "x"), "other.x"},
		{named("example.com/size", "Size"), "sizepkg.Size"},
		{&model.Slice{Elem: named("own", "count")}, "baleType_Count"},
		{&model.Map{Key: named("own", "Key"), Elem: &model.Pointer{Elem: named("own", "entry")}}, "baleType_MapKeyEntry"},
		{&model.Struct{Fields: []*model.Field{{Name: "x", Type: named("own", "Order")}}}, "struct{x Order}"},
		{&model.Struct{Fields: []*model.Field{{Name: "Lines", Type: named("own", "list")}}}, "baleType_StructLinesList"},
		{&model.Basic{Kind: model.Int}, "int"},
	} {
		p := NewPrinter("own")
		p.Reserve = true
		if got := p.Type(c.t); got != c.want {
			t.Errorf("%s: got %s, want %s", model.GoType(c.t, func(path string) string { return path }), got, c.want)
		}
	}
}

// TestLocalNames checks that a file with a local variable whose name is not reserved is an error.
func TestLocalNames(t *testing.T) {
	CheckLocals = true
	defer func() { CheckLocals = false }()
	for text, bad := range map[string]string{
		"func f(b []byte) (n int, err error) {\nx2 := 1\nreturn x2, nil\n}": "",
		"func f(wrong int) {}":                                                    "wrong",
		"func f() (wrong int) { return 1 }":                                       "wrong",
		"func f() {\nvar wrong int\n_ = wrong\n}":                                 "wrong",
		"func f() int {\nx, wrong := 1, 2\nreturn x + wrong\n}":                   "wrong",
		"func f(b []byte) {\nfor wrong := range b {\n_ = wrong\n}\n}":             "wrong",
		"func f(v any) {\nswitch wrong := v.(type) {\ncase int:\n_ = wrong\n}\n}": "wrong",
		"func f() {\nx := struct{ right int }{}\n_ = x\n}":                        "",
		"type t struct{ right int }":                                              "",
	} {
		p := NewPrinter("own")
		p.Reserve = true
		p.Line("%s", text)
		_, err := p.File("own")
		if bad == "" && err != nil || bad != "" && (err == nil || !strings.Contains(err.Error(), "variable "+bad)) {
			t.Errorf("%s: got %v", text, err)
		}
	}
}

// TestFieldVar checks the names of variables that are named after fields.
func TestFieldVar(t *testing.T) {
	p := NewPrinter("own")
	p.Reserve, p.Prefix = true, "lab"
	p.Taken = map[string]string{"order": "own.go:1:1"}
	p.Type(&model.Named{Package: "own", Name: "address"})
	p.Import("example.com/shop")
	p.Func("func f() {")
	for _, c := range []struct{ path, want string }{
		{"Lines", "lines"}, {"Lines", "lines2"}, {"Lines2", "lines22"}, {"ID", "id"}, {"URLPath", "urlPath"}, {"Head.Fee", "headFee"},
		{"Pair[0].To", "pair0To"}, {"", "field"}, {"X", "xField"}, {"X25", "x25Field"}, {"Type", "typeField"}, {"Len", "lenField"},
		{"String", "stringField"}, {"Order", "orderField"}, {"Address", "addressField"}, {"Shop", "shopField"}, {"Time", "timeField"},
		{"BaleNew", "field2"}, {"LabNew", "field3"}, {"日本", "日本"}, {"_", "field4"}, {"Func", "funcField"}, {"Nil", "nilField"},
	} {
		if got := p.FieldVar(c.path, "field"); got != c.want {
			t.Errorf("%s: got %s, want %s", c.path, got, c.want)
		}
	}
	if got := p.Type(&model.Named{Package: "own", Name: "lines"}); got != "baleType_Lines" {
		t.Errorf("the type lines is called %s", got)
	}
	if got := p.Import("example.com/lines"); got != "linespkg" {
		t.Errorf("the package lines is called %s", got)
	}
	p.Func("func g() {")
	if got := p.FieldVar("Lines", "field"); got != "lines" {
		t.Errorf("in another function, the variable for Lines is %s", got)
	}
}

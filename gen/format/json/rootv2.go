package json

import (
	"fmt"
	"slices"
	"strings"

	"bale/model"
)

// appendRootV2 prints the function that appends a root.
func (g *generator) appendRootV2(t *model.Named, name, typ string) {
	g.Func("// baleJSONAppend%[1]s appends v as encoding/json/v2 encodes it to b and returns the extended buffer.\nfunc baleJSONAppend%[1]s(b []byte, v *%[2]s) ([]byte, error) {", name, typ)
	put := ""
	if g.kindOf(t, true) != library {
		put = "(*baleJSONOutput)." + g.putFunc(t, true)
	} else {
		put = "func(e *baleJSONOutput, b []byte, v *" + typ + ") []byte { return e.appendLibraryV2(b, baleJSONPlain" + name + "(v)) }"
	}
	g.appended(t, fmt.Sprintf("baleJSONEncode(b, v, &baleJSONRoom%[2]s, %[1]s, baleJSONPlain%[2]s, baleJSONMarshalV2)", put, name))
	g.printRoom(name)
}

// decodeRootV2 prints the function that decodes a root.
func (g *generator) decodeRootV2(t *model.Named, name, typ string) {
	strict, limited := g.Directives.Strict[t], g.limited(t)
	g.Func("// baleJSONDecode%[1]s decodes the value at the front of b into v as encoding/json/v2 does, and returns the offset after it. whole means that nothing\n// but white space may follow.\nfunc baleJSONDecode%[1]s(b []byte, v *%[2]s, alias, whole bool) (int, error) {", name, typ)
	g.printLimits(t)
	done := func(n, err string) string {
		if limited {
			err = g.lengthsFunc(t) + "(v)"
		}
		return "return " + n + ", " + err
	}
	if g.kindOf(t, true) != library {
		used, reset := "true", ""
		if !g.Safe && !model.HoldsLock(t) {
			used, reset = "!baleJSONIsZero(v)", "\nif !d.used {\n*v = *new("+typ+")\n}"
		}
		set := ""
		if strict {
			set = "d.strict = true\n"
		}
		set += g.takeSlabs()
		g.Line("if v != nil {\nvar d baleJSONDecoder\nd.b, d.alias, d.times, d.used = b, alias, 1, %s\n%sn := d.%s(v, baleJSONSpace(b, 0))\nif n >= 0 && (!whole || baleJSONSpace(b, n) == len(b)) {\n%s\n}\nd.restore()%s\n}", used, set, g.getFunc(t), done("n", "nil"), reset)
	}
	if strict && t.Part != nil {
		g.Line("if _, err := baleJSONUnmarshalV2(b, %s, whole, true); %s.Is(err, %s.ErrUnknownName) {\nreturn 0, err\n}", g.unknownNames(t), g.Import("errors"), g.Import("encoding/json/v2"))
		strict = false
	}
	g.Line("n, err := baleJSONUnmarshalV2(b, baleJSONPlain%s(v), whole, %t)", name, strict)
	if limited {
		g.Line("if err != nil || v == nil {\nreturn n, err\n}")
	}
	g.Line("%s\n}\n", done("n", "err"))
}

// printLibraryV2 prints the functions that call encoding/json/v2, if a root needs them. In safe code, types inside a value have their generated methods,
// which encoding/json/v2 would call: it would read a value again at each level. Options say how it handles these types instead.
func (f *file) printLibraryV2() {
	if !slices.ContainsFunc(f.roots, f.isV2) {
		return
	}
	pkg, text, options := f.Import("encoding/json/v2"), f.Import("encoding/json/jsontext"), ""
	if f.Safe {
		options = ", baleJSONFieldsV2"
		f.printFieldsV2(pkg, text)
	}
	f.Func("// baleJSONMarshalV2 returns v as encoding/json/v2 encodes it, with sorted maps. After an error, it returns no text.\nfunc baleJSONMarshalV2(v any) ([]byte, error) {")
	f.Line("b, err := %s.Marshal(v, %[1]s.Deterministic(true)%[2]s)\nif err == nil {\nreturn b, nil\n}", pkg, options)
	if f.Safe {
		f.Line("if e, ok := err.(*%s.SemanticError); ok && e.GoType != nil && baleJSONIsRoot(e.GoType) {\nif inner, ok := e.Err.(*%s.SyntacticError); ok { // encoding/json/v2 has put it into an error about a function of the options\nreturn nil, inner\n}\n}", pkg, text)
	}
	f.Line("return nil, err\n}\n")
	f.Func("// baleJSONUnmarshalV2 decodes the value at the front of b by encoding/json/v2, and returns the offset after it. whole means that nothing but white\n// space may follow, and strict that unknown names are an error.\nfunc baleJSONUnmarshalV2(b []byte, v any, whole, strict bool) (int, error) {")
	f.Line("if whole {\nreturn len(b), baleJSONOriginalV2(%s.Unmarshal(b, v, %[1]s.RejectUnknownMembers(strict)%[2]s))\n}", pkg, options)
	f.Line("d := %s.NewDecoder(%s.NewReader(b))\nif err := %[3]s.UnmarshalDecode(d, v, %[3]s.RejectUnknownMembers(strict)%[4]s); err != nil {\nreturn 0, baleJSONOriginalV2(err)\n}\nreturn int(d.InputOffset()), nil\n}\n", text, f.Import("bytes"), pkg, options)
	f.Func("// baleJSONOriginalV2 returns an error with the type for which another one stands.\nfunc baleJSONOriginalV2(err error) error {\nif e, ok := err.(*%s.SemanticError); ok {\ne.GoType = baleJSONOriginalType(e.GoType)\n}\nreturn err\n}\n", pkg)
}

// printFieldsV2 prints the options by which encoding/json/v2 handles roots by their fields, without the generated methods.
func (f *file) printFieldsV2(pkg, text string) {
	var marshal, unmarshal strings.Builder
	for _, t := range f.roots {
		if f.isV2(t) {
			fmt.Fprintf(&marshal, "%s.MarshalToFunc(func(e *%s.Encoder, v *%s) error { return %[1]s.MarshalEncode(e, baleJSONPlain%[4]s(v)) }),\n", pkg, text, f.Type(t), f.Name(t))
			fmt.Fprintf(&unmarshal, "%s.UnmarshalFromFunc(func(d *%s.Decoder, v *%s) error { return %[1]s.UnmarshalDecode(d, baleJSONPlain%[4]s(v)) }),\n", pkg, text, f.Type(t), f.Name(t))
		}
	}
	f.Line("// baleJSONFieldsV2 makes encoding/json/v2 encode and decode types by their fields, without the generated methods.\nvar baleJSONFieldsV2 = %[1]s.JoinOptions(\n%[1]s.WithMarshalers(%[1]s.JoinMarshalers(\n%[2]s)),\n%[1]s.WithUnmarshalers(%[1]s.JoinUnmarshalers(\n%[3]s)),\n)\n", pkg, &marshal, &unmarshal)
}

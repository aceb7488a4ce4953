package json

import "bale/schema"

// isV2 reports whether the root t has the semantics of encoding/json/v2.
func (g *generator) isV2(t *schema.Named) bool { return g.Directives != nil && g.Directives.JSONV2[t] }

// prefix returns the start of the names of functions: one type may have functions for both semantics.
func (g *generator) prefix(name string) string {
	if g.v2 {
		return name + "2"
	}
	return name
}

// suffix returns the name of a helper for the semantics.
func (g *generator) suffix(name string) string {
	if g.v2 {
		return name + "V2"
	}
	return name
}

// appendRootV2 prints the function that appends a root.
func (g *generator) appendRootV2(t *schema.Named, name, typ string) {
	g.Func("// baleJSONAppend%[1]s appends v as encoding/json/v2 encodes it to b and returns the extended buffer.\nfunc baleJSONAppend%[1]s(b []byte, v *%[2]s) ([]byte, error) {", name, typ)
	put := ""
	if g.kindV2(t) != library {
		put = "(*baleJSONOutput)." + g.putFunc(t, true)
	} else {
		put = "func(e *baleJSONOutput, b []byte, v *" + typ + ") []byte { return e.appendLibraryV2(b, baleJSONPlain" + name + "(v)) }"
	}
	g.Line("return baleJSONEncode(b, v, %s, baleJSONPlain%s, baleJSONMarshalV2)\n}\n", put, name)
}

// decodeRootV2 prints the function that decodes a root. If encoding/json/v2 calls the generated methods of types inside, which it does in safe code, it
// checks their texts before.
func (g *generator) decodeRootV2(t *schema.Named, name, typ string, roots []*schema.Named) {
	strict, limited := g.Directives.Strict[t], g.limited(t)
	g.Func("// baleJSONDecode%[1]s decodes the value at the front of b into v as encoding/json/v2 does, and returns the offset after it. whole means that nothing\n// but white space may follow.\nfunc baleJSONDecode%[1]s(b []byte, v *%[2]s, alias, whole bool) (int, error) {", name, typ)
	g.printLimits(t)
	done := func(n, err string) string {
		if limited {
			err = g.lengthsFunc(t) + "(v)"
		}
		return "return " + n + ", " + err
	}
	if g.kindV2(t) != library {
		used, reset, first, last := "true", "", "", ""
		if !g.Safe {
			used, reset = "!baleJSONIsZero(v)", "\nif !d.used {\n*v = *new("+typ+")\n}"
		} else if held, _ := g.plainTypes(t, roots); len(held) > 0 {
			first, last = "if end := d.skipV2(baleJSONSpace(b, 0)); end >= 0 && (!whole || baleJSONSpace(b, end) == len(b)) {\n", "\n}"
		}
		set := ""
		if strict {
			set = "d.strict = true\n"
		}
		if len(g.slabs) > maxSlabsInDecoder {
			set += "d.slabs = new(baleJSONSlabs)\n"
		}
		g.Line("if v != nil {\nvar d baleJSONDecoder\nd.b, d.alias, d.times, d.used = b, alias, 1, %s\n%s%sn := d.%s(v, baleJSONSpace(b, 0))\nif n >= 0 && (!whole || baleJSONSpace(b, n) == len(b)) {\n%s\n}\nd.restore()%s%s\n}", used, set, first, g.getFunc(t), done("n", "nil"), reset, last)
	}
	if strict && t.Part != nil {
		g.Line("if _, err := baleJSONUnmarshalV2(b, %s, whole, true); %s.Is(err, %s.ErrUnknownName) {\nreturn 0, err\n}", g.wholePlain(t), g.Import("errors"), g.Import("encoding/json/v2"))
		strict = false
	}
	g.Line("n, err := baleJSONUnmarshalV2(b, baleJSONPlain%s(v), whole, %t)", name, strict)
	if limited {
		g.Line("if err != nil || v == nil {\nreturn n, err\n}")
	}
	g.Line("%s\n}\n", done("n", "err"))
}

// printLibraryV2 prints the functions that call encoding/json/v2, if a root needs them.
func (g *generator) printLibraryV2(roots []*schema.Named) {
	needed := false
	for _, t := range roots {
		needed = needed || g.isV2(t)
	}
	if !needed {
		return
	}
	v2, text := g.Import("encoding/json/v2"), g.Import("encoding/json/jsontext")
	g.Func("// baleJSONMarshalV2 returns v as encoding/json/v2 encodes it, with sorted maps. After an error, it returns no text.\nfunc baleJSONMarshalV2(v any) ([]byte, error) {\ntext, err := %s.Marshal(v, %[1]s.Deterministic(true))\nif err != nil {\nreturn nil, err\n}\nreturn text, nil\n}\n", v2)
	g.Func("// baleJSONUnmarshalV2 decodes the value at the front of b by encoding/json/v2, and returns the offset after it. whole means that nothing but white\n// space may follow, and strict that unknown names are an error.\nfunc baleJSONUnmarshalV2(b []byte, v any, whole, strict bool) (int, error) {")
	g.Line("if whole {\nreturn len(b), baleJSONOriginalV2(%s.Unmarshal(b, v, %[1]s.RejectUnknownMembers(strict)))\n}", v2)
	g.Line("d := %s.NewDecoder(%s.NewReader(b))\nif err := %[3]s.UnmarshalDecode(d, v, %[3]s.RejectUnknownMembers(strict)); err != nil {\nreturn 0, baleJSONOriginalV2(err)\n}\nreturn int(d.InputOffset()), nil\n}\n", text, g.Import("bytes"), v2)
	g.Func("// baleJSONOriginalV2 returns an error with the type for which another one stands.\nfunc baleJSONOriginalV2(err error) error {\nif e, ok := err.(*%s.SemanticError); ok {\ne.GoType = baleJSONOriginalType(e.GoType)\n}\nreturn err\n}\n", v2)
}

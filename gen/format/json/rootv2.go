package json

import (
	"fmt"

	"bale/model"
)

// appendRootV2 prints the function that appends a root.
func (g *generator) appendRootV2(t *model.Named, name, typ string) {
	g.Func("// baleJSONAppend%[1]s appends v as encoding/json/v2 encodes it to b and returns the extended buffer.\nfunc baleJSONAppend%[1]s(b []byte, v *%[2]s) ([]byte, error) {", name, typ)
	put := ""
	if g.kindOf(t, true) != library {
		put = g.putFunc(t, true)
	} else {
		put = "func(e *balejson.Output, b []byte, v *" + typ + ") []byte { return e.AppendLibraryV2(b, baleJSONPlain" + name + "(v)) }"
	}
	g.appended(t, fmt.Sprintf("balejson.EncodeV2(baleJSONTypes{}, b, v, &baleJSONRoom%[2]s, %[1]s, baleJSONPlain%[2]s)", put, name))
	g.printRoom(name)
}

// decodeRootV2 prints the function that decodes a root.
func (g *generator) decodeRootV2(t *model.Named, name, typ string) {
	strict := g.Directives.Strict[t]
	done := g.beginDecoding(t, name, typ)
	if g.kindOf(t, true) != library {
		used, reset := "true", ""
		if !model.HoldsLock(t) {
			used, reset = "!balejson.IsZero(v)", "\nif !d.Used {\n*v = *new("+typ+")\n}"
		}
		g.Line("if v != nil {")
		g.printOpen(t, strict, used)
		g.Line("if n := d.%s(v, balejson.Space(b, 0)); d.Ended(n) {\n%s\n}\nd.Restore()%s\n}", g.getFunc(t), done("n", "nil"), reset)
	}
	g.decodeByLibrary(t, name, strict, done)
}

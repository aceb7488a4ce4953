package json

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"bale/gen/source"
	"bale/model"
	"bale/model/directive"
)

// A caller is a function that encodes or decodes a value as JSON with the methods of its type.
type caller struct {
	pkg, name string // the name has the type of the receiver in front
	arg       int    // index of the value's parameter
	instead   string // what to call instead; V stands for the value
}

// What to call instead of functions.
const (
	insteadOfMarshal   = "call V.MarshalJSON, or V.AppendJSON with a buffer"
	insteadOfEncode    = "write the result of V.MarshalJSON"
	insteadOfUnmarshal = "call V.UnmarshalJSON"
	insteadOfDecode    = "read the text, and call V.UnmarshalJSON"
)

// callers lists such functions, for all versions of their packages. Those that do more with the value are left out, such as gin's
// ShouldBindJSON, which validates it.
var callers = []caller{
	{"encoding/json", "Marshal", 0, insteadOfMarshal},
	{"encoding/json", "Encoder.Encode", 0, insteadOfEncode + " and a newline"},
	{"encoding/json", "Unmarshal", 1, insteadOfUnmarshal},
	{"encoding/json", "Decoder.Decode", 0, insteadOfDecode},
	{"github.com/gin-gonic/gin", "Context.JSON", 1, "pass the result of V.MarshalJSON to Data"},
	{"github.com/gin-gonic/gin", "Context.AbortWithStatusJSON", 1, "call Abort, and pass the result of V.MarshalJSON to Data"},
	{"github.com/labstack/echo", "Context.JSON", 1, "pass the result of V.MarshalJSON to JSONBlob"},
	{"github.com/gofiber/fiber", "Ctx.JSON", 0, "pass the result of V.MarshalJSON to Send"},
	{"github.com/go-chi/render", "JSON", 2, insteadOfEncode},
	{"github.com/go-chi/render", "DecodeJSON", 1, insteadOfDecode},
	{"github.com/unrolled/render", "Render.JSON", 2, insteadOfEncode},
}

// maxCalls is the number of calls that the note lists.
const maxCalls = 8

// CallersNote returns a note about the calls in the module in a folder that encode or decode types, which have JSON code from now on, with other functions
// than their methods. It returns "" if there are none. Paths are relative to dir.
func CallersNote(ctx context.Context, dir, module string, types []model.TypeName) string {
	functions := map[string]int{}
	var imports []string
	for _, c := range callers {
		functions[c.pkg+"."+c.name] = c.arg
		imports = append(imports, c.pkg)
	}
	if len(types) == 0 || !importsOne(module, imports) {
		return ""
	}
	calls, err := model.Calls(ctx, module, functions, types)
	switch {
	case err != nil:
		return fmt.Sprintf("note: the calls of json.Marshal and json.Unmarshal could not be found, see docs/json.md: %v\n", err)
	case len(calls) == 0:
		return ""
	}
	return callsNote(directive.New(dir), calls)
}

// importsOne reports whether a file of a module imports one of the packages.
func importsOne(module string, packages []string) (found bool) {
	source.EachImport(module, packages, func(*token.FileSet, *ast.ImportSpec, string) { found = true })
	return found
}

// callsNote returns the note about calls.
func callsNote(places *directive.Directives, calls []model.Call) string {
	var b strings.Builder
	b.WriteString(`note: these calls use the new methods for JSON, and check and copy the text again, which takes a large part of the time.
Call the methods instead. See docs/json.md.
`)
	for _, c := range calls[:min(len(calls), maxCalls)] {
		fmt.Fprintf(&b, "  %s:%d: %s(%s): %s\n", places.ShortPath(c.Pos.Filename), c.Pos.Line, c.Func, c.Arg, insteadOf(c))
	}
	if n := len(calls) - maxCalls; n > 0 {
		fmt.Fprintf(&b, "  and %d more\n", n)
	}
	return b.String()
}

// insteadOf returns what to do instead of a call.
func insteadOf(c model.Call) string {
	if c.Held {
		return fmt.Sprintf("it holds %s: declare a type for the whole value, and generate JSON code for it, too", c.Type.Name)
	}
	value := c.Arg
	if x, err := parser.ParseExpr(value); err != nil || !isName(x) {
		value = "v"
	}
	i := slices.IndexFunc(callers, func(f caller) bool { return f.pkg+"."+f.name == c.Of })
	return strings.ReplaceAll(callers[i].instead, "V", value)
}

// isName reports whether an expression is a name or a field.
func isName(x ast.Expr) bool {
	if s, ok := x.(*ast.SelectorExpr); ok {
		return isName(s.X)
	}
	_, ok := x.(*ast.Ident)
	return ok
}

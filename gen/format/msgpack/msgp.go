package msgpack

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"bale/gen/plan"
	"bale/model"
	"bale/model/directive"
)

// msgpNeutral are the comments of tinylib/msgp that do not change the bytes of messages.
var msgpNeutral = []string{"ignore", "pointer", "compactfloats", "clearomitted", "newtime", "timezone", "limit", "noduplicates"}

// msgpPasses are the comments of tinylib/msgp that generate fewer methods.
var msgpPasses = []string{"encode", "decode", "marshal", "unmarshal", "size", "test"}

// isTuple reports whether tinylib/msgp encodes n as an array, because of a comment in its package.
func isTuple(d *plan.Directives, n *model.Named) bool {
	return slices.ContainsFunc(msgpComments(d, n), func(x directive.Directive) bool {
		words := strings.Fields(x.Text)
		return len(words) > 0 && (words[0] == "tuple" || words[0] == "vartuple") && slices.Contains(words[1:], n.Name)
	})
}

// msgpComments returns the comments of tinylib/msgp in the folder of n.
func msgpComments(d *plan.Directives, n *model.Named) []directive.Directive {
	if d == nil || d.Msgp == nil {
		return nil
	}
	return d.Msgp(n.Pos)
}

// msgp returns errors for the comments of tinylib/msgp that change the bytes of n, or of values that n directly holds, in a way that bale
// does not follow.
func (c *checker) msgp(n *model.Named, path string) {
	for _, x := range msgpComments(c.directives, n) {
		words := strings.Fields(x.Text)
		if len(words) == 0 {
			words = []string{""}
		}
		args := words[1:]
		switch word := words[0]; {
		case slices.Contains(msgpNeutral, word) || len(args) > 0 && args[0] == "ignore" && slices.Contains(msgpPasses, word):
		case word == "tuple" || word == "vartuple":
			if _, ok := n.Underlying.(*model.Struct); ok && slices.Contains(args, n.Name) && len(n.Args) > 0 {
				c.comment(x, path, "it does not name a type with type arguments: write //bale:array above %s", n.Name)
			}
		case word == "tag" || word == "tags":
			c.msgpTag(n, x, args, path)
		case word == "maps":
			c.msgpMaps(n, x, args, path)
		case word == "shim" && len(args) > 0:
			c.msgpType(n, x, args[:1], path, func(model.Type) bool { return false },
				"bale does not call the functions of a shim: declare a type with MarshalBinary and UnmarshalBinary for the field, and name that type in //msgp:binmarshal instead")
		case word == "replace" && len(args) == 2:
			c.msgpType(n, x, args[:1], path, func(t model.Type) bool { return kindOf(t) != "" && kindOf(t) == strings.TrimPrefix(args[1], "with:") },
				"bale encodes the type itself: declare the fields with the other type")
		case word == "binmarshal" || word == "binappend":
			c.msgpType(n, x, args, path, func(t model.Type) bool { return c.Graph.MethodSuffix(t) == "Binary" },
				"bale encodes the type by its fields: choose its methods with //bale:custom binary at the field, or with //bale:custom path/of/package.Type binary")
		case word == "textmarshal" || word == "textappend":
			text := slices.Contains(args, "as:string")
			args = slices.DeleteFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "as:") })
			c.msgpType(n, x, args, path, func(t model.Type) bool { return text && c.Graph.MethodSuffix(t) == "Text" },
				"bale writes the text of a type as a string, if its methods are chosen: write //bale:custom text at the field, or //bale:custom path/of/package.Type text, and as:string in this comment")
		default:
			c.comment(x, path, "unknown comment of tinylib/msgp: correct or remove it")
		}
	}
}

// comment adds an error at a comment, once.
func (c *checker) comment(x directive.Directive, path, format string, args ...any) {
	text := fmt.Sprintf("//msgp:%s: %s", x.Text, fmt.Sprintf(format, args...))
	if !slices.ContainsFunc(c.Errs, func(e *model.Error) bool { return e.Pos == x.Pos && e.Msg == text }) {
		c.Fail(x.Pos, path, "%s", text)
	}
}

// kindOf returns the name of the basic kind of t, or "".
func kindOf(t model.Type) string {
	if b, ok := model.Underlying(t).(*model.Basic); ok {
		return b.Kind.String()
	}
	return ""
}

// msgpType adds an error for a comment if n is one of the types that it names, or holds one that is not in its package, and follows is
// false for that type.
func (c *checker) msgpType(n *model.Named, x directive.Directive, names []string, at string, follows func(model.Type) bool, advice string) {
	try := func(t model.Type, name string) {
		named := slices.ContainsFunc(names, func(arg string) bool { return strings.TrimPrefix(arg, "*") == name })
		if _, isTime := t.(*model.Time); named && isTime {
			advice = "bale writes times as timestamps: remove the comment, or leave the field out with `bale:\"skip\"`"
		}
		if named && !follows(t) {
			c.comment(x, at, "it changes how %s is encoded: %s", name, advice)
		}
	}
	try(n, n.Name)
	plan.Reachable(model.Type(n), func(t model.Type) []model.Type {
		if m, ok := t.(*model.Named); ok && m != n {
			return nil
		}
		return c.Graph.Parts(t)
	}, func(t model.Type) bool {
		switch t := t.(type) {
		case *model.Time:
			try(t, "time.Time")
		case *model.Named:
			name := t.Name
			if t.Package != n.Package {
				name = t.PackageName + "." + name
			}
			try(t, name)
		}
		return false
	})
}

// msgpMaps adds an error for a comment that lets tinylib/msgp write the keys of a map that n directly holds as strings.
func (c *checker) msgpMaps(n *model.Named, x directive.Directive, args []string, path string) {
	has := func(option string) bool {
		return slices.ContainsFunc(args, func(arg string) bool {
			arg = strings.ToLower(arg)
			return arg == option || arg == option+":true"
		})
	}
	if !has("autoshim") || has("binkeys") {
		return
	}
	c.Graph.ContainsInside(n, func(t model.Type) bool {
		if m, ok := model.Underlying(t).(*model.Map); ok && !model.IsKind(m.Key, model.String) {
			c.comment(x, path, "it lets tinylib/msgp write the keys of maps as strings, and bale does not: write binkeys instead of autoshim")
		}
		return false
	})
}

// msgpTag adds an error for each field of the struct n that has another name for tinylib/msgp, because of the comment x, than for bale.
func (c *checker) msgpTag(n *model.Named, x directive.Directive, args []string, path string) {
	s, ok := n.Underlying.(*model.Struct)
	if !ok {
		return
	}
	keys := append(strings.FieldsFunc(strings.Join(args, ","), func(r rune) bool { return r == ',' }), "msg", "msgpack")
	for _, f := range s.Fields {
		key, text := "", ""
		for _, key = range keys {
			if text = reflect.StructTag(f.Tag).Get(key); text != "" {
				break
			}
		}
		name, _, _ := strings.Cut(text, ",")
		if name == "" {
			name = f.Name
		}
		own := tagOf(f)
		if own.skip {
			own.name = "-"
		}
		if (f.Exported || name != "-") && name != own.name {
			at := path + "." + f.Name
			if slices.ContainsFunc(c.Errs, func(e *model.Error) bool { return e.Pos == f.Pos && e.Path == at }) { // the comment is in several files
				continue
			}
			c.Fail(f.Pos, at, "//msgp:%s (%s) gives the field the name %q for tinylib/msgp, from its tag with the key %s: give it the same name for bale with a tag such as `msgpack:%q`%s", x.Text, x.Pos, name, key, name, plan.LeaveOut(n, f, f.Name, c.Graph.Home))
		}
	}
}

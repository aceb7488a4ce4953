// Package capnpgen is shared by the Cap'n Proto codecs. It makes the schema for a plan, in the form in which plugins of the Cap'n Proto
// compiler read it, and the code that converts between the user's own types and messages through the accessors of one of the libraries.
package capnpgen

import (
	"fmt"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/internal/source"
	"bale/codec/internal/tables"
	"bale/codec/lower"
	"bale/model"
)

// Caps returns the capabilities of the code. A union holds strings, numbers and tables themselves. Lists and bytes are boxed, so that
// nil ones set their member.
func Caps(string) lower.Caps {
	return tables.Caps(func(t model.Type) bool {
		return slices.Contains([]tables.Class{tables.Scalar, tables.Text, tables.Table}, tables.Of(t))
	})
}

// Generate returns a codec.Variant.Generate. In code, these names stand for functions printed here:
//
//	$Aput(seg, c)     fills a message, whose first segment is seg, from c
//	$Aget(msg, c)     fills c from a message
//	$Ashared(msg, c)  does so, and bytes stay in the message's memory
//
// plugin is the path of the plugin that generates the accessors, followed by its arguments. Without it there is no generated code.
func (l *Library) Generate(code codec.Code, plugin ...string) func(*codec.Input) (*codec.Output, error) {
	return func(in *codec.Input) (*codec.Output, error) {
		out := &codec.Output{}
		request := newRequest(in)
		for i := range in.Plan.Roots {
			w := source.New(in, slices.Concat(code.Imports, []codec.Import{{Name: "baleschema", Path: in.Gen}})...)
			p := &printer{tables.Printer{Writer: w, Fails: l.Fails}, l, i, request}
			out.Code = append(out.Code, p.code(in, code))
		}
		if len(plugin) > 0 {
			out.Steps = []codec.Step{{Tool: plugin[0], Args: plugin[1:], Stdin: request.encode(), Gen: []string{fileName + ".go"}}}
		}
		return out, nil
	}
}

type printer struct {
	tables.Printer
	lib     *Library
	root    int
	request *request
}

// code prints the functions for one root.
func (p *printer) code(in *codec.Input, code codec.Code) codec.Code {
	t := in.Plan.Roots[p.root].Node.Go
	table, boxed := tables.Target(t)
	p.Number(table)
	shares := in.Plan.Reaches(p.root, tables.Aliases)
	if !shares { // there are no bytes that can stay in the message
		code.UnmarshalAlias, code.UnmarshalAliasReuse = "", ""
		for _, text := range []*string{&code.Unmarshal, &code.UnmarshalReuse} {
			*text = strings.ReplaceAll(*text, "$Ashared(", "$Aget(")
		}
	}
	reader := p.reader()
	p.Each(func(_ int, table model.Type) {
		p.declare(table)
		p.put(table)
		reader.Read(&p.Printer, table, "$Aget", false)
		if shares {
			reader.Read(&p.Printer, table, "$Ashared", true)
		}
	})
	root := tables.Field{Type: table}
	p.message(t, boxed, "$Aput", "seg "+p.lib.Segment, p.spell(p.lib.NewRoot, root))
	p.message(t, boxed, "$Aget", "msg "+p.lib.Message, p.spell(p.lib.ReadRoot, root))
	if shares {
		p.message(t, boxed, "$Ashared", "msg "+p.lib.Message, p.spell(p.lib.ReadRoot, root))
	}
	code.Decls = p.String()
	code.Imports = p.Used(code.Decls + code.Marshal + code.MarshalReuse + code.Unmarshal + code.UnmarshalReuse + code.State + code.Setup)
	return code
}

// message prints the function that converts between a message and the outermost value.
func (p *printer) message(t model.Type, boxed bool, name, from, open string) {
	p.Func(fmt.Sprintf("%s(%s, c *%s)", name, from, p.Type(t)), func() {
		p.Line("%s", open)
		if !boxed {
			p.Call(name+"0", "root, c")
			return
		}
		p.Line("w := struct{ V %s }{*c}", p.Type(t))
		p.Call(name+"0", "root, &w")
		if name != "$Aput" {
			p.Line("*c = w.V")
		}
	})
}

package all

import (
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/compact"
	"bale/gen/format/proto"
	"bale/gen/internal/gentest"
)

// TestDeclareAlias: an error about a type that the package cannot name says which alias helps, and it does.
func TestDeclareAlias(t *testing.T) {
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/m\n\ngo 1.24\n"))
	const core = "package core\n\ntype Level int8\n\ntype Rec struct{ N int; S []string }\n\ntype Box[T any] struct{ V T }\n"
	m.Write(t, "q/internal/core/core.go", []byte(core))
	const queue = `package queue

import "example.org/m/q/internal/core"

type (
	Levels = []core.Level
	Recs   = map[string]*core.Rec
	Boxes  = []core.Box[core.Level]
	Hidden = []hidden
	hidden struct{ N int }
)
`
	formats := []*emit.Format{compact.Format, proto.Format}
	const in = " in example.org/m/q or a package below it that is not internal, and import that package, mark the field `bale:\"skip\"`"
	for _, c := range []struct{ field, want, advice string }{
		{"Levels", "cannot name the type core.Level: declare `type Level = core.Level`" + in, "type Level = core.Level"},
		{"Recs", "cannot name the type core.Rec: declare `type Rec = core.Rec`" + in, "type Rec = core.Rec"},
		{"Boxes", "cannot name the type core.Box[core.Level]: declare `type Box = core.Box[core.Level]`" + in, "type Box = core.Box[core.Level]"},
		{"Hidden", "package example.org/m/q/queue does not export the type queue.hidden: declare `type Hidden = hidden` in package example.org/m/q/queue, and import that package, ", "type Hiding = hidden"},
	} {
		t.Run(c.field, func(t *testing.T) {
			m.Write(t, "q/queue/queue.go", []byte(queue))
			m.Write(t, "m.go", []byte("package m\n\nimport \"example.org/m/q/queue\"\n\n//bale:gen\ntype Root struct{ F queue."+c.field+" }\n"))
			err := m.Generate(t, "", gen.Request{Formats: formats, Known: formats, Accept: true})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("the error is %v, want one with %q", err, c.want)
			}
			advice := c.advice
			if c.field == "Boxes" { // the name of the type argument, and then the type
				m.Write(t, "q/queue/queue.go", []byte(queue+"\n"+advice+"\ntype Level = core.Level\n"))
			} else {
				m.Write(t, "q/queue/queue.go", []byte(queue+"\n"+advice+"\n"))
			}
			if err := m.Generate(t, "", gen.Request{Formats: formats, Known: formats, Accept: true}); err != nil {
				t.Errorf("with %s: %v", advice, err)
			}
		})
	}
}

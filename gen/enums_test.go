package gen

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bale/gen/format/all"
	"bale/gen/lock"
)

// The ends of errors about constants.
const (
	keepValues = ": values in existing messages would get another meaning; keep the old values, and append new constants at the end; mark a count or a set of all flags with //bale:skip; or run bale gen -accept=T if nobody keeps such messages"
	otherValue = ": values in existing messages would get another meaning; if the constant was renamed, rename it in that line, too; if it is another one, give it a value that none had; or run bale gen -accept=T if nobody keeps such messages"
)

// TestEnums checks which constants the lock file records, and that the errors about them have positions.
func TestEnums(t *testing.T) {
	dir := t.TempDir()
	write := func(files map[string]string) {
		for name, text := range files {
			name = filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	write(map[string]string{
		"go.mod":                    "module example.com/m\n\ngo 1.24\n\nrequire example.com/lib v0.0.0\n\nreplace example.com/lib => ./lib\n",
		"lib/go.mod":                "module example.com/lib\n\ngo 1.24\n",
		"lib/lib.go":                "package lib\n\ntype Mode uint8\n\nconst (\n\tOff Mode = iota\n\tOn\n\tend\n)\n",
		"lib/alias.go":              "package lib\n\nimport \"example.com/lib/internal/core\"\n\ntype Level = core.Level\n\ntype Depth = depth\n\ntype depth int\n\nconst Low depth = 1\n",
		"lib/internal/core/core.go": "package core\n\ntype Level int\n\nconst Debug Level = 0\n",
		"item/item.go": `package item

import "example.com/m/color"

type Item struct {
	Color color.Color
	Sys   color.Sys
}
`,
		"color/color.go": `package color

type Color int8

const (
	Red Color = iota - 1
	green
	//bale:skip
	last
	Size = Color(iota) //bale:skip
	Untyped = 5
)
`,
		"color/windows.go": "//go:build windows\n\npackage color\n\nconst Windows Color = 7\n",
		"color/linux.go":   "//go:build !windows\n\npackage color\n\nconst Linux Color = 8\n",
		"color/sys.go":     "//go:build !windows\n\npackage color\n\ntype Sys int\n\nconst One Sys = 1\n",
		"m.go": `package m

import (
	"time"

	"example.com/lib"
	"example.com/m/item"
)

//bale:gen wire=proto,fixed
type Order struct {
	Items []item.Item
	Kinds map[Kind]*[2]Word
	Union any ` + "`bale:\"union lib.Mode, string\"`" + `
	Pair  Pair[Flag]
	Took  time.Duration
	Month time.Month
	Level lib.Level
	Depth lib.Depth
	Plain int
	Float Float
	Own   Own
	Not   Left ` + "`bale:\"skip\"`" + `
}

type Pair[T any] struct{ A, B T }

type Kind int64

const (
	First  Kind = 1 << iota
	second
	_
	Also = First
)

type Word string

const Hello, Bye Word = "hello, world", "b\"ye"

type Flag uintptr

const High Flag = 1 << 63

type Float float64

const Half Float = 0.5

type Left int

const None Left = 0

type Off int

const Never Off = 1

//bale:gen lock=off
type Free struct{ Kind Kind; Off Off }

// Own is encoded by its own methods.
type Own int

const Mine Own = 1

func (o *Own) MarshalBinary() ([]byte, error)  { return nil, nil }
func (o *Own) UnmarshalBinary(b []byte) error { return nil }

func f() {
	const Local Kind = 9
	const Untyped = 9
}

const Elsewhere lib.Mode = 6
`,
	})
	run := func() (*target, string) {
		targets, _, err := load(t.Context(), &Request{Dir: dir, Pattern: ".", Known: all.Formats})
		if err != nil || targets[0].plain().model == nil || len(targets[0].errs) > 0 {
			t.Fatal(err, targets[0].errs)
		}
		p := targets[0]
		p.updateLock(p.directives())
		var enums []string
		for line := range strings.Lines(string(p.lock.Text)) {
			if strings.HasPrefix(line, "enum ") {
				enums = append(enums, line)
			}
		}
		return p, strings.Join(enums, "")
	}
	_, got := run()
	const want = `enum Flag.High 9223372036854775808
enum Kind.Also 1
enum Kind.First 1
enum Kind.second 2
enum Word.Bye "b\"ye"
enum Word.Hello "hello, world"
enum example.com/lib.Depth.Low 1
enum example.com/lib.Level.Debug 0
enum example.com/lib.Mode.Off 0
enum example.com/lib.Mode.On 1
enum example.com/m/color.Color.Red -1
enum example.com/m/color.Color.green 0
enum example.com/m/color.Sys.One 1
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	write(map[string]string{"bale.lock": lock.Head + strings.Replace(want, "green 0", "Pink 0", 1) + "enum Off.Never 3\nenum Left.None 4\n",
		"lib/lib.go": "package lib\n\ntype Mode uint8\n\nconst (\n\tOff Mode = iota\n\tHalf\n\tOn\n)\n"})
	p, got := run()
	errors := `color/color.go:7:2: example.com/m/color.Color.green: it has the value 0 of Pink, which is gone (bale.lock line 13)` + strings.ReplaceAll(otherValue, "=T ", "=example.com/m/color.Color ") + `
lib/lib.go:8:2: example.com/lib.Mode.On: it was 1 (bale.lock line 11), and is 2, and 1 is now Half: values in existing messages would get another meaning; use a version of the module with the old values, or a type of your own; or run bale gen -accept=example.com/lib.Mode if nobody keeps such messages`
	if err := p.errs.InOrder(); err == nil || strings.ReplaceAll(err.Error(), "\n\t", "\n") != errors {
		t.Errorf("got errors\n%v\nwant\n%s", err, errors)
	}
	if !strings.Contains(got, "enum Left.None 4\n") || strings.Contains(got, "Off.Never") {
		t.Errorf("a type that messages do not hold any more stays, and one of lock=off does not:\n%s", got)
	}
}

// TestEnumsInJSON checks that the constants of types with JSON code only are recorded, unless methods write their values.
func TestEnumsInJSON(t *testing.T) {
	dir := t.TempDir()
	source := "package m\n\n//bale:gen wire=json\ntype Order struct{ State State; By map[Level]Text; Own Own }\n\ntype Level uint8\n\nconst High Level = 1\n\ntype Text string\n\nconst Hello Text = \"hi\"\n\n" +
		"type State int\n\nconst (\n\tOpen State = iota\n\tClosed\n)\n\ntype Own int\n\nconst None Own = 0\n\nfunc (Own) MarshalText() ([]byte, error) { return nil, nil }\n\nfunc (*Own) UnmarshalText([]byte) error { return nil }\n"
	run := func(source string) *Output {
		for name, text := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.24\n", "m.go": source} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		outputs, err := Generate(t.Context(), &Request{Dir: dir, Pattern: ".", Known: all.Formats})
		if err != nil {
			t.Fatal(err)
		}
		return outputs[0]
	}
	out := run(source)
	if out.Err != nil {
		t.Fatal(out.Err)
	}
	for _, f := range out.Files {
		if err := os.WriteFile(f.Path, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, lock.FileName))
	if want := "enum Level.High 1\nenum State.Open 0\nenum State.Closed 1\nenum Text.Hello \"hi\"\njson "; err != nil || !strings.Contains(string(text), want) {
		t.Errorf("got %s, error %v, want %s", text, err, want)
	}
	err = run(strings.Replace(source, "\tClosed", "\tPaused\n\tClosed", 1)).Err
	if want := "m.go:19:2: State.Closed: it was 1 (bale.lock line 4), and is 2, and 1 is now Paused" + strings.ReplaceAll(keepValues, "=T ", "=State "); err == nil || err.Error() != want {
		t.Errorf("after a constant was inserted: got error %v, want %s", err, want)
	}
}

package gen

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bale/gen/format/all"
	"bale/gen/layout"
	"bale/model"
	"bale/model/directive"
)

// The ends of errors about constants.
const (
	keepValues = ": values in existing messages would get another meaning; keep the old values, and append new constants at the end; mark a count or a set of all flags with //bale:skip; or run bale gen -accept=T if nobody keeps such messages"
	otherValue = ": values in existing messages would get another meaning; if the constant was renamed, rename it in that line, too; if it is another one, give it a value that none had; or run bale gen -accept=T if nobody keeps such messages"
)

// TestEnumChanges checks which changes of constants are refused, and the new lines of the lock file.
func TestEnumChanges(t *testing.T) {
	const before = "T.Open 0\nT.Closed 1\n"
	for _, c := range []struct{ name, lock, source, want, errors string }{
		{"new", "", "Open 0, Closed 1", before, ""},
		{"same", before, "Open 0, Closed 1", before, ""},
		{"appended", before, "Open 0, Closed 1, Paused 2", before + "T.Paused 2\n", ""},
		{"before the first", before, "None -1, Open 0, Closed 1", "T.None -1\n" + before, ""},
		{"inserted", before, "Open 0, Paused 1, Closed 2", "", "Closed: it was 1 (bale.lock line 2), and is 2, and 1 is now Paused" + keepValues},
		{"inserted at the front", before, "None 0, Open 1, Closed 2", "", "Open: it was 0 (bale.lock line 1), and is 1, and 0 is now None (and other constants of T changed, too: 1)" + keepValues},
		{"one value changed", before, "Open 0, Closed 7", "", "Closed: it was 1 (bale.lock line 2), and is 7" + keepValues},
		{"swapped", before, "Closed 0, Open 1", "", "Closed: it was 1 (bale.lock line 2), and is 0, and 1 is now Open (and other constants of T changed, too: 1)" + keepValues},
		{"one removed, the next moved up", "T.A 0\nT.B 1\nT.C 2\n", "A 0, C 1", "", "C: it was 2 (bale.lock line 3), and is 1" + keepValues},
		{"removed", before, "Open 0", "T.Open 0\nT.Closed 1 removed\n", ""},
		{"all removed", before, "", "T.Open 0 removed\nT.Closed 1 removed\n", ""},
		{"back", "T.Open 0\nT.Closed 1 removed\n", "Open 0, Closed 1", before, ""},
		{"back with another value", "T.Open 0\nT.Closed 1 removed\n", "Open 0, Closed 2", "", "Closed: it was 1 (bale.lock line 2), and is 2" + keepValues},
		{"the value of a removed one", "T.Open 0\nT.Closed 1 removed\n", "Open 0, Paused 1", "", "Paused: it has the value 1 of Closed, which is removed (bale.lock line 2)" + otherValue},
		{"renamed", before, "Open 0, Done 1", "", "Done: it has the value 1 of Closed, which is gone (bale.lock line 2)" + otherValue},
		{"renamed in the lock, too", "T.Open 0\nT.Done 1\n", "Open 0, Done 1", "T.Open 0\nT.Done 1\n", ""},
		{"renamed, with the old name", before, "Open 0, Closed 1, Done 1", "T.Open 0\nT.Closed 1\nT.Done 1\n", ""},
		{"the second name removed", "T.Closed 1\nT.Done 1\n", "Done 1", "T.Closed 1 removed\nT.Done 1\n", ""},
		{"a third name after a removed one", "T.Closed 1 removed\nT.Done 1\n", "Done 1, End 1", "T.Closed 1 removed\nT.Done 1\nT.End 1\n", ""},
		{"a second name with another value", "T.Closed 1\nT.Done 1\n", "Closed 1, Done 2", "", "Done: it was 1 (bale.lock line 2), and is 2, and 1 is now Closed" + keepValues},
		{"flags", "T.Read 1\nT.Write 2\n", "Read 1, Exec 2, Write 4", "", "Write: it was 2 (bale.lock line 2), and is 4, and 2 is now Exec" + keepValues},
		{"large", "T.Low -9223372036854775808\nT.Top 9223372036854775807\n", "Low -9223372036854775808, Zero 0, Top 9223372036854775807", "T.Low -9223372036854775808\nT.Zero 0\nT.Top 9223372036854775807\n", ""},
		{"text", "T.Open \"open \\\" removed\"\n", "Open \"open \\\" removed\", A \"\"", "T.A \"\"\nT.Open \"open \\\" removed\"\n", ""},
		{"text changed", "T.Open \"open\"\n", "Open \"opened\"", "", "Open: it was \"open\" (bale.lock line 1), and is \"opened\"" + keepValues},
		{"text renamed", "T.Open \"open\"\n", "Opened \"open\"", "", "Opened: it has the value \"open\" of Open, which is gone (bale.lock line 1)" + otherValue},
		{"integers to text", before, "Open \"open\"", "T.Open \"open\"\n", ""},
		{"the type renamed", "Old.Open 0\nOld.Closed 1\n", "Open 0, Closed 1", before, ""},
		{"the type renamed, and inserted", "Old.Open 0\nOld.Closed 1\n", "Open 0, Paused 1, Closed 2", "", "Closed: it was 1 (bale.lock line 2), and is 2, and 1 is now Paused" + keepValues},
		{"another type", "Old.Open 0\nOld.A 1\nOld.B 2\n", "Open 3, X 1", "Old.Open 0\nOld.A 1\nOld.B 2\nT.X 1\nT.Open 3\n", ""},
		{"a type that messages hold, too", "Held.Open 0\nHeld.Closed 1\n", "Open 1, Closed 2", "Held.Open 0 removed\nHeld.Closed 1 removed\nT.Open 1\nT.Closed 2\n", ""},
		{"accept", "accept\nT.Open 0\nT.Gone 5 removed\nOld.A 1\nOld.B 2\n", "Open 3", "Old.A 1\nOld.B 2\nT.Open 3\nT.Gone 5 removed\n", ""},
		{"accept: renamed", "accept\n" + before, "Open 0, Done 1", "T.Open 0\nT.Closed 1 removed\nT.Done 1\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			old, accept := strings.CutPrefix(c.lock, "accept\n")
			p := enumTarget(c.source)
			p.Accept = accept
			l := &lock{}
			for i, line := range slices.Collect(strings.Lines(old)) {
				x := layout.ParseLine("enum " + strings.TrimSpace(line))
				if x == nil {
					t.Fatalf("%q is malformed", line)
				}
				x.At = i + 1
				l.lines = append(l.lines, x)
			}
			p.updateEnums(l)
			var errs []string
			for _, e := range p.errs {
				errs = append(errs, strings.TrimPrefix(e.Path, "T.")+": "+e.Msg)
			}
			if got := strings.Join(errs, "\n"); got != c.errors {
				t.Fatalf("got errors\n%s\nwant\n%s", got, c.errors)
			}
			_, text, _ := strings.Cut(string(l.text()), "\n")
			if got := strings.ReplaceAll(text, "enum ", ""); c.errors == "" && got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

// enumTarget returns a target whose messages hold a type T with constants, given as "Open 0, Closed 1", and a type Held without any.
func enumTarget(constants string) *target {
	kind := model.Int
	if strings.Contains(constants, `"`) {
		kind = model.String
	}
	named := func(name string, u model.Type) *model.Named {
		return &model.Named{Package: "example.com/m", Name: name, Underlying: u}
	}
	enum := named("T", &model.Basic{Kind: kind})
	held := named("Held", &model.Basic{Kind: model.Int})
	r := &root{name: "Root", node: named("Root", &model.Struct{Fields: []*model.Field{{Type: &model.Slice{Elem: enum}}, {Type: held}}})}
	src := &model.UnreadPackage{Package: "example.com/m", Module: model.Module{Path: "example.com/m"}}
	t := &target{Request: &Request{}, src: src, notes: directive.New(""), roots: []*root{r}, constants: map[*model.Named][]*model.Constant{}}
	for _, text := range strings.Split(constants, ", ") {
		if name, value, ok := strings.Cut(text, " "); ok {
			t.constants[enum] = append(t.constants[enum], &model.Constant{Name: name, Value: value})
		}
	}
	return t
}

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
		if err != nil || targets[0].model == nil || len(targets[0].errs) > 0 {
			t.Fatal(err, targets[0].errs)
		}
		p := targets[0]
		text := p.updatedLock(p.model, p.check(p.model))
		var enums []string
		for line := range strings.Lines(string(text)) {
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
	write(map[string]string{"bale.lock": lockHead + strings.Replace(want, "green 0", "Pink 0", 1) + "enum Off.Never 3\nenum Left.None 4\n",
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
	lock, err := os.ReadFile(filepath.Join(dir, LockFile))
	if want := "enum Level.High 1\nenum State.Open 0\nenum State.Closed 1\nenum Text.Hello \"hi\"\njson "; err != nil || !strings.Contains(string(lock), want) {
		t.Errorf("got %s, error %v, want %s", lock, err, want)
	}
	err = run(strings.Replace(source, "\tClosed", "\tPaused\n\tClosed", 1)).Err
	if want := "m.go:19:2: State.Closed: it was 1 (bale.lock line 4), and is 2, and 1 is now Paused" + strings.ReplaceAll(keepValues, "=T ", "=State "); err == nil || err.Error() != want {
		t.Errorf("after a constant was inserted: got error %v, want %s", err, want)
	}
}

// TestEnumLines checks malformed lines of constants.
func TestEnumLines(t *testing.T) {
	for _, line := range []string{"enum T.A", "enum T.A x", "enum T.A 1 2", "enum T.A 'a'", "enum T.A `a`", `enum T.A "a`, `enum T.A "a" gone`, "enum A 1"} {
		if layout.ParseLine(line) != nil {
			t.Errorf("%q is parsed", line)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, LockFile), []byte("enum T.A 1\nenum T.B 1\nenum T.A 2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	p := enumTarget("")
	p.src.Dir = dir
	p.notes = directive.New(dir)
	p.readLock()
	const want = "bale.lock:3:1: T.A: line 1 has the constant already: delete the line with the value that no existing message has"
	if err := p.errs.InOrder(); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

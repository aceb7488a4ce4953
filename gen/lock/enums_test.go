package lock

import (
	"slices"
	"strings"
	"testing"

	"bale/gen/emit"
	"bale/gen/lock/layout"
	"bale/gen/plan"
	"bale/model"
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
			p := enumPackage(c.source)
			p.Accept = accept
			text := ""
			for _, line := range slices.Collect(strings.Lines(old)) {
				text += "enum " + line
			}
			l, wrong := Parse([]byte(text), FileName)
			if len(wrong) > 0 {
				t.Fatal(wrong)
			}
			r := Update(l, p)
			var errs []string
			for _, e := range r.Errors {
				errs = append(errs, strings.TrimPrefix(e.Path, "T.")+": "+e.Msg)
			}
			if got := strings.Join(errs, "\n"); got != c.errors {
				t.Fatalf("got errors\n%s\nwant\n%s", got, c.errors)
			}
			_, text, _ = strings.Cut(string(r.Text), "\n")
			if got := strings.ReplaceAll(text, "enum ", ""); c.errors == "" && got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

// enumPackage returns a package whose messages hold a type T with constants, given as "Open 0, Closed 1", and a type Held without any.
func enumPackage(constants string) *Package {
	kind := model.Int
	if strings.Contains(constants, `"`) {
		kind = model.String
	}
	named := func(name string, u model.Type) *model.Named {
		return &model.Named{Package: "example.com/m", Name: name, Underlying: u}
	}
	enum := named("T", &model.Basic{Kind: kind})
	held := named("Held", &model.Basic{Kind: model.Int})
	r := &emit.Root{Name: "Root", Node: named("Root", &model.Struct{Fields: []*model.Field{{Type: &model.Slice{Elem: enum}}, {Type: held}}})}
	p := &Package{
		Path: "example.com/m", Roots: emit.Roots{r}, Directives: plan.NewDirectives(), Constants: map[*model.Named][]*model.Constant{},
		Counts:   func(*model.Named, *model.Constant) bool { return true },
		InModule: func(string) bool { return true },
	}
	for _, text := range strings.Split(constants, ", ") {
		if name, value, ok := strings.Cut(text, " "); ok {
			p.Constants[enum] = append(p.Constants[enum], &model.Constant{Name: name, Value: value})
		}
	}
	return p
}

// TestEnumLines checks malformed lines of constants.
func TestEnumLines(t *testing.T) {
	for _, line := range []string{"enum T.A", "enum T.A x", "enum T.A 1 2", "enum T.A 'a'", "enum T.A `a`", `enum T.A "a`, `enum T.A "a" gone`, "enum A 1"} {
		if layout.ParseLine(line) != nil {
			t.Errorf("%q is parsed", line)
		}
	}
	_, errs := Parse([]byte("enum T.A 1\nenum T.B 1\nenum T.A 2\n"), FileName)
	const want = "bale.lock:3:1: T.A: line 1 has the constant already: delete the line with the value that no existing message has"
	if err := errs.InOrder(); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

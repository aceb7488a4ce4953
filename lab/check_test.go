package lab

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bale/codec"
	"bale/codec/gob"
	"bale/codec/json"
	"bale/codec/lower"
	"bale/internal/testdir"
	"bale/program/build"
	"bale/runner/measure"
)

// modified returns a copy of the codec json with a new name and changed by change.
func modified(name string, change func(c *codec.Codec, v *codec.Variant)) *codec.Codec {
	c, v := *json.Codec, *json.Codec.Variants[0]
	c.Name, c.Variants = name, []*codec.Variant{&v}
	change(&c, &v)
	return &c
}

// marshal returns a change that replaces the Go code of Marshal by text.
func marshal(text string) func(*codec.Codec, *codec.Variant) {
	return func(_ *codec.Codec, v *codec.Variant) {
		v.Generate = func(in *codec.Input) (*codec.Output, error) {
			out, err := json.Codec.Variants[0].Generate(in)
			for i := range out.Code {
				out.Code[i].Marshal = text
				out.Code[i].Imports = append(out.Code[i].Imports, codec.StdImports("os", "errors")...)
				out.Code[i].Decls = "var _, _ = baleos.Exit, baleerrors.New"
			}
			return out, err
		}
	}
}

// TestEachAlone builds codecs that, except for two, fail in different ways. It checks that each failure affects only its own row.
func TestEachAlone(t *testing.T) {
	t.Setenv("GOPROXY", "off") // the test must not download anything
	t.Setenv("GOFLAGS", "")
	t.Setenv("CXX", "bale-no-such-compiler")
	codecs := []*codec.Codec{
		json.Codec,
		modified("pinned", func(c *codec.Codec, v *codec.Variant) {
			v.Generate = func(in *codec.Input) (*codec.Output, error) {
				return codec.SameForAll(in, codec.Code{Imports: []codec.Import{{Name: "balenothing", Path: "example.com/nothing"}},
					Marshal: "return balenothing.Marshal(c)", Unmarshal: "return balenothing.Unmarshal(b, c)"}), nil
			}
			c.Module = "example.com/nothing"
			c.Mod = "module balepins\n\ngo 1.22\n\nrequire example.com/nothing v1.9.9\n"
		}),
		modified("tool", func(c *codec.Codec, _ *codec.Variant) {
			c.Variants[0].CXX = true
		}),
		modified("refuses", func(_ *codec.Codec, v *codec.Variant) {
			v.Generate = func(*codec.Input) (*codec.Output, error) { return nil, errors.New("no code for it") }
		}),
		modified("broken", marshal("return undefinedName(c)")),
		modified("unformed", marshal("return }{ nil")),
		modified("panics", marshal(`panic("deep inside")`)),
		modified("exits", marshal("baleos.Exit(7); return nil, nil")),
		modified("errs", marshal(`return nil, baleerrors.New("this value is too good for me")`)),
		modified("hog", marshal(`var all [][]byte
			for {
				all = append(all, make([]byte, 16<<20))
				for i := range all[len(all)-1] {
					all[len(all)-1][i] = 1
				}
			}`)),
		gob.Codec,
	}
	want := map[string]string{
		"json":     "lossy",
		"pinned":   "build-failed: shape/small/bale_adapter0.go:",
		"tool":     "missing-tool: needs a C++ compiler (c++, g++ or clang++ on the PATH, or another one that CXX names): apt-get install g++",
		"refuses":  "build-failed: no code for it",
		"broken":   "build-failed: bale_adapter0.go:",
		"unformed": "build-failed: adapter of unformed for bale/shape/small: ",
		"panics":   "failed: encode value 0: panic: deep inside",
		"exits":    "failed: the runner stopped: exit status 7",
		"errs":     "failed: encode value 0: this value is too good for me",
		"hog":      "out-of-memory: went over its memory limit",
		"gob":      "lossy",
	}
	mentions := map[string]string{"pinned": "module lookup disabled", "broken": "undefined: undefinedName"}

	l := &build.Builder{Cache: t.TempDir(), Memory: 512 << 20}
	rows, checked := checkRoundTrips(t, l, codecs...)
	if len(checked) != 2 {
		t.Errorf("%d rows can be measured, want 2", len(checked))
	}
	for _, r := range rows {
		got := string(r.Status)
		if r.Reason != "" {
			got += ": " + r.Reason
		}
		if !strings.HasPrefix(got, want[r.Codec]) || !strings.Contains(got, mentions[r.Codec]) {
			t.Errorf("%s is %q, want %q... with %q", r.Codec, got, want[r.Codec], mentions[r.Codec])
		}
		if strings.Contains(got, l.Cache) {
			t.Errorf("%s: the reason names the cache: %q", r.Codec, got)
		}
		if r.Status == measure.Lossy && (r.Size == 0 || !strings.HasPrefix(r.Version, "go1.")) {
			t.Errorf("%s: size %v, version %q", r.Codec, r.Size, r.Version)
		}
	}
}

// TestFailedBuildIsRemembered checks that source that did not compile is not compiled again.
func TestFailedBuildIsRemembered(t *testing.T) {
	l := &build.Builder{Cache: t.TempDir()}
	broken := modified("broken", marshal("return undefinedName(c)"))
	checkRoundTrips(t, l, broken)
	files, err := filepath.Glob(filepath.Join(l.Cache, "runners", "*"))
	if err != nil || len(files) != 1 || filepath.Ext(files[0]) != ".failed" {
		t.Fatalf("%v, %v; want one remembered failure", files, err)
	}
	if err := os.WriteFile(files[0], []byte("as it was"), 0o644); err != nil {
		t.Fatal(err)
	}
	if rows, _ := checkRoundTrips(t, l, broken); rows[0].Status != measure.BuildFailed || rows[0].Reason != "as it was" {
		t.Errorf("%s: %s", rows[0].Status, rows[0].Reason)
	}
	broken = modified("broken", marshal("return nil, nil"))
	if rows, _ := checkRoundTrips(t, l, broken); rows[0].Status == measure.BuildFailed {
		t.Errorf("another adapter: %s", rows[0].Reason)
	}
}

// checkRoundTrips builds codecs for the shape small and checks their round trips.
func checkRoundTrips(t *testing.T, l *build.Builder, codecs ...*codec.Codec) ([]*measure.Row, []*build.Row) {
	t.Helper()
	testdir.Unoptimized(t)
	ctx := t.Context()
	shapes, err := l.Builtin(ctx, []string{"small"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var choices []*build.Choice
	for _, c := range codecs {
		choices = append(choices, &build.Choice{Codec: c, Variants: c.Variants})
	}
	built, err := l.Build(ctx, shapes, choices)
	if err != nil {
		t.Fatal(err)
	}
	checked, err := (&Check{Builder: l, Seed: 1, Values: 64}).Run(ctx, built)
	if err != nil {
		t.Fatal(err)
	}
	var rows []*measure.Row
	for _, b := range built {
		rows = append(rows, build.Results(b.Rows)...)
	}
	return rows, checked
}

// TestVariantAlone checks that a variant that does not build does not affect another variant of the same codec.
func TestVariantAlone(t *testing.T) {
	c := modified("two", func(c *codec.Codec, v *codec.Variant) {
		bad := *v
		bad.Name = "bad"
		marshal("return undefinedName(c)")(c, &bad)
		c.Variants = append(c.Variants, &bad)
	})
	rows, checked := checkRoundTrips(t, &build.Builder{Cache: testdir.New(t)}, c)
	if len(checked) != 1 || rows[0].Status != measure.Lossy || rows[1].Status != measure.BuildFailed {
		t.Errorf("%d measured; %s: %s, %s: %s", len(checked), rows[0].Codec, rows[0].Status, rows[1].Codec, rows[1].Status)
	}
}

// TestDecodesOnly checks that a serializer that only decodes, into its own type, has all decode loops.
func TestDecodesOnly(t *testing.T) {
	view := "balejson.RawMessage"
	c := modified("view", func(_ *codec.Codec, v *codec.Variant) {
		v.Caps = func(string) lower.Caps { return lower.Caps{Scalars: lower.Widen(), Time: lower.TimeOwn} }
		v.Generate = func(in *codec.Input) (*codec.Output, error) {
			return codec.SameForAll(in, codec.Code{
				Imports: codec.StdImports("encoding/json"),
				View:    view, Encode: "var _ *$C = c\nreturn balejson.Marshal(c)",
				Decls: "func $FROM(c *$C, v *$T) {\nif err := balejson.Unmarshal(*c, v); err != nil {\npanic(err)\n}\n}",
				State: "made *$C", Carriers: codec.Carriers{DecodeFresh: "new(" + view + ")", DecodeReuse: "a.made"}, Setup: "a.made = new($C)",
				Unmarshal: "*c = append(*c, b...)\nreturn nil", UnmarshalReuse: "*c = append((*c)[:0], b...)\nreturn nil",
			}), nil
		}
	})
	rows, checked := checkRoundTrips(t, &build.Builder{Cache: testdir.New(t)}, c)
	if len(checked) != 1 {
		t.Fatalf("%s: %s", rows[0].Status, rows[0].Reason)
	}
	want := "decode/convert,fresh,copy decode/convert,reuse,copy decode/native,fresh,copy decode/native,reuse,copy"
	if got := strings.Join(checked[0].Loops, " "); got != want {
		t.Errorf("loops %s, want %s", got, want)
	}
	if r := rows[0]; r.Own || r.Size == 0 || len(r.Warnings) > 0 {
		t.Errorf("%+v", r)
	}
}

// TestNoCache checks that a cache that cannot be written is one error, and not the failure of every codec.
func TestNoCache(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	l := &build.Builder{Cache: filepath.Join(file, "bale")}
	if _, err := l.Build(t.Context(), nil, nil); err == nil || !strings.HasPrefix(err.Error(), "no folder for the cache: ") {
		t.Errorf("got %v", err)
	}
}

package facts_test

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bale/codec"
	"bale/codec/all"
	"bale/codec/facts"
	"bale/codec/lower"
	"bale/model"
)

// TestEntries checks that every variant has an entry, unless it is a reference, and that entries name codecs that exist.
func TestEntries(t *testing.T) {
	var names []string
	for _, c := range all.Codecs {
		names = append(names, c.Name)
		for _, v := range c.Variants {
			names = append(names, c.FullName(v))
			if _, ok := entryOf(c, v); !ok && !c.Reference && c.Name != "handwritten" {
				t.Errorf("%s has no line in entry.tsv: add one", c.FullName(v))
			}
		}
	}
	for _, e := range facts.Entries() {
		for _, name := range e.Codecs {
			if !slices.Contains(names, name) {
				t.Errorf("entry.tsv has a line of %s, which is no codec", name)
			}
		}
		for _, p := range slices.Concat(e.Encode, e.Decode) {
			if _, err := path.Match(p, ""); err != nil {
				t.Errorf("%s: %s: %v", e.Codecs[0], p, err)
			}
		}
	}
}

// entryOf returns the entry of a variant, or else of its codec.
func entryOf(c *codec.Codec, v *codec.Variant) (facts.Entry, bool) {
	list := facts.Entries()
	for _, name := range []string{c.FullName(v), c.Name} {
		if i := slices.IndexFunc(list, func(e facts.Entry) bool { return slices.Contains(e.Codecs, name) }); i >= 0 {
			return list[i], true
		}
	}
	return facts.Entry{}, false
}

// TestEntryCalls checks that the entry of each variant has a function or method that its adapter calls, for each direction.
func TestEntryCalls(t *testing.T) {
	for _, c := range all.Codecs {
		for _, v := range c.Variants {
			e, ok := entryOf(c, v)
			if !ok || c.Name == "bale" || c.Name == "bale-purego" {
				continue // functions of bale gen have other names in the code that is measured: TestSymbols of package profile has theirs
			}
			code := outline(t, c, v)
			for _, d := range []struct {
				name, text string
				patterns   []string
			}{{"encode", code.Marshal + code.MarshalReuse, e.Encode}, {"decode", code.Unmarshal + code.UnmarshalReuse, e.Decode}} {
				if d.text == "" {
					continue
				}
				calls := called(d.text + code.Decls)
				if !slices.ContainsFunc(d.patterns, func(p string) bool {
					return slices.ContainsFunc(calls, func(call string) bool { return callsOne(p, call) })
				}) {
					t.Errorf("%s, %s: no pattern of %v matches one of the calls %v", c.FullName(v), d.name, d.patterns, calls)
				}
			}
		}
	}
}

// callsOne reports whether the last name of a pattern matches the name of a called function.
func callsOne(pattern, call string) bool {
	pattern, _, _ = strings.Cut(strings.TrimPrefix(pattern, "?"), "@")
	ok, _ := path.Match(pattern[strings.LastIndexByte(pattern, '.')+1:], call)
	return ok
}

// called returns the names of the functions and methods that code calls.
func called(code string) (names []string) {
	for _, m := range regexp.MustCompile(`([A-Za-z_]\w*)(?:\[[^]]*\])?\(`).FindAllStringSubmatch(code, -1) {
		names = append(names, m[1])
	}
	return names
}

// outline returns the code of a variant for a struct of a number, a string and bytes.
func outline(t *testing.T, c *codec.Codec, v *codec.Variant) codec.Code {
	const pkg = "example.org/plain"
	var fields []*model.Field
	for name, typ := range map[string]model.Type{"N": &model.Basic{Kind: model.Int64}, "S": &model.Basic{Kind: model.String}, "B": &model.Slice{Elem: &model.Basic{Kind: model.Uint8}}} {
		fields = append(fields, &model.Field{Name: name, Type: typ, Exported: true, Package: pkg})
	}
	named := &model.Named{Package: pkg, Name: "Plain", Underlying: &model.Struct{Fields: fields}}
	if !v.For(named) {
		named.Methods = model.Methods{Binary: true, JSON: true, Gogo: true}
	}
	m := &model.Model{Package: pkg, Name: "plain", Roots: []*model.Root{{Expr: "Plain", Type: named}}}
	out, err := v.Generate(&codec.Input{Plan: lower.New(m, v.Caps(pkg+"/gen")), Name: "plain", Gen: pkg + "/gen", GenName: "gen", Unique: "plain", Outline: true})
	if err != nil {
		t.Fatalf("%s: %v", c.FullName(v), err)
	}
	return out.Code[0]
}

func TestParseEntryErrors(t *testing.T) {
	for text, want := range map[string]string{"": "line 1", "codecs\tencode\tdecode\tpackages\na\tb\n": "line 2 has 2 columns: want 4"} {
		if _, err := facts.ParseEntries(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

package measure

import (
	"strings"
	"testing"
)

func TestParseModes(t *testing.T) {
	const defaultMode = "convert,fresh,copy,seq,varied"
	for _, c := range []struct{ list, want string }{
		{"", defaultMode},
		{"default", defaultMode},
		{" default , default", defaultMode},
		{"convert", defaultMode},
		{"known", "convert,fresh,copy,seq,known"},
		{"par", "convert,fresh,copy,par,varied"},
		{"reuse alias", "convert,reuse,alias,seq,varied"},
		{"fresh,reuse", defaultMode + " convert,reuse,copy,seq,varied"},
		{"reuse,fresh", "convert,reuse,copy,seq,varied " + defaultMode},
		{"default,reuse", defaultMode + " convert,reuse,copy,seq,varied"},
		{"native,par,seq", "native,fresh,copy,par,varied native,fresh,copy,seq,varied"},
		{"default,native,alias", defaultMode + " convert,fresh,alias,seq,varied native,fresh,copy,seq,varied native,fresh,alias,seq,varied"},
	} {
		modes, _, err := ParseModes(c.list)
		var got []string
		for _, m := range modes {
			got = append(got, m.String())
		}
		if err != nil || strings.Join(got, " ") != c.want {
			t.Errorf("ParseModes(%q) = %s, %v; want %s", c.list, strings.Join(got, " "), err, c.want)
		}
	}
	if modes, _, err := ParseModes("all"); err != nil || len(modes) != 16 || modes[0] != DefaultMode {
		t.Errorf("all is %v, %v; want 16 modes, the default first", modes, err)
	}
	if modes, _, err := ParseModes("all,known,varied"); err != nil || len(modes) != 32 {
		t.Errorf("all,known,varied is %v, %v; want 32 modes", modes, err)
	}
	for _, word := range []string{"quick", "fourfold"} {
		if _, _, err := ParseModes("reuse," + word); err == nil || !strings.Contains(err.Error(), `no class is called "`+word+`"`) {
			t.Errorf("%s is accepted as a class: %v", word, err)
		}
	}
}

// TestParseOnly checks which words leave out rows whose strings share memory, or rows whose strings do not.
func TestParseOnly(t *testing.T) {
	for _, c := range []struct {
		list, modes string
		only        Strings
	}{
		{"", "convert,fresh,copy,seq,varied", ""},
		{"own", "convert,fresh,copy,seq,varied", Own},
		{"shared,known", "convert,fresh,copy,seq,known", Shared},
		{"own own", "convert,fresh,copy,seq,varied", Own},
		{"own,shared", "convert,fresh,copy,seq,varied", ""},
		{"own,copy", "convert,fresh,copy,seq,varied", ""},
		{"own,alias", "convert,fresh,copy,seq,varied convert,fresh,alias,seq,varied", Own},
		{"alias", "convert,fresh,alias,seq,varied", ""},
	} {
		modes, only, err := ParseModes(c.list)
		var got []string
		for _, m := range modes {
			got = append(got, m.String())
		}
		if err != nil || strings.Join(got, " ") != c.modes || only != c.only {
			t.Errorf("ParseModes(%q) = %s, %q, %v; want %s, %q", c.list, strings.Join(got, " "), only, err, c.modes, c.only)
		}
	}
}

func TestParseMode(t *testing.T) {
	modes, _, err := ParseModes("all")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range modes {
		if got, err := ParseMode(m.String()); got != m || err != nil {
			t.Errorf("ParseMode(%q) = %v, %v", m, got, err)
		}
	}
	for text, want := range map[string]string{
		"convert,fresh": "want form", "convert,fresh,copy,seq": "want form",
		"convert,fresh,copy,seq,huge":  `part 5 is "huge", want one of varied, known, fourfold`,
		"convert,copy,fresh,seq,known": `part 2 is "copy"`,
	} {
		if _, err := ParseMode(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseMode(%q): %v, want an error with %q", text, err, want)
		}
	}
}

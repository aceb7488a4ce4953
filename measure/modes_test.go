package measure

import (
	"strings"
	"testing"
)

func TestParseModes(t *testing.T) {
	const plain = "convert,fresh,copy,seq"
	for _, c := range []struct{ list, want string }{
		{"", plain},
		{"default", plain},
		{" default , default", plain},
		{"convert", plain},
		{"par", "convert,fresh,copy,par"},
		{"reuse alias", "convert,reuse,alias,seq"},
		{"fresh,reuse", plain + " convert,reuse,copy,seq"},
		{"reuse,fresh", "convert,reuse,copy,seq " + plain},
		{"default,reuse", plain + " convert,reuse,copy,seq"},
		{"native,par,seq", "native,fresh,copy,par native,fresh,copy,seq"},
		{"default,native,alias", plain + " convert,fresh,alias,seq native,fresh,copy,seq native,fresh,alias,seq"},
	} {
		modes, err := ParseModes(c.list)
		var got []string
		for _, m := range modes {
			got = append(got, m.String())
		}
		if err != nil || strings.Join(got, " ") != c.want {
			t.Errorf("ParseModes(%q) = %s, %v; want %s", c.list, strings.Join(got, " "), err, c.want)
		}
	}
	if modes, err := ParseModes("all"); err != nil || len(modes) != 16 || modes[0] != DefaultMode {
		t.Errorf("all is %v, %v; want 16 modes, the default first", modes, err)
	}
	if _, err := ParseModes("reuse,quick"); err == nil || !strings.Contains(err.Error(), `no class is called "quick"`) {
		t.Errorf("quick is a class: %v", err)
	}
}

func TestParseMode(t *testing.T) {
	modes, err := ParseModes("all")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range modes {
		if got, err := ParseMode(m.String()); got != m || err != nil {
			t.Errorf("ParseMode(%q) = %v, %v", m, got, err)
		}
	}
	if _, err := ParseMode("convert,fresh"); err == nil {
		t.Error("half a mode is a mode")
	}
}

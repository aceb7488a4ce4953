package build

import (
	"strings"
	"testing"
)

func TestExitMessage(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"\n  \n", ""},
		{"panic: no\n\ngoroutine 1 [running]:\nmain.main()\n", "panic: no"},
		{"log: hello\nfatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1:\n", "fatal error: all goroutines are asleep - deadlock!"},
		{"log: one\nlog: two\n\n", "log: two"},
	} {
		if got := exitMessage(c.text); got != c.want {
			t.Errorf("exitMessage(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestShorten(t *testing.T) {
	text := "go: exit status 1: # example.com/m\n/home/u/.cache/bale/runners/new-1/overlay/012_bale_adapter0.go:3:4: undefined: x\ngo: downloading y v1\ntwo\nthree\nfour\nfive\nsix\n"
	want := "bale_adapter0.go:3:4: undefined: x\ntwo\nthree\nfour\n(2 more lines)"
	if got := Shorten(text); got != want {
		t.Errorf("shorten returns\n%s\nwant\n%s", got, want)
	}
}

func TestTail(t *testing.T) {
	var errs tail
	for range 3 {
		if n, err := errs.Write([]byte(strings.Repeat("x", 1<<15))); n != 1<<15 || err != nil {
			t.Fatal(n, err)
		}
	}
	if _, err := errs.Write([]byte("end")); err != nil {
		t.Fatal(err)
	}
	if got := errs.String(); len(got) != 1<<16 || !strings.HasSuffix(got, "xend") {
		t.Errorf("%d bytes, ending in %q", len(got), got[len(got)-4:])
	}
}

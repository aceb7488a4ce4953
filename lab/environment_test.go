package lab

import "testing"

func TestSlowFlag(t *testing.T) {
	for _, c := range []struct{ flags, want string }{
		{"", ""},
		{"-mod=mod -trimpath -tags=race -gcflags=-m", ""},
		{"-tags=x -race", "-race"},
		{"--race=true", "--race=true"},
		{"-race=false -asan=0", ""},
		{"-race=false -cover", "-cover"},
		{"-gcflags=all=-N", "-gcflags=all=-N"},
		{"-gcflags=-l", "-gcflags=-l"},
	} {
		if got := slowFlag(c.flags); got != c.want {
			t.Errorf("slowFlag(%q) = %q, want %q", c.flags, got, c.want)
		}
	}
}

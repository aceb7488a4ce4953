package inspect

import (
	"encoding/json"
	"testing"
)

type panics[T any] struct{ V T }

func (panics[T]) MarshalText() ([]byte, error) { panic("no text") }

func (p *panics[T]) UnmarshalText(b []byte) error {
	_ = b[3]
	return nil
}

// TestPanicText: the method is named, even if encoding/json panics again.
func TestPanicText(t *testing.T) {
	text := func(call func()) (text string) {
		defer func() { text = PanicText(recover()) }()
		call()
		return ""
	}
	for _, c := range []struct {
		call func()
		want string
	}{
		{func() { panic("alone") }, "panic: alone"},
		{func() { _, _ = panics[int]{}.MarshalText() }, "panic: no text in the method MarshalText of inspect.panics[...]"},
		{func() { _, _ = json.Marshal([]panics[int]{{}}) }, "panic: no text in the method MarshalText of inspect.panics[...]"},
		{func() { _ = json.Unmarshal([]byte(`"ab"`), new(panics[int])) }, "panic: runtime error: index out of range [3] with length 2 in the method UnmarshalText of inspect.panics[...]"},
	} {
		if got := text(c.call); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

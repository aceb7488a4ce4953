package json

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"testing"
)

// simpleBytes is Bytes, one character at a time.
func simpleBytes(b []byte, n int, x []byte) (int, int) {
	for i := range x {
		end := digits(b, n)
		if end >= len(b) || b[end] != ',' || end-n > 3 {
			return i, n
		}
		c, err := strconv.ParseUint(string(b[n:end]), 10, 8)
		if err != nil || b[n] == '0' && end > n+1 {
			return i, n
		}
		x[i] = byte(c)
		n = end + 1
	}
	return len(x), n
}

// checkBytes compares Bytes with simpleBytes. Near its end, Bytes may leave elements for the code that decodes any.
func checkBytes(t *testing.T, b []byte, length int) {
	t.Helper()
	got, want := make([]byte, length), make([]byte, length)
	i, n := Bytes(b, 0, got)
	k, end := simpleBytes(b, 0, want)
	if i > k || len(b)-n >= 4 && i != k || i == k && n != end || !bytes.Equal(got[:i], want[:i]) {
		t.Fatalf("Bytes of %q returns %d, %d and %d, want %d, %d and %d", b, i, n, got[:i], k, end, want[:k])
	}
}

func TestBytes(t *testing.T) {
	numbers := []string{"00", "01", "007", "999", "1000", "-1", "", "1.", " 1"}
	for i := range 301 {
		numbers = append(numbers, strconv.Itoa(i))
	}
	for _, x := range numbers {
		for _, y := range numbers {
			checkBytes(t, []byte(x+","+y+",7,77]"), 2)
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	const likely, others = "0123456789,,,,", "-+./:; \n]}\x00\x2d\x1c\x2b\x80\xac\xb0\xbd\xff"
	for range 300_000 {
		b := make([]byte, r.IntN(20))
		for i := range b {
			if b[i] = likely[r.IntN(len(likely))]; r.IntN(16) == 0 {
				b[i] = others[r.IntN(len(others))]
			}
		}
		checkBytes(t, b, r.IntN(6))
	}
}

func TestAppendBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for length := range 40 {
		for range 100 {
			x, numbers := make([]byte, length), make([]int, length)
			for i := range x {
				x[i] = byte(r.Uint32() >> r.IntN(8))
				numbers[i] = int(x[i])
			}
			want, _ := json.Marshal(numbers) // there is no error
			if got := AppendBytes([]byte("x"), x); string(got) != "x"+string(want) {
				t.Fatalf("got %s, want %s", got, want)
			}
		}
	}
}

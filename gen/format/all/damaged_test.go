package all

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/internal/gentest"
	"bale/gen/lock"
)

var (
	damages    = flag.Int("damages", 2, "TestDamagedLock: number of damaged lock files; run with -timeout 0")
	damageSeed = flag.Uint64("damageseed", 0, "TestDamagedLock: seed of the first one")
)

// lockedTypes have lines of all kinds in the lock file.
const lockedTypes = `package locked

//bale:union Circle, *Square
type Shape interface{}

type Circle struct{ R float64 }

type Square struct{ A, B int32 }

type Status int

const (
	Open Status = iota
	Closed
)

type Tree []Tree

//bale:gen wire=compact,fixed,msgpack,cbor,xdr,sproto,proto
//bale:evolve
type Order struct {
	ID     int64
	Lines  []struct{ SKU string; Count int }
	Status Status
	Shape  Shape
	Keys   map[struct{ X, Y int16 }]string
	Next   *Order
}

//bale:gen wire=compact,json
//bale:stamp
type Forest struct {
	Trees Tree
	Old   *Square
}
`

// TestDamagedLock damages lock files at random. An error of [gen.Generate] has a position, the same lock file has the same error each time, and one
// that is accepted stays as it is in the next run.
func TestDamagedLock(t *testing.T) {
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/locked\n\ngo 1.24\n"))
	m.Write(t, "locked.go", []byte(lockedTypes))
	if err := m.Generate(t, "", gen.Request{Known: Formats}); err != nil {
		t.Fatal(err)
	}
	good := string(m.Read(t, lock.FileName))
	positioned := regexp.MustCompile(`^[\w.]+:\d+:\d+: `)
	for i := range *damages {
		seed := *damageSeed + uint64(i)
		bad := damaged(good, rand.New(rand.NewPCG(seed, 0)))
		accept := seed%4 == 0
		fail := func(format string, args ...any) {
			t.Errorf("-damageseed %d -damages 1: %s\n%s", seed, fmt.Sprintf(format, args...), bad)
		}
		again := func(text string) (string, error) {
			m.Write(t, lock.FileName, []byte(text))
			err := m.Generate(t, "", gen.Request{Known: Formats, Accept: accept})
			return string(m.Read(t, lock.FileName)), err
		}
		lock, err := again(bad)
		if err != nil {
			for line := range strings.SplitSeq(err.Error(), "\n\t") {
				if !positioned.MatchString(line) {
					fail("no position: %s", line)
				}
			}
			if _, other := again(bad); other == nil || other.Error() != err.Error() {
				fail("the error is\n%v\nand then\n%v", err, other)
			}
			continue
		}
		if next, err := again(lock); err != nil || next != lock {
			fail("the next run: %v\n%s", err, next)
		}
	}
}

// damaged returns a lock file with one to three lines that are changed, deleted, moved or there twice.
func damaged(lock string, r *rand.Rand) string {
	lines := strings.Split(strings.TrimSuffix(lock, "\n"), "\n")
	words := regexp.MustCompile(`[\w%]+|\W`)
	for range 1 + r.IntN(3) {
		i, j := r.IntN(len(lines)), r.IntN(len(lines))
		switch r.IntN(8) {
		case 0:
			lines = slices.Delete(lines, i, i+1)
		case 1:
			lines = slices.Insert(lines, j, lines[i])
		case 2:
			lines[i], lines[j] = lines[j], lines[i]
		case 3:
			lines[i] += " removed"
		case 4:
			lines[i] = lines[i][:r.IntN(len(lines[i])+1)]
		case 5: // another number
			lines[i] = regexp.MustCompile(` \d+ `).ReplaceAllString(lines[i], fmt.Sprintf(" %d ", r.IntN(9)))
		default: // a word of another line
			from, to := words.FindAllString(lines[i], -1), words.FindAllString(lines[j], -1)
			if len(from) > 0 && len(to) > 0 {
				to[r.IntN(len(to))] = from[r.IntN(len(from))]
				lines[j] = strings.Join(to, "")
			}
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

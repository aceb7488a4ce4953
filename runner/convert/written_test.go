package convert

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// What is done to a file from outside.
func remove(t *testing.T, path string) { check(t, os.Remove(path)) }
func empty(t *testing.T, path string)  { check(t, os.Truncate(path, 0)) }

func cutByOne(t *testing.T, path string) {
	t.Helper()
	info, err := os.Stat(path)
	check(t, err)
	check(t, os.Truncate(path, info.Size()-1))
}

func longer(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	check(t, err)
	check(t, os.WriteFile(path, append(data, 0), 0o644))
}

// alter changes one bit.
func alter(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	check(t, err)
	data[len(data)/3] ^= 1
	check(t, os.WriteFile(path, data, 0o644))
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

const (
	gone       = `was written and is gone: begin again in a new folder$`
	otherSize  = `was changed after it was written: it has \d+ bytes, and \d+ were written: put back what was written, or begin again in a new folder$`
	otherBytes = `was changed after it was written: the SHA-256 sum of \d+ bytes is \w+, and that of what was written is \w+: put back what was written, or begin again in a new folder$`
)

// TestDamaged damages the files of a conversion from outside, and continues it: the error names the file. With the file as it was, it goes on.
func TestDamaged(t *testing.T) {
	smallChunks(t)
	p := program("json")
	for _, suffix := range []string{"", ".gz"} {
		undisturbed := inputs(t, "frames", suffix, 3, 20)
		for _, c := range []struct {
			name, file string
			damage     func(t *testing.T, path string)
			want       string
		}{
			{"part", ".bale-convert/2.part", remove, gone},
			{"part", ".bale-convert/2.part", empty, otherSize},
			{"part", ".bale-convert/2.part", alter, otherBytes},
			{"dead part", ".bale-convert/dead.part", remove, gone},
			{"dead part", ".bale-convert/dead.part", empty, otherSize},
			{"dead part", ".bale-convert/dead.part", alter, otherBytes},
			{"finished", "sub/out0" + suffix, remove, gone},
			{"finished", "sub/out0" + suffix, empty, otherSize},
			{"finished", "sub/out0" + suffix, cutByOne, otherSize},
			{"finished", "sub/out0" + suffix, longer, otherSize},
			{"finished", "sub/out0" + suffix, alter, otherBytes},
			{"not yet published", ".bale-convert/1.part", longer, otherSize},
			{"not yet published", ".bale-convert/1.part", alter, otherBytes},
		} {
			req := *undisturbed
			req.Out = filepath.Join(t.TempDir(), "out")
			writes := 0
			stop := disk{step: func(what string) (float64, error) {
				switch {
				case c.name == "not yet published" && what == "rename" && !isMissing(filepath.Join(req.Out, "sub/out0"+suffix)):
					return 0, errKilled
				case what == "write" && !isMissing(filepath.Join(req.Out, "sub/out1"+suffix)):
					if writes++; writes > 8 { // after some chunks of the last file
						return 0, errKilled
					}
				}
				return 0, nil
			}}
			if _, err := runOn(stop, p, &req); !errors.Is(err, errKilled) {
				t.Fatalf("%s: %v", c.name, err)
			}
			path := filepath.Join(req.Out, c.file)
			before, err := os.ReadFile(path)
			check(t, err)
			c.damage(t, path)
			req.Resume = true
			if _, err := Run(p, &req); err == nil || !regexp.MustCompile(regexp.QuoteMeta(path)+" "+c.want).MatchString(err.Error()) {
				t.Errorf("%s%s: %v, want %s", c.name, suffix, err, c.want)
			}
			check(t, os.WriteFile(path, before, 0o644))
			if _, err := Run(p, &req); err != nil {
				t.Errorf("%s%s, put back: %v", c.name, suffix, err)
			}
		}
	}
}

// TestDamagedEnd damages the files of a complete conversion.
func TestDamagedEnd(t *testing.T) {
	p := program("json")
	for _, name := range []string{"sub/out0", "sub/out1", DeadFile} {
		for _, c := range []struct {
			damage func(t *testing.T, path string)
			want   string
		}{{remove, gone}, {empty, otherSize}, {cutByOne, otherSize}, {longer, otherSize}, {alter, otherBytes}} {
			req := inputs(t, "frames", "", 2, 20)
			if _, err := Run(p, req); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(req.Out, name)
			c.damage(t, path)
			req.Resume = true
			if _, err := Run(p, req); err == nil || !regexp.MustCompile("^"+regexp.QuoteMeta(path)+" "+c.want).MatchString(err.Error()) {
				t.Errorf("%s: %v, want %s", name, err, c.want)
			}
		}
	}
}

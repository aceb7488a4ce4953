package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bale/measure"
	"bale/result"
)

// TestOthers compares types of other people's modules, and types that hold some: testdata/others is a module of its own, whose
// requirements are downloaded.
func TestOthers(t *testing.T) {
	if testing.Short() {
		t.Skip("it downloads modules and builds programs")
	}
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	t.Setenv("GOFLAGS", "")
	t.Setenv("GOWORK", "off")
	t.Chdir(filepath.Join("testdata", "others"))
	if out, err := exec.Command("go", "mod", "download").CombinedOutput(); err != nil {
		t.Skipf("its modules cannot be had: %s", out)
	}
	for _, c := range []struct{ pkg, types, rows string }{
		{"./k8s", "Pod,Service,NetworkPolicy", `
			Pod json ok: calls FieldsV1.MarshalJSON
		`},
		{"./shop", "Order,Wide", `
			Order json ok
		`},
	} {
		out := filepath.Join(dir, filepath.Base(c.pkg))
		args := []string{"compare", "-quick", "-rounds", "1", "-codecs", "json,gob,cbor/map,protobuf,bale/compact,own", "-type", c.types, "-o", out, c.pkg}
		if status, _, stderr := bale(t, "", args...); status != exitDone {
			t.Fatalf("%s: status %d\n%s", c.pkg, status, stderr)
		}
		r, err := result.LoadResults(filepath.Join(out, "results.json"))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(c.rows) {
			if line = strings.TrimSpace(line); line != "" {
				rowIs(t, r, line)
			}
		}
	}
}

// rowIs checks a line such as "Pod json ok: calls Time.MarshalJSON".
func rowIs(t *testing.T, r *result.Results, line string) {
	t.Helper()
	head, note, _ := strings.Cut(line, ": ")
	words := strings.Fields(head)
	for _, row := range r.Rows {
		if row.Shape != words[0] || row.Codec != words[1] {
			continue
		}
		if row.Status != measure.Status(words[2]) || !strings.Contains("calls "+strings.Join(row.Calls, ", "), note) {
			t.Errorf("want %s; got %s, %s, %q, %v", line, row.Status, row.Reason, row.Calls, row.Losses)
		}
		return
	}
	t.Errorf("no row for %s", line)
}

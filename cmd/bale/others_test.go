package main

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bale/internal/slow"
	"bale/result"
	"bale/runner/measure"
)

// TestOthers compares types of third-party modules, and types with fields of such types. testdata/others is a separate module. The test
// downloads its requirements.
func TestOthers(t *testing.T) {
	slow.Only(t, "it downloads modules, and compiles them and programs")
	dir := t.TempDir()
	ownCache(t, dir)
	t.Setenv("GOWORK", "off")
	t.Chdir(filepath.Join("testdata", "others"))
	if out, err := exec.Command("go", "mod", "download").CombinedOutput(); err != nil {
		t.Skipf("its modules cannot be downloaded: %s", out)
	}
	for _, c := range []struct {
		pkg, types string
		rows       []string
	}{
		{"./k8s", "Pod,Service,NetworkPolicy", []string{
			"Pod json: resource.Quantity.MarshalJSON, v1.FieldsV1.MarshalJSON, v1.Time.MarshalJSON",
			"Pod gob: resource.Quantity.Marshal, v1.Time.GobEncode",
			"Pod own/marshal: v1.Pod.Marshal", "Service own/marshal: v1.Service.Marshal", "NetworkPolicy own/marshal: v1.NetworkPolicy.Marshal",
			"NetworkPolicy bale/compact: v1.Time.MarshalBinary", // bale gen refuses Pod: the package has to say how a Quantity is encoded
		}},
		{"./shop", "Order,Wide", []string{
			"Order json: decimal.Decimal.MarshalJSON, uuid.UUID.MarshalText",
			"Order gob: decimal.Decimal.GobEncode, uuid.UUID.MarshalBinary",
			"Order bale/compact: decimal.Decimal.MarshalBinary, uuid.UUID.MarshalBinary",
			"Wide json: ", "Wide gob: ", "Wide bale/compact: ",
		}},
	} {
		out := filepath.Join(dir, filepath.Base(c.pkg))
		args := []string{"compare", "-quick", "-rounds", "1", "-values", "64", "-modes", "fresh", "-aspects", "none", "-codecs", "json,gob,bale/compact,own", "-type", c.types, "-o", out, c.pkg}
		if status, _, stderr := bale(t, "", args...); status != exitDone {
			t.Fatalf("%s: status %d\n%s", c.pkg, status, stderr)
		}
		r, err := result.LoadResults(filepath.Join(out, "results.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range c.rows {
			isMeasured(t, r, row)
		}
		if i := slices.IndexFunc(r.Rows, func(row measure.Row) bool { return row.Codec == "own/json" || row.Codec == "own/binary" }); i >= 0 {
			t.Errorf("%s has a row %s", r.Rows[i].Shape, r.Rows[i].Codec)
		}
	}
}

// isMeasured checks a line such as "Pod json: v1.Time.MarshalJSON": the row has times and calls the methods after the colon.
func isMeasured(t *testing.T, r *result.Results, line string) {
	t.Helper()
	name, calls, _ := strings.Cut(line, ": ")
	for _, row := range r.Rows {
		if row.Shape+" "+row.Codec != name {
			continue
		}
		if got := strings.Join(row.Calls, ", "); !row.Measured() || !strings.Contains(got, calls) {
			t.Errorf("%s is %s (%s) and calls %q, want %q", name, row.Status, row.Reason, got, calls)
		}
		return
	}
	t.Errorf("no row %s", name)
}

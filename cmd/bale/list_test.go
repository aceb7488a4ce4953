package main

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"reflect"
	"strings"
	"testing"

	"bale/codec/facts"
	"bale/report"
	"bale/report/matrix"
	"bale/result"
)

var probed = flag.String("probe", "", "TestSupports: find out again what these serializers carry, e.g. 'json,gob', or all; with -update, record it; TestStrings: check the strings of these")

var aspectsOf = flag.String("aspects", "", "TestSerializersPage, with -update: record the aspects of this results folder in report/matrix/aspects.tsv")

const (
	supportFile     = "../../report/matrix/support.tsv"
	aspectsFile     = "../../report/matrix/aspects.tsv"
	serializersPage = "../../docs/serializers.html"
)

// TestSupports checks that support.tsv has what serializers carry.
func TestSupports(t *testing.T) {
	if *probed == "" {
		t.Skip("no -probe given: it builds programs")
	}
	table, err := matrix.Tested()
	if err != nil {
		t.Fatal(err)
	}
	choices, err := choose(splitTypes(*probed))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := probe(t.Context(), streams{out: os.Stdout, err: os.Stderr}, choices)
	if err != nil {
		t.Fatal(err)
	}
	got := matrix.Supports(rows)
	for codec, supports := range got {
		for feature, s := range supports {
			if was := table[codec][feature]; !*update && !reflect.DeepEqual(was, s) {
				t.Errorf("%s, %s: %s has %v, and it is %v: go test ./cmd/bale -run '^(TestSupports|TestSerializersPage)$' -update -probe %s", codec, feature, supportFile, was, s, codec)
			}
		}
	}
	if !*update {
		return
	}
	if *probed == "all" {
		clear(table)
	}
	maps.Copy(table, got)
	var b bytes.Buffer
	if err := table.WriteData(&b); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(supportFile, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestSerializersPage checks that docs/serializers.html has the pinned versions and what support.tsv and aspects.tsv say.
func TestSerializersPage(t *testing.T) {
	choices, err := choose(nil)
	if err != nil {
		t.Fatal(err)
	}
	list, err := entries(choices)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(supportFile) // TestSupports may have written it
	if err != nil {
		t.Fatal(err)
	}
	table, err := matrix.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if e.Facts.Languages != "" && e.Facts.Languages != facts.OwnLanguages && table[e.Name] == nil {
			t.Errorf("%s has no line for %s: go test ./cmd/bale -run '^(TestSupports|TestSerializersPage)$' -update -probe %[2]s", supportFile, e.Name)
		}
		delete(table, e.Name)
	}
	if len(table) > 0 {
		t.Errorf("%s has lines for codecs that bale does not have: %v", supportFile, table)
	}
	table, _ = matrix.Parse(string(text))
	if *update && *aspectsOf != "" {
		recordAspects(t, *aspectsOf)
	}
	if text, err = os.ReadFile(aspectsFile); err != nil {
		t.Fatal(err)
	}
	aspects, err := matrix.ParseAspects(string(text))
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := matrix.HTML(&want, list, table, aspects, facts.Absent()); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(serializersPage, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if page, err := os.ReadFile(serializersPage); err != nil || !bytes.Equal(page, want.Bytes()) || len(page) > 1<<20 {
		t.Errorf("docs/serializers.html has %d bytes, at most %d are allowed, or differs from what its data makes (%v): go test ./cmd/bale -run TestSerializersPage -update", len(page), 1<<20, err)
	}
}

// recordAspects writes aspects.tsv from a results folder.
func recordAspects(t *testing.T, dir string) {
	t.Helper()
	run, _, err := result.LoadFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	list, err := result.LoadAspects(dir)
	if err != nil || len(list) == 0 {
		t.Fatalf("%s has no aspects: %v", dir, err)
	}
	e := run.Environment
	var b bytes.Buffer
	titles, rows := report.AspectTable(list)
	if err := matrix.WriteAspects(&b, fmt.Sprintf("%s, bale %s, %s, bale compare -aspects %s", e.Date, e.Bale, e.CPU, strings.Join(run.Config.Request.Aspects, ",")), titles, rows); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(aspectsFile, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

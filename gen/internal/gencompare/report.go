package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// counts are the numbers in the last line of the output.
type counts struct {
	calls                        int
	files, differentFiles        int
	refusals, differentRefusals  int
	compared, differentBehaviour int
}

// String returns the counts as a sentence.
func (n counts) String() string {
	text := fmt.Sprintf("%d packages x formats: %d files equal, %d different; %d refusals equal, %d different",
		n.calls, n.files, n.differentFiles, n.refusals, n.differentRefusals)
	if n.compared > 0 {
		text += fmt.Sprintf("; behaviour of %d compared, %d different", n.compared, n.differentBehaviour)
	}
	return text
}

// report prints the differences and the counts.
func (c *comparison) report(ctx context.Context, results []*result) error {
	c.seen = map[string]bool{}
	var changed []*result
	for _, r := range results {
		if c.printResult(r) {
			changed = append(changed, r)
		}
	}
	if c.behaviour {
		if err := c.compareBehaviour(ctx, changed); err != nil {
			return err
		}
	}
	fmt.Fprintln(c.out, c.count)
	if n := c.count; n.differentRefusals > 0 || n.differentBehaviour > 0 || n.differentFiles > 0 && !c.behaviour {
		return errDiffers
	}
	return nil
}

// printResult prints and counts the differences of one call. It reports whether both commands succeeded and their files differ.
func (c *comparison) printResult(r *result) (changed bool) {
	c.count.calls++
	title := fmt.Sprintf("%v %s", r.input, r.label)
	if r.old.refusal+r.new.refusal != "" {
		same := c.printDiff(title+": refusal", c.renames.apply(r.old.refusal), r.new.refusal, false)
		add(same, &c.count.refusals, &c.count.differentRefusals)
		return false
	}
	names := maps.Clone(r.old.files)
	maps.Copy(names, r.new.files)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		same := c.printDiff(title+": "+name, c.normal(name, r.old.files[name], true), c.normal(name, r.new.files[name], false), c.behaviour)
		add(same, &c.count.files, &c.count.differentFiles)
		changed = changed || !same
	}
	return changed
}

// add increments one of two counters.
func add(same bool, equal, different *int) {
	if same {
		*equal++
	} else {
		*different++
	}
}

// printDiff prints the differences of two texts, and reports whether there are none. It prints each hunk once, since a changed
// helper is in many files.
func (c *comparison) printDiff(title, old, new string, silent bool) bool {
	if old == new || silent {
		return old == new
	}
	repeated := 0
	fmt.Fprintf(c.out, "== %s\n", title)
	for _, hunk := range hunks(old, new) {
		if key := changes(hunk); c.seen[key] && !c.verbose {
			repeated++
		} else {
			c.seen[key] = true
			fmt.Fprint(c.out, hunk)
		}
	}
	if repeated > 0 {
		fmt.Fprintf(c.out, "   and %d hunks as above\n", repeated)
	}
	return false
}

// hunks returns the hunks of the unified diff of two texts.
func hunks(old, new string) []string {
	text := string(diff.Diff("old", []byte(old), "new", []byte(new)))
	var list []string
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "@@ ") {
			list = append(list, "")
		}
		if len(list) > 0 {
			list[len(list)-1] += line
		}
	}
	return list
}

// changes returns the changed lines of a hunk.
func changes(hunk string) string {
	var b strings.Builder
	for line := range strings.Lines(hunk) {
		if line[0] == '+' || line[0] == '-' {
			b.WriteString(line)
		}
	}
	return b.String()
}

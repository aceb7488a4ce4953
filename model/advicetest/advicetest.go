// Package advicetest tests the advice in errors: it produces an error, does what the error says, and checks that the error is gone.
package advicetest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A Case is an error and its advice. In all texts, PKG stands for the import path of the case's package.
type Case struct {
	Name     string
	Earlier  string   // source for which the command ran before; "" if it did not
	Spoiled  []Edit   // changes of files after that, such as bale.lock
	Source   string   // source that is refused; "" is Earlier
	Flags    []string // flags of the refused command
	Want     string   // part of the error: what is wrong
	Do       string   // part of the error: the directive, tag or flag that it names, or what it says to do, as in "remove it"
	Edits    []Edit   // what a user does to files
	NewFlags []string // flags after that; nil: Flags
}

// An Edit replaces Old, which occurs once, by New in a file. The file "" has the source. If Old is "", New is appended to the file.
type Edit struct{ File, Old, New string }

// A Try runs the command with flags for the packages in folders below dir. It returns the error of each folder.
type Try func(t *testing.T, dir string, folders, flags []string) map[string]error

// Module is the module path of the packages.
const Module = "example.org/app"

// source is the file with the source of a case.
const source = "app.go"

// Run runs the cases, each in its own package of one module, so that the command runs once for all of them. files are the other files of the
// module.
func Run(t *testing.T, files map[string]string, cases []Case, try Try) {
	r := &runner{t: t, dir: t.TempDir(), cases: cases, try: try}
	for name, text := range files {
		r.write(name, text)
	}
	unhelpful := make([]string, len(cases)) // why the edits of a case cannot be made, or are not its advice
	first := r.stage(func(c *Case) (bool, []string) { return c.Earlier != "", nil }, func(i int) { r.write(r.path(i, ""), cases[i].Earlier) })
	refused := r.stage(func(c *Case) (bool, []string) { return true, c.Flags }, func(i int) {
		for _, e := range cases[i].Spoiled {
			unhelpful[i] += r.edit(i, e)
		}
		if cases[i].Source != "" {
			r.write(r.path(i, ""), cases[i].Source)
		}
	})
	helped := r.stage(func(c *Case) (bool, []string) {
		if c.NewFlags != nil {
			return true, c.NewFlags
		}
		return true, c.Flags
	}, func(i int) {
		shorter, restored := 0, true
		for _, e := range cases[i].Edits {
			shorter += len(e.New) - len(e.Old)
			unhelpful[i] += r.edit(i, e)
			restored = restored && (e.File == "" && r.read(r.path(i, "")) == r.fill(i, cases[i].Earlier))
		}
		unhelpful[i] += cases[i].notApplied(shorter < 0, restored && len(cases[i].Edits) > 0)
	})
	for i, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			if unhelpful[i] != "" {
				t.Error(unhelpful[i])
			}
			switch err := refused[i]; {
			case first[i] != nil:
				t.Fatalf("the error of the earlier source is %v", first[i])
			case err == nil:
				t.Fatalf("there is no error, want %s", c.Want)
			case !strings.Contains(err.Error(), r.fill(i, c.Want)):
				t.Fatalf("the error is %v, want %s", err, r.fill(i, c.Want))
			case c.Do == "" || !strings.Contains(err.Error(), r.fill(i, c.Do)):
				t.Fatalf("the error %v does not advise: %s", err, r.fill(i, c.Do))
			}
			if helped[i] != nil {
				t.Errorf("after %q the error is %v", c.Do, helped[i])
			}
		})
	}
}

// notApplied returns the reason why the edits and flags of a case are not what its advice says, or "".
func (c *Case) notApplied(shorter, restored bool) string {
	begins := func(verbs ...string) bool {
		return slices.ContainsFunc(verbs, func(v string) bool { return strings.HasPrefix(c.Do, v) })
	}
	switch {
	case slices.ContainsFunc(c.Edits, func(e Edit) bool { return strings.Contains(e.New, c.Do) && e.New != e.Old }),
		strings.Contains(strings.Join(c.NewFlags, " "), c.Do) && !slices.Equal(c.NewFlags, c.Flags):
		return ""
	case begins("remove", "delete", "leave"):
		if shorter || c.NewFlags != nil && len(strings.Join(c.NewFlags, " ")) < len(strings.Join(c.Flags, " ")) {
			return ""
		}
	case begins(verbs...):
		if len(c.Edits)+len(c.NewFlags) > 0 {
			return ""
		}
	case begins("keep", "undo"):
		if restored {
			return ""
		}
	}
	return fmt.Sprintf("the edits and flags do not apply the advice %q", c.Do)
}

// verbs begin advice that can be followed in several ways.
var verbs = []string{"add", "append", "change", "check", "choose", "declare", "give", "hide", "keep one", "keep the lines", "list", "name", "put", "rename", "renumber", "restore", "set", "take", "use", "write"}

// A runner has the module of the cases.
type runner struct {
	t     *testing.T
	dir   string
	cases []Case
	try   Try
}

// stage prepares the packages of the cases that take part, and runs the command once for all cases with equal flags.
func (r *runner) stage(takesPart func(*Case) (bool, []string), prepare func(i int)) map[int]error {
	var order []string
	groups, flags := map[string][]int{}, map[string][]string{}
	for i := range r.cases {
		ok, f := takesPart(&r.cases[i])
		if !ok {
			continue
		}
		prepare(i)
		key := strings.Join(f, " ")
		if groups[key] == nil {
			order, flags[key] = append(order, key), f
		}
		groups[key] = append(groups[key], i)
	}
	errs := map[int]error{}
	for _, key := range order {
		var folders []string
		for _, i := range groups[key] {
			folders = append(folders, folder(i))
		}
		found := r.try(r.t, r.dir, folders, flags[key])
		for _, i := range groups[key] {
			errs[i] = found[folder(i)]
		}
	}
	return errs
}

// folder returns the folder of a case below the module.
func folder(i int) string { return fmt.Sprintf("case%03d", i) }

// path returns the path of a file of a case in the module.
func (r *runner) path(i int, file string) string {
	if file == "" {
		file = source
	}
	return folder(i) + "/" + file
}

// fill replaces PKG by the import path of a case.
func (r *runner) fill(i int, text string) string {
	return strings.ReplaceAll(text, "PKG", Module+"/"+folder(i))
}

// read returns the content of a file of the module.
func (r *runner) read(name string) string {
	r.t.Helper()
	text, err := os.ReadFile(filepath.Join(r.dir, name))
	if err != nil {
		r.t.Fatal(err)
	}
	return string(text)
}

// write writes a file of the module. A folder of a case gets a package clause.
func (r *runner) write(name, text string) {
	r.t.Helper()
	path := filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		r.t.Fatal(err)
	}
	if at, _, _ := strings.Cut(name, "/"); strings.HasPrefix(at, "case") {
		text = strings.ReplaceAll(text, "PKG", Module+"/"+at)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		r.t.Fatal(err)
	}
}

// edit applies an edit to a file of a case, or returns the reason why it cannot.
func (r *runner) edit(i int, e Edit) string {
	r.t.Helper()
	name := r.path(i, e.File)
	if e.Old == "" {
		text, _ := os.ReadFile(filepath.Join(r.dir, name)) // the edit may create the file
		r.write(name, string(text)+e.New)
		return ""
	}
	text := r.read(name)
	if n := strings.Count(text, r.fill(i, e.Old)); n != 1 {
		return fmt.Sprintf("%q occurs %d times in %s:\n%s\n", e.Old, n, name, text)
	}
	r.write(name, strings.Replace(text, r.fill(i, e.Old), e.New, 1))
	return ""
}

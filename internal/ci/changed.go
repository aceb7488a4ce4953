package main

import (
	"errors"
	"fmt"
	"os/exec"
	"path"
	"slices"
	"strings"
)

// module is the path of the main module.
const module = "bale"

// changedFiles returns the paths of the files that differ from a commit, and of the new files that git does not ignore.
func changedFiles(rev string) ([]string, error) {
	differ, err := output("git", "diff", "--name-only", "--no-renames", "-z", rev, "--")
	if err != nil {
		return nil, err
	}
	added, err := output("git", "ls-files", "--others", "--exclude-standard", "-z")
	return strings.FieldsFunc(differ+added, func(c rune) bool { return c == 0 }), err
}

// listPackages returns the folders that each package of the main module and its tests are built from, by the folder of the package.
func listPackages() (map[string][]string, error) {
	list, err := output("go", "list", "-test", "-f", `{{.ImportPath}} {{join .Deps " "}}`, "./...")
	if err != nil {
		return nil, err
	}
	packages := map[string][]string{}
	for line := range strings.Lines(list) {
		paths := strings.Fields(line)
		name, _ := folderOf(strings.TrimSuffix(paths[0], ".test"))
		for _, p := range paths {
			if folder, ok := folderOf(p); ok {
				packages[name] = append(packages[name], folder)
			}
		}
	}
	return packages, nil
}

// folderOf returns the folder of a package, and whether it is one of the main module.
func folderOf(importPath string) (folder string, ok bool) {
	if importPath == module {
		return ".", true
	}
	return strings.CutPrefix(importPath, module+"/")
}

// output returns what a command prints.
func output(name string, args ...string) (string, error) {
	out, err := exec.Command(name, args...).Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = fmt.Errorf("%s: %w\n%s", strings.Join(append([]string{name}, args...), " "), err, exit.Stderr)
	}
	return string(out), err
}

// narrow reduces PACKAGES to the packages that depend on a changed file, unless the step depends on one by its path. It skips the step if there is
// no such package. Changed requirements and steps change all steps.
func (s *step) narrow(files []string, packages map[string][]string) {
	changed := map[string]bool{}
	for _, file := range files {
		if file == "go.mod" || file == "go.sum" || within(file, ".ci") || slices.ContainsFunc(s.folders, func(f string) bool { return within(file, f) }) {
			return
		}
		folder := path.Dir(file)
		for packages[folder] == nil && strings.Contains(folder, "/") { // such as testdata
			folder = path.Dir(folder)
		}
		changed[folder] = true
	}
	var affected []string
	for folder, deps := range packages {
		name := "./" + folder
		if slices.ContainsFunc(s.packages, func(p string) bool { return matches(p, name) }) && slices.ContainsFunc(deps, func(d string) bool { return changed[d] }) {
			affected = append(affected, name)
		}
	}
	slices.Sort(affected)
	if s.packages = affected; len(affected) == 0 {
		s.skip = "nothing that it depends on changed"
	}
}

// within reports whether a file is a folder's, or is the folder itself.
func within(file, folder string) bool {
	return folder == "." || file == folder || strings.HasPrefix(file, folder+"/")
}

// matches reports whether a pattern such as ./gen/... stands for the package in a folder.
func matches(pattern, folder string) bool {
	parent, all := strings.CutSuffix(pattern, "/...")
	return folder == pattern || all && (parent == "." || within(folder, parent))
}

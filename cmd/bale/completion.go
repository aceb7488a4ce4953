package main

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"bale/cmd/bale/internal/complete"
	"bale/codec/all"
	formats "bale/gen/format/all"
	"bale/lab/aspect"
	"bale/report/verdict"
	"bale/runner/convert/container"
	"bale/runner/measure"
	"bale/shape"
)

const completionUsage = `usage: bale completion SHELL

Print the script that completes commands, flags and their values in bash, zsh or fish. To install it:

  bash   bale completion bash >~/.local/share/bash-completion/completions/bale
         or, in ~/.bashrc: source <(bale completion bash)
  zsh    in ~/.zshrc, after compinit: source <(bale completion zsh)
  fish   bale completion fish >~/.config/fish/completions/bale.fish
`

func completionCommand(_ context.Context, io streams, args []string) error {
	f := newFlags("completion")
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() != 1 || !slices.Contains(complete.Shells, f.Arg(0)) {
		return badUsage("want the name of a shell: %s", strings.Join(complete.Shells, ", "))
	}
	return complete.Write(io.out, f.Arg(0), "bale", completions())
}

// completions returns the commands with their flags and the values of these.
func completions() []complete.Command {
	var list []complete.Command
	for _, c := range commands() {
		list = append(list, complete.Command{Name: c.name, About: c.about, Flags: usageFlags(c.name, c.usage), Args: arguments(c.name)})
	}
	return append(list, complete.Command{Name: "help", About: "describe a command", Args: arguments("help")})
}

// usageFlag matches a line of a usage text that describes a flag, such as "  -type T,U   types of the package".
var usageFlag = regexp.MustCompile(`(?m)^  -([a-z]+(?:-[a-z]+)*)(?: ([A-Z][^ ]*))? +([^ ].*)$`)

// usageFlags returns the flags that the usage text of a command describes. The usage texts are the only place with descriptions of the flags;
// TestUsageFlags compares them with the flags that the commands accept.
func usageFlags(command, usage string) []complete.Flag {
	var list []complete.Flag
	for _, m := range usageFlag.FindAllStringSubmatch(usage, -1) {
		about, _, _ := strings.Cut(m[3], ":")
		about, _, _ = strings.Cut(about, " (default")
		f := complete.Flag{Name: m[1], Arg: m[2], About: about, List: m[2] == "LIST", Files: m[2] == "FILE" || m[2] == "DIR"}
		f.Values = flagValues(command, f)
		list = append(list, f)
	}
	return list
}

// flagValues returns the words that a flag's argument may be, or nil if it may be anything.
func flagValues(command string, f complete.Flag) []string {
	switch {
	case f.Arg == "":
		return nil
	case f.Name == "for":
		return presetNames()
	case f.Name == "shape":
		return append(slices.Clone(shape.Names), allShapes, tunedShapes)
	case f.Name == "modes":
		return measure.ModeWords()
	case f.Name == "aspects":
		return aspect.Words()
	case f.Name == "codecs":
		return append(variants(), all.PopularWord, all.OthersWord, all.AllWord)
	case f.Name == "now", f.Name == "replaces", f.Name == "code", f.Name == "without", f.Name == "from", f.Name == "to":
		return variants()
	case f.Name == "carries":
		return kindWords()
	case f.Name == "wire" && command == "list":
		return lowerLetters(wireFormats())
	case f.Name == "in-container", f.Name == "out-container":
		return container.Names()
	case f.Name == "wire":
		return formatNames()
	}
	return nil
}

// arguments returns the words that the arguments of a command may be, or nil for files and folders.
func arguments(command string) []string {
	switch command {
	case "completion":
		return complete.Shells
	case "help":
		var names []string
		for _, c := range commands() {
			names = append(names, c.name)
		}
		return names
	}
	return nil
}

func presetNames() []string {
	var names []string
	for _, p := range verdict.Presets {
		names = append(names, p.Name)
	}
	return names
}

func formatNames() []string {
	var names []string
	for _, f := range formats.Formats {
		names = append(names, f.Name)
	}
	return names
}

// variants returns the names of all variants.
func variants() []string {
	choices, err := choose(nil)
	if err != nil { // cannot happen: an empty list chooses all
		return nil
	}
	return variantNames(choices)
}

// Package complete writes scripts that complete the arguments of a command in bash, zsh and fish.
package complete

import (
	"fmt"
	"io"
	"strings"
)

// A Command is a subcommand of the program.
type Command struct {
	Name  string
	About string // one line
	Flags []Flag
	Args  []string // words that an argument may be; nil for files and folders
}

// A Flag is a flag of a subcommand.
type Flag struct {
	Name   string   // without the dash
	Arg    string   // name of the argument, or "" for a flag without one
	About  string   // one line
	Values []string // words that the argument may be
	List   bool     // the argument is a list of words with commas between them
	Files  bool     // the argument is a file or a folder
}

// Shells are the names of the shells that Write supports.
var Shells = []string{"bash", "zsh", "fish"}

// Write writes the completion script of a shell for a program. It returns an error if the shell is not in Shells, or if writing fails.
func Write(w io.Writer, shell, program string, commands []Command) error {
	var text string
	switch shell {
	case "bash":
		text = bash(program, commands)
	case "zsh":
		text = zsh(program, commands)
	case "fish":
		text = fish(program, commands)
	default:
		return fmt.Errorf("no completion for %q: want one of %s", shell, strings.Join(Shells, ", "))
	}
	_, err := io.WriteString(w, text)
	return err
}

// names returns the names of the commands.
func names(commands []Command) []string {
	var list []string
	for _, c := range commands {
		list = append(list, c.Name)
	}
	return list
}

// bash returns a script that needs bash 3.2, and not the package bash-completion.
func bash(program string, commands []Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# bash completion for %[1]s
_%[1]s_words() { # completes one of the words $2 to $n, or with $1=list the last word of a list
	local kind=$1 cur=${COMP_WORDS[COMP_CWORD]} done=""
	shift
	if [ "$kind" = list ] && [ "${cur%%,*}" != "$cur" ]; then
		done="${cur%%,*},"
		cur=${cur##*,}
	fi
	COMPREPLY=($(compgen -P "$done" -W "$*" -- "$cur"))
}
_%[1]s() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
	COMPREPLY=()
	if [ "$COMP_CWORD" -eq 1 ]; then
		_%[1]s_words one %[2]s
		return
	fi
	case ${COMP_WORDS[1]} in
`, program, strings.Join(names(commands), " "))
	for _, c := range commands {
		fmt.Fprintf(&b, "\t%s)\n\t\tcase $prev in\n", c.Name)
		var flags []string
		for _, f := range c.Flags {
			flags = append(flags, "-"+f.Name)
			switch {
			case f.Arg == "":
			case f.Files:
				fmt.Fprintf(&b, "\t\t-%s)\n\t\t\tCOMPREPLY=($(compgen -f -- \"$cur\"))\n\t\t\treturn ;;\n", f.Name)
			default: // no words if the argument may be anything
				fmt.Fprintf(&b, "\t\t-%s)\n\t\t\t_%s_words %s %s\n\t\t\treturn ;;\n", f.Name, program, kind(f), strings.Join(f.Values, " "))
			}
		}
		fmt.Fprintf(&b, "\t\tesac\n\t\tcase $cur in\n\t\t-*) _%s_words one %s ;;\n", program, strings.Join(flags, " "))
		if c.Args != nil {
			fmt.Fprintf(&b, "\t\t*) _%s_words one %s ;;\n", program, strings.Join(c.Args, " "))
		} else {
			b.WriteString("\t\t*) COMPREPLY=($(compgen -f -- \"$cur\")) ;;\n")
		}
		b.WriteString("\t\tesac ;;\n")
	}
	fmt.Fprintf(&b, "\tesac\n}\ncomplete -o filenames -F _%[1]s %[1]s\n", program)
	return b.String()
}

// kind returns the first argument of the bash function that completes words.
func kind(f Flag) string {
	if f.List {
		return "list"
	}
	return "one"
}

// zsh returns a script that can be sourced, or be in a file of the fpath.
func zsh(program string, commands []Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "#compdef %[1]s\n_%[1]s() {\n\tlocal -a commands\n\tcommands=(\n", program)
	for _, c := range commands {
		fmt.Fprintf(&b, "\t\t%s\n", quote(c.Name+":"+c.About))
	}
	b.WriteString("\t)\n\tif (( CURRENT == 2 )); then\n\t\t_describe command commands\n\t\treturn\n\tfi\n")
	b.WriteString("\tlocal command=$words[2]\n\twords=(${words[1]} ${words[3,-1]})\n\t(( CURRENT-- ))\n\tcase $command in\n")
	for _, c := range commands {
		fmt.Fprintf(&b, "\t%s)\n\t\t_arguments", c.Name)
		for _, f := range c.Flags {
			fmt.Fprintf(&b, " \\\n\t\t\t%s", quote("-"+f.Name+"["+zshText(f.About)+"]"+zshValue(f)))
		}
		args := "*:argument:_files"
		if c.Args != nil {
			args = "*:argument:(" + strings.Join(c.Args, " ") + ")"
		}
		fmt.Fprintf(&b, " \\\n\t\t\t%s ;;\n", quote(args))
	}
	fmt.Fprintf(&b, "\tesac\n}\nif [ \"$funcstack[1]\" = _%[1]s ]; then\n\t_%[1]s \"$@\"\nelse\n\tcompdef _%[1]s %[1]s\nfi\n", program)
	return b.String()
}

// zshValue returns the part of a specification of _arguments that completes a flag's argument.
func zshValue(f Flag) string {
	switch {
	case f.Arg == "":
		return ""
	case f.Files:
		return ":" + f.Arg + ":_files"
	case f.List && f.Values != nil:
		return ":" + f.Arg + ":_sequence compadd - " + strings.Join(f.Values, " ")
	}
	if f.Values == nil {
		return ":" + f.Arg + ": "
	}
	return ":" + f.Arg + ":(" + strings.Join(f.Values, " ") + ")"
}

// zshText escapes the characters that end a description in a specification of _arguments.
func zshText(text string) string {
	return strings.NewReplacer("[", `\[`, "]", `\]`, ":", `\:`).Replace(text)
}

// fish returns a script for fish 3.0 and later.
func fish(program string, commands []Command) string {
	var b strings.Builder
	for _, c := range commands {
		fmt.Fprintf(&b, "complete -c %s -n __fish_use_subcommand -f -a %s -d %s\n", program, c.Name, quote(c.About))
		when := quote("__fish_seen_subcommand_from " + c.Name)
		for _, f := range c.Flags {
			fmt.Fprintf(&b, "complete -c %s -n %s -o %s -d %s", program, when, f.Name, quote(f.About))
			switch {
			case f.Arg == "":
			case f.Files:
				b.WriteString(" -r -F")
			case f.Values == nil:
				b.WriteString(" -x")
			case f.List:
				fmt.Fprintf(&b, " -x -a %s", quote("(__fish_complete_list , 'printf \"%s\\n\" "+strings.Join(f.Values, " ")+"')"))
			default:
				fmt.Fprintf(&b, " -x -a %s", quote(strings.Join(f.Values, " ")))
			}
			b.WriteString("\n")
		}
		if c.Args != nil {
			fmt.Fprintf(&b, "complete -c %s -n %s -f -a %s\n", program, when, quote(strings.Join(c.Args, " ")))
		}
	}
	return b.String()
}

// quote quotes text for a shell.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

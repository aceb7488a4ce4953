package report

import "strings"

// findCommand returns the command that examines the aspects that a use needs, in the run of a results folder. It returns "" without a folder.
// advice.js returns the same.
func findCommand(folder string, r *Reader) string {
	if folder == "" {
		return ""
	}
	return ResumeCommand(folder, r)
}

// ResumeCommand returns the command that resumes the run of a results folder, for the same reader.
func ResumeCommand(folder string, r *Reader) string {
	command := "bale compare -resume " + shellQuoted(folder)
	if p := r.preset(); !p.BySpeed() {
		command += " -for " + p.Name
	}
	if r.Now != "" {
		command += " -now " + shellQuoted(r.Now)
	}
	return command
}

// shellQuoted returns an argument as one word of a shell's command line.
func shellQuoted(arg string) string {
	plain := func(r rune) rune {
		if r >= 0x80 || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+:@%", r) {
			return -1
		}
		return r
	}
	if arg != "" && strings.Map(plain, arg) == "" {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

package main

import (
	"context"
	"io"
	"os"
	"os/exec"
	"strings"
)

// A pager is a running program that shows text page by page.
type pager struct {
	in  *os.File // where the text is written
	cmd *exec.Cmd
}

// startPager starts the program in PAGER, or less -R, with its output on a terminal. Without such a program, and if PAGER is empty or cat, the text
// goes to the terminal.
func startPager(ctx context.Context, out *os.File, errs io.Writer) (*pager, error) {
	command, set := os.LookupEnv("PAGER")
	if !set {
		command = "less -R"
	}
	words := strings.Fields(command)
	if len(words) == 0 || words[0] == "cat" {
		return &pager{in: out}, nil
	}
	if _, err := exec.LookPath(words[0]); err != nil {
		return &pager{in: out}, nil
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	// The pager ends when its user quits, and not with the context: a Ctrl-C is for its own search.
	cmd := exec.CommandContext(context.WithoutCancel(ctx), words[0], words[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = r, out, errs
	if os.Getenv("LESS") == "" {
		cmd.Env = append(os.Environ(), "LESS=FRX") // as git does: end at once if the text fits the screen, and show colours
	}
	if err := cmd.Start(); err != nil {
		w.Close()
		return &pager{in: out}, nil
	}
	return &pager{w, cmd}, nil
}

// wait waits until the user quits the pager.
func (p *pager) wait() {
	if p.cmd != nil {
		p.in.Close()
		_ = p.cmd.Wait()
	}
}

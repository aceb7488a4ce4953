package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"bale/gen"
)

// errDeclined is the error of a user who does not want the files.
var errDeclined = errors.New("nothing was written")

// confirm prints what the user should know before the files of a package are written. In a terminal, it asks whether to write them. Elsewhere
// nobody can answer, so they are written: go generate and CI must not wait.
func confirm(io streams, out *gen.Output) error {
	width, _ := terminal(io.err)
	switch {
	case out.Ask == nil:
		return nil
	case width == 0 || !term.IsTerminal(int(os.Stdin.Fd())):
		fmt.Fprintf(io.err, "note: %v\n", out.Ask)
		return nil
	}
	return ask(os.Stdin, io.err, out.Ask.Error()+"\nWrite the files with these methods? [y/N] ")
}

// ask prints a question, and returns an error unless the answer is yes.
func ask(in io.Reader, out io.Writer, question string) error {
	fmt.Fprint(out, question)
	answer, err := bufio.NewReader(in).ReadString('\n')
	if err != nil {
		fmt.Fprintln(out)
	}
	if a := strings.ToLower(strings.TrimSpace(answer)); a != "y" && a != "yes" {
		return errDeclined
	}
	return nil
}

package matrix

import (
	"fmt"
	"io"
	"strings"

	"bale/report/markdown"
)

// wireHeading returns the heading of a wire format.
func wireHeading(wire string) string {
	if wire == "none" {
		return "No wire format"
	}
	return wire
}

// mdContents writes links to the sections of the wire formats, with their serializers.
func mdContents(w io.Writer, entries []Entry) {
	fmt.Fprint(w, "## Wire formats\n\n| wire format | serializers |\n| :-- | :-- |\n")
	for len(entries) > 0 {
		n := 1
		for n < len(entries) && entries[n].Wire == entries[0].Wire {
			n++
		}
		heading := wireHeading(entries[0].Wire)
		fmt.Fprintf(w, "| [%s](#%s) | %s |\n", markdown.Escape(heading), markdown.Anchor(heading), markdown.Escape(strings.Join(Names(entries[:n], entries[:n]), ", ")))
		entries = entries[n:]
	}
	fmt.Fprintln(w)
}

// Command protoc-gen-go-bale is a plugin of protoc and buf that writes the methods of bale gen -messages for the messages of .proto files. It runs beside
// protoc-gen-go, with the same options. See docs/messages.md.
package main

import (
	"fmt"
	"os"

	"bale/gen/format/proto"
	"bale/gen/plugin"
)

func main() {
	if len(os.Args) > 1 {
		fmt.Fprintln(os.Stderr, "protoc-gen-go-bale: protoc and buf run this program, which takes no arguments: see docs/messages.md")
		os.Exit(2)
	}
	if err := plugin.Run(os.Stdin, os.Stdout, proto.Format); err != nil {
		fmt.Fprintln(os.Stderr, "protoc-gen-go-bale:", err)
		os.Exit(1)
	}
}

package convert

import (
	"encoding/json"
	"io"
	"os"
	"runtime/debug"
)

// memoryLimit is the memory from which on the garbage collector works harder.
const memoryLimit = 384 << 20

// A Response is what the program writes to standard output, in JSON.
type Response struct {
	Manifest *Manifest
	Error    string // "" if there is a manifest
}

// Main runs the program of bale convert. It reads a Request in JSON from standard input, and writes a Response. The program exits when standard
// input ends: then bale has been killed.
func Main(p *Program) {
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(memoryLimit)
	var resp Response
	var req Request
	in := json.NewDecoder(os.Stdin)
	err := in.Decode(&req)
	if err == nil {
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin)
			os.Exit(1)
		}()
		resp.Manifest, err = Run(p, &req)
	}
	if err != nil {
		resp.Error = err.Error()
	}
	if err := json.NewEncoder(os.Stdout).Encode(resp); err != nil || resp.Error != "" {
		os.Exit(1)
	}
}

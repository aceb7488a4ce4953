package convert

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"bale/convert/container"
)

// A Request says what the program does. It is the only argument of the program, in JSON.
type Request struct {
	In, Out                   []string // files
	InContainer, OutContainer string
	MaxRecord                 int // bytes
	Allow                     []string
}

// Main runs a conversion. It exits with status 1 and an error on standard error if something is wrong.
func Main(p *Program) {
	if err := run(p, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(p *Program, args []string) error {
	var req Request
	if len(args) != 1 {
		return errors.New("want one argument: this program is run by bale convert")
	}
	if err := json.Unmarshal([]byte(args[0]), &req); err != nil {
		return err
	}
	for i := range req.In {
		if err := convertFile(p, &req, req.In[i], req.Out[i]); err != nil {
			return err
		}
	}
	return nil
}

func convertFile(p *Program, req *Request, in, out string) error {
	from, err := container.Find(req.InContainer)
	if err != nil {
		return err
	}
	to, err := container.Find(req.OutContainer)
	if err != nil {
		return err
	}
	f, err := os.Open(in)
	if err != nil {
		return err
	}
	defer f.Close()
	r := from.Reader(bufio.NewReaderSize(f, 64<<10), 0, req.MaxRecord)
	c := p.New(req.Allow)
	var output, message []byte
	for {
		rec, err := r.Next()
		if err == io.EOF {
			return os.WriteFile(out, output, 0o644)
		}
		if err == nil {
			err = rec.Err
		}
		if err == nil {
			err = c.Decode(rec.Data)
		}
		if err == nil {
			message, err = c.Encode(message[:0])
		}
		if err == nil {
			err = c.Verify(message)
		}
		if err == nil {
			output, err = to.Append(output, message)
		}
		if err != nil {
			return fmt.Errorf("%s: at byte %d: %w", in, rec.Offset, err)
		}
	}
}

package pipeline

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"bale/convert"
)

// A finishFn ends the conversion when all parts have been converted. A runner may repeat it after a failure.
type finishFn struct {
	Request []byte // a Request in JSON
	ID      string // of the job
}

// ProcessElement gives all output files their names, and writes the file of dead letters and the manifest.
func (f *finishFn) ProcessElement(ctx context.Context, _ int, next func(*string) bool) error {
	req := &Request{}
	if err := json.Unmarshal(f.Request, req); err != nil {
		return err
	}
	var pieces []Piece
	for text := ""; next(&text); {
		var p Piece
		if err := json.Unmarshal([]byte(text), &p); err != nil {
			return err
		}
		pieces = append(pieces, p)
	}
	files, err := newStore(ctx, req.Out)
	if err != nil {
		return err
	}
	defer files.close()
	return finish(ctx, req, f.ID, files, pieces)
}

func finish(ctx context.Context, req *Request, id string, files *store, pieces []Piece) error {
	slices.SortFunc(pieces, func(a, b Piece) int { return cmp.Or(a.Input-b.Input, cmp.Compare(a.Start, b.Start)) })
	if err := checkCover(req.Inputs, pieces); err != nil {
		return err
	}
	names, err := outputNames(req.Inputs, pieces)
	if err != nil {
		return err
	}
	m := &convert.Manifest{About: req.About, Type: program.Type, From: program.Source, To: program.Target, Verify: req.Verify, Allow: req.Allow}
	for i, p := range pieces {
		if err := files.publish(ctx, p.Output.Path, names[i], p.Output.Size); err != nil {
			return err
		}
		in := &req.Inputs[p.Input]
		m.Files = append(m.Files, convert.File{Source: in.Path, Size: in.Size, Output: convert.Output{Name: names[i], Size: p.Output.Size, Sum: p.Output.Sum}, Counts: p.Counts})
		m.Counts.Add(p.Counts)
	}
	if m.Dead, err = files.joinDead(ctx, id, pieces); err != nil {
		return err
	}
	data, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return err
	}
	if _, err := files.write(ctx, id, convert.ManifestFile, func(w io.Writer) error {
		_, err := w.Write(append(data, '\n'))
		return err
	}); err != nil {
		return err
	}
	return files.removeParts(ctx, id, append(req.Inputs, convert.Input{Output: convert.ManifestFile}))
}

// checkCover returns an error unless the pieces, which are in order, cover each input file exactly once.
func checkCover(inputs []convert.Input, pieces []Piece) error {
	i := 0
	for index, in := range inputs {
		at := int64(0)
		for first := true; first || i < len(pieces) && pieces[i].Input == index; first = false {
			if i == len(pieces) || pieces[i].Input != index || pieces[i].Start != at {
				return fmt.Errorf("%s: the runner has not converted the part at offset %d, or twice: begin again in a new folder", in.Path, at)
			}
			at = pieces[i].End
			i++
		}
		if at != in.Size {
			return fmt.Errorf("%s: the runner has not converted the part at offset %d: begin again in a new folder", in.Path, at)
		}
	}
	if i < len(pieces) {
		return fmt.Errorf("the runner has converted a part of an input %d, which the job does not have: begin again in a new folder", pieces[i].Input)
	}
	return nil
}

// outputNames returns the names of the output files. If an input file has several parts, the name of its output file gets the number of the
// part, as in orders-00002-of-00007.compact.
func outputNames(inputs []convert.Input, pieces []Piece) ([]string, error) {
	total := map[int]int{}
	for _, p := range pieces {
		total[p.Input]++
	}
	names, from := make([]string, len(pieces)), map[string]int{}
	number := 0
	for i, p := range pieces {
		if i == 0 || pieces[i-1].Input != p.Input {
			number = 0
		}
		names[i] = inputs[p.Input].Output
		if total[p.Input] > 1 {
			names[i] = shardName(names[i], number, total[p.Input])
		}
		number++
		if other, taken := from[names[i]]; taken {
			return nil, fmt.Errorf("%s and %s would both be written to %s: convert them into two folders", inputs[other].Path, inputs[p.Input].Path, names[i])
		}
		from[names[i]] = p.Input
	}
	return names, nil
}

// shardName returns the name of a part of an output file.
func shardName(name string, number, total int) string {
	dir, base := path.Split(name)
	end := strings.IndexByte(base[1:], '.') + 1
	if end == 0 {
		end = len(base)
	}
	return fmt.Sprintf("%s%s-%05d-of-%05d%s", dir, base[:end], number, total, base[end:])
}

// joinDead joins the dead letters of all pieces, and returns the file, or nil if there are none.
func (s *store) joinDead(ctx context.Context, id string, pieces []Piece) (*convert.Output, error) {
	pieces = slices.DeleteFunc(slices.Clone(pieces), func(p Piece) bool { return p.Dead.Path == "" })
	if len(pieces) == 0 {
		return nil, nil
	}
	return s.write(ctx, id, convert.DeadFile, func(w io.Writer) error {
		for _, p := range pieces {
			if err := s.copy(ctx, w, p.Dead); err != nil {
				return err
			}
		}
		return nil
	})
}

// copy writes the content of a part.
func (s *store) copy(ctx context.Context, w io.Writer, p part) error {
	r, err := s.fs.OpenRead(ctx, p.Path)
	if err != nil {
		return err
	}
	defer r.Close()
	n, err := io.Copy(w, r)
	if err == nil && n != p.Size {
		err = fmt.Errorf("%s has %d bytes, and %d were written", p.Path, n, p.Size)
	}
	return err
}

// write writes a file, which gets its name when it is whole.
func (s *store) write(ctx context.Context, id, name string, content func(io.Writer) error) (*convert.Output, error) {
	w := &partWriter{ctx: ctx, store: s, id: id, name: name}
	err := content(w)
	if closeErr := w.close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = s.publish(ctx, w.Path, name, w.Size)
	}
	return &convert.Output{Name: name, Size: w.Size, Sum: w.Sum}, err
}

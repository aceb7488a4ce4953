package pipeline

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"bale/runner/convert"
	"bale/runner/convert/container"
)

// A collectFn writes the list of the pieces of a job when all have been converted. A runner may repeat it after a failure.
type collectFn struct {
	Out string // folder of the conversion
	ID  string // of the conversion
	Job int
}

// ProcessElement writes the list.
func (f *collectFn) ProcessElement(ctx context.Context, _ int, next func(*string) bool) error {
	files, err := newStore(ctx, f.Out)
	if err != nil {
		return err
	}
	defer files.close()
	_, err = files.write(ctx, f.ID, listName(f.ID, f.Job), func(w io.Writer) error {
		for text := ""; next(&text); {
			if _, err := io.WriteString(w, text+"\n"); err != nil {
				return err
			}
		}
		return nil
	})
	return err
}

// listName returns the name of the list of the pieces of a job. It is one of the names that removeParts removes.
func listName(id string, job int) string { return fmt.Sprintf("%s%s-job%d.part", partPrefix, id, job) }

// pieces reads the list of the pieces of a job.
func (s *store) pieces(ctx context.Context, id string, job int) (list []Piece, err error) {
	data, err := filesystem.Read(ctx, s.fs, s.join(listName(id, job)))
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(bytes.NewReader(data)); ; {
		var p Piece
		if err := d.Decode(&p); err == io.EOF {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
}

// finish ends a conversion of which all pieces have been converted: it gives the output files their names, and writes the file of dead letters and
// the manifest.
func finish(ctx context.Context, req *Request, id string, files *store, pieces []Piece) (*convert.Manifest, error) {
	slices.SortFunc(pieces, func(a, b Piece) int { return cmp.Or(a.Input-b.Input, cmp.Compare(a.Start, b.Start)) })
	if err := checkCover(req.Inputs, pieces); err != nil {
		return nil, err
	}
	names, err := outputNames(req.Inputs, pieces)
	if err != nil {
		return nil, err
	}
	to, err := container.Find(req.OutContainer)
	if err != nil {
		return nil, err
	}
	m := &convert.Manifest{About: req.About, Type: program.Type, From: program.Source, To: program.Target, Verify: req.Verify, Allow: req.Allow}
	for i, p := range pieces {
		in := &req.Inputs[p.Input]
		file := convert.File{Source: in.Path, Size: in.Size, Counts: p.Counts}
		if !to.Absent(p.Counts.Out) {
			file.Output = convert.Output{Name: names[i], Size: p.Output.Size, Sum: p.Output.Sum}
			if err := files.publish(ctx, p.Output.Path, names[i], p.Output.Size); err != nil {
				return nil, err
			}
		}
		m.Files = append(m.Files, file)
		m.Counts.Add(p.Counts)
	}
	if m.Dead, err = files.joinDead(ctx, id, pieces); err != nil {
		return nil, err
	}
	data, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return nil, err
	}
	_, err = files.write(ctx, id, convert.ManifestFile, func(w io.Writer) error {
		_, err := w.Write(append(data, '\n'))
		return err
	})
	if err != nil {
		return nil, err
	}
	return m, files.removeParts(ctx, id, req.Inputs)
}

// checkCover returns an error unless the pieces, which are in order, cover each input file exactly once.
func checkCover(inputs []convert.Input, pieces []Piece) error {
	i := 0
	for index, in := range inputs {
		at := int64(0)
		for first := true; first || i < len(pieces) && pieces[i].Input == index; first = false {
			if i == len(pieces) || pieces[i].Input != index || pieces[i].Start != at || !first && at == in.Size {
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

package lab

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"bale/codec"
	"bale/program/build"
	"bale/result"
	"bale/runner/measure"
)

// OpenPack returns the comparison of a pack that was extracted into folder. Its Measure method builds nothing. If resume names a results
// folder, the comparison resumes the run in that folder. Otherwise it is a new run on this machine with the results folder dir; "" stands
// for a new folder below ResultsRoot.
func OpenPack(folder, dir, resume string) (*Comparison, error) {
	data, err := os.ReadFile(filepath.Join(folder, packFile))
	if err != nil {
		return nil, fmt.Errorf("%s is not the folder of a pack: %w", folder, err)
	}
	var p pack
	err = json.Unmarshal(data, &p)
	if err == nil && (p.Run == nil || p.Run.Config.Rounds < 1) {
		err = errors.New("it has no plan")
	}
	if err != nil {
		return nil, fmt.Errorf("%s is damaged: extract the archive again: %w", packFile, err)
	}
	built, err := p.built(folder)
	if err != nil {
		return nil, err
	}
	c := &Comparison{Dir: dir, Run: NewRun(p.Run.Config, p.Run.Environment.Seed), packed: built}
	c.Run.Environment.Bale, c.Run.Environment.Slow, c.Run.LeftOut = p.Run.Environment.Bale, p.Run.Environment.Slow, p.Run.LeftOut
	if resume != "" {
		c.Dir = resume
		if c.Run, err = result.Load(filepath.Join(resume, result.RunFile)); err != nil {
			return nil, fmt.Errorf("%s is not a results folder: %w", resume, err)
		}
	}
	return c, nil
}

// built returns the codecs of a pack. It returns an error if the pack is damaged.
func (p *pack) built(folder string) ([]*build.Built, error) {
	shapes := map[string]*build.Shape{}
	for _, s := range p.Shapes {
		one := &build.Shape{Name: s.Name, Base: s.Base, Length: s.Length, Given: s.Given, Hiding: s.Hiding}
		if s.Data != "" {
			var err error
			if one.Data, err = p.file(folder, s.Data); err != nil {
				return nil, err
			}
		}
		shapes[s.Name] = one
	}
	var list []*build.Built
	for _, c := range p.Codecs {
		b := &build.Built{Codec: &codec.Codec{Name: c.Name}}
		for _, r := range c.Rows {
			s := shapes[r.Shape]
			if s == nil {
				return nil, fmt.Errorf("%s is damaged: it has no shape %s: extract the archive again", packFile, r.Shape)
			}
			b.Rows = append(b.Rows, &build.Row{Row: r, On: s, Built: b, Tags: c.Tags[r.Codec]})
		}
		if c.Runner != "" {
			path, err := p.file(folder, c.Runner)
			if err != nil {
				return nil, err
			}
			if b.Runner, err = build.Linked(b.Codec, path, c.Hash); err != nil {
				return nil, err
			}
		}
		list = append(list, b)
	}
	return list, nil
}

// file returns the path of a file of the pack. It returns an error if the file is not as it was packed.
func (p *pack) file(folder, name string) (string, error) {
	path := filepath.Join(folder, filepath.FromSlash(name))
	data, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("the pack is not complete: extract the archive again: %w", err)
	}
	if sum(data) != p.Sums[filepath.ToSlash(name)] {
		return "", fmt.Errorf("the pack is damaged: %s is not as 'bale pack' wrote it: extract the archive again, or pack again with this version of bale", name)
	}
	return path, nil
}

// Unmeasured returns the rows of the run without results.
func (c *Comparison) Unmeasured() []measure.Row {
	return slices.DeleteFunc(slices.Clone(c.Run.Rows), func(r measure.Row) bool { return r.Measured() })
}

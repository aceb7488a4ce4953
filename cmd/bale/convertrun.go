package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"bale/program/build"
	"bale/runner/convert"
	"bale/runner/convert/container"
)

// files sets the input files and the names of the output files.
func (o *convertFlags) files(c *build.Conversion, req *convert.Request) error {
	extension := "." + lastPart(c.Target)
	switch {
	case req.OutContainer == "lines":
		extension = ".jsonl"
	case c.Avro[1]:
		extension = ".avro"
	}
	pattern := "*" + extension
	req.Out = o.out
	if strings.Contains(filepath.Base(o.out), "*") {
		req.Out, pattern = filepath.Split(o.out)
		if strings.Count(pattern, "*") > 1 {
			return badUsage("-out: %s has several stars: want one, which stands for the name of the input file", o.out)
		}
	}
	if strings.Contains(req.Out, "*") {
		return badUsage("-out: %s has a star in the name of a folder: want it in the name of the files, as in %s", o.out, filepath.Join("new", "*"+extension))
	}
	if info, err := os.Stat(req.Out); err == nil && !info.IsDir() {
		return badUsage("-out: %s is a file: name a folder", req.Out)
	}
	local, err := o.beam.remote(req, o.in, pattern)
	if err != nil {
		return err
	}
	from := map[string]string{} // inputs by output
	for _, in := range local {
		base, names, err := inputFiles(in)
		if err != nil {
			return err
		}
		if o.resume {
			names = slices.DeleteFunc(names, func(name string) bool { return isBelow(req.Out, name) })
		}
		for _, name := range names {
			input, err := describeInput(base, name, pattern)
			if err != nil {
				return err
			}
			if other, taken := from[input.Output]; taken && other != name {
				return badUsage("-in: %s and %s would both be written to %s: convert them into two folders", other, name, filepath.Join(req.Out, input.Output))
			} else if taken {
				continue
			}
			if input.Output == convert.ManifestFile || input.Output == convert.DeadFile {
				return badUsage("-out: %s is a file that bale convert writes itself: name the output files differently, as in -out '%s'", input.Output, filepath.Join(req.Out, "new-*"+extension))
			}
			from[input.Output] = name
			req.Inputs = append(req.Inputs, *input)
			c.Zstd = c.Zstd || strings.HasSuffix(name, container.Zstd) || strings.HasSuffix(input.Output, container.Zstd)
		}
	}
	return nil
}

// lastPart returns the last part of a variant's name.
func lastPart(e build.End) string {
	name := e.Name()
	return name[strings.LastIndex(name, "/")+1:]
}

// inputFiles returns the files of an argument of -in, and the folder to which the names of the output files are relative. The files may be links.
func inputFiles(arg string) (base string, names []string, err error) {
	if isFolder(arg) {
		root := arg + string(filepath.Separator) // so that a link to a folder is followed
		own := convert.OwnFiles(arg)
		err = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() && !slices.Contains(own, filepath.Clean(path)) {
				names = append(names, path)
			}
			return err
		})
		if err == nil && len(names) == 0 {
			err = badUsage("-in: the folder %s has no files", arg)
		}
		return arg, names, err
	}
	if names, err = filepath.Glob(arg); err != nil {
		return "", nil, badUsage("-in: %s: %v", arg, err)
	}
	if len(names) == 0 {
		return "", nil, badUsage("-in: no file matches %s", arg)
	}
	base = arg
	for base = filepath.Dir(arg); strings.ContainsAny(base, `*?[`); base = filepath.Dir(base) {
	}
	return base, names, nil
}

// isBelow reports whether a file is in a folder or below it, links followed. A conversion that continues has files in its output folder, which
// may be in a folder that it reads.
func isBelow(folder, name string) bool {
	from, err := realPath(folder)
	if err != nil {
		return false // the folder does not exist yet
	}
	to, err := realPath(name)
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(from, to)
	return err == nil && filepath.IsLocal(rel)
}

// realPath returns the absolute path of a file without links.
func realPath(name string) (string, error) {
	path, err := filepath.EvalSymlinks(name)
	if err != nil {
		return "", err
	}
	return filepath.Abs(path)
}

// describeInput returns an input file with the name of its output file.
func describeInput(base, name, pattern string) (*convert.Input, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, badUsage("-in: %s is a folder: name it with another -in, and use a pattern that matches only files", name)
	}
	if !info.Mode().IsRegular() {
		return nil, badUsage("-in: %s is not a regular file: save the records in a file, since a conversion that is continued reads them again", name)
	}
	if isDescriptor(name) {
		return nil, badUsage("-in: %s is an open file of this process, and another process reads the records: name the file itself", name)
	}
	rel, err := filepath.Rel(base, name)
	if err != nil {
		return nil, err
	}
	stem := container.TrimCompression(rel)
	stem = strings.TrimSuffix(stem, filepath.Ext(stem))
	dir, file := filepath.Split(stem)
	output := filepath.Join(dir, strings.Replace(pattern, "*", file, 1))
	return &convert.Input{Path: name, Output: output, Size: info.Size(), ModTime: info.ModTime().UnixNano()}, nil
}

// isDescriptor reports whether a name is that of an open file, which is another file in another process.
func isDescriptor(name string) bool {
	path, err := filepath.Abs(name)
	return err == nil && (path == "/dev/stdin" || strings.HasPrefix(path, "/dev/fd/") || strings.HasPrefix(path, "/proc/"))
}

// run runs the program of a conversion.
func (o *convertFlags) run(ctx context.Context, io streams, path string, req *convert.Request) (*convert.Manifest, error) {
	if o.beam.runner == "" {
		return runConversion(ctx, io, path, nil, req, "continue with -resume")
	}
	return runConversion(ctx, io, path, o.beam.args(), o.beam.request(req), "the runner may go on with the job, which does not complete the conversion: begin again in a new folder")
}

// runConversion runs the program of a conversion with arguments and a request. The program ends when this process does, because its standard input
// ends then. next is what to do after an interrupt.
func runConversion(ctx context.Context, io streams, path string, args []string, req any, next string) (*convert.Manifest, error) {
	cmd := exec.CommandContext(ctx, path, args...)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, io.err
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	sent := json.NewEncoder(in).Encode(req)
	err = cmd.Wait()
	var resp convert.Response
	switch {
	case ctx.Err() != nil:
		return nil, errors.New("interrupted: " + next)
	case json.Unmarshal(out.Bytes(), &resp) == nil && resp.Error != "":
		return nil, errors.New(resp.Error)
	case err != nil:
		return nil, fmt.Errorf("the program of the conversion ended: %w", err)
	}
	return resp.Manifest, sent
}

// printManifest prints what a conversion has done.
func printManifest(w io.Writer, m *convert.Manifest, dir string) {
	sources := map[string]bool{} // a file may have several output files
	for _, f := range m.Files {
		sources[f.Source] = true
	}
	fmt.Fprintf(w, "%d records of %d files: %d converted, %d verified, %d dead letters\n", m.Counts.In, len(sources), m.Counts.Out, m.Counts.Verified, m.Counts.Dead)
	for _, name := range slices.Sorted(maps.Keys(m.Counts.Altered)) {
		fmt.Fprintf(w, "%d records come back different: %s\n", m.Counts.Altered[name], name)
	}
	if m.Dead != nil {
		fmt.Fprintf(w, "the dead letters are in %s\n", filepath.Join(dir, m.Dead.Name))
	}
}

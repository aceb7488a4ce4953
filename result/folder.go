package result

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Files in a results folder. Reports and ResultsFile can be made again from RunFile and RoundsFile.
const (
	RunFile     = "run.json"
	RoundsFile  = "rounds.txt"
	ResultsFile = "results.json"
	IgnoreFile  = ".gitignore" // contains IgnoreAll, so that results are not committed
)

// IgnoreAll is the contents of IgnoreFile.
const IgnoreAll = "*\n"

// LoadFolder reads the run and its rounds in a results folder.
func LoadFolder(dir string) (*Run, *Rounds, error) {
	run, err := Load(filepath.Join(dir, RunFile))
	var missing *fs.PathError
	switch {
	case errors.As(err, &missing):
		return nil, nil, fmt.Errorf("%s is not a results folder: %w", dir, err)
	case err != nil:
		return nil, nil, err
	}
	rounds, err := LoadRounds(filepath.Join(dir, RoundsFile))
	if err != nil {
		return nil, nil, err
	}
	return run, rounds, nil
}

// LoadRounds reads a rounds.txt. It ignores an incomplete last line, which an interrupted run may leave.
func LoadRounds(path string) (*Rounds, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	rounds, err := ReadRounds(bytes.NewReader(data[:bytes.LastIndexByte(data, '\n')+1]))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return rounds, nil
}

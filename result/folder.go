package result

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// The files of a results folder. Everything else in it is made of the first two.
const (
	RunFile     = "run.json"
	RoundsFile  = "rounds.txt"
	ResultsFile = "results.json"
	IgnoreFile  = ".gitignore" // with IgnoreAll: results are not for version control
)

// IgnoreAll is the contents of IgnoreFile.
const IgnoreAll = "*\n"

// LoadFolder reads the run in a results folder, and its rounds.
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

// LoadRounds reads a rounds.txt, but for an incomplete last line: an interruption can leave one, and OpenWriter removes it.
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

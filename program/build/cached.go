package build

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"bale/runner/harness"
)

// The folders below a cache for values.
const (
	Checks       = "checks"       // results of round-trip checks
	Calibrations = "calibrations" // numbers of operations
	Aspects      = "aspects"
	conversions  = "conversions" // programs of bale convert
	messages     = "messages"    // programs that read and write messages
	Programs     = "programs"    // sizes of programs
)

// cacheFolders lists the folders that a Builder makes below its Cache.
var cacheFolders = []string{Aspects, Calibrations, Checks, conversions, messages, Programs, "runners", "shapes", "steps", "tools", "trees"}

// A Key holds everything that a value in the cache depends on, by name.
type Key map[string][]byte

// RequestKey returns the key for an answer of a runner: the runner, the request, and the contents of its file of sample values.
func RequestKey(r *Runner, req *harness.Request) (Key, error) {
	key := Key{"runner": []byte(r.Hash), "request": fmt.Appendf(nil, "%+v", *req)}
	if req.Data != "" {
		data, err := os.ReadFile(req.Data)
		if err != nil {
			return nil, err
		}
		key["data"] = data
	}
	return key, nil
}

// valueFile is the file with a value in JSON.
const valueFile = "value.json"

// Cached returns the value for a key in a folder of the cache. If there is none, it calls find and keeps the value, unless find fails.
func Cached[T any](b *Builder, folder string, key Key, find func() (T, error)) (value T, err error) {
	key["value"] = nil // older versions of bale had other files under the other parts
	dir := filepath.Join(b.Cache, folder, digest(key))
	err = once(dir, func(tmp string) error {
		found, err := find()
		if err != nil {
			return err
		}
		data, err := json.Marshal(found)
		if err != nil {
			return err
		}
		return WriteFiles(tmp, map[string][]byte{valueFile: data})
	})
	if err != nil {
		return value, err
	}
	data, err := os.ReadFile(filepath.Join(dir, valueFile))
	if err != nil {
		return value, err
	}
	return value, json.Unmarshal(data, &value)
}

// cachedName matches the names in these folders: the folders that once has made or is making, and its files of remembered errors.
var cachedName = regexp.MustCompile(`^([0-9a-f]{32}(\.failed)?|new-[0-9]+)$`)

// CacheEntries returns the files and folders that Builders have made in the folder cache, and the folders that contain these. It leaves out
// names that a Builder does not use.
func CacheEntries(cache string) (entries, folders []string, err error) {
	marker := filepath.Join(cache, trimmedFile)
	if _, err := os.Stat(marker); err == nil {
		entries = append(entries, marker)
	}
	for _, name := range cacheFolders {
		folder := filepath.Join(cache, name)
		list, err := os.ReadDir(folder)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		for _, e := range list {
			if cachedName.MatchString(e.Name()) {
				entries = append(entries, filepath.Join(folder, e.Name()))
			}
		}
		folders = append(folders, folder)
	}
	return entries, append(folders, cache), nil
}

// RunnerMessages is the folder for messages in a runner's folder. Runners write them after the folder has been made.
const RunnerMessages = "messages"

// ForeignFile returns the path, relative to an entry of the cache, of a file in it that bale did not write, or "". An entry whose list of files cannot
// be read, as after an interrupt, has none.
func ForeignFile(entry string) (foreign string, err error) {
	files, ok := readList(entry)
	if !ok {
		return "", nil
	}
	own := map[string]bool{filesList: true}
	for _, f := range files {
		own[f.Path] = true
	}
	err = filepath.WalkDir(entry, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(entry, path)
		if err != nil || own[rel] || d.IsDir() || filepath.Dir(rel) == RunnerMessages && harness.IsMessageFile(d.Name()) {
			return err
		}
		foreign = rel
		return filepath.SkipAll
	})
	return foreign, err
}

// DefaultCache returns the folder for a Lab's cache, which is in the user's cache folder.
func DefaultCache() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no folder for the cache: %w", err)
	}
	return filepath.Join(dir, "bale"), nil
}

// Writable returns an error if no file can be created in a folder.
func Writable(dir string) error {
	f, err := os.CreateTemp(dir, ".bale-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

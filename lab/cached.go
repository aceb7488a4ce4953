package lab

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

// cacheFolders are those that a Lab makes below its Cache.
var cacheFolders = []string{"aspects", "calibrations", "proofs", "runners", "shapes", "steps", "tools", "trees"}

// cached matches the names in these folders: what once makes, what it is making, and the errors that it remembers.
var cached = regexp.MustCompile(`^([0-9a-f]{32}(\.failed)?|new-[0-9]+)$`)

// Cached lists the files and folders that Labs have left below cache, and the folders that these are in after them. It lists nothing
// that has another name than a Lab gives.
func Cached(cache string) (entries, folders []string, err error) {
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
			if cached.MatchString(e.Name()) {
				entries = append(entries, filepath.Join(folder, e.Name()))
			}
		}
		folders = append(folders, folder)
	}
	return entries, append(folders, cache), nil
}

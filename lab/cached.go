package lab

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

// cacheFolders lists the folders that a Lab makes below its Cache.
var cacheFolders = []string{"aspects", "calibrations", "proofs", "runners", "shapes", "steps", "tools", "trees"}

// cachedName matches the names in these folders: the folders that once has made or is making, and its files of remembered errors.
var cachedName = regexp.MustCompile(`^([0-9a-f]{32}(\.failed)?|new-[0-9]+)$`)

// Cached returns the files and folders that a [Lab] has made in the folder cache, and the folders that contain these. It leaves out
// names that a Lab does not use.
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
			if cachedName.MatchString(e.Name()) {
				entries = append(entries, filepath.Join(folder, e.Name()))
			}
		}
		folders = append(folders, folder)
	}
	return entries, append(folders, cache), nil
}

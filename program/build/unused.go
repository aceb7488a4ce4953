package build

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// The rule for old entries of the cache is that of the go command's cache: an entry that no command has used for unusedLimit is removed, and entries are
// looked at once in trimInterval. So the programs of types that have changed since, and those of older versions of bale, go away by themselves.
const (
	unusedLimit  = 5 * 24 * time.Hour
	trimInterval = 24 * time.Hour
	// useInterval is how exact the time of the last use is, so that an entry that is used often is not written each time.
	useInterval = time.Hour
)

// trimmedFile is the name of the file in a cache whose time of modification is that of the last Trim.
const trimmedFile = "trimmed"

// markUsed notes that a file that stands for an entry of the cache is in use. It ignores errors: the entry can be made again.
func markUsed(file string) {
	if info, err := os.Stat(file); err == nil && time.Since(info.ModTime()) > useInterval {
		now := time.Now()
		_ = os.Chtimes(file, now, now)
	}
}

// lastUse returns the time when an entry of the cache was made or last used.
func lastUse(entry string) (time.Time, error) {
	info, err := os.Stat(filepath.Join(entry, filesList))
	if err != nil {
		info, err = os.Stat(entry) // a remembered error, or a folder that was not finished
	}
	if err != nil {
		return time.Time{}, err
	}
	return info.ModTime(), nil
}

// Trim removes the entries of a cache that no command has used for five days, unless it has done so in the last day. It keeps entries with files that bale
// did not write.
func Trim(cache string, now time.Time) error {
	marker := filepath.Join(cache, trimmedFile)
	if info, err := os.Stat(marker); err == nil && now.Sub(info.ModTime()) < trimInterval {
		return nil
	}
	entries, _, err := CacheEntries(cache)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if used, err := lastUse(e); err != nil || now.Sub(used) < unusedLimit {
			continue
		}
		if foreign, err := ForeignFile(e); err != nil || foreign != "" {
			continue
		}
		if err := os.RemoveAll(e); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return errors.Join(os.WriteFile(marker, nil, 0o644), os.Chtimes(marker, now, now))
}

// IsNew reports whether nothing has been built in a cache.
func IsNew(cache string) bool {
	entries, _, err := CacheEntries(cache)
	return err == nil && len(entries) == 0
}

// GoCaches returns the folders of the go command's caches: of what it has compiled, and of the modules that it has downloaded.
func GoCaches() (compiled, modules string) { return GoSetting("GOCACHE"), GoSetting("GOMODCACHE") }

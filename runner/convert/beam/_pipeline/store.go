package pipeline

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"path"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local" // registers the file system

	"bale/runner/convert"
)

// A store is the folder of the conversion in one of Beam's file systems.
type store struct {
	fs  filesystem.Interface
	dir string
}

func newStore(ctx context.Context, dir string) (*store, error) {
	fs, err := openFS(ctx, dir)
	if err != nil {
		return nil, err
	}
	return &store{fs, dir}, nil
}

// openFS returns the file system of a path.
func openFS(ctx context.Context, name string) (fs filesystem.Interface, err error) {
	defer func() { // file systems panic if they cannot connect
		if r := recover(); r != nil {
			err = fmt.Errorf("%s: %v", name, r)
		}
	}()
	return filesystem.New(ctx, name)
}

// isLocal reports whether a path is one of the machine's own file system.
func isLocal(name string) bool { return !strings.Contains(name, "://") }

func (s *store) close() { _ = s.fs.Close() }

// join returns the path of a file in the folder. The folder may begin with a scheme, such as gs://.
func (s *store) join(name string) string { return strings.TrimSuffix(s.dir, "/") + "/" + name }

// list returns the files in a folder below that of the conversion whose names match a pattern.
func (s *store) list(ctx context.Context, dir, pattern string) ([]string, error) {
	folder := strings.TrimSuffix(s.join(path.Join(dir, "*")), "*")
	return s.fs.List(ctx, literal.Replace(folder)+pattern)
}

// literal replaces what a pattern does not match literally. A backslash is no escape in patterns of Windows.
var literal = strings.NewReplacer("*", "[*]", "?", "[?]", "[", "[[]")

// partPrefix is the beginning of the names of files that are not whole. It is followed by the ID of the conversion.
const partPrefix = ".bale-"

// newID returns a random name.
func newID() (string, error) {
	var b [8]byte
	_, err := rand.Read(b[:])
	return hex.EncodeToString(b[:]), err
}

// newPart returns the path of a new file that is not whole, which is in the folder of the output file with a name. Two attempts to write a
// part have different files.
func (s *store) newPart(id, output string) (string, error) {
	attempt, err := newID()
	return s.join(path.Join(path.Dir(output), partPrefix+id+"-"+attempt+".part")), err
}

// publish gives a file that is whole its name. A runner may repeat a step, so it does nothing if that has been done.
func (s *store) publish(ctx context.Context, part, name string, size int64) error {
	err := filesystem.Rename(ctx, s.fs, part, s.join(name))
	if err == nil {
		return nil
	}
	if have, sizeErr := s.fs.Size(ctx, s.join(name)); sizeErr == nil && have == size {
		return nil
	}
	return err
}

// removeParts removes the files of a conversion that are not whole, as failed attempts leave them, and the lists of pieces.
func (s *store) removeParts(ctx context.Context, id string, inputs []convert.Input) error {
	remover, ok := s.fs.(filesystem.Remover)
	if !ok {
		return nil
	}
	dirs := map[string]bool{".": true}
	for _, in := range inputs {
		dirs[path.Dir(in.Output)] = true
	}
	for dir := range dirs {
		names, err := s.list(ctx, dir, partPrefix+id+"-*.part")
		if err != nil {
			return err
		}
		for _, name := range names {
			if err := remover.Remove(ctx, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkNew returns an error if the folder has files other than those of jobs that have failed.
func (s *store) checkNew(ctx context.Context) error {
	names, err := s.list(ctx, "", "*")
	if err != nil {
		return err
	}
	for _, name := range names {
		if !strings.HasPrefix(path.Base(name), partPrefix) {
			return fmt.Errorf("the folder %s is not empty: name a new one with -out", s.dir)
		}
	}
	return nil
}

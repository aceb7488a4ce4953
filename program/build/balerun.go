package build

import (
	"context"
	"os"
	"path/filepath"
)

// BaleRun is the name of the command that measures the runners of a pack.
const BaleRun = "bale-run"

// MakeBaleRun builds bale-run for the target, or takes it from the cache, and returns its path.
func (b *Builder) MakeBaleRun(ctx context.Context, files map[string][]byte) (string, error) {
	dir := filepath.Join(b.Cache, "tools", digest(map[string][]byte{"source": []byte(digest(files)), "target": []byte(b.Target.Key())}))
	bin := filepath.Join(dir, BaleRun)
	return bin, once(dir, func(tmp string) error {
		src := filepath.Join(tmp, "source")
		if err := WriteFiles(src, files); err != nil {
			return err
		}
		_, err := Run(ctx, src, GoEnv(b.Target.env()...), nil, "go", "build", "-buildvcs=false", TrimPath, withoutSymbols,
			"-o", filepath.Join(tmp, BaleRun), "./cmd/"+BaleRun)
		if err != nil {
			return lastingBuildError(err)
		}
		return os.RemoveAll(src)
	})
}

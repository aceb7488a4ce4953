package build

import (
	"context"
	"os"
)

// Download downloads the modules of codecs into the go command's module cache, so that downloads and compilations overlap. It ignores
// errors: the build that needs the module reports them.
func Download(ctx context.Context, choices []*Choice) {
	sums := map[string]string{} // go.sum by go.mod
	var mods []string
	for _, c := range choices {
		mod, sum := c.Codec.Pins()
		if _, seen := sums[mod]; !seen && sum != "" {
			sums[mod] = sum
			mods = append(mods, mod)
		}
	}
	InParallel(ctx, len(mods), func(i int) {
		dir, err := os.MkdirTemp("", "bale-download-")
		if err != nil {
			return
		}
		defer os.RemoveAll(dir)
		if WriteFiles(dir, map[string][]byte{"go.mod": []byte(mods[i]), "go.sum": []byte(sums[mods[i]])}) == nil {
			_, _ = Run(ctx, dir, GoEnv(), nil, "go", "mod", "download")
		}
	})
}

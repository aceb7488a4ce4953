package lab

import (
	"context"
	"os"
)

// Download brings what codecs need into the go command's module cache, so that the network and the compiler work at the same time. What
// cannot be had is an error of the build that needs it.
func Download(ctx context.Context, choices []*Choice) {
	sums := map[string]string{} // of each go.mod
	var mods []string
	for _, c := range choices {
		mod, sum := c.Codec.Pins()
		if _, again := sums[mod]; !again && sum != "" {
			sums[mod] = sum
			mods = append(mods, mod)
		}
	}
	each(ctx, len(mods), func(i int) {
		dir, err := os.MkdirTemp("", "bale-download-")
		if err != nil {
			return
		}
		defer os.RemoveAll(dir)
		if writeFiles(dir, map[string][]byte{"go.mod": []byte(mods[i]), "go.sum": []byte(sums[mods[i]])}) == nil {
			_, _ = run(ctx, dir, goEnv(), nil, "go", "mod", "download")
		}
	})
}

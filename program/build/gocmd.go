package build

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"sync"

	"bale/model"
)

// GoEnv returns the environment of all go commands, with extra variables. Workspaces are off, since only the runner's go.mod may determine
// versions. With -mod=mod in GOFLAGS, tools that run the go command can complete their go.mod. There is no -trimpath: without it, all commands
// share compiled packages with each other, with the loading of the user's package, and with the user's own builds.
func GoEnv(extra ...string) []string {
	flags := []string{}
	for _, f := range strings.Fields(GoSetting("GOFLAGS")) {
		if !strings.HasPrefix(f, "-mod=") && !strings.HasPrefix(f, "-modfile=") && !strings.HasPrefix(f, "-overlay=") {
			flags = append(flags, f)
		}
	}
	flags = append(flags, "-mod=mod")
	return append(append(model.CompilerEnv(os.Environ()), "GOWORK=off", "GOFLAGS="+strings.Join(flags, " ")), extra...)
}

// tagFlags returns the flag of go build for build tags, in addition to those that the user's settings have, which a flag would replace. It returns nothing
// if there are no tags.
func tagFlags(tags string) []string {
	if tags == "" {
		return nil
	}
	for _, f := range strings.Fields(GoSetting("GOFLAGS")) {
		if list, ok := strings.CutPrefix(strings.TrimPrefix(f, "-"), "-tags="); ok {
			tags += "," + list
		}
	}
	return []string{"-tags=" + tags}
}

// GoSetting returns a setting of the go command, from the environment or else from the file that `go env -w` writes. The environment of a go
// command hides that file, so the variables that bale sets have to contain its values.
func GoSetting(name string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return goSettings()[name]
}

// programSettings are the settings of the go command, other than the flags that bale gives it, that decide which program it builds from the same
// sources. The version is that of the go command outside of modules: a module's go.mod can select another one.
var programSettings = []string{
	"GOVERSION", "GOFLAGS", "GOEXPERIMENT", "GOFIPS140", "GOOS", "GOARCH", "GO386", "GOAMD64", "GOARM", "GOARM64", "GOMIPS", "GOMIPS64", "GOPPC64",
	"GORISCV64", "GOWASM", "CGO_ENABLED", "CGO_CFLAGS", "CGO_CPPFLAGS", "CGO_CXXFLAGS", "CGO_FFLAGS", "CGO_LDFLAGS", "CC", "CXX", "FC", "PKG_CONFIG",
}

// goSettings returns the settings that [GoSetting] is called for. If the go command fails, there are none: the first build reports the error.
var goSettings = sync.OnceValue(func() map[string]string {
	settings := map[string]string{}
	cmd := exec.Command("go", append([]string{"env", "-json", "GOROOT", "GOCACHE", "GOMODCACHE", "GOHOSTOS", "GOHOSTARCH"}, programSettings...)...)
	cmd.Dir = string(filepath.Separator)
	if out, err := cmd.Output(); err == nil {
		_ = json.Unmarshal(out, &settings)
	}
	return settings
})

// forThisMachine returns the environment variables for programs that run on this machine, such as tools, whatever the user's are.
func forThisMachine() []string {
	return []string{"GOOS=" + GoSetting("GOHOSTOS"), "GOARCH=" + GoSetting("GOHOSTARCH")}
}

// withGofmt returns a PATH that also has the programs that come with Go. Some tools run gofmt, and the folder of the go command need not have it.
func withGofmt() string {
	return "PATH=" + os.Getenv("PATH") + string(os.PathListSeparator) + filepath.Join(GoSetting("GOROOT"), "bin")
}

// withoutSymbols is a flag of go build. With it, linking a runner takes 0.7 s of processor time instead of 1.1 s.
const withoutSymbols = "-ldflags=-s -w"

// TrimPath is a flag of go build that keeps the folders of sources out of a program. Packages are compiled once with it and once without.
const TrimPath = "-trimpath"

// goVersion returns the version of the go command in a module's folder.
func goVersion(ctx context.Context, dir string) (string, error) {
	out, err := Run(ctx, dir, GoEnv(), nil, "go", "env", "GOVERSION")
	return strings.TrimSpace(string(out)), err
}

// Run runs a program in dir and returns its standard output. If the program fails, the error contains its standard error, or else its
// standard output.
func Run(ctx context.Context, dir string, env []string, stdin []byte, name string, args ...string) ([]byte, error) {
	return output(ctx, command(ctx, dir, env, stdin, name, args...))
}

// command returns the command for [Run].
func command(ctx context.Context, dir string, env []string, stdin []byte, name string, args ...string) *exec.Cmd {
	cmd := model.Interrupted(exec.CommandContext(ctx, name, args...))
	cmd.Dir, cmd.Env = dir, env
	if stdin != nil {
		cmd.Stdin = bytes.NewReader(stdin)
	}
	return cmd
}

// output runs a command, and returns what [Run] returns.
func output(ctx context.Context, cmd *exec.Cmd) ([]byte, error) {
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		text := strings.TrimSpace(errs.String())
		if text == "" {
			text = strings.TrimSpace(out.String())
		}
		return out.Bytes(), fmt.Errorf("%s: %w: %s", filepath.Base(cmd.Path), err, text)
	}
	return out.Bytes(), nil
}

// cacheVersion is a part of all names in the cache. Increase it when older folders of the cache cannot be used.
const cacheVersion = 2

// digest returns a hash of a set of named parts: 32 hexadecimal digits.
func digest(parts map[string][]byte) string {
	names := make([]string, 0, len(parts))
	for n := range parts {
		names = append(names, n)
	}
	sort.Strings(names)
	h := sha256.New()
	fmt.Fprintln(h, cacheVersion)
	for _, n := range names {
		fmt.Fprintf(h, "%d %s %d\n", len(n), n, len(parts[n]))
		h.Write(parts[n])
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}

// WriteFiles writes files below dir.
func WriteFiles(dir string, files map[string][]byte) error {
	for name, data := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

package build

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
)

// checkRunnable returns an error if programs for the target zero cannot run on this machine, because GOOS or GOARCH is set for another one. The
// programs of another processor may run, as those for 386 do on amd64: checkRunnable starts one, once.
func (b *Builder) checkRunnable(ctx context.Context) error {
	goos, goarch := GoSetting("GOOS"), GoSetting("GOARCH")
	if b.Target != (Target{}) || goos == "" || goos == runtime.GOOS && goarch == runtime.GOARCH {
		return nil // in the second case, the go command failed, which the build reports
	}
	cannot := func(why string) error {
		return fmt.Errorf("GOOS and GOARCH are set to %s/%s, and programs for this platform cannot run on this machine, which is %s/%s%s: unset them, or build programs for another machine with 'bale pack -goos %[1]s -goarch %[2]s'",
			goos, goarch, runtime.GOOS, runtime.GOARCH, why)
	}
	if goos != runtime.GOOS {
		return cannot("")
	}
	dir := filepath.Join(b.Cache, "tools", digest(map[string][]byte{"runnable": []byte(b.Target.Key())}))
	bin := filepath.Join(dir, "runnable")
	err := once(dir, func(tmp string) error {
		files := map[string][]byte{"go.mod": []byte("module runnable\n\ngo 1.22\n"), "main.go": []byte("package main\n\nfunc main() {}\n")}
		if err := WriteFiles(tmp, files); err != nil {
			return err
		}
		_, err := Run(ctx, tmp, GoEnv(), nil, "go", "build", "-buildvcs=false", withoutSymbols, "-o", filepath.Join(tmp, "runnable"), ".")
		return err
	})
	if err != nil {
		return err
	}
	if err := exec.CommandContext(ctx, bin).Run(); err != nil {
		return cannot(": " + err.Error())
	}
	return nil
}

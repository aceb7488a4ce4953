package servers

import (
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
)

// Postgres starts a PostgreSQL server with an empty database, and returns the connection string. The server does not wait for the disk.
func Postgres(tb testing.TB) string {
	tb.Helper()
	bin := postgresFolder()
	if bin == "" {
		tb.Skip("initdb and postgres are missing: install Debian's package postgresql")
	}
	dir := folder(tb)
	account := unprivileged(tb, dir)
	command := func(name string, args ...string) *exec.Cmd {
		cmd := exec.Command(filepath.Join(bin, name), args...)
		cmd.Dir, cmd.SysProcAttr = dir, account
		return cmd
	}
	data := filepath.Join(dir, "data")
	if out, err := command("initdb", "-D", data, "-U", "shop", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C").CombinedOutput(); err != nil {
		tb.Fatalf("initdb: %v\n%s", err, out)
	}
	start(tb, command("postgres", "-D", data, "-k", dir, "-c", "listen_addresses=", "-F"), "database system is ready to accept connections")
	return "host=" + dir + " user=shop dbname=postgres"
}

// postgresFolder returns the folder of initdb and postgres, or "". Debian has them outside of the PATH.
func postgresFolder() string {
	folders, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	for _, f := range append(folders, filepath.SplitList(os.Getenv("PATH"))...) {
		_, err1 := os.Stat(filepath.Join(f, "initdb"))
		_, err2 := os.Stat(filepath.Join(f, "postgres"))
		if err1 == nil && err2 == nil {
			return f
		}
	}
	return ""
}

// unprivileged returns the attributes of processes in dir that root starts, because PostgreSQL refuses to run as root.
func unprivileged(tb testing.TB, dir string) *syscall.SysProcAttr {
	tb.Helper()
	if os.Getuid() != 0 {
		return nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		u, err = user.Lookup("nobody")
	}
	if err != nil {
		tb.Skip("there is no user postgres or nobody: run the tests as a user that is not root")
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		tb.Fatal(err)
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		tb.Fatal(err)
	}
	if err := os.Chown(dir, int(uid), int(gid)); err != nil {
		tb.Fatal(err)
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
}

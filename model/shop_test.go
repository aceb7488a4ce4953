package model

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"
)

// shop is the folder that testdata/shop.txtar is unpacked into.
var shop string

func TestMain(m *testing.M) {
	os.Exit(withShop(m.Run))
}

// withShop unpacks the module for all tests, and removes it afterwards.
func withShop(run func() int) int {
	dir, err := os.MkdirTemp("", "schema")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	// The go command reports files by their real path. The path of a temporary folder may contain symbolic links.
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		panic(err)
	}
	archive, err := txtar.ParseFile("testdata/shop.txtar")
	if err != nil {
		panic(err)
	}
	shop = filepath.Join(dir, "shop")
	if err := write(shop, archive); err != nil {
		panic(err)
	}
	return run()
}

func write(dir string, archive *txtar.Archive) error {
	for _, f := range archive.Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// loaded caches the packages of the shop, since the go command takes most of the time of a load.
var loaded = struct {
	sync.Mutex
	packages map[string]*packages.Package
}{packages: make(map[string]*packages.Package)}

// load is Load in the shop, with the package cached between tests.
func load(t *testing.T, name string, exprs ...string) (*Model, error) {
	t.Helper()
	loaded.Lock()
	defer loaded.Unlock()
	pkg := loaded.packages[name]
	if pkg == nil {
		var err error
		if pkg, err = findPackage(t.Context(), shop, "./"+name, nil); err != nil {
			t.Fatal(err)
		}
		loaded.packages[name] = pkg
	}
	return newLoader(pkg, shop, Options{}).models(exprs)
}

func mustLoad(t *testing.T, name string, exprs ...string) *Model {
	t.Helper()
	m, err := load(t, name, exprs...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

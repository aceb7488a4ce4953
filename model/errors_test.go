package model

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

const (
	advice        = ": leave it out of the type, or " + elementAdvice
	elementAdvice = "hide it in a struct of another package that has MarshalBinary and UnmarshalBinary" // for what no field holds
)

// TestRefused tests the error messages about types and expressions of packages that compile.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		pkg   string
		exprs []string
		want  []string
	}{
		{"refused", []string{"Order"}, []string{
			"refused/refused.go:22:2: Order.Items[].Raw: no serializer can carry unsafe.Pointer" + advice,
			"refused/refused.go:23:2: Order.Items[].Call: no serializer can carry func(x int) error" + advice,
			"refused/refused.go:24:2: Order.Items[].ByCh[key]: no serializer can carry chan int" + advice,
			"refused/refused.go:26:15: Order.Items[].Deep.In[]: no serializer can carry chan bool" + advice,
			"refused/refused.go:11:2: Order.Notify: no serializer can carry chan int" + advice,
			"money/money.go:23:2: Order.Open[].Notify: no serializer can carry chan int" + advice,
			"refused/refused.go:14:2: Order.Cache.v: no serializer can carry unsafe.Pointer: leave out all fields that hold atomic.Pointer " +
				"with //bale:custom sync/atomic.Pointer skip, anywhere in a file of the package",
			"refused/refused.go:15:2: Order.Hook: no serializer can carry example.com/shop/money.Hook (func())" + advice,
			"refused/refused.go:17:2: Order.On: no serializer can carry Handler (func())" + advice,
			"refused/refused.go:18:2: Order.Off: no serializer can carry Handler (func())" + advice,
		}},
		{"refused", []string{"Own", "Box[chan int]", "[]func()", "Handler"}, []string{
			"refused/refused.go:32:18: Own.C: no serializer can carry chan int" + advice,
			"refused/refused.go:37:25: Box[chan int].V: no serializer can carry chan int" + advice,
			"[]func()[]: no serializer can carry func(): " + elementAdvice,
			"refused/refused.go:29:6: Handler: no serializer can carry Handler (func()): " + elementAdvice,
		}},
		{"refused", []string{"god", "GOOD", "Zzzzzz", "Value", "New", "Good{}", "Box", "a b", "", "Box[Nix]", "Box[int,int]", "time.Time", "atomic.Nix"}, []string{
			"type god not found in package example.com/shop/refused: did you mean Good?",
			"type GOOD not found in package example.com/shop/refused: did you mean Good?",
			"type Zzzzzz not found in package example.com/shop/refused: it has Order, Item, Own, Good",
			"refused/refused.go:41:5: Value is not a type: give -type the name of a type of package example.com/shop/refused",
			"refused/refused.go:43:6: New is not a type: give -type the name of a type of package example.com/shop/refused",
			"Good{} is not a type: give -type the name of a type of package example.com/shop/refused",
			"refused/refused.go:37:6: Box needs type arguments: -type 'Box[int]'",
			`"a b" is not a type expression: give -type the name of a type of package example.com/shop/refused`,
			`"" is not a type expression: give -type the name of a type of package example.com/shop/refused`,
			"type Nix not found in package example.com/shop/refused: it has Order, Item, Own, Good",
			"Box[int,int] is not a type of package example.com/shop/refused: too many type arguments for type Box: have 2, want 1",
			"no file of package example.com/shop/refused imports the packages in time.Time: declare `type T = time.Time` in a file that does and name T",
			"atomic.Nix is not a type of package example.com/shop/refused: undefined: atomic.Nix",
		}},
		{"foreign", []string{"Alarm"}, []string{
			"foreign/foreign.go:5:6: Alarm.C: no serializer can carry <-chan time.Time: declare a type of your own without the field, which is another module's, " +
				"or hide it in a struct of another package that has MarshalBinary and UnmarshalBinary",
		}},
		{"foreign", []string{"Clock"}, []string{
			"foreign/foreign.go:8:2: Clock.Alarms[][].C: no serializer can carry <-chan time.Time: leave out all fields that hold time.Timer " +
				"with //bale:custom time.Timer skip, anywhere in a file of the package",
		}},
		{"nothing", []string{"Zzzzzz"}, []string{
			"type Zzzzzz not found in package example.com/shop/nothing: check the name and the package",
		}},
		{"generic", []string{"Pair", "Of", "Sum", "Sum[string,string]", "Number", "comparable", "[]Number"}, []string{
			"generic/generic.go:7:6: Pair needs type arguments: -type 'Pair[int,string]'",
			"generic/generic.go:28:6: Of needs type arguments: -type 'Of[int]'",
			"generic/generic.go:32:6: Sum needs type arguments: -type 'Sum[float64,string]'",
			"Sum[string,string] is not a type of package example.com/shop/generic: string does not satisfy Number (string missing in ~int32 | ~float64)",
			"generic/generic.go:30:6: Number is a constraint and has no values: give -type a type that satisfies it",
			"comparable is a constraint and has no values: give -type a type that satisfies it",
			"[]Number is not a type of package example.com/shop/generic: cannot use type Number outside a type constraint: interface contains type constraints",
		}},
		{"samples", []string{"Bad", "Worse"}, []string{
			"samples/samples.go:38:6: BaleSamplesBad has the wrong signature: declare it as func BaleSamplesBad(r *rand.Rand, n int) []Bad, with the Rand of math/rand or math/rand/v2",
			"samples/samples.go:40:6: BaleSamplesWorse has the wrong signature: declare it as func BaleSamplesWorse(r *rand.Rand, n int) []Worse, with the Rand of math/rand or math/rand/v2",
		}},
		{"general", []string{"Other", "Order"}, []string{
			"general/general.go:7:6: BaleSamples has the wrong signature: declare it as func BaleSamples(r *rand.Rand, n int) []Order, with the Rand of math/rand or math/rand/v2",
		}},
		{"pointers", []string{"Line", "Order"}, []string{
			"pointers/pointers.go:9:6: BaleSamples has the wrong signature: declare it as func BaleSamples(r *rand.Rand, n int) []Order, with the Rand of math/rand or math/rand/v2",
		}},
		{"sequence", []string{"Order"}, []string{
			"sequence/sequence.go:10:6: BaleSamples has the wrong signature: declare it as func BaleSamples(r *rand.Rand, n int) []Order, with the Rand of math/rand or math/rand/v2",
		}},
		{"oftypes", []string{"Order"}, []string{
			"oftypes/oftypes.go:7:6: BaleSamples has the wrong signature: declare it as func BaleSamples(r *rand.Rand, n int) []Order, with the Rand of math/rand or math/rand/v2",
		}},
		{"failing", []string{"Order"}, []string{
			"failing/failing.go:7:6: BaleSamples has the wrong signature: declare it as func BaleSamples(r *rand.Rand, n int) []Order, with the Rand of math/rand or math/rand/v2",
		}},
	} {
		t.Run(c.pkg+" "+c.exprs[0], func(t *testing.T) {
			m, err := load(t, c.pkg, c.exprs...)
			if m != nil {
				t.Error("a model came with the error")
			}
			same(t, err, c.want)
		})
	}
}

// TestRefusedPackage tests the error messages about whole packages.
func TestRefusedPackage(t *testing.T) {
	for _, c := range []struct {
		dir, pattern string
		exprs        []string
		want         []string
	}{
		{shop, "./several", nil, []string{"-type is needed: package example.com/shop/several has B, A, URL"}},
		{shop, "./nothing", nil, []string{"-type is needed: package example.com/shop/nothing has no exported struct type with fields"}},
		{shop, "net/url", []string{"URL"}, []string{"package net/url is not in your module: declare `type URL = url.URL` in a package of your own and name that"}},
		{shop, "net/url", nil, []string{"package net/url is not in your module: declare an alias of the type, as in `type T = url.T`, in a package of your own and name that"}},
		{shop, "./one/one.go", []string{"Only"}, []string{"pattern ./one/one.go names files: name the package they are in, for example ./one"}},
		{shop, "./nope", nil, []string{"pattern ./nope matches no package: stat " + shop + "/nope: directory not found"}},
		{shop, "./docs", nil, []string{"pattern ./docs matches no package: no Go files in " + shop + "/docs"}},
		{shop, "./docs/...", nil, []string{"pattern ./docs/... matches no package: check the path"}},
		{shop, "./...", nil, []string{"pattern ./... matches 20 packages: name one of them: example.com/shop/broken, example.com/shop/failing, example.com/shop/foreign, example.com/shop/general, " +
			"example.com/shop/generic, example.com/shop/internal/secret, example.com/shop/kinds, example.com/shop/leans, ..."}},
		{t.TempDir(), ".", nil, []string{"no go.mod in DIR or above it: run `go mod init`, or start in a folder of a module"}},
		{t.TempDir(), "net/url", nil, []string{"no go.mod in DIR or above it: run `go mod init`, or start in a folder of a module"}},
		{shop, "./broken", []string{"Order"}, []string{
			"package example.com/shop/broken does not compile: fix these first",
			"broken/broken.go:4:4: undefined: Missing",
			"broken/broken.go:5:4: undefined: Missing2",
			"broken/many.go:4:4: undefined: M1",
			"broken/many.go:5:4: undefined: M2",
			"broken/many.go:6:4: undefined: M3",
			"broken/many.go:7:4: undefined: M4",
			"broken/many.go:8:4: undefined: M5",
			"broken/many.go:9:4: undefined: M6",
			"broken/many.go:10:4: undefined: M7",
			"broken/many.go:11:4: undefined: M8",
			"and 2 more",
		}},
		{shop, "./leans", nil, []string{
			"package example.com/shop/leans does not compile: fix these first",
			"torn/torn.go:3:21: undefined: Missing",
		}},
		{shop, "./syntax", nil, []string{
			"package example.com/shop/syntax does not compile: fix these first",
			"syntax/syntax.go:3:21: expected ';', found 'EOF'",
			"syntax/syntax.go:3:21: expected '}', found 'EOF'",
		}},
	} {
		t.Run(c.pattern, func(t *testing.T) {
			t.Parallel()
			_, err := Load(t.Context(), c.dir, c.pattern, c.exprs)
			want := strings.ReplaceAll(strings.Join(c.want, "\n"), "DIR", c.dir)
			same(t, err, strings.Split(want, "\n"))
		})
	}
}

// TestNoTemporaryFolder checks that the error names the folder for temporary files if the go command cannot use it, and does not blame the
// pattern.
func TestNoTemporaryFolder(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "plan9" {
		t.Skip("the folder for temporary files has another variable")
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", file)
	_, err := Load(t.Context(), shop, "./one", nil)
	if err == nil || !strings.Contains(err.Error(), "loading package ./one: go: creating work dir: ") || !strings.Contains(err.Error(), file) {
		t.Errorf("got %v, want the error of the go command about %s", err, file)
	}
}

// TestModulesOff checks that the error names the setting that turns modules off.
func TestModulesOff(t *testing.T) {
	t.Setenv("GO111MODULE", "off")
	_, err := Load(t.Context(), shop, "./one", nil)
	same(t, err, []string{"package _" + shop + "/one is not in a module, because of GO111MODULE=off in the environment: remove it"})
}

func same(t *testing.T, err error, want []string) {
	t.Helper()
	var all Errors
	if !errors.As(err, &all) {
		t.Fatalf("got %v (%T), want an Errors", err, err)
	}
	var single *Error
	if !errors.As(err, &single) || single != all[0] {
		t.Error("the single errors are not wrapped")
	}
	got := strings.Split(err.Error(), "\n")
	for i := range max(len(got), len(want)) {
		g, w := "nothing", "nothing"
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			t.Errorf("line %d:\ngot  %s\nwant %s", i+1, g, w)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"Order", "OrderLine", "Other", "Price", "order2"}
	for _, c := range []struct{ name, want string }{
		{"order", "Order"},
		{"Oredr", "Order"},
		{"OrderLines", "OrderLine"},
		{"Odder", "Order"},
		{"Pr", ""},
		{"", ""},
		{"Customer", ""},
	} {
		if got := strings.Join(Nearest(c.name, names), " "); got != c.want {
			t.Errorf("nearest to %q is %q, want %q", c.name, got, c.want)
		}
	}
}

package profile

import (
	"context"
	"math"
	"strconv"
	"strings"
	"testing"

	pprof "github.com/google/pprof/profile"
)

// TestCharges checks to what single stacks are charged.
func TestCharges(t *testing.T) {
	const handler = "net/http.(*conn).serve > example.com/app/feed.(*Server).List feed.go:42"
	for _, c := range []struct {
		name, stack string
		row         string // codec and direction, or the kind of the rest
		call        string // function and line
		typ         string // package and type
	}{
		{"a call", handler + " > encoding/json.Marshal > encoding/json.(*encodeState).marshal > reflect.Value.Field", "json encode", "example.com/app/feed.(*Server).List:42", ""},
		{"no serializer", handler + " > sort.Slice", "rest", "", ""},
		{"indenting", handler + " > encoding/json.Indent", "json other", "example.com/app/feed.(*Server).List:42", ""},
		{"json in a gRPC codec", "google.golang.org/grpc.(*Server).Serve > google.golang.org/protobuf/proto.Marshal > example.com/app.(*T).MarshalJSON > encoding/json.Marshal", "protobuf encode", "google.golang.org/grpc.(*Server).Serve:0", ""},
		{"a method called by reflection", "main.main main.go:3 > encoding/json.Marshal > reflect.Value.Call > main.(*T).MarshalJSON t.go:9 > encoding/json.Marshal", "json encode", "main.main:3", ""},
		{"a wrapper of a library", "main.main main.go:3 > github.com/gin-gonic/gin.(*Context).JSON > github.com/gin-gonic/gin/codec/json.jsonApi.Marshal json.go:1 > encoding/json.Marshal", "json encode", "github.com/gin-gonic/gin/codec/json.jsonApi.Marshal:1", ""},
		{"inlined", "main.main main.go:3 > +main.write w.go:7 > +encoding/json.(*Encoder).Encode > bytes.growSlice", "json encode", "main.write:7", ""},
		{"garbage collection", "runtime.gcBgMarkWorker > runtime.systemstack > runtime.gcDrain", "gc", "", ""},
		{"assisting", handler + " > encoding/json.Marshal > runtime.mallocgc > runtime.deductAssistCredit > runtime.gcAssistAlloc", "gc", "", ""},
		{"writing", handler + " > encoding/json.(*Encoder).Encode > net/http.(*response).Write > syscall.write", "transfer", "", ""},
		{"compressing", handler + " > encoding/xml.(*Encoder).Encode > bufio.(*Writer).Flush > compress/gzip.(*Writer).Write > compress/flate.(*compressor).deflate", "transfer", "", ""},
		{"reading", handler + " > encoding/json.(*Decoder).Decode > net/http.(*body).Read > net.(*conn).Read", "transfer", "", ""},
		{"an address as text", handler + " > encoding/json.Marshal > net.IP.MarshalText", "json encode", "example.com/app/feed.(*Server).List:42", ""},
		{"no names", "", "unnamed", "", ""},
		{"cgo", "_rt0_amd64 > xmlParse", "rest", "", ""},
		{"cgo in a serializer", handler + " > encoding/json.Marshal > main._Cfunc_f > runtime.cgocall > f", "json encode", "example.com/app/feed.(*Server).List:42", ""},
		{"a generated method", handler + " > example.com/app/feed.(*Entry).MarshalMsg entry_gen.go:1 > github.com/tinylib/msgp/msgp.AppendString", "msgp encode", "example.com/app/feed.(*Server).List:42", "example.com/app/feed Entry"},
		{"a method with a value receiver", "main.main main.go:3 > main.Entry.MarshalMsg entry_gen.go:1", "msgp encode", "main.main:3", "main Entry"},
		{"bale gen", handler + " > example.com/app/feed.(*Entry).MarshalBinary entry_bale.go:9 > example.com/app/feed.baleCompactAppend_Entry entry_bale.go:20", "bale/compact encode", "example.com/app/feed.(*Server).List:42", "example.com/app/feed Entry"},
		{"bale gen, inlined", handler + " > +example.com/app/feed.(*Entry).UnmarshalBinary entry_bale.go:9 > example.com/app/feed.baleProtoDecode_Entry entry_bale.go:20", "bale/proto decode", "example.com/app/feed.(*Server).List:42", "example.com/app/feed Entry"},
		{"easyjson", handler + " > github.com/mailru/easyjson.Marshal > example.com/app/feed.Entry.MarshalEasyJSON entry_easyjson.go:8", "easyjson encode", "example.com/app/feed.(*Server).List:42", "example.com/app/feed Entry"},
		{"a generic function", "main.main main.go:3 > github.com/parquet-go/parquet-go.Read[example.com/app/feed.Entry]", "parquet decode", "main.main:3", "example.com/app/feed Entry"},
		{"a generic wrapper", "main.main main.go:3 > main.encode[main.T] e.go:4 > encoding/json.Marshal", "json encode", "main.encode:4", "main T"},
		{"a shape", "main.main main.go:3 > main.encode[go.shape.struct { A int }] e.go:4 > encoding/json.Marshal", "json encode", "main.encode:4", ""},
		{"a closure", "main.main.func1 main.go:5 > encoding/gob.(*Encoder).Encode", "gob encode", "main.main.func1:5", ""},
		{"a test binary", "testing.tRunner > example.com/app/feed_test.TestList feed_test.go:5 > encoding/xml.Marshal", "xml encode", "example.com/app/feed_test.TestList:5", ""},
		{"a vendored package", handler + " > example.com/app/vendor/github.com/json-iterator/go.(*frozenConfig).Marshal", "jsoniter encode", "example.com/app/feed.(*Server).List:42", ""},
		{"a method of the user", handler + " > example.com/app/feed.(*Entry).Marshal entry.go:8", "own/marshal encode", "example.com/app/feed.(*Server).List:42", "example.com/app/feed Entry"},
		{"a method of the user that calls a serializer", handler + " > example.com/app/feed.codec.Marshal c.go:8 > google.golang.org/protobuf/proto.Marshal", "protobuf encode", "example.com/app/feed.codec.Marshal:8", ""},
		{"only a serializer", "encoding/json.Marshal", "json encode", "encoding/json.Marshal:0", ""},
		{"the standard library only", "net/rpc.(*Server).ServeConn server.go:7 > encoding/gob.(*Decoder).Decode", "gob decode", "net/rpc.(*Server).ServeConn:7", ""},
	} {
		r := New(&Profiles{CPU: build("cpu", sampled{100, c.stack})}, nil)
		if got := charged(r); got != c.row {
			t.Errorf("%s: charged to %s, want %s", c.name, got, c.row)
		}
		if c.call == "" {
			continue
		}
		if len(r.Callers) != 1 {
			t.Errorf("%s: %d callers, want 1", c.name, len(r.Callers))
			continue
		}
		call := r.Callers[0]
		if got := call.Function + ":" + strconv.Itoa(call.Line); got != c.call {
			t.Errorf("%s: caller %s, want %s", c.name, got, c.call)
		}
		if got := strings.TrimSpace(call.Package + " " + call.Type); got != c.typ {
			t.Errorf("%s: type %q, want %q", c.name, got, c.typ)
		}
	}
}

// charged returns the row of a report of one sample, or the kind that the sample is charged to.
func charged(r *Report) string {
	if len(r.Rows) == 1 && r.Rows[0].CPU == 1 && r.CPU.Serializers == 1 {
		return r.Rows[0].Codec + " " + string(r.Rows[0].Direction)
	}
	for name, share := range map[string]float64{"rest": r.CPU.Rest, "gc": r.CPU.GC, "transfer": r.CPU.Transfer, "unnamed": r.CPU.Unnamed} {
		if share == 1 {
			return name
		}
	}
	return "nothing"
}

// TestModules checks that callers are in the user's modules if these are known.
func TestModules(t *testing.T) {
	p := &Profiles{CPU: build("cpu", sampled{1, "example.com/app/feed.List f.go:3 > github.com/gin-gonic/gin.(*Context).JSON > encoding/json.Marshal"},
		sampled{1, "github.com/other/x.F x.go:5 > net/http.F > encoding/json.Marshal"}, sampled{1, "example.com/application.G g.go:7 > encoding/json.Marshal"},
		sampled{1, "example.com/app_test.H h.go:8 > github.com/other/x.(*T).Marshal > reflect.F"})}
	r := New(p, &Source{Modules: []string{"example.com/app"}})
	var got []string
	for _, c := range r.Callers {
		got = append(got, c.Function)
	}
	if want := "example.com/app/feed.List example.com/application.G github.com/other/x.F"; strings.Join(got, " ") != want || r.CPU.Rest != 0.25 {
		t.Errorf("callers %v, want %s; the rest is %v", got, want, r.CPU.Rest)
	}
}

// TestShares checks that all shares add up, with garbage collection charged by allocated bytes.
func TestShares(t *testing.T) {
	const f = "main.f f.go:1 > "
	cpu := build("cpu", sampled{40, f + "encoding/json.Marshal"}, sampled{20, f + "encoding/gob.(*Decoder).Decode"}, sampled{10, "runtime.gcBgMarkWorker"}, sampled{5, ""},
		sampled{5, f + "encoding/json.(*Encoder).Encode > os.(*File).Write"}, sampled{20, "main.f"})
	alloc := build("alloc", sampled{300, f + "encoding/json.Marshal"}, sampled{500, f + "encoding/gob.(*Decoder).Decode"}, sampled{200, "main.f"})
	r := New(&Profiles{CPU: cpu, Alloc: alloc}, nil)
	near(t, "sum of CPU", sum(r), 1)
	near(t, "serializers", r.Share(), 0.6)
	near(t, "other garbage collection", r.CPU.GC, 0.02)
	near(t, "garbage collection of json", r.Rows[0].GC, 0.03)
	near(t, "garbage collection of gob", r.Rows[1].GC, 0.05)
	near(t, "bytes of gob", r.Rows[1].Alloc, 0.5)
	near(t, "sum of allocations", r.Alloc.Serializers+r.Alloc.Rest+r.Alloc.GC+r.Alloc.Transfer+r.Alloc.Unnamed, 1)
	r = New(&Profiles{CPU: cpu}, nil)
	near(t, "sum without allocations", sum(r), 1)
	near(t, "garbage collection without allocations", r.CPU.GC, 0.1)
	r = New(&Profiles{Alloc: alloc}, nil)
	if near(t, "share of the bytes", r.Share(), 0.8); r.Rows[0].Codec != "gob" || r.Callers[0].Codec != "gob" {
		t.Errorf("the first row is %+v, the first caller %+v", r.Rows[0], r.Callers[0])
	}
}

// sum returns the sum of all shares of the CPU time.
func sum(r *Report) float64 {
	total := r.CPU.GC + r.CPU.Transfer + r.CPU.Unnamed + r.CPU.Rest
	for _, row := range r.Rows {
		total += row.CPU + row.GC
	}
	return total
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9 {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// TestMerged checks that profiles of one type are merged, and that labels change nothing.
func TestMerged(t *testing.T) {
	a := build("cpu", sampled{30, "main.f > encoding/json.Marshal"})
	b := build("cpu", sampled{70, "main.f > sort.Slice"})
	b.Sample[0].Label = map[string][]string{"handler": {"list"}}
	alloc := build("alloc", sampled{70, "main.f > sort.Slice"})
	p, err := Read(context.Background(), []string{write(t, a), write(t, alloc), write(t, b)})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "share of two profiles", New(p, nil).Share(), 0.3)
}

// TestLarge reads a profile with many samples and deep stacks.
func TestLarge(t *testing.T) {
	deep := strings.Repeat("main.f f.go:1 > ", 200) + "encoding/json.Unmarshal"
	p := build("cpu", sampled{1, deep})
	sample := p.Sample[0]
	for range 200_000 {
		p.Sample = append(p.Sample, &pprof.Sample{Value: []int64{1, math.MaxInt64 / 1_000}, Location: sample.Location[:2]})
	}
	r := New(&Profiles{CPU: p}, nil)
	near(t, "sum", sum(r), 1)
	if len(r.Rows) != 1 || len(r.Callers) != 1 {
		t.Errorf("%d rows and %d callers, want 1 of each", len(r.Rows), len(r.Callers))
	}
}

// TestTree checks that the tree has the functions below serializers with their shares, without small ones.
func TestTree(t *testing.T) {
	r := New(&Profiles{CPU: build("cpu", sampled{3000, "main.f > encoding/json.Marshal > reflect.A"}, sampled{5000, "main.g > encoding/json.Marshal > reflect.B"},
		sampled{1, "main.g > encoding/json.Marshal > reflect.C"}, sampled{1999, "main.g"})}, nil)
	near(t, "all", r.Tree.Share, 0.8001)
	if len(r.Tree.Children) != 1 || len(r.Tree.Children[0].Children) != 2 || r.Tree.Children[0].Children[0].Function != "reflect.B" {
		t.Fatalf("%+v", r.Tree.Children)
	}
	near(t, "reflect.B", r.Tree.Children[0].Children[0].Share, 0.5)
}

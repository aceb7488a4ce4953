// Package bench compares codecs for gRPC by calls on the loopback interface:
//
//	go test -bench . -benchmem -count 3 ./bench
package bench

import (
	"context"
	"fmt"
	"net"
	"testing"

	vtgrpc "github.com/planetscale/vtprotobuf/codec/grpc"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"

	"example.com/depot/bench/benchpb"
)

// A codec is one way to set a server and a client up. Each benchmark has all of them.
type codec struct {
	name   string
	server []grpc.ServerOption
	client []grpc.CallOption
}

var codecs = []codec{
	{name: "standard"},
	{"vtprotobuf", []grpc.ServerOption{grpc.ForceServerCodec(vtgrpc.Codec{})}, []grpc.CallOption{grpc.ForceCodec(vtgrpc.Codec{})}},
	{"bale", []grpc.ServerOption{grpc.ForceServerCodecV2(benchpb.BaleGRPCCodec())}, []grpc.CallOption{grpc.ForceCodecV2(benchpb.BaleGRPCCodec())}},
}

// echo returns the requests.
type echo struct {
	benchpb.UnimplementedEchoServer
}

func (echo) Small(_ context.Context, k *benchpb.Key) (*benchpb.Key, error) { return k, nil }

func (echo) Large(_ context.Context, l *benchpb.List) (*benchpb.List, error) { return l, nil }

// dial starts a server with a codec, and returns a client.
func dial(t testing.TB, c codec) benchpb.EchoClient {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := grpc.NewServer(c.server...)
	benchpb.RegisterEchoServer(s, echo{})
	go s.Serve(l)
	t.Cleanup(s.Stop)
	conn, err := grpc.NewClient(l.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithDefaultCallOptions(c.client...))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return benchpb.NewEchoClient(conn)
}

var small = &benchpb.Key{Id: 4711, Name: "Ada Lovelace"}

// large is a message of about 100 KB.
var large = func() *benchpb.List {
	l := &benchpb.List{}
	for i := range 1000 {
		l.Records = append(l.Records, &benchpb.Record{
			Key:  &benchpb.Key{Id: uint64(i), Name: fmt.Sprint("record ", i)},
			Text: "a text of forty bytes, more or less long", Numbers: []int64{1, -1, int64(i) << 40, 5, 1 << 20}, Value: float64(i) / 3, Valid: i%2 == 0,
		})
	}
	return l
}()

// TestEcho checks that messages come back with each codec.
func TestEcho(t *testing.T) {
	for _, c := range codecs {
		client := dial(t, c)
		if got, err := client.Small(t.Context(), small); err != nil || !proto.Equal(got, small) {
			t.Errorf("%s: got %v, %v", c.name, got, err)
		}
		if got, err := client.Large(t.Context(), large); err != nil || !proto.Equal(got, large) {
			t.Errorf("%s: another list, or the error %v", c.name, err)
		}
	}
}

// TestAllocations checks that decoding makes the elements of a list, and their strings, with few allocations.
func TestAllocations(t *testing.T) {
	b, err := proto.Marshal(large)
	if err != nil {
		t.Fatal(err)
	}
	c := benchpb.BaleGRPCCodec()
	if n := testing.AllocsPerRun(10, func() {
		if err := c.Unmarshal(mem.BufferSlice{mem.SliceBuffer(b)}, &benchpb.List{}); err != nil {
			t.Fatal(err)
		}
	}); n > 100 {
		t.Errorf("%v allocations for %d records", n, len(large.Records))
	}
}

// BenchmarkSmall and BenchmarkLarge make calls one after the other. The allocations are those of client and server.
func BenchmarkSmall(b *testing.B) {
	benchmark(b, func(c benchpb.EchoClient) error { _, err := c.Small(context.Background(), small); return err })
}

func BenchmarkLarge(b *testing.B) {
	benchmark(b, func(c benchpb.EchoClient) error { _, err := c.Large(context.Background(), large); return err })
}

// BenchmarkSmallParallel and BenchmarkLargeParallel make calls from several goroutines for each processor.
func BenchmarkSmallParallel(b *testing.B) {
	parallel(b, func(c benchpb.EchoClient) error { _, err := c.Small(context.Background(), small); return err })
}

func BenchmarkLargeParallel(b *testing.B) {
	parallel(b, func(c benchpb.EchoClient) error { _, err := c.Large(context.Background(), large); return err })
}

func benchmark(b *testing.B, call func(benchpb.EchoClient) error) {
	for _, c := range codecs {
		b.Run(c.name, func(b *testing.B) {
			client := dial(b, c)
			b.ReportAllocs()
			for b.Loop() {
				if err := call(client); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "requests/s")
		})
	}
}

func parallel(b *testing.B, call func(benchpb.EchoClient) error) {
	for _, c := range codecs {
		b.Run(c.name, func(b *testing.B) {
			client := dial(b, c)
			b.ReportAllocs()
			b.SetParallelism(8)
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					if err := call(client); err != nil {
						b.Error(err)
						return
					}
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "requests/s")
		})
	}
}

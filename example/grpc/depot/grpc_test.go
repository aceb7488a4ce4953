package depot_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/encoding/gzip"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"example.com/depot/auditpb"
	"example.com/depot/depot"
	"example.com/depot/depotpb"
	"example.com/depot/geopb"
)

var place = geopb.Address_builder{
	Lines: []string{"12 St James's Square", "London"}, Country: "GB", At: geopb.Point_builder{Latitude: 515074000, Longitude: -1278000}.Build(),
}.Build()

// parcel returns a parcel with items. 200 items take more bytes than the size from which gRPC has pools for buffers.
func parcel(id string, items int) *depotpb.Parcel {
	p := &depotpb.Parcel{
		Id: id, From: place, To: geopb.Address_builder{Lines: []string{"Größe 1"}, Postcode: "10115"}.Build(),
		Labels: map[string]string{"fragile": "yes"}, Posted: timestamppb.New(time.Unix(1700000000, 5)), Signature: []byte{0, 255},
		Note: proto.String(""), Events: []*depotpb.Event{{UnixMillis: 1, Status: depotpb.Status_STATUS_POSTED, Place: "London"}, {UnixMillis: 2, Status: depotpb.Status_STATUS_DELIVERED}},
	}
	for i := range items {
		p.Items = append(p.Items, &depotpb.Item{Sku: fmt.Sprintf("%s-%d", id, i), Count: uint32(i), Grams: 7})
	}
	return p
}

// start starts a server and returns a client of it.
func start(t testing.TB, server, client encoding.CodecV2, calls ...grpc.CallOption) (depotpb.DepotClient, *depot.Server) {
	t.Helper()
	var options []grpc.ServerOption
	if server != nil {
		options = append(options, grpc.ForceServerCodecV2(server))
	}
	if client != nil {
		calls = append(calls, grpc.ForceCodecV2(client))
	}
	l := bufconn.Listen(1 << 16)
	s, d := grpc.NewServer(options...), depot.New(place)
	depotpb.RegisterDepotServer(s, d)
	go s.Serve(l)
	t.Cleanup(s.Stop)
	conn, err := grpc.NewClient("passthrough:depot", grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithDefaultCallOptions(calls...),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return l.DialContext(ctx) }))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return depotpb.NewDepotClient(conn), d
}

// each runs a test with and without the codec, on both sides.
func each(t *testing.T, test func(t *testing.T, server, client encoding.CodecV2)) {
	for _, c := range []struct {
		name           string
		server, client encoding.CodecV2
	}{
		{"both", depotpb.BaleGRPCCodec(), depotpb.BaleGRPCCodec()},
		{"server", depotpb.BaleGRPCCodec(), nil},
		{"client", nil, depotpb.BaleGRPCCodec()},
		{"none", nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) { test(t, c.server, c.client) })
	}
}

func same(t testing.TB, got, want proto.Message) {
	t.Helper()
	if !proto.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}

// TestCalls makes a call of each kind, with and without compression.
func TestCalls(t *testing.T) {
	each(t, func(t *testing.T, server, client encoding.CodecV2) {
		t.Run("plain", func(t *testing.T) {
			c, _ := start(t, server, client)
			testCalls(t, c)
		})
		t.Run("gzip", func(t *testing.T) {
			c, _ := start(t, server, client, grpc.UseCompressor(gzip.Name))
			testCalls(t, c)
		})
	})
}

func testCalls(t *testing.T, c depotpb.DepotClient) {
	ctx := t.Context()
	store, err := c.Store(ctx)
	if err != nil {
		t.Fatal(err)
	}
	sent := []*depotpb.Parcel{parcel("a", 1), parcel("b", 200), parcel("c", 3000), {Id: "d"}}
	want := &depotpb.Summary{}
	for _, p := range sent {
		if err := store.Send(p); err != nil {
			t.Fatal(err)
		}
		want.Parcels++
		want.Grams += depot.Grams(p)
	}
	sum, err := store.CloseAndRecv()
	if err != nil {
		t.Fatal(err)
	}
	same(t, sum, want)
	for _, p := range sent {
		got, err := c.Get(ctx, &depotpb.GetRequest{Id: p.Id})
		if err != nil {
			t.Fatal(err)
		}
		same(t, got, p)
	}
	watch, err := c.Watch(ctx, &depotpb.GetRequest{Id: "b"})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range sent[1].Events {
		got, err := watch.Recv()
		if err != nil {
			t.Fatal(err)
		}
		same(t, got, want)
	}
	if _, err := watch.Recv(); err != io.EOF {
		t.Errorf("after the last event: %v", err)
	}
	weigh, err := c.Weigh(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range sent {
		if err := weigh.Send(p); err != nil {
			t.Fatal(err)
		}
		got, err := weigh.Recv()
		if err != nil {
			t.Fatal(err)
		}
		same(t, got, &depotpb.Weight{Id: p.Id, Grams: depot.Grams(p)})
	}
	if err := weigh.CloseSend(); err != nil {
		t.Fatal(err)
	}
	if _, err := weigh.Recv(); err != io.EOF {
		t.Errorf("after the last weight: %v", err)
	}
	// The request and the response of Audit have no generated methods, the request of Where has none, and its response is of another package.
	report, err := c.Audit(ctx, &auditpb.Query{Id: "a"})
	if err != nil {
		t.Fatal(err)
	}
	same(t, report, &auditpb.Report{Lines: []string{"1 STATUS_POSTED London", "2 STATUS_DELIVERED "}})
	at, err := c.Where(ctx, &emptypb.Empty{})
	if err != nil {
		t.Fatal(err)
	}
	same(t, at, place)
}

// TestContentType checks what requests say about their encoding. Without a codec they say application/grpc, which means the same.
func TestContentType(t *testing.T) {
	each(t, func(t *testing.T, server, client encoding.CodecV2) {
		var header metadata.MD
		c, _ := start(t, server, client, grpc.Header(&header))
		if _, err := c.Where(t.Context(), &emptypb.Empty{}); err != nil {
			t.Fatal(err)
		}
		want := "application/grpc"
		if client != nil {
			want += "+proto"
		}
		if got := header.Get("content-type"); len(got) != 1 || got[0] != want {
			t.Errorf("content type %q, want %q", got, want)
		}
	})
}

// TestErrors checks the errors of handlers, of encoding and of decoding.
func TestErrors(t *testing.T) {
	each(t, func(t *testing.T, server, client encoding.CodecV2) {
		c, d := start(t, server, client)
		d.Put(&depotpb.Parcel{Id: "bad", Note: proto.String("\xff")})
		check := func(what string, err error, code codes.Code, text string) {
			t.Helper()
			if s := status.Convert(err); s.Code() != code || !strings.Contains(s.Message(), text) {
				t.Errorf("%s: error %v, want %v with %q", what, err, code, text)
			}
		}
		_, err := c.Get(t.Context(), &depotpb.GetRequest{Id: "x"})
		check("handler", err, codes.NotFound, `there is no parcel "x"`)
		if details := status.Convert(err).Details(); len(details) != 1 || !proto.Equal(details[0].(proto.Message), place) {
			t.Errorf("handler: details %v, want %v", details, place)
		}
		_, err = c.Get(t.Context(), &depotpb.GetRequest{Id: "bad"})
		check("response", err, codes.Internal, "grpc: error while marshaling: ")
		_, err = c.Get(t.Context(), &depotpb.GetRequest{Id: "\xff"})
		check("request", err, codes.Internal, "grpc: error while marshaling: ")
		_, err = c.Get(t.Context(), &depotpb.GetRequest{Id: "x"}, grpc.ForceCodecV2(damaged{}))
		check("damaged request", err, codes.Internal, "grpc: ")
		_, err = c.Get(t.Context(), &depotpb.GetRequest{Id: strings.Repeat("x", 5<<20)})
		check("large request", err, codes.ResourceExhausted, "grpc: received message larger than max")
	})
}

// damaged is a codec that encodes all messages as bytes that are not a message.
type damaged struct{}

func (damaged) Name() string                         { return "proto" }
func (damaged) Unmarshal(mem.BufferSlice, any) error { return nil }
func (damaged) Marshal(any) (mem.BufferSlice, error) {
	return mem.BufferSlice{mem.SliceBuffer{0x0a, 0x05, 'x'}}, nil
}

// TestDeadline checks that calls end at their deadline and when they are canceled.
func TestDeadline(t *testing.T) {
	each(t, func(t *testing.T, server, client encoding.CodecV2) {
		c, d := start(t, server, client)
		d.Put(&depotpb.Parcel{Id: "a", Events: []*depotpb.Event{{Place: "London"}}}) // its events do not end
		ctx, cancel := context.WithCancel(t.Context())
		w, err := c.Watch(ctx, &depotpb.GetRequest{Id: "a"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Recv(); err != nil {
			t.Fatal(err)
		}
		cancel()
		if _, err := w.Recv(); status.Code(err) != codes.Canceled {
			t.Errorf("canceled: %v", err)
		}
		ctx, cancel = context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		w, err = c.Watch(ctx, &depotpb.GetRequest{Id: "a"})
		for err == nil {
			_, err = w.Recv()
		}
		if status.Code(err) != codes.DeadlineExceeded {
			t.Errorf("deadline: %v", err)
		}
	})
}

// TestParallel makes calls of several goroutines, whose messages must not mix.
func TestParallel(t *testing.T) {
	each(t, func(t *testing.T, server, client encoding.CodecV2) {
		c, d := start(t, server, client)
		var wait sync.WaitGroup
		for i := range 8 {
			want := parcel(fmt.Sprint(i), 1+i*40)
			d.Put(want)
			wait.Go(func() {
				for range 10 {
					got, err := c.Get(t.Context(), &depotpb.GetRequest{Id: want.Id})
					if err != nil {
						t.Error(err)
						return
					}
					same(t, got, want)
				}
			})
		}
		wait.Wait()
	})
}

// TestUsedMessage receives several messages into one: nothing of the last one is left.
func TestUsedMessage(t *testing.T) {
	each(t, func(t *testing.T, server, client encoding.CodecV2) {
		c, d := start(t, server, client)
		last := &depotpb.Event{UnixMillis: 3, Status: depotpb.Status_STATUS_DELIVERED}
		d.Put(&depotpb.Parcel{Id: "a", Events: []*depotpb.Event{{UnixMillis: 1, Place: "London"}, {}, last}})
		w, err := c.Watch(t.Context(), &depotpb.GetRequest{Id: "a"})
		if err != nil {
			t.Fatal(err)
		}
		var got depotpb.Event
		for range 3 {
			if err := w.RecvMsg(&got); err != nil {
				t.Fatal(err)
			}
		}
		same(t, &got, last)
		if err := w.RecvMsg(&got); !errors.Is(err, io.EOF) {
			t.Errorf("after the last event: %v", err)
		}
	})
}

// TestNil checks that a handler that returns a nil pointer answers with an empty message.
func TestNil(t *testing.T) {
	each(t, func(t *testing.T, server, client encoding.CodecV2) {
		c, d := start(t, server, client)
		d.Put(&depotpb.Parcel{Id: "a", Events: []*depotpb.Event{nil, {Status: depotpb.Status_STATUS_DELIVERED}}})
		w, err := c.Watch(t.Context(), &depotpb.GetRequest{Id: "a"})
		if err != nil {
			t.Fatal(err)
		}
		got, err := w.Recv()
		if err != nil {
			t.Fatal(err)
		}
		same(t, got, &depotpb.Event{})
	})
}

// TestRegister checks the codec as the one of all clients and servers.
func TestRegister(t *testing.T) {
	standard := encoding.GetCodecV2("proto")
	defer func() { encoding.RegisterCodecV2(standard) }()
	encoding.RegisterCodecV2(depotpb.BaleGRPCCodec())
	c, _ := start(t, nil, nil)
	testCalls(t, c)
	encoding.RegisterCodecV2(depotpb.BaleGRPCCodec()) // a second codec calls the first one for messages without methods
	c, _ = start(t, nil, nil)
	testCalls(t, c)
}

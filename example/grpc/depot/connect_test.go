package depot_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/emptypb"

	"example.com/depot/auditpb"
	"example.com/depot/depot"
	"example.com/depot/depotpb"
	"example.com/depot/depotpb/depotpbconnect"
	"example.com/depot/geopb"
)

// A handler is the service for Connect, as far as the tests need it.
type handler struct {
	depotpbconnect.UnimplementedDepotHandler
	parcels map[string]*depotpb.Parcel
	methods []string // of the HTTP requests for parcels
}

func (h *handler) Get(_ context.Context, r *connect.Request[depotpb.GetRequest]) (*connect.Response[depotpb.Parcel], error) {
	h.methods = append(h.methods, r.HTTPMethod())
	p := h.parcels[r.Msg.Id]
	if p == nil {
		err := connect.NewError(connect.CodeNotFound, fmt.Errorf("there is no parcel %q", r.Msg.Id))
		detail, _ := connect.NewErrorDetail(place)
		err.AddDetail(detail)
		return nil, err
	}
	return connect.NewResponse(p), nil
}

func (h *handler) Store(_ context.Context, s *connect.ClientStream[depotpb.Parcel]) (*connect.Response[depotpb.Summary], error) {
	sum := &depotpb.Summary{}
	for s.Receive() {
		p := proto.CloneOf(s.Msg())
		h.parcels[p.Id] = p
		sum.Parcels++
		sum.Grams += depot.Grams(p)
	}
	return connect.NewResponse(sum), s.Err()
}

func (h *handler) Watch(_ context.Context, r *connect.Request[depotpb.GetRequest], s *connect.ServerStream[depotpb.Event]) error {
	for _, e := range h.parcels[r.Msg.Id].Events {
		if err := s.Send(e); err != nil {
			return err
		}
	}
	return nil
}

func (h *handler) Weigh(_ context.Context, s *connect.BidiStream[depotpb.Parcel, depotpb.Weight]) error {
	for {
		p, err := s.Receive()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := s.Send(&depotpb.Weight{Id: p.Id, Grams: depot.Grams(p)}); err != nil {
			return err
		}
	}
}

func (h *handler) Where(context.Context, *connect.Request[emptypb.Empty]) (*connect.Response[geopb.Address], error) {
	return connect.NewResponse(place), nil
}

func (h *handler) Audit(_ context.Context, r *connect.Request[auditpb.Query]) (*connect.Response[auditpb.Report], error) {
	return connect.NewResponse(&auditpb.Report{Lines: []string{r.Msg.Id}}), nil
}

// eachConnect runs a test with and without the codec, on both sides, with each protocol of Connect.
func eachConnect(t *testing.T, test func(t *testing.T, h *handler, c depotpbconnect.DepotClient), more ...connect.ClientOption) {
	codec := connect.WithCodec(depotpb.BaleConnectCodec())
	for _, c := range []struct {
		name   string
		server []connect.HandlerOption
		client []connect.ClientOption
	}{
		{"both", []connect.HandlerOption{codec}, []connect.ClientOption{codec}},
		{"server", []connect.HandlerOption{codec}, nil},
		{"client", nil, []connect.ClientOption{codec}},
		{"none", nil, nil},
	} {
		for _, protocol := range []struct {
			name   string
			option connect.ClientOption
		}{
			{"connect", connect.WithClientOptions()}, {"grpc", connect.WithGRPC()}, {"grpcweb", connect.WithGRPCWeb()}, {"gzip", connect.WithSendGzip()},
		} {
			t.Run(c.name+"/"+protocol.name, func(t *testing.T) {
				h := &handler{parcels: map[string]*depotpb.Parcel{}}
				mux := http.NewServeMux()
				mux.Handle(depotpbconnect.NewDepotHandler(h, c.server...))
				s := httptest.NewUnstartedServer(mux)
				s.EnableHTTP2 = true
				s.StartTLS()
				defer s.Close()
				options := append(append([]connect.ClientOption{protocol.option}, c.client...), more...)
				test(t, h, depotpbconnect.NewDepotClient(s.Client(), s.URL, options...))
			})
		}
	}
}

// TestConnect makes a call of each kind.
func TestConnect(t *testing.T) {
	eachConnect(t, func(t *testing.T, h *handler, c depotpbconnect.DepotClient) {
		ctx := t.Context()
		sent := []*depotpb.Parcel{parcel("a", 1), parcel("b", 200), {Id: "c"}}
		store, weigh := c.Store(ctx), c.Weigh(ctx)
		for _, p := range sent {
			if err := errors.Join(store.Send(p), weigh.Send(p)); err != nil {
				t.Fatal(err)
			}
			got, err := weigh.Receive()
			if err != nil {
				t.Fatal(err)
			}
			same(t, got, &depotpb.Weight{Id: p.Id, Grams: depot.Grams(p)})
		}
		sum, err := store.CloseAndReceive()
		if err := errors.Join(err, weigh.CloseRequest(), weigh.CloseResponse()); err != nil {
			t.Fatal(err)
		}
		same(t, sum.Msg, &depotpb.Summary{Parcels: 3, Grams: depot.Grams(sent[0]) + depot.Grams(sent[1])})
		for _, p := range sent {
			got, err := c.Get(ctx, connect.NewRequest(&depotpb.GetRequest{Id: p.Id}))
			if err != nil {
				t.Fatal(err)
			}
			same(t, got.Msg, p)
		}
		watch, err := c.Watch(ctx, connect.NewRequest(&depotpb.GetRequest{Id: "b"}))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range sent[1].Events {
			if !watch.Receive() {
				t.Fatal(watch.Err())
			}
			same(t, watch.Msg(), want)
		}
		if watch.Receive() || watch.Err() != nil {
			t.Errorf("after the last event: %v", watch.Err())
		}
		at, err := c.Where(ctx, connect.NewRequest(&emptypb.Empty{}))
		if err != nil {
			t.Fatal(err)
		}
		same(t, at.Msg, place)
		report, err := c.Audit(ctx, connect.NewRequest(&auditpb.Query{Id: "a"}))
		if err != nil {
			t.Fatal(err)
		}
		same(t, report.Msg, &auditpb.Report{Lines: []string{"a"}})
	})
}

// TestConnectErrors checks the errors of handlers, with details, and of encoding.
func TestConnectErrors(t *testing.T) {
	eachConnect(t, func(t *testing.T, h *handler, c depotpbconnect.DepotClient) {
		_, err := c.Get(t.Context(), connect.NewRequest(&depotpb.GetRequest{Id: "x"}))
		var e *connect.Error
		if !errors.As(err, &e) || e.Code() != connect.CodeNotFound || len(e.Details()) != 1 {
			t.Fatalf("error %v, want not found with a detail", err)
		}
		detail, err := e.Details()[0].Value()
		if err != nil {
			t.Fatal(err)
		}
		same(t, detail, place)
		if _, err = c.Get(t.Context(), connect.NewRequest(&depotpb.GetRequest{Id: "\xff"})); connect.CodeOf(err) != connect.CodeInternal {
			t.Errorf("request: error %v, want internal", err)
		}
		h.parcels["bad"] = &depotpb.Parcel{Id: "\xff"}
		if _, err = c.Get(t.Context(), connect.NewRequest(&depotpb.GetRequest{Id: "bad"})); connect.CodeOf(err) != connect.CodeInternal {
			t.Errorf("response: error %v, want internal", err)
		}
	})
}

// TestConnectDamaged checks the error for a request that cannot be decoded.
func TestConnectDamaged(t *testing.T) {
	eachConnect(t, func(t *testing.T, h *handler, c depotpbconnect.DepotClient) {
		_, err := c.Get(t.Context(), connect.NewRequest(&depotpb.GetRequest{Id: "x"}))
		if connect.CodeOf(err) != connect.CodeInvalidArgument {
			t.Errorf("error %v, want an invalid argument", err)
		}
	}, connect.WithCodec(damagedConnect{depotpb.BaleConnectCodec()}))
}

// damagedConnect is a codec that encodes all messages as bytes that are not a message.
type damagedConnect struct{ connect.Codec }

func (damagedConnect) Marshal(any) ([]byte, error) { return []byte{0x0a, 0x05, 'x'}, nil }

// TestConnectGet makes calls whose messages are in URLs.
func TestConnectGet(t *testing.T) {
	eachConnect(t, func(t *testing.T, h *handler, c depotpbconnect.DepotClient) {
		want := parcel("a", 3)
		h.parcels["a"] = want
		got, err := c.Get(t.Context(), connect.NewRequest(&depotpb.GetRequest{Id: "a"}))
		if err != nil {
			t.Fatal(err)
		}
		same(t, got.Msg, want)
		if h.methods[0] != http.MethodGet && strings.HasSuffix(t.Name(), "/connect") {
			t.Errorf("the request was %s", h.methods)
		}
	}, connect.WithHTTPGet())
}

// TestConnectJSON checks that a handler with the codec still takes JSON.
func TestConnectJSON(t *testing.T) {
	eachConnect(t, func(t *testing.T, h *handler, c depotpbconnect.DepotClient) {
		h.parcels["a"] = parcel("a", 3)
		got, err := c.Get(t.Context(), connect.NewRequest(&depotpb.GetRequest{Id: "a"}))
		if err != nil {
			t.Fatal(err)
		}
		same(t, got.Msg, h.parcels["a"])
	}, connect.WithProtoJSON())
}

// Package depot implements the service of depot.proto. It has no line about codecs: the programs choose one when they make a server or a
// client.
package depot

import (
	"context"
	"fmt"
	"io"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"

	"example.com/depot/auditpb"
	"example.com/depot/depotpb"
	"example.com/depot/geopb"
)

// A Server keeps parcels in memory. Use New to make one.
type Server struct {
	depotpb.UnimplementedDepotServer
	place *geopb.Address

	mu      sync.Mutex
	parcels map[string]*depotpb.Parcel // the parcels do not change
}

// New returns a server at a place, without parcels.
func New(place *geopb.Address) *Server {
	return &Server{place: place, parcels: map[string]*depotpb.Parcel{}}
}

// Get returns a parcel.
func (s *Server) Get(_ context.Context, r *depotpb.GetRequest) (*depotpb.Parcel, error) {
	return s.find(r.Id)
}

func (s *Server) find(id string) (*depotpb.Parcel, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.parcels[id]
	if p == nil {
		e := status.Newf(codes.NotFound, "there is no parcel %q", id)
		if detailed, err := e.WithDetails(s.place); err == nil {
			e = detailed
		}
		return nil, e.Err()
	}
	return p, nil
}

// Put adds a parcel, which must not change afterwards.
func (s *Server) Put(p *depotpb.Parcel) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.parcels[p.Id] = p
}

// Store takes parcels, and returns how many there were.
func (s *Server) Store(stream grpc.ClientStreamingServer[depotpb.Parcel, depotpb.Summary]) error {
	sum := &depotpb.Summary{}
	for {
		p, err := stream.Recv()
		if err == io.EOF {
			return stream.SendAndClose(sum)
		}
		if err != nil {
			return err
		}
		s.Put(p)
		sum.Parcels++
		sum.Grams += Grams(p)
	}
}

// Watch returns the events of a parcel, one after the other, until the client cancels the call.
func (s *Server) Watch(r *depotpb.GetRequest, stream grpc.ServerStreamingServer[depotpb.Event]) error {
	p, err := s.find(r.Id)
	if err != nil {
		return err
	}
	for _, e := range p.Events {
		if err := stream.Send(e); err != nil {
			return err
		}
	}
	if n := len(p.Events); n > 0 && p.Events[n-1].Status == depotpb.Status_STATUS_DELIVERED {
		return nil
	}
	<-stream.Context().Done()
	return stream.Context().Err()
}

// Weigh returns the weight of each parcel when it arrives.
func (s *Server) Weigh(stream grpc.BidiStreamingServer[depotpb.Parcel, depotpb.Weight]) error {
	for {
		p, err := stream.Recv()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := stream.Send(&depotpb.Weight{Id: p.Id, Grams: Grams(p)}); err != nil {
			return err
		}
	}
}

// Where returns the place of the depot.
func (s *Server) Where(context.Context, *emptypb.Empty) (*geopb.Address, error) { return s.place, nil }

// Audit returns what has happened to a parcel.
func (s *Server) Audit(_ context.Context, q *auditpb.Query) (*auditpb.Report, error) {
	p, err := s.find(q.Id)
	if err != nil {
		return nil, err
	}
	r := &auditpb.Report{}
	for _, e := range p.Events {
		r.Lines = append(r.Lines, fmt.Sprintf("%d %s %s", e.UnixMillis, e.Status, e.Place))
	}
	return r, nil
}

// Grams returns the weight of a parcel.
func Grams(p *depotpb.Parcel) uint64 {
	var sum uint64
	for _, i := range p.Items {
		sum += uint64(i.Count) * uint64(i.Grams)
	}
	return sum
}

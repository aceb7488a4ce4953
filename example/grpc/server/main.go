// Command server runs a depot. Its messages are encoded and decoded by the methods of bale gen.
package main

import (
	"flag"
	"log"
	"net"

	"google.golang.org/grpc"
	_ "google.golang.org/grpc/encoding/gzip" // for clients that compress

	"example.com/depot/depot"
	"example.com/depot/depotpb"
	"example.com/depot/geopb"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:7070", "address to listen at")
	flag.Parse()
	l, err := net.Listen("tcp", *addr)
	if err != nil {
		log.Fatal(err)
	}
	s := grpc.NewServer(grpc.ForceServerCodecV2(depotpb.BaleGRPCCodec()))
	depotpb.RegisterDepotServer(s, depot.New(geopb.Address_builder{Lines: []string{"12 St James's Square"}, Country: "GB"}.Build()))
	log.Printf("listening at %s", l.Addr())
	log.Fatal(s.Serve(l))
}

// Command client stores a parcel in the depot of the command server, and prints what the depot has then.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"example.com/depot/depotpb"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:7070", "address of the server")
	flag.Parse()
	if err := run(*addr); err != nil {
		log.Fatal(err)
	}
}

func run(addr string) error {
	conn, err := grpc.NewClient(addr,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.ForceCodecV2(depotpb.BaleGRPCCodec())))
	if err != nil {
		return err
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	c := depotpb.NewDepotClient(conn)
	stream, err := c.Store(ctx)
	if err != nil {
		return err
	}
	if err := stream.Send(&depotpb.Parcel{Id: "1", Items: []*depotpb.Item{{Sku: "crank", Count: 2, Grams: 750}}}); err != nil {
		return err
	}
	sum, err := stream.CloseAndRecv()
	if err != nil {
		return err
	}
	p, err := c.Get(ctx, &depotpb.GetRequest{Id: "1"})
	if err != nil {
		return err
	}
	fmt.Printf("stored %d g, got %s with %d item\n", sum.Grams, p.Id, len(p.Items))
	return nil
}

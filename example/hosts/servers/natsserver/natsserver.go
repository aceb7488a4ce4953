// Package natsserver starts NATS in the process of a test.
package natsserver

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// Start starts a server with JetStream on a free port of the loopback interface, and returns a connection to it.
func Start(tb testing.TB) *nats.Conn {
	tb.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: tb.TempDir(), NoSigs: true, NoLog: true})
	if err != nil {
		tb.Fatal(err)
	}
	s.Start()
	tb.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(30 * time.Second) {
		tb.Fatal("the NATS server is not ready after 30 seconds")
	}
	nc, err := nats.Connect(s.ClientURL())
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(nc.Close)
	return nc
}

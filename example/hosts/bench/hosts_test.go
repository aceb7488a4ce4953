package bench

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/rpc"
	"path/filepath"
	"testing"

	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/pubsub/gochannel"
	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/redis/go-redis/v9"
	"github.com/twmb/franz-go/pkg/kgo"
	"go.etcd.io/bbolt"
	_ "modernc.org/sqlite"

	"example.com/hosts/netrpc"
	"example.com/hosts/servers"
	"example.com/hosts/servers/kafkacluster"
	"example.com/hosts/servers/natsserver"
)

// A transport takes a message to where it goes, and returns the message that comes back.
type transport func([]byte) ([]byte, error)

// A host is a way for messages, and call says what a call through it is. If the host answers, serve decodes the message on the far side, and
// encodes the answer. Otherwise the same message comes back.
type host struct {
	name    string
	call    string
	answers bool
	start   func(tb testing.TB, serve transport) transport
}

var hosts = []host{
	{"net/http", "POST on the loopback interface", true, startHTTP},
	{"net/rpc", "call on the loopback interface", true, startRPC},
	{"NATS", "request and reply", true, startNATS},
	{"NATS JetStream", "publish, and get by number; files", false, startJetStream},
	{"Kafka (kfake)", "produce, and poll", false, startKafka},
	{"Watermill", "publish on a Go channel, and receive", false, startWatermill},
	{"Redis", "SET and GET, Unix socket", false, startRedis},
	{"PostgreSQL", "UPDATE and SELECT by key, bytea, Unix socket, fsync off", false, startPostgres},
	{"SQLite", "UPDATE and SELECT by key, BLOB, synchronous off", false, startSQLite},
	{"bbolt", "Put and Get, NoSync", false, startBolt},
}

func startHTTP(tb testing.TB, serve transport) transport {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		if err == nil {
			b, err = serve(b)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		w.Write(b)
	}))
	tb.Cleanup(s.Close)
	return func(b []byte) ([]byte, error) {
		r, err := s.Client().Post(s.URL, "application/octet-stream", bytes.NewReader(b))
		if err != nil {
			return nil, err
		}
		defer r.Body.Close()
		b, err = io.ReadAll(r.Body)
		if r.StatusCode != http.StatusOK {
			return nil, errors.New(string(b))
		}
		return b, err
	}
}

// Raw is a message that is already encoded.
type Raw []byte

func (r *Raw) AppendBinary(b []byte) ([]byte, error) { return append(b, *r...), nil }
func (r *Raw) UnmarshalBinary(b []byte) error        { *r = bytes.Clone(b); return nil }

// Echo is the service of net/rpc.
type Echo struct{ serve transport }

// Call answers a message.
func (e Echo) Call(in, out *Raw) (err error) {
	*out, err = e.serve(*in)
	return err
}

func startRPC(tb testing.TB, serve transport) transport {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	defer l.Close()
	s := rpc.NewServer()
	if err := s.Register(Echo{serve}); err != nil {
		tb.Fatal(err)
	}
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		tb.Fatal(err)
	}
	far, err := l.Accept()
	if err != nil {
		tb.Fatal(err)
	}
	go s.ServeCodec(netrpc.NewServerCodec(far))
	client := rpc.NewClientWithCodec(netrpc.NewClientCodec(c))
	tb.Cleanup(func() { client.Close() })
	return func(b []byte) ([]byte, error) {
		var out Raw
		err := client.Call("Echo.Call", (*Raw)(&b), &out)
		return out, err
	}
}

func startNATS(tb testing.TB, serve transport) transport {
	nc := natsserver.Start(tb)
	if _, err := nc.Subscribe("echo", func(m *nats.Msg) {
		b, err := serve(m.Data)
		if err != nil {
			b = nil // the other side fails to decode it
		}
		m.Respond(b)
	}); err != nil {
		tb.Fatal(err)
	}
	return func(b []byte) ([]byte, error) {
		m, err := nc.RequestWithContext(tb.Context(), "echo", b)
		if err != nil {
			return nil, err
		}
		return m.Data, nil
	}
}

func startJetStream(tb testing.TB, _ transport) transport {
	js, err := jetstream.New(natsserver.Start(tb))
	if err != nil {
		tb.Fatal(err)
	}
	s, err := js.CreateStream(tb.Context(), jetstream.StreamConfig{Name: "STORED", Subjects: []string{"stored"}})
	if err != nil {
		tb.Fatal(err)
	}
	return func(b []byte) ([]byte, error) {
		ack, err := js.Publish(tb.Context(), "stored", b)
		if err != nil {
			return nil, err
		}
		m, err := s.GetMsg(tb.Context(), ack.Sequence)
		if err != nil {
			return nil, err
		}
		return m.Data, nil
	}
}

func startKafka(tb testing.TB, _ transport) transport {
	client := kafkacluster.Start(tb, "echo")
	return func(b []byte) ([]byte, error) {
		if err := client.ProduceSync(tb.Context(), &kgo.Record{Value: b}).FirstErr(); err != nil {
			return nil, err
		}
		for {
			fetches := client.PollFetches(tb.Context())
			if err := fetches.Err(); err != nil {
				return nil, err
			}
			for r := range fetches.RecordsAll() {
				return r.Value, nil
			}
		}
	}
}

func startWatermill(tb testing.TB, _ transport) transport {
	pubsub := gochannel.NewGoChannel(gochannel.Config{}, nil)
	tb.Cleanup(func() { pubsub.Close() })
	messages, err := pubsub.Subscribe(tb.Context(), "echo")
	if err != nil {
		tb.Fatal(err)
	}
	return func(b []byte) ([]byte, error) {
		if err := pubsub.Publish("echo", message.NewMessage(watermill.NewUUID(), b)); err != nil {
			return nil, err
		}
		m := <-messages
		m.Ack()
		return m.Payload, nil
	}
}

func startRedis(tb testing.TB, _ transport) transport {
	rdb := redis.NewClient(&redis.Options{Network: "unix", Addr: servers.Redis(tb)})
	tb.Cleanup(func() { rdb.Close() })
	return func(b []byte) ([]byte, error) {
		if err := rdb.Set(tb.Context(), "key", b, 0).Err(); err != nil {
			return nil, err
		}
		return rdb.Get(tb.Context(), "key").Bytes()
	}
}

func startPostgres(tb testing.TB, _ transport) transport {
	conn, err := pgx.Connect(tb.Context(), servers.Postgres(tb))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { conn.Close(context.Background()) })
	if _, err := conn.Exec(tb.Context(), "CREATE TABLE orders AS SELECT 1 AS id, ''::bytea AS message; ALTER TABLE orders ADD PRIMARY KEY (id)"); err != nil {
		tb.Fatal(err)
	}
	return func(b []byte) (got []byte, err error) {
		if _, err := conn.Exec(tb.Context(), "UPDATE orders SET message = $1 WHERE id = 1", b); err != nil {
			return nil, err
		}
		err = conn.QueryRow(tb.Context(), "SELECT message FROM orders WHERE id = 1").Scan(&got)
		return got, err
	}
}

func startSQLite(tb testing.TB, _ transport) transport {
	db, err := sql.Open("sqlite", "file:"+filepath.Join(tb.TempDir(), "orders.db")+"?_pragma=synchronous(off)")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { db.Close() })
	if _, err := db.Exec("CREATE TABLE orders (id INTEGER PRIMARY KEY, message BLOB); INSERT INTO orders VALUES (1, x'')"); err != nil {
		tb.Fatal(err)
	}
	return func(b []byte) (got []byte, err error) {
		if _, err := db.ExecContext(tb.Context(), "UPDATE orders SET message = ? WHERE id = 1", b); err != nil {
			return nil, err
		}
		err = db.QueryRowContext(tb.Context(), "SELECT message FROM orders WHERE id = 1").Scan(&got)
		return got, err
	}
}

func startBolt(tb testing.TB, _ transport) transport {
	db, err := bbolt.Open(filepath.Join(tb.TempDir(), "orders.db"), 0o600, &bbolt.Options{NoSync: true})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { db.Close() })
	bucket, key := []byte("orders"), []byte("key")
	return func(b []byte) (got []byte, err error) {
		if err := db.Update(func(tx *bbolt.Tx) error {
			orders, err := tx.CreateBucketIfNotExists(bucket)
			if err != nil {
				return err
			}
			return orders.Put(key, b)
		}); err != nil {
			return nil, err
		}
		err = db.View(func(tx *bbolt.Tx) error {
			got = bytes.Clone(tx.Bucket(bucket).Get(key))
			return nil
		})
		return got, err
	}
}

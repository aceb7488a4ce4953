// Package kafkacluster starts a cluster of kfake, which speaks the protocol of Kafka, in the process of a test.
package kafkacluster

import (
	"testing"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
)

// Start starts one broker on a free port of the loopback interface with a topic of one partition, and returns a client that produces to
// the topic and consumes from its beginning.
func Start(tb testing.TB, topic string) *kgo.Client {
	tb.Helper()
	c, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(1, topic))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(c.Close)
	client, err := kgo.NewClient(kgo.SeedBrokers(c.ListenAddrs()...), kgo.DefaultProduceTopic(topic), kgo.ConsumeTopics(topic), kgo.ProducerLinger(0))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(client.Close)
	return client
}

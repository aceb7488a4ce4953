package events_test

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/components/cqrs"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/pubsub/gochannel"

	"example.com/hosts/events"
	"example.com/hosts/order"
)

// TestBus publishes orders on an event bus, which a handler of the type gets.
func TestBus(t *testing.T) {
	pubsub := gochannel.NewGoChannel(gochannel.Config{}, nil)
	router, err := message.NewRouter(message.RouterConfig{}, watermill.NopLogger{})
	if err != nil {
		t.Fatal(err)
	}
	processor, err := cqrs.NewEventProcessorWithConfig(router, cqrs.EventProcessorConfig{
		GenerateSubscribeTopic: func(p cqrs.EventProcessorGenerateSubscribeTopicParams) (string, error) { return p.EventName, nil },
		SubscriberConstructor: func(cqrs.EventProcessorSubscriberConstructorParams) (message.Subscriber, error) {
			return pubsub, nil
		},
		Marshaler: events.Marshaler{},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan *order.Order, 3)
	if err := processor.AddHandlers(cqrs.NewEventHandler("placed", func(_ context.Context, o *order.Order) error {
		got <- o
		return nil
	})); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- router.Run(t.Context()) }()
	<-router.Running()
	bus, err := cqrs.NewEventBusWithConfig(pubsub, cqrs.EventBusConfig{
		GeneratePublishTopic: func(p cqrs.GenerateEventPublishTopicParams) (string, error) { return p.EventName, nil },
		Marshaler:            events.Marshaler{},
	})
	if err != nil {
		t.Fatal(err)
	}
	for lines := range 3 {
		want := order.Sample(lines)
		if err := bus.Publish(t.Context(), want); err != nil {
			t.Fatal(err)
		}
		if o := <-got; !reflect.DeepEqual(o, want) {
			t.Errorf("got %v\nwant %v", o, want)
		}
	}
	if err := router.Close(); err != nil {
		t.Error(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestErrors checks types without generated methods, and damaged messages.
func TestErrors(t *testing.T) {
	var m events.Marshaler
	if _, err := m.Marshal(&order.Line{}); err == nil || !strings.Contains(err.Error(), "*order.Line has no method MarshalBinary: run bale gen for it") {
		t.Errorf("Marshal: %v", err)
	}
	msg, err := m.Marshal(order.Sample(1))
	if err != nil {
		t.Fatal(err)
	}
	if got := m.NameFromMessage(msg); got != "order.Order" {
		t.Errorf("the name is %q", got)
	}
	if err := m.Unmarshal(msg, &order.Line{}); err == nil || !strings.Contains(err.Error(), "*order.Line has no method UnmarshalBinary: run bale gen for it") {
		t.Errorf("Unmarshal: %v", err)
	}
	msg.Payload = msg.Payload[:len(msg.Payload)-1]
	if err := m.Unmarshal(msg, new(order.Order)); err == nil {
		t.Error("a truncated message was decoded")
	}
}

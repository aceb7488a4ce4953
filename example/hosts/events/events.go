// Package events encodes the events and commands of Watermill by generated methods.
package events

import (
	"encoding"
	"fmt"

	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/components/cqrs"
	"github.com/ThreeDotsLabs/watermill/message"
)

// A Marshaler is a cqrs.CommandEventMarshaler for types with the methods MarshalBinary and UnmarshalBinary.
type Marshaler struct{}

// Marshal returns a message with an event or a command, and its name in the metadata.
func (m Marshaler) Marshal(v any) (*message.Message, error) {
	e, ok := v.(encoding.BinaryMarshaler)
	if !ok {
		return nil, fmt.Errorf("%T has no method MarshalBinary: run bale gen for it", v)
	}
	b, err := e.MarshalBinary()
	if err != nil {
		return nil, err
	}
	msg := message.NewMessage(watermill.NewUUID(), b)
	msg.Metadata.Set("name", m.Name(v))
	return msg, nil
}

// Unmarshal decodes a message into v.
func (Marshaler) Unmarshal(msg *message.Message, v any) error {
	e, ok := v.(encoding.BinaryUnmarshaler)
	if !ok {
		return fmt.Errorf("%T has no method UnmarshalBinary: run bale gen for it", v)
	}
	return e.UnmarshalBinary(msg.Payload)
}

// Name returns the name of the type of an event or a command.
func (Marshaler) Name(v any) string { return cqrs.FullyQualifiedStructName(v) }

// NameFromMessage returns the name that Marshal has put into the metadata.
func (Marshaler) NameFromMessage(msg *message.Message) string { return msg.Metadata.Get("name") }

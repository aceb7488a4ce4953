// Command testee is a program that protobuf's conformance_test_runner tests. It decodes and encodes messages with the generated methods, and texts with
// google.golang.org/protobuf. The environment variable TESTEE says with which methods.
package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"os"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"example.org/messages/testprotos/conformance"
	_ "example.org/messages/testprotos/conformance/editions"
	_ "example.org/messages/testprotos/conformance/editionsmigration"
)

// A message has the generated methods that are tested.
type message interface {
	proto.Message
	AppendProto(b []byte) ([]byte, error)
	MarshalProto() ([]byte, error)
	SizeProto() int
	UnmarshalProto(b []byte) error
	UnmarshalProtoAlias(b []byte) error
	MergeProto(b []byte) error
	ResetProto()
}

func main() {
	for {
		var size [4]byte
		if _, err := io.ReadFull(os.Stdin, size[:]); err == io.EOF {
			return
		} else if err != nil {
			log.Fatal(err)
		}
		b := make([]byte, binary.LittleEndian.Uint32(size[:]))
		if _, err := io.ReadFull(os.Stdin, b); err != nil {
			log.Fatal(err)
		}
		req := new(conformance.ConformanceRequest)
		if err := proto.Unmarshal(b, req); err != nil {
			log.Fatal(err)
		}
		b, err := proto.Marshal(answer(req))
		if err != nil {
			log.Fatal(err)
		}
		if _, err := os.Stdout.Write(append(binary.LittleEndian.AppendUint32(nil, uint32(len(b))), b...)); err != nil {
			log.Fatal(err)
		}
	}
}

// answer returns the response to a request.
func answer(req *conformance.ConformanceRequest) *conformance.ConformanceResponse {
	mt, err := protoregistry.GlobalTypes.FindMessageByName(protoreflect.FullName(req.GetMessageType()))
	switch {
	case req.GetMessageType() == "conformance.FailureSet": // the first request asks for the tests that are expected to fail
		return &conformance.ConformanceResponse{Result: &conformance.ConformanceResponse_ProtobufPayload{}}
	case req.GetTestCategory() == conformance.TestCategory_TEXT_FORMAT_TEST || req.GetRequestedOutputFormat() == conformance.WireFormat_TEXT_FORMAT:
		return &conformance.ConformanceResponse{Result: &conformance.ConformanceResponse_Skipped{Skipped: "no text format"}}
	case err != nil:
		return &conformance.ConformanceResponse{Result: &conformance.ConformanceResponse_RuntimeError{RuntimeError: err.Error()}}
	}
	m := newMessage(mt)
	if x, ok := req.GetPayload().(*conformance.ConformanceRequest_JsonPayload); ok {
		ignores := req.GetTestCategory() == conformance.TestCategory_JSON_IGNORE_UNKNOWN_PARSING_TEST
		err = protojson.UnmarshalOptions{DiscardUnknown: ignores}.Unmarshal([]byte(x.JsonPayload), m)
	} else {
		err = decode(m, req.GetProtobufPayload())
	}
	if err != nil {
		return &conformance.ConformanceResponse{Result: &conformance.ConformanceResponse_ParseError{ParseError: err.Error()}}
	}
	var b []byte
	if req.GetRequestedOutputFormat() == conformance.WireFormat_JSON {
		if b, err = protojson.Marshal(m); err == nil {
			return &conformance.ConformanceResponse{Result: &conformance.ConformanceResponse_JsonPayload{JsonPayload: string(b)}}
		}
	} else if b, err = encode(m); err == nil {
		return &conformance.ConformanceResponse{Result: &conformance.ConformanceResponse_ProtobufPayload{ProtobufPayload: b}}
	}
	return &conformance.ConformanceResponse{Result: &conformance.ConformanceResponse_SerializeError{SerializeError: err.Error()}}
}

var (
	mode = os.Getenv("TESTEE")
	used = map[protoreflect.MessageType]message{}
)

// newMessage returns a new message or, in the modes used and reset, the latest one. So does the mode wrong, whose method keeps the fields that the message
// has; the runner finds that.
func newMessage(mt protoreflect.MessageType) message {
	if m := used[mt]; m != nil {
		if mode == "reset" {
			m.ResetProto()
		}
		return m
	}
	m := mt.New().Interface().(message)
	if mode == "used" || mode == "reset" || mode == "wrong" {
		used[mt] = m
	}
	return m
}

func decode(m message, b []byte) error {
	switch mode {
	case "alias":
		return m.UnmarshalProtoAlias(b)
	case "merge", "wrong":
		return m.MergeProto(b)
	}
	return m.UnmarshalProto(b)
}

func encode(m message) ([]byte, error) {
	if mode != "append" {
		return m.MarshalProto()
	}
	b, err := m.AppendProto([]byte("front"))
	if err == nil && len(b) != len("front")+m.SizeProto() {
		err = fmt.Errorf("AppendProto appends %d bytes, and SizeProto returns %d", len(b)-len("front"), m.SizeProto())
	}
	return b[len("front"):], err
}

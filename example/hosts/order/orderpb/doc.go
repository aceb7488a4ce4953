// Package orderpb has the messages of order.proto, as protoc-gen-go generates them for programs that use the protobuf library.
package orderpb

// Package grpc has the text of the file that bale gen -grpc writes: a codec for gRPC. Package hosts embeds codec.go.
package grpc

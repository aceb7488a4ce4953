// Package depotpb has the messages and the service of depot.proto, and codecs for gRPC and Connect that use the methods of bale gen.
//
//bale:gen messages
package depotpb

//go:generate bale gen -grpc -connect

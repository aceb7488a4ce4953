// Package benchpb has the messages and the service of the benchmarks.
//
//bale:gen messages
package benchpb

//go:generate bale gen -grpc

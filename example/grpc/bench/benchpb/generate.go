// Package benchpb has the messages and the service of the benchmarks.
package benchpb

//go:generate bale gen -messages -grpc

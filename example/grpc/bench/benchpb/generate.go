// Package benchpb has the messages and the service of the benchmarks.
package benchpb

//go:generate bale gen -type Key,List -wire proto -grpc

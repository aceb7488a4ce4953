module balepins

go 1.22

require github.com/golang/protobuf v1.3.5 // kept: the last release with an implementation of its own

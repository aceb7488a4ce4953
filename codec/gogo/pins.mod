module balepins

go 1.22

require github.com/gogo/protobuf v1.3.2

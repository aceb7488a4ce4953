module example.com/gogo

go 1.24

require github.com/gogo/protobuf v1.3.2

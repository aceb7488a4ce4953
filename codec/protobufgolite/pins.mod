module balepins

go 1.23

require github.com/aperturerobotics/protobuf-go-lite v0.14.0

require (
	github.com/aperturerobotics/json-iterator-lite v1.0.0 // indirect
	google.golang.org/protobuf v1.36.11 // indirect
)

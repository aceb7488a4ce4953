module balepins

go 1.24

require (
	github.com/cloudwego/prutal v0.1.3
	google.golang.org/protobuf v1.36.12
)

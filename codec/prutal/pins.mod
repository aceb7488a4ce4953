module balepins

go 1.24

require (
	github.com/cloudwego/prutal v0.2.1
	google.golang.org/protobuf v1.36.12
)

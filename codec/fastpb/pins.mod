module balepins

go 1.24

require (
	github.com/cloudwego/fastpb v0.0.5
	google.golang.org/protobuf v1.36.12
)

require github.com/bytedance/gopkg v0.0.0-20240531030433-5df24c0168e2 // indirect

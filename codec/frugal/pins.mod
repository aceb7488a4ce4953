module balepins

go 1.22

require github.com/cloudwego/frugal v0.3.1

require (
	github.com/bytedance/gopkg v0.1.1 // indirect
	github.com/cloudwego/gopkg v0.1.2 // indirect
)

module balepins

go 1.22

require (
	github.com/apache/thrift v0.13.0 // kept: the code of thriftgo passes no context, which v0.14 requires
	github.com/cloudwego/thriftgo v0.4.5
)

require (
	github.com/bytedance/gopkg v0.1.4 // indirect
	github.com/cloudwego/gopkg v0.2.0 // indirect
	github.com/dlclark/regexp2 v1.11.0 // indirect
	golang.org/x/text v0.14.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)

module balepins

go 1.24

require (
	github.com/mus-format/common-go v0.0.0-20260324174526-3d8f1741b5a2
	github.com/mus-format/mus-go v0.10.2
)

require golang.org/x/exp v0.0.0-20230425010034-47ecfdc1ba53 // indirect

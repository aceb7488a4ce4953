module balepins

go 1.22

require github.com/ugorji/go/codec v1.3.2

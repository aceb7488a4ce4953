module balepins

go 1.22

require github.com/calmh/xdr v1.2.0

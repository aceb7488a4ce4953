module balepins

go 1.22

require github.com/davecgh/go-xdr v0.0.0-20161123171359-e6a2ba005892

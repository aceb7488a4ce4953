module balepins

go 1.22

require github.com/glycerine/go-capnproto v0.0.0-20190118050403-2d07de3aa7fc

require (
	github.com/glycerine/goconvey v0.0.0-20190410193231-58a59202ab31 // indirect
	github.com/glycerine/rbtree v0.0.0-20190406191118-ceb71889d809 // indirect
	github.com/gopherjs/gopherjs v1.21.0 // indirect
	github.com/jtolds/gls v4.20.0+incompatible // indirect
)

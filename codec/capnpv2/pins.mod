module balepins

go 1.26.0

require zombiezen.com/go/capnproto2 v2.18.2+incompatible

require (
	github.com/tinylib/msgp v1.6.5 // indirect
	golang.org/x/net v0.62.0 // indirect
)

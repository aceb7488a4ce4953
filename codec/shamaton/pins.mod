module balepins

go 1.24

require (
	github.com/shamaton/msgpack/v3 v3.2.0
	github.com/shamaton/msgpackgen v0.3.0
)

require (
	github.com/dave/jennifer v1.4.1 // indirect
	github.com/shamaton/msgpack/v2 v2.1.0 // indirect
)

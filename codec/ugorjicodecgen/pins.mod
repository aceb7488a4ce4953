module balepins

go 1.22

require (
	github.com/ugorji/go/codec v1.2.12 // kept: v1.3 has no codecgen
	github.com/ugorji/go/codec/codecgen v1.2.12 // kept: the last version
)

require (
	golang.org/x/mod v0.20.0 // indirect
	golang.org/x/sync v0.8.0 // indirect
	golang.org/x/tools v0.24.1 // indirect
)

module balepins

go 1.22

require github.com/hprose/hprose-golang/v3 v3.0.16

require (
	github.com/andot/complexconv v1.0.0 // indirect
	github.com/google/uuid v1.3.0 // indirect
	github.com/modern-go/reflect2 v1.0.2 // indirect
)

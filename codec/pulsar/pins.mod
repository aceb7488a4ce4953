module balepins

go 1.21

require (
	github.com/cosmos/cosmos-proto v1.0.0-beta.5
	google.golang.org/protobuf v1.33.0 // kept: the version of pulsar's own go.mod
)
